@_spi(Hosting) package import FeatureKit

/// Changes the tables of a collection in a file to those that its declaration needs now.
package struct CollectionMigration: Sendable {
    private let tables: CollectionTables
    private let isNew: Bool
    private let gone: [String]
    private let added: [String]
    private let drops: [String]
    private let makes: [(name: String, sql: String)]

    /// Looks at what the file has.
    package init(to tables: CollectionTables, on connection: Connection) throws(SQLiteFailure) {
        self.tables = tables
        let own: Set<String> = ["row", "id", "version", "seal", "document"]
        let has = try connection.names("SELECT name FROM pragma_table_info(?1)", tables.table)
        isNew = has.isEmpty
        gone = isNew ? [] : has.filter { !own.contains($0) && !tables.columns.contains($0) }
        added = isNew ? [] : tables.columns.filter { !has.contains($0) }

        // The tables in which a module keeps what it has are not ours to drop: they go with it.
        let beside = try connection.names(
            """
            SELECT name FROM sqlite_schema WHERE substr(name, 1, length(?1) + 1) = ?1 || ' ' \
            AND (type = 'index' OR sql LIKE 'CREATE VIRTUAL TABLE%') AND sql IS NOT NULL \
            ORDER BY type = 'index', sql NOT LIKE '%USING fts5vocab%'
            """, tables.table)
        let wanted = tables.besides
        drops = beside.filter { name in !wanted.contains { $0.name == name } }
        makes = wanted.filter { !beside.contains($0.name) }
    }

    /// Whether there is nothing to change.
    package var isNothing: Bool { !isNew && gone.isEmpty && added.isEmpty && drops.isEmpty && makes.isEmpty }

    /// How many documents are read at once while their index keys are rebuilt.
    private static let batch = 256

    /// Changes the tables; to be called inside a transaction, since a failure leaves the changes half done.
    ///
    /// - Parameter entry: Makes the entry of a document from its id and bytes.
    /// - Throws: `SQLiteFailure`; `duplicate`, which names two documents that a new unique index can't hold together; what
    ///   `entry` throws.
    package func run(
        on connection: Connection, entry: (String, borrowing Span<UInt8>) throws -> DocumentEntry
    ) throws {
        let table = tables.table
        if isNew { try connection.execute(tables.makesTable) }
        let indexes = try Set(connection.names("SELECT name FROM sqlite_schema WHERE type = ?1", "index"))
        for name in drops {
            try connection.execute("DROP \(indexes.contains(name) ? "INDEX" : "TABLE") \"\(name)\"")
        }
        for name in gone { try connection.execute("ALTER TABLE \(table) DROP COLUMN \"\(name)\"") }
        for name in added { try connection.execute("ALTER TABLE \(table) ADD COLUMN \"\(name)\"") }
        connection.forgetStatements()
        if !added.isEmpty { try fill(on: connection, entry: entry) }
        for make in makes {
            if let index = tables.ordered.first(where: { $0.name == make.name && $0.isUnique }) {
                try check(index, on: connection)
            }
            try connection.execute(make.sql)
            if isNew { continue }
            if let parts = tables.parts.first(where: { $0.table == make.name }) {
                try connection.execute("INSERT INTO \"\(parts.table)\"(\"\(parts.table)\") VALUES ('rebuild')")
            }
            if let points = tables.points.first(where: { $0.table == make.name }) {
                let (lat, lon) = ("\"\(points.lat)\"", "\"\(points.lon)\"")
                try connection.execute(
                    """
                    INSERT INTO "\(points.table)" SELECT row, \(lat), \(lat), \(lon), \(lon) FROM \(table) \
                    WHERE \(lat) IS NOT NULL AND \(lon) IS NOT NULL
                    """)
            }
        }
        connection.forgetStatements()
    }

    /// Makes the new columns of every document.
    private func fill(
        on connection: Connection, entry: (String, borrowing Span<UInt8>) throws -> DocumentEntry
    ) throws {
        let numbers = added.compactMap { tables.columns.firstIndex(of: $0) }
        let sets = added.enumerated().map { "\"\($1)\" = ?\($0 + 2)" }.joined(separator: ", ")
        let update = "UPDATE \(tables.table) SET \(sets) WHERE row = ?1"
        var last = Int64.min
        while true {
            var filled: [(row: Int64, held: HeldEntry)] = []
            let statement = try connection.statement(
                "SELECT row, id, document FROM \(tables.table) WHERE row > ?1 ORDER BY row LIMIT \(Self.batch)")
            try statement.bind(last, at: 1)
            do {
                defer { statement.reset() }
                while try statement.step() {
                    let id = statement.text(1)
                    let made = try statement.withBytes(2) { bytes in try entry(id, bytes) }
                    filled.append((statement.integer(0), tables.held(by: made)))
                }
            }
            for (row, held) in filled {
                try connection.run(update, [.integer(row)] + numbers.map { held.columns[$0] })
            }
            guard filled.count == Self.batch, let end = filled.last?.row else { return }
            last = end
        }
    }

    /// Refuses a unique index over documents that break it.
    private func check(_ index: CollectionTables.Ordered, on connection: Connection) throws {
        let columns = index.columns.map { "\"\(tables.keys[$0])\"" }
        let statement = try connection.prepare(
            """
            SELECT min(id), max(id) FROM \(tables.table) \
            WHERE \(columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")) \
            GROUP BY \(columns.joined(separator: ", ")) HAVING count(*) > 1 LIMIT 1
            """)
        guard try statement.step() else { return }
        throw StoreError.duplicates(
            index.columns.map { tables.collection.columns[$0].field }, in: tables.collection.name, statement.text(0),
            statement.text(1))
    }
}

extension Connection {
    /// The texts of one column that a statement with one parameter answers.
    fileprivate func names(_ sql: String, _ parameter: String) throws(SQLiteFailure) -> [String] {
        let statement = try prepare(sql)
        try statement.bind(parameter, at: 1)
        var names: [String] = []
        while try statement.step() { names.append(statement.text(0)) }
        return names
    }
}
