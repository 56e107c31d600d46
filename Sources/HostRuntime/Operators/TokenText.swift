@_spi(Hosting) internal import FeatureKit
internal import Glibc
internal import HostSystem

/// An operator's token as it is sent: `fso_k3Jw9QmZ_`, 43 letters that hold 256 random bits, and 6 of a checksum.
///
/// Its form and its checksum show that a text is a token, so that tools can find one in a place where none should be.
package struct TokenText: Sendable, Equatable {
    static let mark = Array("fso_".utf8)
    static let idLength = 8
    static let secretLength = 43
    static let sumLength = 6
    /// The length of the whole text.
    package static let length = mark.count + idLength + 1 + secretLength + sumLength

    private static let underscore = UInt8(ascii: "_")
    private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    package let id: String
    package let text: String

    /// The SHA-256 that is kept of it.
    var digest: String { SHA256.hexDigest(of: Array(text.utf8)) }

    // MARK: - Making

    /// Makes a new one.
    static func random() throws(SystemError) -> TokenText {
        let id = try randomID()
        let secret = Base64URL.letters(of: try randomBytes(32))
        return TokenText(id: id, secret: secret)
    }

    /// - Parameter secret: `secretLength` letters.
    init(id: String, secret: [UInt8]) {
        let head = Self.mark + Array(id.utf8) + [Self.underscore] + secret
        self.id = id
        text = String(decoding: head + Self.sum(of: head.span, head.count), as: UTF8.self)
    }

    private static func randomID() throws(SystemError) -> String {
        var letters: [UInt8] = []
        while letters.count < idLength {
            // All letters are equally likely: a byte beyond the last multiple of 62 is thrown away.
            let fair = UInt8(256 / digits.count * digits.count)
            for byte in try randomBytes(idLength) where byte < fair && letters.count < idLength {
                letters.append(digits[Int(byte) % digits.count])
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }

    private static func randomBytes(_ count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try SystemError.check { unsafe bytes.withUnsafeMutableBytes { unsafe getentropy($0.baseAddress, $0.count) } }
        return bytes
    }

    // MARK: - Reading

    /// The public id of a text that has the form of a token and whose checksum is right; nil of any other.
    package static func id(of bytes: borrowing Span<UInt8>) -> String? {
        guard bytes.count == length, bytes[mark.count + idLength] == underscore else { return nil }
        for index in mark.indices where bytes[index] != mark[index] { return nil }
        let head = length - sumLength
        for index in mark.count..<head where !isLetter(bytes[index]) { return nil }
        let sum = sum(of: bytes, head)
        for index in sum.indices where bytes[head + index] != sum[index] { return nil }
        let id = mark.count..<(mark.count + idLength)
        guard id.allSatisfy({ digits.contains(bytes[$0]) }) else { return nil }
        return String(decoding: id.map { bytes[$0] }, as: UTF8.self)
    }

    /// Whether a text begins as tokens do, and should therefore not be shown.
    package static func begins(_ text: String) -> Bool { text.utf8.starts(with: mark) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        digits.contains(byte) || byte == UInt8(ascii: "-") || byte == underscore
    }

    /// The CRC-32 (as in zlib) of the first bytes, in digits of base 62.
    private static func sum(of bytes: borrowing Span<UInt8>, _ count: Int) -> [UInt8] {
        var rest: UInt32 = .max
        for index in 0..<count {
            rest ^= UInt32(bytes[index])
            for _ in 0..<8 { rest = rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        rest = ~rest
        var letters: [UInt8] = []
        for _ in 0..<sumLength {
            letters.append(digits[Int(rest) % digits.count])
            rest /= UInt32(digits.count)
        }
        return letters.reversed()
    }
}
