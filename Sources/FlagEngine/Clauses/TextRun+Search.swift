extension TextRun {
    /// Whether another text's bytes stand at an index.
    @inline(__always)
    func has(_ other: TextRun, at index: Int) -> Bool {
        guard index >= 0, other.count <= count &- index else { return false }
        return unsafe TextRun(UnsafeBufferPointer(rebasing: bytes[index..<index &+ other.count])).isSame(as: other)
    }

    /// Whether another text stands anywhere in it.
    func contains(_ other: TextRun) -> Bool {
        guard let first = other.count > 0 ? other[0] : nil else { return true }
        var index = 0
        while other.count <= count &- index {
            if self[index] == first, has(other, at: index) { return true }
            index &+= 1
        }
        return false
    }

    /// Where a text that is folded ends, if it stands at an index in whichever case; nil where it does not.
    @inline(__always)
    func end(ofFolded other: TextRun, at start: Int) -> Int? {
        var (index, otherIndex) = (start, 0)
        while otherIndex < other.count {
            guard index < count,
                CaseFolding.folded(scalar(at: &index)) == other.scalar(at: &otherIndex)
            else { return nil }
        }
        return index
    }

    /// Whether it is a folded text in whichever case.
    @inline(__always)
    func isSame(asFolded other: TextRun) -> Bool { end(ofFolded: other, at: 0) == count }

    /// Whether it ends with a folded text in whichever case.
    func hasSuffix(folded other: TextRun) -> Bool {
        // Folding keeps the number of scalars, though not that of bytes.
        var start = count
        var index = 0
        while index < other.count {
            _ = other.scalar(at: &index)
            guard start > 0 else { return false }
            start &-= 1
            while start > 0, self[start] & 0xC0 == 0x80 { start &-= 1 }
        }
        return end(ofFolded: other, at: start) != nil
    }

    /// Whether a folded text stands anywhere in it in whichever case.
    func contains(folded other: TextRun) -> Bool {
        var index = 0
        repeat {
            if end(ofFolded: other, at: index) != nil { return true }
            guard index < count else { return false }
            _ = scalar(at: &index)
        } while true
    }
}
