/// Eight bytes of text at a time.
enum TextBytes {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// How many bytes come before the first one that is a quote, a backslash, a control character or no ASCII; 8
    /// where there is none.
    @inline(__always)
    static func special(in word: UInt64) -> Int {
        // A borrow can only mark bytes above one that is marked rightly, and the lowest one counts.
        let controls = word &- ones &* 0x20
        let quotes = (word ^ ones &* 0x22) &- ones
        let backslashes = (word ^ ones &* 0x5C) &- ones
        return ((controls | quotes | backslashes | word) & tops).trailingZeroBitCount >> 3
    }

    /// What keeps the first bytes of a word, fewer than 8.
    @inline(__always)
    static func mask(_ count: Int) -> UInt64 { (1 << UInt64(truncatingIfNeeded: count &* 8)) &- 1 }

    /// A number that differs for most names that differ: of the first eight bytes, the last eight and the count.
    @inline(__always)
    static func fingerprint(of tape: TapeView, from start: Int, count: Int) -> UInt32 {
        var first = tape[word: start]
        var last: UInt64 = 0
        if count < 8 {
            first &= mask(count)
        } else {
            last = tape[word: start &+ count &- 8]
        }
        let mixed = (first ^ last &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: count)) &* 0xBF58_476D_1CE4_E5B9
        return UInt32(truncatingIfNeeded: mixed >> 32)
    }
}
