@_spi(Hosting) internal import FeatureKit

/// The newest changes of a store, in the order of their commits.
enum ChangeLog {
    /// What a change says besides the document.
    struct Row {
        let version: Int64
        let collection: Int64
        let id: String
        let seal: Int64
        var isDeletion = false
    }

    /// How many changes are looked at for one batch; those of other collections count too.
    static let mostLookedAt = 1_024
    /// Trimming waits until this part of what is kept has come on top, and then goes for all of it at once.
    private static let slack = 16

    /// Adds a change.
    static func add(
        _ connection: Connection, _ row: Row, _ document: borrowing Span<UInt8>
    ) throws(SQLiteFailure) {
        let statement = try connection.statement(
            "INSERT INTO changes (version, collection, id, seal, document) VALUES (?, ?, ?, ?, ?)")
        try statement.bind(row.version, at: 1)
        try statement.bind(row.collection, at: 2)
        try statement.bind(row.id, at: 3)
        try statement.bind(row.seal, at: 4)
        if row.isDeletion { try statement.bindNull(at: 5) } else { try statement.bind(document, at: 5) }
        try statement.run()
    }

    /// Removes the oldest changes where there are more than the store keeps; the newest one always stays.
    static func trim(
        _ connection: Connection, _ tally: inout StoreTally, keeping kept: WriteSession.Kept
    ) throws(SQLiteFailure) {
        guard
            tally.changes > kept.changes + kept.changes / slack
                || tally.changeBytes > kept.bytes + kept.bytes / slack
        else { return }
        let oldest = try connection.statement(
            "SELECT version, collection, length(document) FROM changes ORDER BY version")
        defer { oldest.reset() }
        var last: Int64 = 0
        var floors: [Int64: Int64] = [:]
        while tally.changes > 1, tally.changes > kept.changes || tally.changeBytes > kept.bytes, try oldest.step() {
            last = oldest.integer(0)
            floors[oldest.integer(1)] = last
            tally.changes -= 1
            tally.changeBytes -= Int(oldest.integer(2))
        }
        oldest.reset()
        let delete = try connection.statement("DELETE FROM changes WHERE version <= ?")
        try delete.bind(last, at: 1)
        try delete.run()
        // What is gone of one collection makes the readers of another one not behind.
        let floor = try connection.statement("UPDATE collections SET floor = ? WHERE number = ?")
        for (collection, version) in floors {
            try floor.bind(version, at: 1)
            try floor.bind(collection, at: 2)
            try floor.run()
        }
    }

    /// The version of the newest change of a collection that is kept no more.
    private static func floor(_ connection: Connection, _ collection: Int64) throws(SQLiteFailure) -> Int64 {
        let statement = try connection.statement("SELECT floor FROM collections WHERE number = ?")
        defer { statement.reset() }
        try statement.bind(collection, at: 1)
        return try statement.step() ? statement.integer(0) : 0
    }

    /// The changes of a collection after a place.
    static func read<Document: Shaped>(
        _ session: ReadSession, of collection: CheckedCollection, as type: Document.Type, after place: ChangeToken,
        most: Int
    ) throws(StoreError) -> ChangeBatch<Document> {
        let schema = session.schema
        let tally = try session.tally()
        let entry = schema.entries[try schema.place(of: collection)]
        let floor = try session.asking { () throws(SQLiteFailure) in
            try Self.floor(session.connection, entry.number)
        }
        guard let (history, start) = place.place, history == schema.history, start >= floor, start <= tally.version
        else { throw .behind(collection.name) }
        let rows = try session.asking { () throws(SQLiteFailure) in
            let rows = try session.connection.statement(
                "SELECT version, collection, id, seal, document FROM changes WHERE version > ? ORDER BY version")
            try rows.bind(start, at: 1)
            return rows
        }
        defer { rows.reset() }
        var changes: [DocumentChange<Document>] = []
        var reached = start
        for _ in 0..<mostLookedAt {
            guard try session.asking({ () throws(SQLiteFailure) in try rows.step() }) else {
                let end = ChangeToken(history: schema.history, position: tally.version)
                return ChangeBatch(changes: changes, reached: end, isAtEnd: true)
            }
            let version = rows.integer(0)
            if rows.integer(1) == entry.number {
                if changes.count == most { break }
                changes.append(try change(rows, version, session, entry))
            }
            reached = version
        }
        let end = ChangeToken(history: schema.history, position: reached)
        return ChangeBatch(changes: changes, reached: end, isAtEnd: false)
    }

    private static func change<Document: Shaped>(
        _ row: Statement, _ version: Int64, _ session: ReadSession, _ entry: StoreSchema.Entry
    ) throws(StoreError) -> DocumentChange<Document> {
        let id = row.text(2)
        let seal = row.integer(3)
        let isDeletion = row.kind(4) == .null
        let document = try row.withBytes(4) { bytes throws(StoreError) -> Document? in
            guard RowSeal.document(id, in: entry.number, version: version, bytes) == seal else {
                throw session.schema.damaged(Damage.change(version))
            }
            return isDeletion ? nil : try session.decode(bytes, id: id, in: entry)
        }
        let token = ChangeToken(history: session.schema.history, position: version)
        return DocumentChange(id: id, version: version, document: document, token: token)
    }
}
