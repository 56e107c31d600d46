/// What a request's query says once it is decoded.
package enum TargetQuery {
    /// The most pairs that are read; a query with more is none.
    package static let mostPairs = 256

    /// A name with its value, which is empty where there is no equals sign.
    package struct Pair: Sendable, Hashable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The pairs in order, repeated names and all; `+` is a space, and nothing between two `&` is nothing.
    ///
    /// Nil where an escape is broken, what comes out is no UTF-8, or there are too many.
    package static func pairs(_ query: borrowing Span<UInt8>) -> [Pair]? {
        var pairs: [Pair] = []
        var start = 0
        while start < query.count {
            let end = query.firstIndex(of: UInt8(ascii: "&"), in: start..<query.count) ?? query.count
            if start < end {
                guard pairs.count < mostPairs, let pair = pair(query, start..<end) else { return nil }
                pairs.append(pair)
            }
            start = end + 1
        }
        return pairs
    }

    private static func pair(_ query: borrowing Span<UInt8>, _ range: Range<Int>) -> Pair? {
        let middle = query.firstIndex(of: UInt8(ascii: "="), in: range) ?? range.upperBound
        let rest = min(middle + 1, range.upperBound)..<range.upperBound
        guard let name = PercentCoding.decoded(query, range.lowerBound..<middle, plusIsSpace: true),
            let value = PercentCoding.decoded(query, rest, plusIsSpace: true)
        else { return nil }
        return Pair(name, value)
    }
}
