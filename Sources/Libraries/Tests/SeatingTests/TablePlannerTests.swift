import LibraryTestSupport
import Seating
import Testing

/// Who sits where, held against trying everything.
struct TablePlannerTests {
    private func tables(_ people: Int, _ plan: [Table], taken: [String] = []) -> [String]? {
        let planner = TablePlanner(plan)
        return planner.tables(for: people, without: taken)
    }

    @Test func aPartySitsWhereTheFewestSeatsAreLeft() {
        let plan = [
            Table(id: "a", seats: 6), Table(id: "b", seats: 4),
            Table(id: "c", seats: 2, joins: ["d"]),
            Table(id: "d", seats: 2),
        ]
        #expect(tables(2, plan) == ["c"])
        #expect(tables(2, plan, taken: ["c"]) == ["d"])
        #expect(tables(3, plan) == ["b"])
        // One table before two that would fit as well.
        #expect(tables(4, plan) == ["b"])
        #expect(tables(4, plan, taken: ["b"]) == ["a"])
        #expect(tables(4, plan, taken: ["a", "b"]) == ["c", "d"])
        #expect(tables(5, plan, taken: ["a"]) == nil)
        #expect(tables(7, plan) == nil)
    }

    @Test func joiningIsSaidOnEitherSideAndGoesOverUpToFour() {
        let row = [
            Table(id: "1", seats: 2, joins: ["2"]), Table(id: "2", seats: 2),
            Table(id: "3", seats: 2, joins: ["2", "4"]),
            Table(id: "4", seats: 2), Table(id: "5", seats: 2, joins: ["4"]),
        ]
        #expect(tables(8, row) == ["1", "2", "3", "4"])
        #expect(tables(8, row, taken: ["1"]) == ["2", "3", "4", "5"])
        #expect(tables(8, row, taken: ["3"]) == nil)
        #expect(tables(9, row) == nil)
        #expect(tables(4, row, taken: ["2", "4"]) == nil)
    }

    @Test func aLargeTableIsSparedAsLongAsAnythingElseIsFree() {
        let plan = [
            Table(id: "round", seats: 3, least: 3), Table(id: "long", seats: 8),
            Table(id: "a", seats: 1, joins: ["b"]),
            Table(id: "b", seats: 1),
        ]
        #expect(tables(2, plan) == ["long"])
        #expect(tables(2, plan, taken: ["long"]) == ["a", "b"])
        #expect(tables(2, plan, taken: ["long", "a"]) == ["round"])
        #expect(tables(3, plan) == ["round"])
    }

    @Test func itFindsAWayWhereverThereIsOne() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededRandom(seed: seed)
        var hits = 0
        for _ in 0..<600 {
            let plan = Self.plan(&random, tables: 1...7)
            let parties = (0..<Int.random(in: 1...6, using: &random)).map { _ in Int.random(in: 1...7, using: &random)
            }
            let planner = TablePlanner(plan)
            let found = planner.tables(forAll: parties)
            let isPossible = Self.tryAll(parties[...], plan, free: Set(plan.indices))
            #expect((found != nil) == isPossible, "seed \(seed): \(parties) at \(plan)")
            guard let found else { continue }
            hits += 1
            Self.check(found, parties, plan, "seed \(seed)")
            let again = TablePlanner(plan)
            #expect(again.tables(forAll: parties) == found, "seed \(seed): not the same twice")
        }
        #expect(hits > 60)
    }

    /// As many steps as it takes, and no more: a plan that can't be searched through ends soon.
    @Test func aLargePlanEndsInSoManySteps() {
        let plan = (0..<200).map { number in
            Table(id: "\(number)", seats: 2, joins: (1...8).map { "\((number + $0) % 200)" })
        }
        let planner = TablePlanner(plan)
        // Each of them takes three tables, and for the last one there are only two.
        let clock = ContinuousClock()
        let took = clock.measure { #expect(planner.tables(forAll: Array(repeating: 5, count: 67)) == nil) }
        #expect(took < .seconds(5), "\(took)")
        #expect(planner.tables(forAll: Array(repeating: 2, count: 200)) != nil)
        #expect(planner.tables(for: 8)?.count == 4)
    }

    /// A restaurant of twenty tables, each joined with many: an empty one seats the largest party that any four of them do.
    @Test(arguments: 1...8) func aRestaurantSeatsWhomItsJoinedTablesSeat(joins: Int) throws {
        let plan = (0..<20).map { number in
            Table(
                id: "\(number)", seats: Int(1 + number % 5), joins: (1...joins).map { "\((number + $0) % 20)" })
        }
        let most = try #require(Self.fourJoined(plan).map { $0.reduce(0) { $0 + $1.seats } }.max())
        #expect(TablePlanner(plan).largest() == most)
        for people in 1...most {
            let found = try #require(tables(people, plan), "\(people) of \(most)")
            Self.check([found], [people], plan, "\(people)")
        }
        #expect(tables(most + 1, plan) == nil)
    }

    // MARK: - Everything tried

    /// Every row of tables that are joined, up to four.
    private static func fourJoined(_ plan: [Table]) -> [[Table]] {
        var rows = plan.map { [$0] }
        var all = rows
        for _ in 1..<4 {
            rows = rows.flatMap { row in
                plan.filter { one in
                    !row.contains(one) && row.contains { $0.joins.contains(one.id) || one.joins.contains($0.id) }
                }.map { row + [$0] }
            }
            all += rows
        }
        return all
    }

    static func plan(_ random: inout SeededRandom, tables: ClosedRange<Int>) -> [Table] {
        let count = Int.random(in: tables, using: &random)
        return (0..<count).map { number in
            let joins = (0..<count).filter { $0 != number && Int.random(in: 0..<4, using: &random) == 0 }
            return Table(
                id: "t\(number)", seats: .random(in: 1...4, using: &random), least: .random(in: 1...2, using: &random),
                joins: joins.map { "t\($0)" })
        }
    }

    static func check(_ found: [[String]], _ parties: [Int], _ plan: [Table], _ what: String) {
        let all = found.flatMap(\.self)
        #expect(Set(all).count == all.count, "\(what): two parties at one table, \(found)")
        for (tables, people) in zip(found, parties) {
            let seats = plan.filter { tables.contains($0.id) }
            #expect(seats.count == tables.count && seats.reduce(0) { $0 + $1.seats } >= people, "\(what): \(tables)")
            #expect(isConnected(seats) && tables.count <= 4, "\(what): \(tables)")
        }
    }

    private static func isConnected(_ tables: [Table]) -> Bool {
        guard let first = tables.first else { return false }
        var (reached, rest) = ([first], Array(tables.dropFirst()))
        while let next = rest.firstIndex(where: { one in
            reached.contains { $0.joins.contains(one.id) || one.joins.contains($0.id) }
        }) {
            reached.append(rest.remove(at: next))
        }
        return rest.isEmpty
    }

    private static func tryAll(_ parties: ArraySlice<Int>, _ plan: [Table], free: Set<Int>) -> Bool {
        guard let people = parties.first else { return true }
        for bits in 1..<(1 << plan.count) where bits.nonzeroBitCount <= 4 {
            let places = plan.indices.filter { bits & 1 << $0 != 0 }
            let tables = places.map { plan[$0] }
            guard free.isSuperset(of: places), tables.reduce(0, { $0 + $1.seats }) >= people, isConnected(tables) else {
                continue
            }
            if tryAll(parties.dropFirst(), plan, free: free.subtracting(places)) { return true }
        }
        return false
    }
}
