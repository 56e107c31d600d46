/// Eight bytes of JSON text at a time, the first one lowest.
@usableFromInline
enum JSONBytes {
    /// How many bytes come before the first one that is a quote, a backslash, a control character or beyond ASCII; 8
    /// where there is none.
    @inlinable
    @inline(__always)
    static func special(in word: UInt64) -> Int { marks(in: word).trailingZeroBitCount >> 3 }

    /// The highest bit of each special byte.
    ///
    /// A borrow can also mark a byte above one that is marked rightly; the lowest
    /// mark is always right.
    @inlinable
    @inline(__always)
    static func marks(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let controls = word &- ones &* 0x20
        let quotes = (word ^ ones &* 0x22) &- ones
        let backslashes = (word ^ ones &* 0x5C) &- ones
        return (controls | quotes | backslashes | word) & (ones &* 0x80)
    }

    /// Whether a text is written as it is: printable ASCII without quotes and backslashes.
    @inlinable
    @inline(__always)
    static func needsNoEscape(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var marked: UInt64 = 0
        var index = 0
        if let start = text.baseAddress {
            while index &+ 8 <= text.count {
                let word = unsafe UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
                // 0x7F is marked too, as it becomes 0x80.
                marked |= marks(in: word) | (word &+ ones) & (ones &* 0x80)
                index &+= 8
            }
        }
        while index < text.count {
            let byte = unsafe text[index]
            if byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x5C { return false }
            index &+= 1
        }
        return marked == 0
    }
}
