/// What the readers of this folder ask of bytes.
///
/// Ranges have to lie inside; every subscript checks it.
extension Span<UInt8> {
    /// Whether the bytes are this word, in either case; the word itself is in lower case.
    @inline(__always)
    func isWord(_ word: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count {
            // The offset is smaller than the word's length.
            let expected = unsafe word.utf8Start[offset]
            guard ASCII.lowercased(self[range.lowerBound + offset]) == expected else { return false }
        }
        return true
    }

    /// Whether the bytes in lower case are these, eight at a time.
    func isLowercased(as word: borrowing Span<UInt8>) -> Bool {
        guard count == word.count else { return false }
        guard count >= 8 else {
            for index in indices where ASCII.lowercased(self[index]) != word[index] { return false }
            return true
        }
        var index = 0
        while true {
            // Any eight bytes are a number, and where they lie is checked: unsafe in name alone.
            let left = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            let right = unsafe word.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard ASCII.lowercased(left) == right else { return false }
            if index == count &- 8 { return true }
            // The last eight overlap those before.
            index = min(index &+ 8, count &- 8)
        }
    }

    /// Whether the bytes are exactly this word.
    @inline(__always)
    func isExactly(_ word: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count {
            let expected = unsafe word.utf8Start[offset]
            guard self[range.lowerBound + offset] == expected else { return false }
        }
        return true
    }

    /// Whether the bytes are those of a text; texts alone would also call other bytes the same.
    func isText(_ text: Substring, in range: Range<Int>) -> Bool {
        let text = text.utf8.span
        guard text.count == range.count else { return false }
        for offset in text.indices where self[range.lowerBound + offset] != text[offset] { return false }
        return true
    }

    /// The bytes as a text; what is no UTF-8 is replaced.
    package func text(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The range without the blanks at its ends.
    @inline(__always)
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, ASCII.isBlank(self[start]) { start &+= 1 }
        while end > start, ASCII.isBlank(self[end &- 1]) { end &-= 1 }
        return start..<end
    }

    /// The first place of a byte in a range.
    @inline(__always)
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            if self[index] == byte { return index }
            index &+= 1
        }
        return nil
    }

    /// The first place of a control character, tabs aside, eight bytes at a time.
    @inline(__always)
    func firstControl(in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index &+ 8 <= range.upperBound {
            // Any eight bytes are a number, and where they lie is checked: unsafe in name alone.
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
            let marks = Self.controlMarks(word)
            if marks == 0 {
                index &+= 8
            } else {
                index &+= marks.trailingZeroBitCount / 8
                guard self[index] == ASCII.tab else { return index }
                index &+= 1
            }
        }
        while index < range.upperBound {
            if ASCII.isControl(self[index]) { return index }
            index &+= 1
        }
        return nil
    }

    /// Sets the top bit of bytes under 0x20 or equal to 0x7F.
    ///
    /// The lowest mark is true; those above it may be its echo.
    @inline(__always)
    private static func controlMarks(_ word: UInt64) -> UInt64 {
        let each: UInt64 = 0x0101_0101_0101_0101
        let low = (word &- (each &* 0x20)) & ~word
        let deletes = word ^ (each &* 0x7F)
        return (low | ((deletes &- each) & ~deletes)) & (each &* 0x80)
    }
}
