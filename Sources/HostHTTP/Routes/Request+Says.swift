import HTTPServer

extension Request {
    /// Whether the client takes a media type, whose parameters don't count.
    func takes(_ type: String) -> Bool {
        guard let first = self["accept"] else { return true }
        let fields = values(of: "accept")
        guard fields.count > 1 || first != "*/*" else { return true }
        let bare = type.prefix { $0 != ";" && $0 != " " }
        return AcceptField.accepts(fields.joined(separator: ","), String(bare))
    }

    /// Whether the client has what a tag stands for.
    func names(_ tag: String) -> Bool {
        let fields = values(of: "if-none-match")
        return !fields.isEmpty && EntityTag.matches(fields.joined(separator: ","), tag)
    }

    /// What the query says, in order.
    func queryPairs() throws(Problem) -> [TargetQuery.Pair] {
        guard let query, !query.isEmpty else { return [] }
        guard let pairs = TargetQuery.pairs(query.utf8.span) else { throw .malformedQuery }
        return pairs
    }
}
