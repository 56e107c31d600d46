/// A number that differs for most names that differ, and a hash of names for tables.
enum NameMark {
    /// The mark of a name: of its first eight bytes, its last eight and its count.
    @inline(__always)
    static func of(_ name: TextRun) -> UInt32 { UInt32(truncatingIfNeeded: mixed(ends(of: name), name.count) &>> 32) }

    static func of(_ name: String) -> UInt32 {
        var name = name
        return name.withUTF8 { unsafe of(TextRun($0)) }
    }

    /// A hash of all of a text's bytes.
    @inline(__always)
    static func hash(_ text: TextRun) -> UInt64 {
        guard text.count > 16, let start = unsafe text.bytes.baseAddress else {
            return mixed(ends(of: text), text.count)
        }
        var sum: UInt64 = 0
        var offset = 0
        while true {
            let word = unsafe UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self)
            sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
            sum ^= sum &>> 29
            if offset == text.count &- 8 { return mixed(sum, text.count) }
            // The last word overlaps the one before.
            offset = min(offset &+ 8, text.count &- 8)
        }
    }

    /// A word with every byte of a text of up to 16 in it.
    @inline(__always)
    private static func ends(of text: TextRun) -> UInt64 {
        guard let start = unsafe text.bytes.baseAddress, text.count > 0 else { return 0 }
        if text.count >= 8 {
            let first = unsafe UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)
            let last = unsafe UnsafeRawPointer(start + text.count - 8).loadUnaligned(as: UInt64.self)
            return first ^ (last &* 0x9E37_79B9_7F4A_7C15)
        }
        if text.count >= 4 {
            let first = unsafe UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
            let last = unsafe UnsafeRawPointer(start + text.count - 4).loadUnaligned(as: UInt32.self)
            return UInt64(first) | UInt64(last) &<< 32
        }
        return unsafe UInt64(start[0]) | UInt64(start[text.count / 2]) &<< 8
            | UInt64(start[text.count &- 1]) &<< 16
    }

    @inline(__always)
    private static func mixed(_ word: UInt64, _ count: Int) -> UInt64 {
        let sum = (word ^ UInt64(truncatingIfNeeded: count)) &* 0xBF58_476D_1CE4_E5B9
        return sum ^ (sum &>> 31)
    }
}
