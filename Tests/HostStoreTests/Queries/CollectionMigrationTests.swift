@_spi(Hosting) import FeatureKit
import JSON
import TestSupport
import Testing

@testable import HostStore

@Suite struct CollectionMigrationTests {
    /// Leads the stand's tables to other indexes or another Shape, as opening the store does.
    @discardableResult
    private func migrate(
        _ stand: QueryStand, to indexes: [StoreIndex], _ shape: Shape = QueryStand.shape, remakes: Bool? = nil
    ) throws -> CollectionTables {
        let collection = try CheckedCollection(
            CollectionLayout(name: "bars", shape: shape, indexes: indexes), of: "test")
        let tables = CollectionTables(collection, number: 1)
        var made = 0
        try stand.connection.execute("SAVEPOINT migration")
        do {
            try CollectionMigration(to: tables, on: stand.connection).run(on: stand.connection) { id, bytes in
                made += 1
                var text: [UInt8] = []
                for index in bytes.indices { text.append(bytes[index]) }
                return try collection.entry(of: shape.completed(Documents.value(of: text)), id: id)
            }
        } catch {
            try stand.connection.execute("ROLLBACK TO migration; RELEASE migration")
            stand.connection.forgetStatements()
            throw error
        }
        try stand.connection.execute("RELEASE migration")
        if let remakes { #expect((made > 0) == remakes) }
        #expect(try CollectionMigration(to: tables, on: stand.connection).isNothing)
        return tables
    }

    /// The tables, indexes and columns that a file has, by name.
    private func schema(of stand: QueryStand) throws -> [String] {
        let statement = try stand.connection.prepare(
            """
            SELECT name FROM sqlite_schema UNION ALL SELECT 'column ' || name FROM pragma_table_info('d1') ORDER BY 1
            """)
        var names: [String] = []
        while try statement.step() { names.append(statement.text(0)) }
        return names
    }

    @Test func anyTwoLayoutsLeadToEachOther() throws {
        for seed in Seeds.forThisRun(count: 3) {
            var places = RandomPlaces(random: SeededGenerator(seed: seed))
            var indexes = QueryStand.indexes.filter { _ in places.chance(2) }
            let stand = try QueryStand(indexes)
            var documents: [String: Value] = [:]
            for number in 0..<300 {
                documents["\(number)"] = places.document(number: number)
                try stand.put("\(number)", documents["\(number)"] ?? nil)
            }
            for _ in 0..<4 {
                indexes = QueryStand.indexes.filter { _ in places.chance(2) }.shuffled(using: &places.random)
                let tables = try migrate(stand, to: indexes)
                let fresh = try QueryStand(indexes)
                for (id, document) in documents { try fresh.put(id, document) }
                #expect(try schema(of: stand) == schema(of: fresh), "seed \(seed)")
                for _ in 0..<60 {
                    let conditions = (0..<Int.random(in: 0...2, using: &places.random)).map { _ in places.condition() }
                    let order = places.order()
                    guard let query = try? fresh.query(conditions, order) else { continue }
                    let page = try QueryRun(query, of: tables, on: stand.connection).page()
                    #expect(
                        page.found.map(\.place)
                            == (try QueryRun(query, of: fresh.tables, on: fresh.connection).page()).found.map(\.place),
                        "seed \(seed)")
                }
            }
        }
    }

    @Test func unchangedIndexesAreNotRebuilt() throws {
        let stand = try QueryStand([.on("seats"), .contains("name")])
        try stand.put("a", ["name": "A", "type": "bar", "seats": 1, "open": true, "code": "1"])
        try migrate(stand, to: [.on("seats"), .contains("name")], remakes: false)
        try migrate(stand, to: [.unique("seats"), .contains("name")], remakes: false)
        try migrate(stand, to: [.contains("name")], remakes: false)
        try migrate(stand, to: [.on("seats"), .contains("name")], remakes: true)
    }

    @Test func aDefaultThatAFieldGetsIsFoundInOldDocuments() throws {
        func shape(_ fields: Field...) -> Shape { .object([Field("a", .integer(), "A.")] + fields) }
        let old = shape(Field("b", .integer(), "B.", optional: true))
        let stand = try QueryStand([.on("b")], shape: old)
        try stand.put("x", ["a": 1])
        let new = shape(Field("b", .integer(), "B.", default: 7))
        let tables = try migrate(stand, to: [.on("b")], new, remakes: true)
        let query = try CheckedQuery(
            of: tables.collection, where: [.equals("b", 7)], order: nil, limit: 1, after: nil)
        #expect(try QueryRun(query, of: tables, on: stand.connection).page().found.map(\.place.id) == ["x"])
        // A changed default changes the keys, an unchanged one does not.
        try migrate(stand, to: [.on("b")], shape(Field("b", .integer(), "Now B.", default: 7)), remakes: false)
        try migrate(stand, to: [.on("b")], shape(Field("b", .integer(), "B.", default: 8)), remakes: true)
    }

    @Test func aUniqueIndexOverDocumentsThatBreakItNamesTwo() throws {
        let stand = try QueryStand([.on(.folded("name"))])
        for (id, name) in [("a", "Bar"), ("b", "Café"), ("c", "CAFE"), ("d", "Pub")] {
            try stand.put(id, ["name": .text(name), "type": "bar", "seats": 1, "open": true, "code": "1"])
        }
        let before = try schema(of: stand)
        let sentence = #"bars: "b" and "c" have the same name, which is unique now"#
        #expect(throws: StoreError(.duplicate, sentence)) { try migrate(stand, to: [.unique(.folded("name"))]) }
        #expect(try schema(of: stand) == before)
        // Those that lack the field are not compared.
        try migrate(stand, to: [.unique("badge"), .on(.folded("name"))])
    }

    @Test func fieldsThatDifferInCaseOrHaveOddNamesHaveColumnsOfTheirOwn() throws {
        let names = ["a", "A", "a b", "a\"b", "a'b", "ä", "id", "row", "rank", "^41^", "document", "select", "a;--"]
        let shape = Shape.object(names.map { Field($0, .text(), "A text.", optional: true) })
        let stand = try QueryStand(names.prefix(8).flatMap { [.on(FieldKey($0)), .contains($0)] }, shape: shape)
        let more = try QueryStand(names.suffix(5).flatMap { [.on(FieldKey($0)), .contains($0)] }, shape: shape)
        for (place, names) in [(stand, names.prefix(8)), (more, names.suffix(5))] {
            for name in names { try place.put(name, .object(Members([(name, .text("x\(name)"))]))) }
            for name in names {
                #expect(try place.all([.equals(FieldKey(name), "x\(name)")]) == [name])
                #expect(try place.all([.contains(name, "x")]) == [name])
            }
        }
    }

    private enum Documents {
        static func value(of bytes: [UInt8]) throws -> Value { try Value(json: bytes) }
    }
}
