@_spi(Hosting) extension CheckedQuery {
    /// Whether all conditions hold.
    public func matches(_ entry: DocumentEntry) -> Bool { tests.allSatisfy { $0.holds(for: entry) } }

    /// How far a document lies from what nearness is measured from; nil where nothing is.
    public func distance(of entry: DocumentEntry) -> Double? {
        guard let nearness, let point = entry.points[nearness.point] else { return nil }
        return GreatCircle.distance(from: nearness.center, to: point)
    }

    /// Where a document stands in the query's order.
    public func place(of entry: DocumentEntry) -> Place {
        if let distance = distance(of: entry) { return Place(keys: [.number(distance)], id: entry.id) }
        return Place(keys: order.map { entry.keys[$0.column] }, id: entry.id)
    }

    /// Whether one place comes before another in the query's order.
    public func isOrdered(_ one: Place, before other: Place) -> Bool {
        for (index, (key, otherKey)) in zip(one.keys, other.keys).enumerated() where key != otherKey {
            let isDescending = index < order.count && order[index].isDescending
            return (key < otherKey) != isDescending
        }
        return StoreKey.text(one.id) < StoreKey.text(other.id)
    }

    /// The page of what the query finds among documents, found by looking at each.
    public func page(among entries: some Sequence<DocumentEntry>) -> (found: [DocumentEntry], next: PageCursor?) {
        let found = entries.filter(matches).map { (entry: $0, place: place(of: $0)) }
            .filter { row in start.map { isOrdered($0, before: row.place) } ?? true }
            .sorted { isOrdered($0.place, before: $1.place) }
        let page = found.prefix(limit)
        let next = found.count > limit ? page.last.map { cursor(after: $0.place) } : nil
        return (page.map(\.entry), next)
    }
}

extension CheckedQuery.Test {
    fileprivate func holds(for entry: DocumentEntry) -> Bool {
        switch self {
        case .equals(let column, let key): entry.keys[column] == key
        case .among(let column, let keys): keys.contains(entry.keys[column])
        case .absent(let column): entry.keys[column] == .null
        case .from(let column, let key): entry.keys[column].isComparable(to: key) && entry.keys[column] >= key
        case .above(let column, let key): entry.keys[column].isComparable(to: key) && entry.keys[column] > key
        case .upTo(let column, let key): entry.keys[column].isComparable(to: key) && entry.keys[column] <= key
        case .below(let column, let key): entry.keys[column].isComparable(to: key) && entry.keys[column] < key
        case .begins(let column, let start):
            if case .text(let text) = entry.keys[column] { text.utf8.starts(with: start.utf8) } else { false }
        case .contains(let part, let text): entry.parts[part].map { $0.hasBytes(of: text) } ?? false
        case .near(let point, let center, let within):
            entry.points[point].map { GreatCircle.distance(from: center, to: $0) <= within ?? .infinity } ?? false
        }
    }
}

extension StoreKey {
    /// Nothing is neither more nor less than anything; a column's other keys are all numbers or all texts.
    fileprivate func isComparable(to other: StoreKey) -> Bool { self != .null && other != .null }
}

extension String {
    /// Whether another text's bytes stand in this one's; letters that only look the same are not.
    fileprivate func hasBytes(of part: String) -> Bool {
        let (text, part) = (Array(utf8), Array(part.utf8))
        guard let first = part.first, text.count >= part.count else { return part.isEmpty }
        return text.indices.dropLast(part.count - 1).contains { start in
            text[start] == first && text[start..<start + part.count].elementsEqual(part)
        }
    }
}
