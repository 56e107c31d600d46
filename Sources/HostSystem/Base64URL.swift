/// Letters that may stand in addresses, file names and fields, of which each holds six bits (RFC 4648, 5); without
/// padding, and for all bytes there is one way to be written.
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    /// The bits of each letter; none of anything else.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    /// What bytes are in such letters, without a sign at the end.
    package static func letters(of bytes: some Collection<UInt8>) -> [UInt8] {
        var letters: [UInt8] = []
        letters.reserveCapacity((bytes.count * 4 + 2) / 3)
        var bits: UInt32 = 0
        var held: UInt32 = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            held += 8
            while held >= 6 {
                held -= 6
                letters.append(alphabet[Int(bits >> held & 63)])
            }
        }
        if held > 0 { letters.append(alphabet[Int(bits << (6 - held) & 63)]) }
        return letters
    }

    /// The bytes that letters stand for; nil where they stand for none, or could be written otherwise.
    package static func bytes(_ letters: borrowing Span<UInt8>) -> [UInt8]? {
        let (wholes, rest) = letters.count.quotientAndRemainder(dividingBy: 4)
        guard rest != 1 else { return nil }
        let values = values
        var bytes: [UInt8] = []
        bytes.reserveCapacity(wholes &* 3 &+ 2)
        var place = 0
        var isGood = true
        func value(_ letter: UInt8) -> UInt32 {
            let value = values[Int(letter)]
            if value == 0xFF { isGood = false }
            return UInt32(value & 63)
        }
        for _ in 0..<wholes {
            let bits =
                value(letters[place]) << 18 | value(letters[place &+ 1]) << 12 | value(letters[place &+ 2]) << 6
                | value(letters[place &+ 3])
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            bytes.append(UInt8(truncatingIfNeeded: bits))
            place &+= 4
        }
        if rest >= 2 {
            var bits = value(letters[place]) << 18 | value(letters[place &+ 1]) << 12
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            if rest == 3 {
                bits |= value(letters[place &+ 2]) << 6
                bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
                bits <<= 8
            }
            // What is left over of the last letter would be another way to write the same.
            if bits & 0xFFFF != 0 { isGood = false }
        }
        return isGood ? bytes : nil
    }

    /// The bytes that a text stands for.
    package static func bytes(_ text: String) -> [UInt8]? { bytes(Array(text.utf8).span) }
}
