/// Finds tables for parties: the same ones for the same question, and never one table for two parties.
///
/// In small plans it finds a way wherever there is one. In large ones it gives up after so many steps, so that a party may be
/// refused that could have been squeezed in. A plan has at most 256 tables.
public struct TablePlanner {
    /// How many tables are pushed together at most.
    private static let mostJoined = 4
    /// How many ways to join one more table it looks at for one size of party.
    private static let mostLooks = 3_000
    /// How many ways to seat a party it tries before it gives up.
    private static let mostSteps = 5_000

    /// Tables for one party.
    private struct Choice {
        let tables: TableSet
        let places: [Int]
        /// Whether one of them is meant for larger parties.
        let isForLarger: Bool
        let seats: Int
    }

    private let tables: [Table]
    private let neighbours: [TableSet]
    /// For each table an earlier one that is like it in all respects, since neither can be joined.
    private let twins: [Int?]

    /// Reads a plan.
    public init(_ plan: [Table]) {
        let tables = Array(plan.prefix(256))
        let places = Dictionary(tables.indices.map { (tables[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
        var neighbours = Array(repeating: TableSet(), count: tables.count)
        for place in tables.indices {
            for other in tables[place].joins.compactMap({ places[$0] }) where other != place {
                neighbours[place] = neighbours[place].union(TableSet([other]))
                neighbours[other] = neighbours[other].union(TableSet([place]))
            }
        }
        var kinds: [[Int]: Int] = [:]
        twins = tables.indices.map { place in
            guard neighbours[place] == TableSet() else { return nil }
            return kinds.updateValue(place, forKey: [tables[place].seats, tables[place].least])
        }
        (self.tables, self.neighbours) = (tables, neighbours)
    }

    private func set(of ids: some Collection<String>) -> TableSet {
        TableSet(tables.indices.filter { ids.contains(tables[$0].id) })
    }

    // MARK: - One party

    /// The best tables for a party while others are taken: single ones before joined ones, with the fewest seats left over.
    public func tables(for people: Int, without taken: some Collection<String> = []) -> [String]? {
        choices(for: people, without: set(of: taken), onlyBest: true).first?.places.map { tables[$0].id }
    }

    /// The ways to seat a party, the best first.
    ///
    /// - Parameter onlyBest: Whether only the first is of interest.
    private func choices(for people: Int, without taken: TableSet = TableSet(), onlyBest: Bool = false) -> [Choice] {
        let free = tables.indices.filter { !taken.contains($0) }
        var found = free.filter { tables[$0].seats >= people }.map { choice([$0], people) }
        // A table that is large enough alone need not be joined.
        let smaller = free.filter { tables[$0].seats < people }
        var rows = smaller.map { [$0] }
        for _ in 1..<Self.mostJoined {
            if onlyBest, found.contains(where: { !$0.isForLarger }) { break }
            let longer = rowsOneLonger(than: rows, among: TableSet(smaller), reaching: people)
            found += longer.filter { seats(of: $0) >= people }.map { choice($0, people) }
            rows = longer.filter { seats(of: $0) < people }
        }
        return found.sorted { one, other in
            if one.isForLarger != other.isForLarger { return other.isForLarger }
            if one.places.count != other.places.count { return one.places.count < other.places.count }
            if one.seats != other.seats { return one.seats < other.seats }
            return one.places.lexicographicallyPrecedes(other.places)
        }
    }

    private func choice(_ places: [Int], _ people: Int) -> Choice {
        Choice(
            tables: TableSet(places), places: places, isForLarger: places.contains { tables[$0].least > people },
            seats: seats(of: places))
    }

    private func seats(of row: [Int]) -> Int { row.reduce(0) { $0 + tables[$1].seats } }

    /// The rows with one more table that can be joined with any of them, each once and those with the most seats first.
    ///
    /// - Parameter people: Rows that can't come to so many seats with four tables are left out.
    private func rowsOneLonger(than rows: [[Int]], among candidates: TableSet, reaching people: Int) -> [[Int]] {
        var (longer, seen, looks) = ([[Int]](), Set<TableSet>(), 0)
        let largest = candidates.places.map { tables[$0].seats }.max() ?? 0
        let hopeful = rows.filter { seats(of: $0) + (Self.mostJoined - $0.count) * largest >= people }
        for row in hopeful.sorted(by: { (seats(of: $1), $0[0]) < (seats(of: $0), $1[0]) }) {
            let set = TableSet(row)
            let beside = row.reduce(TableSet()) { $0.union(neighbours[$1]) }.subtracting(set)
            for place in beside.places where candidates.contains(place) {
                looks += 1
                guard looks <= Self.mostLooks else { return longer }
                let joined = set.union(TableSet([place]))
                if seen.insert(joined).inserted { longer.append(joined.places) }
            }
        }
        return longer
    }

    /// How many people sit at most at one table or at joined ones while others are taken.
    public func largest(without taken: some Collection<String> = []) -> Int {
        let taken = set(of: taken)
        let free = tables.indices.filter { !taken.contains($0) }
        var rows = free.map { [$0] }
        var most = rows.map(seats).max() ?? 0
        for _ in 1..<Self.mostJoined {
            rows = rowsOneLonger(than: rows, among: TableSet(free), reaching: most + 1)
            most = max(most, rows.map(seats).max() ?? 0)
        }
        return most
    }

    // MARK: - All parties

    /// Tables for all parties of a shift; nil where there is no way, or finding out takes too many steps.
    ///
    /// - Returns: The tables of each, in the order of the parties.
    public func tables(forAll parties: [Int]) -> [[String]]? {
        // The largest first: they have the least choice.
        let order = parties.indices.sorted { (parties[$1], $0) < (parties[$0], $1) }
        let choices = Dictionary(Set(parties).map { ($0, self.choices(for: $0)) }) { first, _ in first }
        var search = Search(
            people: order.map { parties[$0] }, choices: order.map { choices[parties[$0]] ?? [] }, twins: twins,
            steps: Self.mostSteps)
        guard search.seat(0, free: tables.reduce(0) { $0 + $1.seats }) else { return nil }
        var found = Array(repeating: [String](), count: parties.count)
        for (place, choice) in zip(order, search.chosen) { found[place] = choice.places.map { tables[$0].id } }
        return found
    }

    /// A search that steps back where a party finds no tables.
    private struct Search {
        struct Branch: Hashable {
            let party: Int
            let taken: TableSet
            let from: Int
        }

        let people: [Int]
        let choices: [[Choice]]
        let twins: [Int?]
        var steps: Int
        var chosen: [Choice] = []
        /// Where no way was found.
        private var failed: Set<Branch> = []

        init(people: [Int], choices: [[Choice]], twins: [Int?], steps: Int) {
            (self.people, self.choices, self.twins, self.steps) = (people, choices, twins, steps)
        }

        /// Seats a party and all behind it.
        ///
        /// - Parameters:
        ///   - from: The first choice to try: of two parties of one size the second takes a later one.
        ///   - free: How many seats are left.
        mutating func seat(_ party: Int, from: Int = 0, taken: TableSet = TableSet(), free: Int) -> Bool {
            guard party < people.count else { return true }
            let branch = Branch(party: party, taken: taken, from: from)
            guard free >= people[party...].reduce(0, +), !failed.contains(branch) else { return false }
            for (index, choice) in choices[party].enumerated().dropFirst(from) {
                guard choice.tables.isDisjoint(with: taken), !hasFreeTwin(choice, taken) else { continue }
                steps -= 1
                guard steps >= 0 else { return false }
                chosen.append(choice)
                let isLikeNext = party + 1 < people.count && people[party + 1] == people[party]
                if seat(
                    party + 1, from: isLikeNext ? index + 1 : 0, taken: taken.union(choice.tables),
                    free: free - choice.seats)
                {
                    return true
                }
                chosen.removeLast()
            }
            failed.insert(branch)
            return false
        }

        /// Whether there is a free table before it that is just like it.
        private func hasFreeTwin(_ choice: Choice, _ taken: TableSet) -> Bool {
            guard choice.places.count == 1, let twin = twins[choice.places[0]] else { return false }
            return !taken.contains(twin)
        }
    }
}
