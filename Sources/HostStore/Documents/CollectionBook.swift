@_spi(Hosting) internal import FeatureKit

/// The statements that find one collection's documents, on one connection.
final class CollectionBook {
    /// Which column of what finds documents holds what.
    enum Column {
        static let id: Int32 = 0
        static let version: Int32 = 1
        static let seal: Int32 = 2
        static let document: Int32 = 3
    }

    let entry: StoreSchema.Entry
    private let connection: Connection
    private var byID: Statement?
    private var byRow: Statement?
    private var finding: Statement?
    private var pages: [QueryForm: Statement] = [:]
    /// How many statements of pages are kept.
    private static let mostPages = 64

    init(_ entry: StoreSchema.Entry, on connection: Connection) {
        self.entry = entry
        self.connection = connection
    }

    /// A document by its id, in the columns of `Column`.
    func get() throws(SQLiteFailure) -> Statement {
        try kept(&byID, "SELECT id, version, seal, document FROM \(entry.tables.table) WHERE id = ?")
    }

    /// A document by its row, in the columns of `Column`.
    func getByRow() throws(SQLiteFailure) -> Statement {
        try kept(&byRow, "SELECT id, version, seal, document FROM \(entry.tables.table) WHERE row = ?")
    }

    /// Whether there is a document with an id: its row, version, and how many bytes it has.
    func find() throws(SQLiteFailure) -> Statement {
        try kept(&finding, "SELECT row, version, length(document) FROM \(entry.tables.table) WHERE id = ?")
    }

    /// The statement of a query's page that has just one way to be found; nil for any other.
    func page(_ query: CheckedQuery, _ form: QueryForm) throws(SQLiteFailure) -> Statement? {
        if let statement = pages[form] { return statement }
        let drivers = QueryDriver.candidates(for: query, in: entry.tables)
        guard drivers.count == 1, pages.count < Self.mostPages else { return nil }
        let sql = QuerySQL(query: query, tables: entry.tables, driver: drivers[0]).pages()
        guard sql.count == 1 else { return nil }
        let statement = try connection.prepare(sql[0].text)
        pages[form] = statement
        return statement
    }

    private func kept(_ place: inout Statement?, _ sql: @autoclosure () -> String) throws(SQLiteFailure) -> Statement {
        if let statement = place { return statement }
        let statement = try connection.prepare(sql())
        place = statement
        return statement
    }
}
