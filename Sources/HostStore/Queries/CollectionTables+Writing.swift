@_spi(Hosting) package import FeatureKit

/// What indexes compare, as a row holds it.
package struct HeldEntry: Sendable, Equatable {
    /// In the order of the columns.
    let columns: [StoreKey]
}

extension CollectionTables {
    /// Two marks that no folded text holds, behind each: so that its last letters have trigrams too.
    static let ending = "\u{3}\u{3}"

    /// Adds a document and returns its row.
    package func insert(
        _ entry: DocumentEntry, version: Int64, seal: Int64, document: borrowing Span<UInt8>, on connection: Connection
    ) throws(SQLiteFailure) -> Int64 {
        let held = held(by: entry)
        let statement = try connection.statement(inserts)
        try statement.bind(entry.id, at: 1)
        try statement.bind(version, at: 2)
        try statement.bind(seal, at: 3)
        try statement.bind(document, at: 4)
        for (index, key) in held.columns.enumerated() { try statement.bind(key, at: Int32(index + 5)) }
        try statement.run()
        let row = connection.lastRow
        try index(row, from: nil, to: held, on: connection)
        return row
    }

    /// Writes a document in the place of the one that a row holds.
    ///
    /// Indexes that compare the same as before stay as they are.
    package func update(
        row: Int64, to entry: DocumentEntry, version: Int64, seal: Int64, document: borrowing Span<UInt8>,
        on connection: Connection
    ) throws(SQLiteFailure) {
        let (old, new) = (try held(row: row, on: connection), held(by: entry))
        let changed = columns.indices.filter { old?.columns[$0] != new.columns[$0] }
        let sets = changed.enumerated().map { ", \"\(columns[$1])\" = ?\($0 + 5)" }.joined()
        let statement = try connection.statement(
            "UPDATE \(table) SET version = ?2, seal = ?3, document = ?4\(sets) WHERE row = ?1")
        try statement.bind(row, at: 1)
        try statement.bind(version, at: 2)
        try statement.bind(seal, at: 3)
        try statement.bind(document, at: 4)
        for (index, column) in changed.enumerated() {
            try statement.bind(new.columns[column], at: Int32(index + 5))
        }
        try statement.run()
        try index(row, from: old, to: new, on: connection)
    }

    /// Deletes a row.
    package func delete(row: Int64, on connection: Connection) throws(SQLiteFailure) {
        let old = try held(row: row, on: connection)
        let statement = try connection.statement(deletes)
        try statement.bind(row, at: 1)
        try statement.run()
        try index(row, from: old, to: nil, on: connection)
    }

    /// Who else has an entry's values in a unique index, and in which fields.
    package func holder(
        of entry: DocumentEntry, on connection: Connection
    ) throws(SQLiteFailure) -> (fields: [FieldKey], id: String)? {
        for index in ordered where index.isUnique && !index.columns.contains(where: { entry.keys[$0] == .null }) {
            let tests = index.columns.enumerated().map { "\"\(keys[$1])\" = ?\($0 + 1) AND " }.joined()
            let statement = try connection.statement(
                """
                SELECT id FROM \(table) INDEXED BY "\(index.name)" \
                WHERE \(tests)id <> ?\(index.columns.count + 1)
                """)
            defer { statement.reset() }
            for (place, column) in index.columns.enumerated() {
                try statement.bind(entry.keys[column], at: Int32(place + 1))
            }
            try statement.bind(entry.id, at: Int32(index.columns.count + 1))
            if try statement.step() {
                return (index.columns.map { collection.columns[$0].field }, statement.text(0))
            }
        }
        return nil
    }

    /// What a row holds; nil where there is none.
    package func held(row: Int64, on connection: Connection) throws(SQLiteFailure) -> HeldEntry? {
        let statement = try connection.statement(reads)
        defer { statement.reset() }
        try statement.bind(row, at: 1)
        guard try statement.step() else { return nil }
        return HeldEntry(columns: columns.indices.map { statement.key(Int32($0 + 1)) })
    }

    /// What a row of a document holds.
    package func held(by entry: DocumentEntry) -> HeldEntry {
        HeldEntry(
            columns: entry.keys + entry.parts.map { $0.map { .text($0 + Self.ending) } ?? .null }
                + entry.points.flatMap { $0.map { [.number($0.lat), .number($0.lon)] } ?? [.null, .null] })
    }

    /// Makes the tables beside follow what a row holds; what is the same is left alone.
    private func index(
        _ row: Int64, from old: HeldEntry?, to new: HeldEntry?, on connection: Connection
    ) throws(SQLiteFailure) {
        for (number, parts) in parts.enumerated() {
            let column = keys.count + number
            let (before, after) = (old?.columns[column] ?? .null, new?.columns[column] ?? .null)
            guard before != after else { continue }
            if before != .null {
                try connection.run(
                    """
                    INSERT INTO "\(parts.table)"("\(parts.table)", rowid, "\(parts.column)") \
                    VALUES ('delete', ?1, ?2)
                    """, [.integer(row), before])
            }
            if after != .null {
                try connection.run(
                    "INSERT INTO \"\(parts.table)\"(rowid, \"\(parts.column)\") VALUES (?1, ?2)",
                    [.integer(row), after])
            }
        }
        for (number, points) in points.enumerated() {
            let column = keys.count + parts.count + 2 * number
            let before = old.map { $0.columns[column...(column + 1)] } ?? [.null, .null]
            let after = new.map { $0.columns[column...(column + 1)] } ?? [.null, .null]
            guard !before.elementsEqual(after) else { continue }
            if !before.contains(.null) {
                try connection.run("DELETE FROM \"\(points.table)\" WHERE row = ?1", [.integer(row)])
            }
            if !after.contains(.null) {
                try connection.run(
                    "INSERT INTO \"\(points.table)\" VALUES (?1, ?2, ?2, ?3, ?3)", [.integer(row)] + after)
            }
        }
    }
}

extension Connection {
    /// Runs a statement to its end.
    func run(_ sql: String, _ parameters: [StoreKey]) throws(SQLiteFailure) {
        let statement = try statement(sql)
        defer { statement.reset() }
        for (index, parameter) in parameters.enumerated() { try statement.bind(parameter, at: Int32(index + 1)) }
        try statement.run()
    }
}
