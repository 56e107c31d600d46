internal import FeatureKit
@_spi(_Unicode) internal import Swift

/// An address as somebody wrote it, and in the form by which two are the same.
struct EmailAddress: Sendable, Equatable {
    /// In bytes, as RFC 5321 has it.
    static let longest = 254
    /// Of what stands before the `@`.
    static let longestLocal = 64

    let written: String
    /// Without case, and in Unicode's form NFC; nothing else is folded: letters that only look the same are others.
    let folded: String

    /// - Throws: `AccountRefusal.noEmail` where it is none.
    init(_ text: String) throws(AccountRefusal) {
        guard let address = EmailAddress(checking: text) else { throw .noEmail }
        self = address
    }

    /// Nil where it is none.
    init?(checking text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...Self.longestLocal).contains(parts[0].utf8.count), !parts[1].isEmpty,
            text.unicodeScalars.allSatisfy(Self.mayStand),
            parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }),
            !parts[0].hasPrefix("."), !parts[0].hasSuffix("."), !parts[0].contains("..")
        else { return nil }
        written = text
        var canonical = String.UnicodeScalarView()
        canonical.append(contentsOf: Array(text.lowercased()._nfc))
        folded = String(canonical)
    }

    /// Spaces, controls, and what is not seen or turns the direction of writing would forge what people read.
    private static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            false
        default: !"\"(),:;<>[\\]".unicodeScalars.contains(scalar)
        }
    }
}
