import CLinux
import FeatureKit

/// Removes secrets from texts, wherever they come from.
package struct Redaction: Sendable {
    /// Shorter texts are no secrets; removing them would hide half of a message.
    static let shortest = 4
    /// How many bytes of a secret's beginning give it away.
    static let telling = 12

    /// Shorter secrets are not removed in their encoded forms, which would match too much other text.
    static let shortestRewritten = 8

    /// Nothing to hide.
    package static let none = Redaction([])

    private let hidden: [[UInt8]]

    /// Hides these secrets, also as JSON writes them, and each line of one that has several; longer ones also in the
    /// encodings of addresses and header fields.
    package init(_ secrets: [String]) {
        var all: Set<[UInt8]> = []
        for secret in secrets {
            let quoted = Value.text(secret).json.utf8.dropFirst().dropLast()
            let lines = secret.utf8.split(separator: UInt8(ascii: "\n")).map(Array.init)
            let others = secret.utf8.count >= Self.shortestRewritten ? Rewriting.all(of: Array(secret.utf8)) : []
            for form in [Array(secret.utf8), Array(quoted)] + lines + others where form.count >= Self.shortest {
                all.insert(form)
            }
        }
        // The longest first, since one may lie in another.
        hidden = all.sorted { ($1.count, $0) < ($0.count, $1) }
    }

    /// The text without them.
    package func callAsFunction(_ text: String) -> String {
        guard !hidden.isEmpty else { return text }
        var found = text
        let isTold = found.withUTF8 { bytes in hidden.contains { unsafe Self.stands($0, in: bytes) } }
        guard isTold else { return text }
        return String(decoding: self(Array(text.utf8)), as: UTF8.self)
    }

    /// The bytes without them.
    package func callAsFunction(_ bytes: [UInt8]) -> [UInt8] {
        hidden.reduce(bytes) { bytes, secret in
            let isThere = unsafe bytes.withUnsafeBufferPointer { unsafe Self.stands(secret, in: $0) }
            return isThere ? Self.taking(secret, out: bytes) : bytes
        }
    }

    /// Whether bytes contain the telling beginning of a secret; fast, since nearly all texts contain none.
    private static func stands(_ secret: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe find_bytes(bytes.baseAddress, bytes.count, secret, min(secret.count, telling)) != nil
    }

    /// Removes a secret, and of a long one also its beginning alone, since the text may have been cut after it.
    private static func taking(_ secret: [UInt8], out bytes: [UInt8]) -> [UInt8] {
        let telling = min(secret.count, telling)
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
