@_spi(Hosting) import FeatureKit
import Testing

@testable import HostStore

/// A collection in a database in memory, with the same documents beside it as entries.
final class QueryStand {
    static let shape = Shape.object([
        Field("name", .text(), "What it is called."), Field("type", .text(), "Its kind."),
        Field("owner", .text(), "Whose it is.", optional: true), Field("seats", .integer(), "For how many."),
        Field("stars", .number(), "How good it is.", optional: true), Field("open", .boolean, "Whether it is open."),
        Field("badge", .integer(), "Its number.", optional: true), Field("code", .text(), "Its code."),
        Field("address", .object([Field("City", .text(), "The city.")]), "Where.", optional: true),
        Field("place", GeoPoint.shape, "The point.", optional: true),
    ])

    static let indexes: [StoreIndex] = [
        .on("owner", "type"), .on("type", "stars", "seats"), .on(.folded("name")), .on("seats"), .on("stars"),
        .on("open"), .unique("badge"), .unique("code"), .on("address.City"), .contains("name"), .contains("owner"),
        .near("place"),
    ]

    let collection: CheckedCollection
    let tables: CollectionTables
    let connection: Connection
    private(set) var entries: [String: DocumentEntry] = [:]
    private var rows: [String: Int64] = [:]
    private var version: Int64 = 0
    private lazy var book = CollectionBook(StoreSchema.Entry(collection, number: 1), on: connection)

    init(_ indexes: [StoreIndex] = QueryStand.indexes, shape: Shape = QueryStand.shape) throws {
        collection = try CheckedCollection(
            CollectionLayout(name: "bars", shape: shape, indexes: indexes), of: "test")
        tables = CollectionTables(collection, number: 1)
        connection = try Connection(":memory:", .writing)
        try connection.execute("PRAGMA trusted_schema=OFF")
        try CollectionMigration(to: tables, on: connection).run(on: connection) { _, _ in
            throw StoreError(.damaged, "a new table has no documents")
        }
    }

    func put(_ id: String, _ document: Value) throws {
        let entry = try collection.entry(of: document, id: id)
        version += 1
        let bytes = Array(document.json.utf8)
        if let row = rows[id] {
            try tables.update(row: row, to: entry, version: version, seal: 0, document: bytes.span, on: connection)
        } else {
            rows[id] = try tables.insert(entry, version: version, seal: 0, document: bytes.span, on: connection)
        }
        entries[id] = entry
    }

    func delete(_ id: String) throws {
        if let row = rows.removeValue(forKey: id) { try tables.delete(row: row, on: connection) }
        entries[id] = nil
    }

    func query(
        _ conditions: [StoreCondition] = [], _ order: StoreOrder? = nil, limit: Int = 1000, after: PageCursor? = nil
    ) throws -> CheckedQuery {
        try CheckedQuery(of: collection, where: conditions, order: order, limit: limit, after: after)
    }

    /// The ids of a page, from the tables, and where the next one begins.
    func page(_ query: CheckedQuery) throws -> (ids: [String], next: PageCursor?) {
        let page = try QueryRun(query, of: tables, on: connection).page()
        // With a statement that was kept the page is the same.
        let kept = try QueryRun(query, of: tables, on: connection, keeping: book).page()
        #expect(kept.found == page.found && kept.hasMore == page.hasMore)
        let next = page.hasMore ? page.found.last.map { query.cursor(after: $0.place) } : nil
        return (page.found.map(\.place.id), next)
    }

    /// The ids of all pages.
    func all(_ conditions: [StoreCondition] = [], _ order: StoreOrder? = nil) throws -> [String] {
        try page(query(conditions, order)).ids
    }

    /// Expects from the tables what looking at each document finds, by pages, as a whole and counted.
    func check(
        _ conditions: [StoreCondition], _ order: StoreOrder?, limit: Int, _ remark: Comment,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let wanted = try query(conditions, order).page(among: entries.values).found.map(\.id)
        var found: [String] = []
        var cursor: PageCursor?
        var pages = 0
        repeat {
            let page = try page(query(conditions, order, limit: limit, after: cursor))
            found += page.ids
            cursor = page.next
            pages += 1
        } while cursor != nil && pages <= wanted.count + 1
        #expect(found == wanted, remark, sourceLocation: location)
        let count = try QueryRun(query(conditions), of: tables, on: connection).count()
        #expect(count == wanted.count, remark, sourceLocation: location)
    }

    /// The plan of a statement, one line after another.
    func plan(of sql: BoundSQL) throws -> [String] {
        let statement = try connection.prepare("EXPLAIN QUERY PLAN " + sql.text)
        for (index, key) in sql.parameters.enumerated() { try statement.bind(key, at: Int32(index + 1)) }
        var lines: [String] = []
        while try statement.step() { lines.append(statement.text(3)) }
        return lines
    }
}
