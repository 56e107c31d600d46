/// Base 64 as in RFC 4648 section 4, strict.
enum Base64 {
    static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    static let padding = UInt8(ascii: "=")

    /// What each byte stands for as a digit; `none` where it is none.
    private static let digits: [UInt8] = (UInt8.min...UInt8.max).map { byte in
        alphabet.firstIndex(of: byte).map { UInt8($0) } ?? none
    }
    private static let none: UInt8 = 0xFF

    /// How long the text is that so many bytes make.
    static func length(of count: Int) -> Int { (count + 2) / 3 * 4 }

    static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = alphabet
        var text: [UInt8] = []
        text.reserveCapacity(length(of: bytes.count))
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var bits: UInt32 = 0
            for place in start..<start + count { bits = bits << 8 | UInt32(bytes[place]) }
            bits <<= 8 * UInt32(3 - count)
            for digit in 0..<4 {
                text.append(digit <= count ? alphabet[Int(bits >> (18 - 6 * UInt32(digit)) & 63)] : padding)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3)
        return read(text) { bytes.append($0) } ? bytes : nil
    }

    /// How many bytes a text stands for; nil where it is no base 64.
    static func count(of text: String) -> Int? {
        var count = 0
        return read(text) { _ in count += 1 } ? count : nil
    }

    /// Reads a text; false where it is no base 64.
    private static func read(_ text: String, _ take: (UInt8) -> Void) -> Bool {
        let digits = digits
        var (bits, held, length, padded) = (UInt32(0), UInt32(0), 0, 0)
        for byte in text.utf8 {
            length += 1
            if byte == padding {
                padded += 1
                continue
            }
            let digit = digits[Int(byte)]
            // Padding stands at the end.
            guard digit != none, padded == 0 else { return false }
            bits = bits << 6 | UInt32(digit)
            held += 6
            if held >= 8 {
                held -= 8
                take(UInt8(truncatingIfNeeded: bits >> held))
            }
        }
        // What is left over must be zero, or two texts would mean the same bytes.
        return length % 4 == 0 && padded <= 2 && held < 6 && bits & ((1 << held) - 1) == 0
    }
}

extension Base64 {
    /// The variant for addresses (section 5): other signs, and no padding.
    static func encodeForAddresses(_ bytes: [UInt8]) -> String {
        let text = encode(bytes).utf8.lazy.filter { $0 != padding }.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return String(decoding: Array(text), as: UTF8.self)
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
