@_spi(Hosting) internal import FeatureKit
internal import HostSystem

/// A store's file, apart from who uses it.
package struct StoreFile: Sendable {
    /// Where it lies.
    package let path: String
    /// Whose store it is, for sentences.
    package let feature: String

    package init(_ path: String, of feature: String) {
        self.path = path
        self.feature = feature
    }

    /// A connection that writes, to a file that has the tables of today; made where there is no file.
    ///
    /// What is there and is no store is left as it is.
    func open() throws(StoreError) -> Connection {
        if FileNames.exists(path) { try checkStart() } else { try make() }
        try checkLog()
        // Before anything is read: what the file says without its log, to be held against what it says with it.
        let historyAlone = logIsThere ? history(of: .asItLies) : nil
        let connection: Connection
        do throws(SQLiteFailure) {
            connection = try Connection(path, .writing)
            // A log of another file must not get into this one when the connection is closed again.
            connection.keepsLogOnClose = true
            try Pragmas.apply(Pragmas.always + Pragmas.writing, to: connection)
        } catch { throw .failed(error, feature) }
        try checkFormat(connection)
        try migrate(connection)
        let found = try inWords { () throws(SQLiteFailure) in try StoreTally.read(from: connection) }
        guard let found else { throw .damaged(feature, Damage.counters) }
        if let historyAlone, historyAlone != found.history { throw .damaged(feature, Damage.foreignLog) }
        connection.keepsLogOnClose = false
        connection.countLogPages()
        return connection
    }

    /// A connection that reads a file that exists.
    func openForReading() throws(StoreError) -> Connection {
        try checkStart()
        let connection = try inWords { () throws(SQLiteFailure) in
            let connection = try Connection(path, .reading)
            try Pragmas.apply(Pragmas.always + Pragmas.reading, to: connection)
            return connection
        }
        try checkFormat(connection)
        return connection
    }

    /// Runs what asks SQLite, with its failures in words.
    func inWords<Result>(_ body: () throws(SQLiteFailure) -> Result) throws(StoreError) -> Result {
        do { return try body() } catch { throw .failed(error, feature) }
    }

    // MARK: Making

    /// Makes an empty store: beside, whole, and only then under its name.
    private func make() throws(StoreError) {
        guard !FileNames.exists(path + "-wal") else { throw .damaged(feature, Damage.lostFile) }
        let new = path + ".new"
        FileNames.removeDatabase(new)
        do throws(SystemError) { try FileNames.make(new) } catch { throw .failed(error, feature) }
        do throws(StoreError) {
            try inWords { () throws(SQLiteFailure) in try fill(new) }
            do throws(SystemError) {
                try FileNames.sync(new)
                try FileNames.place(new, at: path)
            } catch { throw StoreError.failed(error, feature) }
        } catch {
            FileNames.removeDatabase(new)
            throw error
        }
    }

    private func fill(_ new: String) throws(SQLiteFailure) {
        let connection = try Connection(new, .writing)
        try Pragmas.apply(Pragmas.making + Pragmas.always, to: connection)
        try connection.execute("BEGIN IMMEDIATE")
        for step in StoreFormat.steps { try connection.execute(step) }
        let making = try connection.prepare(StoreTally.making)
        try making.bind(Self.newHistory(), at: 1)
        try making.run()
        try connection.execute("PRAGMA user_version = \(StoreFormat.version)")
        try connection.execute("COMMIT")
        try connection.checkpoint(.truncate)
    }

    /// A name that no other store's history has.
    static func newHistory() -> String {
        let digits = String(UInt128.random(in: 0 ... .max), radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    // MARK: Checking

    /// Refuses what is no store's file by its first bytes, before SQLite touches it.
    func checkStart() throws(StoreError) {
        let found: [UInt8]?
        do throws(SystemError) { found = try FileNames.start(of: path, most: Header.bytes) } catch {
            throw .failed(error, feature)
        }
        guard let start = found else { throw .damaged(feature, Damage.noFile) }
        guard !start.isEmpty else { throw .damaged(feature, Damage.empty) }
        guard start.starts(with: Header.magic) else { throw .damaged(feature, Damage.noDatabase) }
        guard start.count == Header.bytes else { throw .damaged(feature, Damage.short) }
        let id = start[Header.applicationID].reduce(0) { $0 << 8 | Int($1) }
        guard id == StoreFormat.applicationID else { throw .damaged(feature, Damage.foreign) }
    }

    /// Refuses a log of which SQLite would leave out something acknowledged.
    private func checkLog() throws(StoreError) {
        guard logIsThere else { return }
        let isDamaged: Bool
        do throws(SystemError) { isDamaged = try LogCheck.isDamaged(path + "-wal") } catch {
            throw .failed(error, feature)
        }
        if isDamaged { throw .damaged(feature, Damage.log) }
    }

    /// Where an SQLite file's header says what.
    private enum Header {
        static let bytes = 100
        static let magic = Array("SQLite format 3\0".utf8)
        static let applicationID = 68..<72
    }

    private func checkFormat(_ connection: Connection) throws(StoreError) {
        let found = try inWords { () throws(SQLiteFailure) in try connection.integer("PRAGMA user_version") }
        guard found <= StoreFormat.version else { throw .newerFormat(feature, found, StoreFormat.version) }
        guard found >= 1 else { throw .damaged(feature, Damage.tables) }
        let isThere = try inWords { () throws(SQLiteFailure) in
            try connection.integer("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'store'")
        }
        guard isThere == 1 else { throw .damaged(feature, Damage.tables) }
    }

    private func migrate(_ connection: Connection) throws(StoreError) {
        try inWords { () throws(SQLiteFailure) in
            let found = try connection.integer("PRAGMA user_version")
            guard found < StoreFormat.version else { return }
            try connection.transaction { () throws(SQLiteFailure) in
                for step in StoreFormat.steps[found...] { try connection.execute(step) }
                try connection.execute("PRAGMA user_version = \(StoreFormat.version)")
            }
        }
    }

    private var logIsThere: Bool { (FileNames.size(path + "-wal") ?? 0) > 0 }

    /// The history that the file tells; nil where it tells none, which says nothing as long as there is a log.
    private func history(of mode: Connection.Mode) -> String? {
        guard let connection = try? Connection(path, mode) else { return nil }
        return try? StoreTally.read(from: connection)?.history
    }
}
