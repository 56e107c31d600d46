@_spi(Hosting) internal import FeatureKit
internal import JSON

/// A connection with its caches for reading, used by one thread at a time and for one read transaction after another.
///
/// Unchecked: only its present holder uses it; the lock of the pool or the writer passes it on.
class ReadSession: StoreReading, @unchecked Sendable {
    let connection: Connection
    let schema: StoreSchema
    var reader = JSONReader()
    private var books: [CollectionBook?]

    init(_ connection: Connection, _ schema: StoreSchema) {
        self.connection = connection
        self.schema = schema
        books = Array(repeating: nil, count: schema.entries.count)
    }

    /// Reads one moment.
    func moment<Result>(_ body: (ReadSession) throws -> Result) throws -> Result {
        try asking { () throws(SQLiteFailure) in try connection.statement("BEGIN").run() }
        defer { end() }
        return try body(self)
    }

    private func end() {
        // If even the rollback fails, the next `BEGIN` on the connection fails and reports why.
        do { try connection.statement("COMMIT").run() } catch { try? connection.execute("ROLLBACK") }
    }

    /// Runs code that uses SQLite, and turns SQLite's failures into the store's errors.
    func asking<Result>(_ body: () throws(SQLiteFailure) -> Result) throws(StoreError) -> Result {
        do { return try body() } catch { throw failed(error) }
    }

    /// What a failure means.
    func failed(_ failure: SQLiteFailure) -> StoreError { schema.failed(failure) }

    func book(of collection: CheckedCollection) throws(StoreError) -> CollectionBook {
        let place = try schema.place(of: collection)
        if let book = books[place] { return book }
        let book = CollectionBook(schema.entries[place], on: connection)
        books[place] = book
        return book
    }

    /// The tally of this moment.
    func tally() throws(StoreError) -> StoreTally {
        let found = try asking { () throws(SQLiteFailure) in try StoreTally.read(from: connection) }
        guard let found else { throw schema.damaged(Damage.counters) }
        return found.tally
    }

    var token: ChangeToken {
        get throws(StoreError) { ChangeToken(history: schema.history, position: try tally().version) }
    }

    func document<Document: Shaped>(
        _ id: String, in collection: CheckedCollection, as type: Document.Type
    ) throws(StoreError) -> Stored<Document>? {
        let book = try book(of: collection)
        let statement = try asking { () throws(SQLiteFailure) in try book.get() }
        defer { statement.reset() }
        let isFound = try asking { () throws(SQLiteFailure) in
            try statement.bind(id, at: 1)
            return try statement.step()
        }
        return isFound ? try stored(statement, in: book.entry, id: id) : nil
    }

    /// The document of a row that has the columns of `CollectionBook.Column`.
    func stored<Document: Shaped>(
        _ row: Statement, in entry: StoreSchema.Entry, id known: String? = nil, distance: Double? = nil
    ) throws(StoreError) -> Stored<Document> {
        typealias Column = CollectionBook.Column
        let id = known ?? row.text(Column.id)
        guard row.kind(Column.version) == .integer, row.kind(Column.seal) == .integer else {
            throw schema.damaged(Damage.document(id, in: entry.name))
        }
        let version = row.integer(Column.version)
        let seal = row.integer(Column.seal)
        let document: Document = try row.withBytes(Column.document) { bytes throws(StoreError) in
            guard RowSeal.document(id, in: entry.number, version: version, bytes) == seal else {
                throw schema.damaged(Damage.document(id, in: entry.name))
            }
            return try decode(bytes, id: id, in: entry)
        }
        return Stored(id: id, version: version, document: document, distance: distance)
    }

    /// A document from bytes that are what was written.
    func decode<Document: Shaped>(
        _ bytes: borrowing Span<UInt8>, id: String, in entry: StoreSchema.Entry
    ) throws(StoreError) -> Document {
        if Document.readsExactly, case .success(let document) = Document.read(json: bytes) {
            return document
        }
        let tape: JSONTape
        do throws(JSONProblem) { tape = try reader.read(bytes) } catch {
            throw schema.damaged(Damage.document(id, in: entry.name))
        }
        guard entry.gate.accepts(tape) else {
            let shape = entry.collection.layout.shape
            throw .unreadable(id, in: entry.name, shape.problems(in: shape.completed(tape.value)))
        }
        do { return try tape.decoded(as: Document.self, by: entry.collection.layout.shape) } catch {
            throw .unreadable(id, in: entry.name, error)
        }
    }

    func page<Document: Shaped>(
        _ query: CheckedQuery, of collection: CheckedCollection, as type: Document.Type
    ) throws(StoreError) -> DocumentPage<Document> {
        let book = try book(of: collection)
        let run = QueryRun(query, of: book.entry.tables, on: connection, keeping: book)
        let (found, hasMore) = try asking { () throws(SQLiteFailure) in try run.page() }
        var items: [Stored<Document>] = []
        items.reserveCapacity(found.count)
        let statement = try asking { () throws(SQLiteFailure) in try book.getByRow() }
        for one in found {
            defer { statement.reset() }
            let isThere = try asking { () throws(SQLiteFailure) in
                try statement.bind(one.row, at: 1)
                return try statement.step()
            }
            // An index that names a row that is not there.
            guard isThere, statement.text(CollectionBook.Column.id) == one.place.id else {
                throw schema.damaged(Damage.document(one.place.id, in: book.entry.name))
            }
            items.append(try stored(statement, in: book.entry, id: one.place.id, distance: one.distance))
        }
        return DocumentPage(items: items, next: hasMore ? found.last.map { query.cursor(after: $0.place) } : nil)
    }

    func count(_ query: CheckedQuery, of collection: CheckedCollection) throws(StoreError) -> Int {
        let book = try book(of: collection)
        let run = QueryRun(query, of: book.entry.tables, on: connection)
        return try asking { () throws(SQLiteFailure) in try run.count() }
    }

    func blob(_ id: String) throws(StoreError) -> Blob? { try BlobTable(self).facts(id)?.blob }

    func bytes(of blob: Blob, range: Range<Int>) throws(StoreError) -> [UInt8] {
        try BlobTable(self).bytes(of: blob, range: range)
    }
}
