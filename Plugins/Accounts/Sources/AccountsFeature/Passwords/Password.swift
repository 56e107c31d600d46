internal import FeatureKit
@_spi(_Unicode) internal import Swift

/// A password in the form in which it is hashed.
///
/// The same letters can be written in two ways, `é` as one character or as an `e` with an accent, and keyboards differ in it.
/// So it is brought into Unicode's form NFC first, as RFC 8265 asks; nothing else is changed, neither case nor width.
struct Password: Sendable, Equatable {
    /// How many letters it has, counted as Unicode's code points after that.
    static let lengths = 8...128

    let bytes: [UInt8]

    /// What was typed to sign in; it need not be an allowed password.
    init(typed secret: Secret) {
        // A text longer than any password matches none, so the rest of it is not read.
        bytes = Self.canonical(String(secret.reveal().unicodeScalars.prefix(Self.mostTyped)))
    }

    /// What somebody wants as the new password.
    ///
    /// - Throws: `AccountRefusal` where it may not be one.
    init(wanted secret: Secret, email: EmailAddress) throws(AccountRefusal) {
        self.init(typed: secret)
        let text = String(decoding: bytes, as: UTF8.self)
        guard secret.reveal().unicodeScalars.prefix(Self.mostTyped + 1).count <= Self.mostTyped,
            Self.lengths.contains(text.unicodeScalars.count)
        else { throw .passwordLength }
        let plain = text.lowercased()
        guard plain != email.folded, plain != String(email.folded.prefix { $0 != "@" }) else { throw .passwordIsEmail }
        guard !CommonPasswords.contains(plain) else { throw .passwordIsCommon }
    }

    /// NFC makes at most three characters of one, and may make one of many: a bound on what is looked at.
    private static let mostTyped = 4 * lengths.upperBound

    private static func canonical(_ text: String) -> [UInt8] {
        var canonical = String.UnicodeScalarView()
        canonical.append(contentsOf: Array(text._nfc))
        return Array(String(canonical).utf8)
    }
}
