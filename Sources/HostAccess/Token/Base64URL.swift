/// Bytes written in base64url without padding, of which each has one way to be written.
package enum Base64URL {
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        for (value, letter) in letters.utf8.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

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
