/// Remembers a number of things, and forgets what was not touched for longest.
struct Recent<Key: Hashable & Sendable, Content: Sendable>: Sendable {
    private struct Node: Sendable {
        var key: Key
        var content: Content
        /// The one touched next after it, and the one touched before.
        var newer: Int
        var older: Int
    }

    private static var nobody: Int { -1 }

    let most: Int
    /// How many were forgotten.
    private(set) var forgotten: UInt64 = 0
    private var places: [Key: Int] = [:]
    private var nodes: [Node] = []
    private var newest = nobody
    private var oldest = nobody

    init(most: Int) { self.most = max(most, 1) }

    var count: Int { nodes.count }

    /// Looks at something without touching it.
    subscript(key: Key) -> Content? { places[key].map { nodes[$0].content } }

    /// Touches what is remembered of a key, or begins it.
    mutating func touch<Result>(
        _ key: Key, else begin: () -> Content, _ body: (inout Content) -> Result
    ) -> Result {
        let place: Int
        if let known = places[key] {
            place = known
            unlink(place)
        } else if nodes.count < most {
            place = nodes.count
            nodes.append(Node(key: key, content: begin(), newer: Self.nobody, older: Self.nobody))
            places[key] = place
        } else {
            place = oldest
            unlink(place)
            places[nodes[place].key] = nil
            nodes[place].key = key
            nodes[place].content = begin()
            places[key] = place
            forgotten += 1
        }
        link(place)
        return body(&nodes[place].content)
    }

    private mutating func unlink(_ place: Int) {
        let (newer, older) = (nodes[place].newer, nodes[place].older)
        if newer == Self.nobody { newest = older } else { nodes[newer].older = older }
        if older == Self.nobody { oldest = newer } else { nodes[older].newer = newer }
    }

    private mutating func link(_ place: Int) {
        nodes[place].newer = Self.nobody
        nodes[place].older = newest
        if newest == Self.nobody { oldest = place } else { nodes[newest].newer = place }
        newest = place
    }
}
