@_spi(Hosting) internal import FeatureKit

/// What finds the documents of a query first: an index, of whose rows the query's other conditions leave some.
enum QueryDriver: Sendable, Equatable {
    /// An ordered index, by its number.
    case ordered(Int)
    /// The test with this number, a `.contains`.
    case contains(Int)
    /// The test with this number, the `.near`.
    case near(Int)
    /// The documents by their ids.
    case ids

    /// What may find them, the likeliest to be quick first; never empty.
    static func candidates(for query: CheckedQuery, in tables: CollectionTables) -> [QueryDriver] {
        var byIndex = tables.ordered.indices.compactMap { OrderedUse($0, for: query, in: tables) }
        byIndex.sort { $0.isBetter(than: $1) }
        // An index that uses nothing that a better one does not use as well is no other way.
        var used: [Set<Int>] = []
        let ways = byIndex.filter { use in
            guard !used.contains(where: { $0.isSuperset(of: use.tests) }) else { return false }
            used.append(use.tests)
            return true
        }
        let ordered = ways.map { QueryDriver.ordered($0.index) }
        if let first = ways.first, first.findsOne { return [.ordered(first.index)] }
        var others: [QueryDriver] = []
        for (number, test) in query.tests.enumerated() {
            switch test {
            case .near: others.insert(.near(number), at: 0)
            case .contains: others.append(.contains(number))
            default: break
            }
        }
        let all = others + ordered
        if !all.isEmpty { return all }
        let first = query.order.first?.column
        return [
            tables.ordered.firstIndex { $0.columns.first == first && !$0.isUnique }
                .map { .ordered($0) } ?? tables.ordered.firstIndex { $0.columns.first == first }.map { .ordered($0) }
                ?? .ids
        ]
    }
}

/// What a query gains by an ordered index.
private struct OrderedUse {
    let index: Int
    private let isUnique: Bool
    /// The tests that it serves, by their numbers.
    private(set) var tests: Set<Int> = []
    /// How many of its columns are fixed to some values.
    private var fixed = 0
    /// Whether the next column is within bounds.
    private var isRange = false
    /// Whether at most one document is found.
    private(set) var findsOne = false
    /// Whether the documents come in the query's order.
    private(set) var isInOrder = false

    init?(_ number: Int, for query: CheckedQuery, in tables: CollectionTables) {
        index = number
        let index = tables.ordered[number]
        isUnique = index.isUnique
        let terms = query.tests.enumerated().compactMap { number, test in
            ColumnTerm.terms(of: test).map { (number: number, column: $0.column, terms: $0.terms) }
        }
        var singles = 0
        for column in index.columns {
            let own = terms.filter { $0.column == column }
            guard !own.isEmpty else { break }
            tests.formUnion(own.map(\.number))
            let all = own.flatMap(\.terms)
            if all.contains(where: \.isFixed) {
                fixed += 1
                singles += all.contains(where: { if case .equals = $0 { true } else { false } }) ? 1 : 0
            } else if all.contains(where: { if case .among = $0 { true } else { false } }) {
                fixed += 1
            } else {
                isRange = true
                break
            }
        }
        guard !tests.isEmpty else { return nil }
        findsOne = index.isUnique && singles == index.columns.count
        let isFixed = Set(terms.filter { $0.terms.contains(where: \.isFixed) }.map(\.column))
        let open = query.order.filter { !isFixed.contains($0.column) }.map(\.column)
        isInOrder = index.columns.drop { isFixed.contains($0) }.starts(with: open)
    }

    func isBetter(than other: OrderedUse) -> Bool {
        if findsOne != other.findsOne { return findsOne }
        if fixed != other.fixed { return fixed > other.fixed }
        if isRange != other.isRange { return isRange }
        if isInOrder != other.isInOrder { return isInOrder }
        // A unique one does not have the ids in order.
        if isUnique != other.isUnique { return !isUnique }
        return index < other.index
    }
}
