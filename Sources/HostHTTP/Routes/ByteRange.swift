/// The part of a body that a client asks for (RFC 9110, 14); of several parts nobody here sends more than the whole.
enum ByteRange: Equatable {
    /// The bytes from one place to before another.
    case part(Range<Int>)
    /// There are no such bytes.
    case beyond
    /// What is asked can't be read, is in another unit, or has several parts.
    case whole

    /// Reads a field such as `bytes=0-499`, `bytes=500-` or `bytes=-500`, for a body of so many bytes.
    init(_ field: String, of count: Int) {
        self = .whole
        let sides = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, sides[0].lowercased() == "bytes", !sides[1].contains(",") else { return }
        let ends = sides[1].split(separator: "-", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } && $0.utf8.count <= 18 })
        else { return }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last):
            if last.map({ first <= $0 }) ?? true {
                self = first < count ? .part(first..<min((last ?? .max - 1) + 1, count)) : .beyond
            }
        case (nil, let suffix?): self = suffix > 0 && count > 0 ? .part(max(0, count - suffix)..<count) : .beyond
        case (nil, nil): return
        }
    }
}
