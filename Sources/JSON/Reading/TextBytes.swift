/// Eight bytes of text at a time, the first one lowest.
enum TextBytes {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// How many bytes come before the first one that is a quote, a backslash, a control character or no ASCII; 8
    /// where there is none.
    @inline(__always)
    static func special(in word: UInt64) -> Int { marks(in: word).trailingZeroBitCount >> 3 }

    /// The highest bit of each byte that is special.
    ///
    /// A borrow can also mark a byte above one that is marked rightly; the lowest mark is always right.
    @inline(__always)
    private static func marks(in word: UInt64) -> UInt64 {
        let controls = word &- ones &* 0x20
        let quotes = (word ^ ones &* 0x22) &- ones
        let backslashes = (word ^ ones &* 0x5C) &- ones
        return (controls | quotes | backslashes | word) & tops
    }

    /// Whether a text is written as it is: nothing but ASCII, and nothing of it to be escaped.
    @inline(__always)
    static func needNoEscape(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= 8, let start = text.baseAddress else {
            let word = unsafe all(of: text)
            return marks(in: word) | (word &+ ones) & tops == 0
        }
        var marks: UInt64 = 0
        var offset = 0
        while true {
            let word = unsafe UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self)
            // 0x7F is marked too, as it becomes 0x80.
            marks |= Self.marks(in: word) | (word &+ ones) & tops
            if offset == text.count &- 8 { return marks == 0 }
            // The last word overlaps the one before.
            offset = min(offset &+ 8, text.count &- 8)
        }
    }

    /// What keeps the first bytes of a word, fewer than 8.
    @inline(__always)
    static func mask(_ count: Int) -> UInt64 { (1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1 }

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
        return mixed(first, last, count)
    }

    /// A word with every byte of a text of fewer than 8 in it, some of them twice, and spaces.
    @inline(__always)
    private static func all(of text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let start = text.baseAddress, text.count > 0 else { return ones &* 0x20 }
        guard text.count < 4 else {
            let first = unsafe UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
            let last = unsafe UnsafeRawPointer(start + text.count - 4).loadUnaligned(as: UInt32.self)
            return UInt64(first) | UInt64(last) << 32
        }
        let ends = unsafe UInt64(text[0]) | UInt64(text[text.count / 2]) << 8 | UInt64(text[text.count &- 1]) << 16
        return ends | 0x2020_2020_2000_0000
    }

    @inline(__always)
    private static func mixed(_ first: UInt64, _ last: UInt64, _ count: Int) -> UInt32 {
        let all = first ^ last &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: count)
        // Both halves of the product: what differs in the last letter only differs in the upper one.
        let (high, low) = all.multipliedFullWidth(by: 0xBF58_476D_1CE4_E5B9)
        return UInt32(truncatingIfNeeded: high ^ low >> 32)
    }
}
