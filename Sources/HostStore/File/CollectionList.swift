@_spi(Hosting) internal import FeatureKit
internal import JSON

/// The collections that a file has, and how it gets those that a feature declares today.
struct CollectionList {
    private let connection: Connection
    private let file: StoreFile

    init(_ connection: Connection, _ file: StoreFile) {
        self.connection = connection
        self.file = file
    }

    /// The collections with their numbers, each with tables that fit.
    func entries(for collections: [CheckedCollection]) throws(StoreError) -> [StoreSchema.Entry] {
        var entries: [StoreSchema.Entry] = []
        for collection in collections {
            do {
                try connection.execute("BEGIN IMMEDIATE")
                let entry = StoreSchema.Entry(collection, number: try number(of: collection))
                let migration = try CollectionMigration(to: entry.tables, on: connection)
                if !migration.isNothing { try migration.run(on: connection) { try keys(of: $1, $0, entry) } }
                try connection.execute("COMMIT")
                entries.append(entry)
            } catch {
                if connection.isInTransaction { try? connection.execute("ROLLBACK") }
                throw inWords(error)
            }
        }
        return entries
    }

    private func inWords(_ error: any Error) -> StoreError {
        switch error {
        case let error as StoreError: error
        case let error as SQLiteFailure: .failed(error, file.feature)
        default: .unavailable(file.feature, "\(error)")
        }
    }

    private func number(of collection: CheckedCollection) throws(SQLiteFailure) -> Int64 {
        let known = try connection.statement("SELECT number FROM collections WHERE name = ?")
        defer { known.reset() }
        try known.bind(collection.name, at: 1)
        if try known.step() { return known.integer(0) }
        let insert = try connection.statement("INSERT INTO collections (name) VALUES (?)")
        try insert.bind(collection.name, at: 1)
        try insert.run()
        return connection.lastRow
    }

    /// What indexes hold of a document that lies in the file; of one that no longer fits its Shape, what still can be
    /// found.
    private func keys(
        of document: borrowing Span<UInt8>, _ id: String, _ entry: StoreSchema.Entry
    ) throws -> DocumentEntry {
        let value: Value
        do { value = try Value(json: document) } catch {
            throw StoreError.damaged(file.feature, Damage.document(id, in: entry.name))
        }
        return try entry.collection.entry(ofStored: value, id: id)
    }
}
