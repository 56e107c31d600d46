/// The elements of a list with commas, one after another; empty ones are passed over (RFC 9110, 5.6.1).
struct TokenList {
    private var rest: Range<Int>

    init(_ range: Range<Int>) { rest = range }

    /// The next element, without the blanks around it.
    mutating func next(_ bytes: borrowing Span<UInt8>) -> Range<Int>? {
        while !rest.isEmpty {
            let end = bytes.firstIndex(of: UInt8(ascii: ","), in: rest) ?? rest.upperBound
            let element = bytes.trimmed(rest.lowerBound..<end)
            rest = min(end + 1, rest.upperBound)..<rest.upperBound
            if !element.isEmpty { return element }
        }
        return nil
    }
}
