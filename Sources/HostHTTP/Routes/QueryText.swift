import HTTPServer

/// The names and texts of a query.
enum QueryText {
    /// What a request's query says, in order.
    static func pairs(of request: Request) throws(Problem) -> [(name: String, text: String)] {
        guard let query = request.query, !query.isEmpty else { return [] }
        var pairs: [(name: String, text: String)] = []
        for part in query.utf8.split(separator: UInt8(ascii: "&")) {
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard pairs.count < 256, let name = text(halves.first), let text = text(halves.dropFirst().first)
            else { throw .malformedQuery }
            pairs.append((name, text))
        }
        return pairs
    }

    private static func text(_ part: Substring.UTF8View?) -> String? {
        let bytes = part.map { $0.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 } } ?? []
        return PathText.bytes(of: bytes.span, 0..<bytes.count).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
