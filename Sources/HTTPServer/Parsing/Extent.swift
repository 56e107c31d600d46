/// Where a part of a request lies in the bytes that it was read from.
///
/// Half as large as a range: every open request keeps two for each of its fields.
package struct Extent: Sendable, Hashable {
    private var start: UInt32
    private var end: UInt32

    /// Nothing at all.
    package init() {
        start = 0
        end = 0
    }

    /// Keeps a range; `RequestParser` reads nothing that lies beyond 32 bits.
    package init(_ range: Range<Int>) {
        start = UInt32(clamping: range.lowerBound)
        end = UInt32(clamping: range.upperBound)
    }

    package var range: Range<Int> { Int(start)..<Int(end) }
    package var count: Int { Int(end &- start) }
    package var isEmpty: Bool { start == end }
}
