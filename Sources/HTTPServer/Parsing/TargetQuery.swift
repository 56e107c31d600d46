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
        let isRead = forEachPair(of: query) { query, name, value in
            guard pairs.count < mostPairs, let name = PercentCoding.decoded(query, name, plusIsSpace: true),
                let value = PercentCoding.decoded(query, value, plusIsSpace: true)
            else { return false }
            pairs.append(Pair(name, value))
            return true
        }
        return isRead ? pairs : nil
    }

    /// Walks over the pairs, still encoded, until `body` answers false; then it answers the same.
    package static func forEachPair(
        of query: borrowing Span<UInt8>,
        _ body: (_ query: borrowing Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>) -> Bool
    ) -> Bool {
        var start = 0
        while start < query.count {
            let end = query.firstIndex(of: UInt8(ascii: "&"), in: start..<query.count) ?? query.count
            if start < end {
                let middle = query.firstIndex(of: UInt8(ascii: "="), in: start..<end) ?? end
                guard body(query, start..<middle, min(middle + 1, end)..<end) else { return false }
            }
            start = end + 1
        }
        return true
    }

    /// Appends the bytes that a part of a query stands for; false where an escape is broken.
    package static func appendDecoded(
        _ query: borrowing Span<UInt8>, _ range: Range<Int>, to bytes: inout [UInt8]
    ) -> Bool {
        PercentCoding.append(query, range, plusIsSpace: true, to: &bytes)
    }
}
