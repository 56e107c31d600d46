/// Base 64 as in RFC 4648 section 4, strict.
enum Base64 {
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

extension Base64 {
    /// The variant for addresses (section 5): other signs, and no padding.
    static func encodeForAddresses(_ bytes: [UInt8]) -> String {
        String(decoding: encode(bytes).utf8.compactMap { $0 == padding ? nil : signs[$0] ?? $0 }, as: UTF8.self)
    }

    static func decodeFromAddress(_ text: String) -> [UInt8]? {
        // What has the other variant's signs is of the other variant.
        guard !text.utf8.contains(where: { $0 == padding || signs[$0] != nil }) else { return nil }
        let digits = text.utf8.map { byte in signs.first { $0.value == byte }?.key ?? byte }
        let missing = (4 - digits.count % 4) % 4
        return decode(String(decoding: digits, as: UTF8.self) + String(repeating: "=", count: missing))
    }

    private static let signs: [UInt8: UInt8] = [
        UInt8(ascii: "+"): UInt8(ascii: "-"), UInt8(ascii: "/"): UInt8(ascii: "_"),
    ]
}
