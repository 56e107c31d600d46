@_spi(Hosting) import FeatureKit
import TestSupport
import Testing

@testable import HostStore

/// What SQLite says it will do: no condition that an index serves makes it walk a table, whatever the table holds.
@Suite struct QueryPlanTests {
    private static let here = GeoPoint(lat: 41.4, lon: 2.17)

    /// Every condition on every kind of index, alone and together.
    static let conditions: [[StoreCondition]] = [
        [.equals("owner", "a")], [.among("owner", ["a", "b", "c"])], [.absent("owner")], [.from("owner", "a")],
        [.above("owner", "a")], [.upTo("owner", "a")], [.below("owner", "a")], [.begins("owner", "ca")],
        [.begins("owner", "\u{10FFFF}")], [.begins("owner", "")], [.from("seats", 1), .below("seats", 3)],
        [.above("seats", 1), .from("seats", 2), .upTo("seats", 9), .below("seats", 7)],
        [.equals("seats", 1), .from("seats", 0)], [.equals("seats", 1), .equals("seats", 2)],
        [.equals(.folded("name"), "Café")], [.begins(.folded("name"), "CAF")], [.above(.folded("name"), "b")],
        [.equals("badge", 1)], [.absent("badge")], [.from("badge", 1)], [.among("badge", [1, 2])],
        [.equals("code", "c1")], [.begins("code", "c")], [.absent("code")], [.among("code", ["c1", "c2", "c3"])],
        [.equals("open", true)], [.equals("address.City", "x")], [.begins("address.City", "x")],
        [.equals("owner", "a"), .equals("type", "bar")], [.equals("owner", "a"), .from("type", "b")],
        [.absent("owner"), .among("type", ["bar", "pub"])], [.among("owner", ["a", "b"]), .equals("type", "bar")],
        [.equals("type", "bar"), .equals("stars", 1), .above("seats", 1)],
        [.equals("type", "bar"), .above("stars", 1), .equals("seats", 1)],
        [.from("owner", "a"), .equals("type", "bar"), .absent("stars")],
        [.contains("name", "a")], [.contains("name", "ca")], [.contains("name", "caf")], [.contains("name", "\"")],
        [.contains("name", "😀")], [.contains("name", "caf"), .contains("owner", "b")],
        [.contains("name", "caf"), .equals("seats", 1), .from("stars", 1)],
        [.near("place", of: here)], [.near("place", of: here, within: 500)],
        [.near("place", of: GeoPoint(lat: 0, lon: 180), within: 500)],
        [.near("place", of: here, within: 5e6), .equals("type", "bar"), .contains("name", "ca")],
        [.near("place", of: here), .equals("code", "c1")],
    ]

    static let orders: [StoreOrder?] = [
        nil, .by("seats"), .descending(by: "owner"), .by("owner").then(.by("type")),
        .by("type").then(.descending(by: "stars")).then(.by("seats")), .by(.folded("name")), .descending(by: "code"),
        .by("badge").then(.descending(by: "open")), .descending(by: "type").then(.descending(by: "stars")),
    ]

    @Test(arguments: [(0, false), (0, true), (10_000, false), (10_000, true)])
    func noConditionWalksATable(rows: Int, isAnalysed: Bool) throws {
        let stand = try QueryStand()
        var places = RandomPlaces(random: SeededGenerator(seed: 1))
        try stand.connection.execute("BEGIN")
        for number in 0..<rows { try stand.put("\(number)", places.document(number: number)) }
        try stand.connection.execute("COMMIT")
        if isAnalysed { try stand.connection.execute("ANALYZE") }
        for conditions in Self.conditions {
            for order in Self.orders where order == nil || !conditions.contains(where: \.isNear) {
                for sql in try statements(conditions, order, of: stand) {
                    let walks = try stand.plan(of: sql).filter { Self.isWalk($0) }
                    #expect(walks.isEmpty, "\(conditions) by \(String(describing: order)): \(sql.text)")
                }
            }
        }
    }

    @Test func anOrderAloneIsReadFromAnIndexAndGoesOnInTheMiddle() throws {
        let stand = try QueryStand()
        for order in Self.orders {
            let query = try stand.query([], order)
            let driver = try QueryRun(query, of: stand.tables, on: stand.connection).driver()
            let first = try #require(
                try QuerySQL(query: query, tables: stand.tables, driver: driver).pages().first.map(stand.plan))
            #expect(
                first.allSatisfy { Self.isInOrder($0) }, "\(first)")
            for start in Self.starts(of: query) {
                let next = try stand.query([], order, after: query.cursor(after: start))
                for sql in QuerySQL(query: next, tables: stand.tables, driver: driver).pages() {
                    let plan = try stand.plan(of: sql)
                    #expect(plan.allSatisfy { !Self.isWalk($0) }, "\(sql.text): \(plan)")
                }
            }
        }
    }

    @Test(
        arguments: [
            ([.equals("code", "c1"), .equals("seats", 1)], .by("seats"), [.ordered("d1 unique text:code")]),
            ([.equals("seats", 1)], .by("type"), [.ordered("d1 on integer:seats")]),
            (
                // The other index that begins with one of them uses nothing that this one does not.
                [.equals("owner", "a"), .equals("type", "b")], nil, [.ordered("d1 on text:owner,text:type")]
            ),
            (
                [.equals("owner", "a"), .equals("seats", 1)], nil,
                [.ordered("d1 on text:owner,text:type"), .ordered("d1 on integer:seats")]
            ),
            ([.from("badge", 1)], nil, [.ordered("d1 on integer:badge")]),
            ([], .descending(by: "badge"), [.ordered("d1 on integer:badge")]),
            ([], nil, [.ids]),
            (
                [.equals("seats", 1), .contains("name", "a"), .near("place", of: here)], nil,
                [.near(2), .contains(1), .ordered("d1 on integer:seats")]
            ),
        ] as [([StoreCondition], StoreOrder?, [Way])])
    func asksTheLikeliestFirst(_ conditions: [StoreCondition], _ order: StoreOrder?, _ ways: [Way]) throws {
        let stand = try QueryStand()
        let candidates = QueryDriver.candidates(for: try stand.query(conditions, order), in: stand.tables)
        #expect(candidates.map { Way($0, in: stand.tables) } == ways)
    }

    @Test func takesWhatFindsFewest() throws {
        let stand = try QueryStand([.on("type"), .on("seats"), .contains("name"), .near("place")])
        try stand.connection.execute("BEGIN")
        for number in 0..<600 {
            try stand.put(
                "\(number)",
                [
                    "name": .text(number == 7 ? "rare" : "often"), "type": "bar",
                    "seats": .integer(number < 20 ? 1 : 2),
                    "open": true, "code": "c", "place": ["lat": .number(Double(number) / 10), "lon": 2],
                ])
        }
        try stand.connection.execute("COMMIT")
        func driver(_ conditions: [StoreCondition]) throws -> QueryDriver {
            try QueryRun(stand.query(conditions), of: stand.tables, on: stand.connection).driver()
        }
        #expect(try driver([.equals("type", "bar"), .equals("seats", 1)]) == .ordered(1))
        #expect(try driver([.equals("type", "bar"), .equals("seats", 2)]) == .ordered(0))
        #expect(try driver([.equals("type", "bar"), .contains("name", "rar")]) == .contains(1))
        #expect(try driver([.equals("type", "bar"), .contains("name", "r")]) == .contains(1))
        #expect(try driver([.near("place", of: Self.here), .equals("type", "bar")]) == .near(0))
        #expect(try driver([.near("place", of: Self.here), .equals("seats", 1)]) == .ordered(1))
        #expect(try driver([.near("place", of: Self.here), .equals("type", "nobody")]) == .ordered(0))
    }

    /// What finds documents, by the index's name.
    enum Way: Equatable {
        case ordered(String)
        case contains(Int)
        case near(Int)
        case ids

        init(_ driver: QueryDriver, in tables: CollectionTables) {
            switch driver {
            case .ordered(let number): self = .ordered(tables.ordered[number].name)
            case .contains(let number): self = .contains(number)
            case .near(let number): self = .near(number)
            case .ids: self = .ids
            }
        }
    }

    /// All that is asked for a query, whichever index it begins with.
    private func statements(
        _ conditions: [StoreCondition], _ order: StoreOrder?, of stand: QueryStand
    ) throws -> [BoundSQL] {
        let query = try stand.query(conditions, order)
        var statements: [BoundSQL] = []
        for driver in QueryDriver.candidates(for: query, in: stand.tables) {
            let first = QuerySQL(query: query, tables: stand.tables, driver: driver)
            if case .near = driver {} else { statements.append(first.probe(most: 256)) }
            if let nearness = query.nearness {
                var boxes: [GeoBox?] = [nil]
                if case .near = driver { boxes = GeoBox.around(nearness.center, within: nearness.within ?? 1e9) }
                statements += boxes.compactMap { first.points(in: $0) }
                continue
            }
            statements += [first.count()] + first.pages()
            for start in Self.starts(of: query) {
                let next = try stand.query(conditions, order, after: query.cursor(after: start))
                statements += QuerySQL(query: next, tables: stand.tables, driver: driver).pages()
            }
        }
        return statements
    }

    /// Places with a value and with nothing in each field of the order.
    private static func starts(of query: CheckedQuery) -> [CheckedQuery.Place] {
        [
            CheckedQuery.Place(keys: query.order.map { _ in .null }, id: "7"),
            CheckedQuery.Place(keys: query.order.map { _ in .integer(1) }, id: "7"),
        ]
    }

    /// Reading an index in its order; what an index leaves equal is put in order group by group.
    private static func isInOrder(_ line: String) -> Bool {
        line.contains(" INDEX d1 ") || line.hasPrefix("USE TEMP B-TREE FOR RIGHT PART")
            || line.hasPrefix("USE TEMP B-TREE FOR LAST")
    }

    private static func isWalk(_ line: String) -> Bool {
        guard line.hasPrefix("SCAN") else { return false }
        // A subquery with a limit, and a table of a module that was given bounds.
        if line.hasPrefix("SCAN (subquery") || line == "SCAN CONSTANT ROW" { return false }
        return !["VIRTUAL TABLE INDEX 0:M", "VIRTUAL TABLE INDEX 6:", "VIRTUAL TABLE INDEX 2:"]
            .contains { line.contains($0) } || line.hasSuffix("INDEX 2:")
    }
}

extension StoreCondition {
    fileprivate var isNear: Bool { if case .near = test { true } else { false } }
}
