/// Finds tables for parties: the same ones for the same question, and never one table for two of them.
///
/// For small plans it finds a way wherever there is one. For large ones it gives up after so many steps; somebody may then be
/// told that it is full who could have been squeezed in, and nobody ever sits on anybody's lap.
struct Seating {
    /// How many tables are pushed together at most.
    static let mostJoined = 4
    /// How many rows of two tables it looks at for one size of party, and of three and of four.
    static let mostLooks = 3_000
    /// How many ways to seat somebody it tries before it gives up.
    static let mostSteps = 5_000

    /// Tables for one party.
    private struct Choice {
        let tables: TableSet
        let places: [Int]
        /// Whether it is for larger ones, if there are any.
        let isSpared: Bool
        let seats: Int64
    }

    private let tables: [Table]
    private let neighbours: [TableSet]
    private let all: TableSet
    /// For each table an earlier one that is in all respects like it, since neither is joined with anything.
    private let alike: [Int?]
    private var choices: [Int64: [Choice]] = [:]

    init(_ tables: [Table]) {
        let tables = Array(tables.prefix(TableSet.most))
        let places = Dictionary(tables.indices.map { (tables[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
        var neighbours = Array(repeating: TableSet(), count: tables.count)
        var all = TableSet()
        for place in tables.indices {
            all.insert(place)
            for other in tables[place].joins.compactMap({ places[$0] }) where other != place {
                neighbours[place].insert(other)
                neighbours[other].insert(place)
            }
        }
        var kinds: [[Int64]: Int] = [:]
        alike = tables.indices.map { place in
            guard neighbours[place].isEmpty else { return nil }
            let kind = [tables[place].seats, tables[place].least]
            defer { kinds[kind] = place }
            return kinds[kind]
        }
        (self.tables, self.neighbours, self.all) = (tables, neighbours, all)
    }

    /// Which places in the plan some tables have; those that are in it no more have none.
    func set(of ids: some Collection<String>) -> TableSet {
        var set = TableSet()
        for place in tables.indices where ids.contains(tables[place].id) { set.insert(place) }
        return set
    }

    // MARK: - One party

    /// The best tables for a party while others are taken: single ones before joined ones, with the fewest seats left over.
    func tables(for people: Int64, without taken: TableSet) -> [String]? {
        var free = all
        free.subtract(taken)
        return choices(for: people, among: free, onlyBest: true).first?.places.map { tables[$0].id }
    }

    /// The ways to seat a party, the best first.
    ///
    /// - Parameter onlyBest: Whether the rest is of no interest.
    private func choices(for people: Int64, among free: TableSet, onlyBest: Bool = false) -> [Choice] {
        var found: [Choice] = []
        var smaller: [Int] = []
        for place in free.places {
            if tables[place].seats >= people { found.append(choice([place], people)) } else { smaller.append(place) }
        }
        // One that is large enough alone is of no use in a row.
        var rows = smaller.map { [$0] }
        var candidates = TableSet()
        for place in smaller { candidates.insert(place) }
        for _ in 1..<Self.mostJoined {
            if onlyBest, found.contains(where: { !$0.isSpared }) { break }
            var longer: [[Int]] = []
            for row in rowsOneLonger(than: rows, among: candidates, reaching: people) {
                if seats(of: row) >= people { found.append(choice(row, people)) } else { longer.append(row) }
            }
            rows = longer
        }
        return found.sorted { one, other in
            if one.isSpared != other.isSpared { return other.isSpared }
            if one.places.count != other.places.count { return one.places.count < other.places.count }
            if one.seats != other.seats { return one.seats < other.seats }
            return one.places.lexicographicallyPrecedes(other.places)
        }
    }

    private func choice(_ places: [Int], _ people: Int64) -> Choice {
        var set = TableSet()
        for place in places { set.insert(place) }
        return Choice(
            tables: set, places: places, isSpared: places.contains { tables[$0].least > people },
            seats: seats(of: places))
    }

    private func seats(of row: [Int]) -> Int64 { row.reduce(0) { $0 + tables[$1].seats } }

    /// Rows of tables with one more that is joined with any of them; each row once.
    ///
    /// - Parameter people: What becomes of a row has to seat so many in the end; the others are passed over. Those with the
    ///   most seats come first.
    private func rowsOneLonger(
        than rows: [[Int]], among candidates: TableSet, reaching people: Int64
    ) -> [[Int]] {
        var longer: [[Int]] = []
        var seen: Set<TableSet> = []
        var looks = 0
        let largest = candidates.places.map { tables[$0].seats }.max() ?? 0
        let hopeful = rows.filter { seats(of: $0) + Int64(Self.mostJoined - $0.count) * largest >= people }
        for row in hopeful.sorted(by: { (seats(of: $1), $0[0]) < (seats(of: $0), $1[0]) }) {
            var set = TableSet()
            var beside = TableSet()
            for place in row {
                set.insert(place)
                beside.formUnion(neighbours[place])
            }
            beside.subtract(set)
            for place in beside.places where candidates.contains(place) {
                looks += 1
                guard looks <= Self.mostLooks else { return longer }
                var joined = set
                joined.insert(place)
                if seen.insert(joined).inserted { longer.append(joined.places) }
            }
        }
        return longer
    }

    /// How many sit at most at a table, or at a row of them, while others are taken.
    func largest(without taken: TableSet) -> Int64 {
        var free = all
        free.subtract(taken)
        var rows = free.places.map { [$0] }
        var most = rows.map(seats).max() ?? 0
        for _ in 1..<Self.mostJoined {
            rows = rowsOneLonger(than: rows, among: free, reaching: most + 1)
            most = max(most, rows.map(seats).max() ?? 0)
        }
        return most
    }

    // MARK: - All of them

    /// Seats parties anew, all of them; nil where that can't be, or takes too many steps to find out.
    ///
    /// - Returns: The tables of each, in the order of the parties.
    mutating func tables(forAll parties: [Int64], steps: Int = mostSteps) -> [[String]]? {
        // The largest first: they have the least choice.
        let order = parties.indices.sorted { (parties[$1], $0) < (parties[$0], $1) }
        for people in Set(parties) where choices[people] == nil {
            choices[people] = choices(for: people, among: all)
        }
        var search = Search(
            order.map { parties[$0] }, order.map { choices[parties[$0]] ?? [] }, alike: alike, steps: steps)
        guard search.seat(free: tables.reduce(0) { $0 + $1.seats }) else { return nil }
        var found = Array(repeating: [String](), count: parties.count)
        for (place, choice) in zip(order, search.chosen) { found[place] = choice.places.map { tables[$0].id } }
        return found
    }

    /// A search that goes back where it does not go on.
    private struct Search {
        /// Where it does not go on.
        struct Dead: Hashable {
            let party: Int
            let taken: TableSet
            let from: Int
        }

        let people: [Int64]
        /// How many they and all after them are.
        let rest: [Int64]
        let choices: [[Choice]]
        let alike: [Int?]
        var steps: Int
        var chosen: [Choice] = []
        var dead: Set<Dead> = []

        init(_ people: [Int64], _ choices: [[Choice]], alike: [Int?], steps: Int) {
            var rest: [Int64] = [0]
            for party in people.reversed() { rest.append(party + rest[rest.count - 1]) }
            (self.people, self.rest, self.choices) = (people, rest.reversed(), choices)
            (self.alike, self.steps) = (alike, steps)
        }

        /// - Parameters:
        ///   - from: The first choice to try: of two parties of one size the second takes a later one.
        ///   - free: How many seats are left.
        mutating func seat(_ party: Int = 0, from: Int = 0, taken: TableSet = TableSet(), free: Int64) -> Bool {
            guard party < people.count else { return true }
            let here = Dead(party: party, taken: taken, from: from)
            guard free >= rest[party], !dead.contains(here) else { return false }
            for index in choices[party].indices.dropFirst(from) {
                let choice = choices[party][index]
                guard choice.tables.isDisjoint(with: taken), !isSecond(choice, taken) else { continue }
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
            dead.insert(here)
            return false
        }

        /// Whether there is a free table before it that is just like it.
        private func isSecond(_ choice: Choice, _ taken: TableSet) -> Bool {
            guard choice.places.count == 1, let first = alike[choice.places[0]] else { return false }
            return !taken.contains(first)
        }
    }
}
