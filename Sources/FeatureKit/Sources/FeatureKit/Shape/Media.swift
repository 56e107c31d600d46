/// Bytes of a media type, such as an image: what a route replies with that is no JSON.
public struct Media: Shaped, Equatable {
    /// Bytes with a media type.
    public static var shape: Shape { .media }

    /// What it is made of.
    @_spi(Hosting) public static let fields = [
        Field("type", .text(length: 1...255), "The media type, such as image/png."),
        Field("base64", .text(length: 0...134_217_728), "The bytes in base 64."),
    ]

    /// The media type, such as `image/png`.
    public let type: String
    /// The bytes.
    public let bytes: [UInt8]

    /// Makes media of bytes and their type.
    public init(type: String, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }

    /// Whether a text is strict base 64.
    @_spi(Hosting) public static func isBase64(_ text: String) -> Bool { Base64.decode(text) != nil }

    private enum CodingKeys: String, CodingKey { case type, base64 }

    /// Reads the type and the bytes in base 64.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(String.self, forKey: .type)
        let text = try container.decode(String.self, forKey: .base64)
        guard let bytes = Base64.decode(text) else {
            throw DecodingError.dataCorruptedError(forKey: .base64, in: container, debugDescription: "not base 64")
        }
        self.bytes = bytes
    }

    /// Writes the type and the bytes in base 64.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encode(Base64.encode(bytes), forKey: .base64)
    }
}

/// Base 64 as in RFC 4648 section 4, strict.
private enum Base64 {
    static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    static let padding = UInt8(ascii: "=")

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for digit in 0..<4 {
                let value = Int(bits >> (18 - 6 * UInt32(digit)) & 63)
                text.append(digit <= group.count ? alphabet[value] : padding)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func decode(_ text: String) -> [UInt8]? {
        var digits = Array(text.utf8)
        guard digits.count % 4 == 0 else { return nil }
        let padded = digits.suffix(2).filter { $0 == padding }.count
        digits.removeLast(padded)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var held = 0
        for digit in digits {
            guard let value = alphabet.firstIndex(of: digit) else { return nil }
            bits = bits << 6 | UInt32(value)
            held += 6
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
            }
        }
        // What is left over must be zero, or two texts would mean the same bytes.
        guard bits & ((1 << UInt32(held)) - 1) == 0, held < 6 else { return nil }
        return bytes
    }
}
