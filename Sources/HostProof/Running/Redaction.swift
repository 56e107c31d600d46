internal import FeatureKit

/// Takes secrets out of texts, whoever put them in.
package struct Redaction: Sendable {
    /// Nothing to hide.
    package static let none = Redaction([])

    private let hidden: [[UInt8]]

    /// Hides these, also as JSON writes them, and each line of one that has several.
    package init(_ secrets: [String]) {
        var all: Set<[UInt8]> = []
        for secret in secrets {
            let quoted = Value.text(secret).json.utf8.dropFirst().dropLast()
            let lines = secret.utf8.split(separator: UInt8(ascii: "\n")).map(Array.init)
            for form in [Array(secret.utf8), Array(quoted)] + lines where form.count >= ProofLimits.shortestSecret {
                all.insert(form)
            }
        }
        // The longest first, since one may lie in another.
        hidden = all.sorted { ($1.count, $0) < ($0.count, $1) }
    }

    /// The text without them.
    package func callAsFunction(_ text: String) -> String {
        guard !hidden.isEmpty else { return text }
        return String(decoding: self(Array(text.utf8)), as: UTF8.self)
    }

    func callAsFunction(_ bytes: [UInt8]) -> [UInt8] {
        hidden.reduce(bytes) { bytes, secret in Self.taking(secret, out: bytes) }
    }

    /// Of a long secret its beginning alone is hidden, too: what is shown of a value may have been cut.
    private static func taking(_ secret: [UInt8], out bytes: [UInt8]) -> [UInt8] {
        let telling = min(secret.count, ProofLimits.tellingSecret)
        guard bytes.count >= telling else { return bytes }
        var kept: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == secret[0], bytes[index...].starts(with: secret[..<telling]) {
                kept += Secret.redacted.utf8
                index += zip(bytes[index...], secret).prefix { $0 == $1 }.count
            } else {
                kept.append(bytes[index])
                index += 1
            }
        }
        return kept
    }
}

/// Shorter first, then by the bytes.
private func < (left: (Int, [UInt8]), right: (Int, [UInt8])) -> Bool {
    left.0 != right.0 ? left.0 < right.0 : left.1.lexicographicallyPrecedes(right.1)
}
