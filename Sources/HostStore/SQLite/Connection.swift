internal import CSQLite

/// A connection to a database file, used by one thread at a time.
@safe
package final class Connection {
    /// What a connection may do.
    package enum Mode: Sendable {
        /// Read and write a file that exists.
        case writing
        /// Read a file that exists.
        case reading
        /// Read a file that nobody writes, as it lies there: without a lock, and without what its log adds.
        case asItLies
    }

    /// How long somebody else's lock is waited for.
    package static let patience: Int32 = 2_000

    /// How many statements are kept.
    static let mostStatements = 256

    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    /// Where SQLite writes down how long the log is.
    private let logged: UnsafeMutablePointer<Int32>

    /// Opens a file.
    ///
    package init(_ path: String, _ mode: Mode) throws(SQLiteFailure) {
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
        switch mode {
        case .writing: flags |= SQLITE_OPEN_READWRITE
        case .reading, .asItLies: flags |= SQLITE_OPEN_READONLY
        }
        let address = Self.address(of: path) + (mode == .asItLies ? "?immutable=1" : "")
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(address, &opened, flags, nil)
        guard code == SQLITE_OK, let handle = unsafe opened else {
            let failure = unsafe SQLiteFailure(of: opened, code: code)
            unsafe sqlite3_close(opened)
            throw failure
        }
        unsafe self.handle = handle
        unsafe logged = .allocate(capacity: 1)
        unsafe logged.initialize(to: 0)
        unsafe sqlite3_busy_timeout(handle, Self.patience)
    }

    deinit {
        statements = [:]
        unsafe sqlite3_close_v2(handle)
        unsafe logged.deallocate()
    }

    /// The path as an address, in which nothing of it means anything but itself.
    private static func address(of path: String) -> String {
        var address = "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"):
                address.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                address += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }
        return address
    }

    /// Runs statements without parameters one after another, and discards their results.
    package func execute(_ sql: String) throws(SQLiteFailure) {
        try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// A statement, compiled at its first use; the caller that runs it has to reset it.
    package func statement(_ sql: String) throws(SQLiteFailure) -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try unsafe Statement(sql, on: handle)
        // Statements in use stay valid; they are only compiled again for the next caller.
        if statements.count == Self.mostStatements { statements = [:] }
        statements[sql] = statement
        return statement
    }

    /// A statement that is compiled for one use.
    package func prepare(_ sql: String) throws(SQLiteFailure) -> Statement {
        try unsafe Statement(sql, on: handle)
    }

    /// Drops all statements, which a change of the tables makes useless.
    package func forgetStatements() {
        statements = [:]
    }

    /// The number of the row that was inserted last.
    package var lastRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// How many rows the last statement changed.
    package var changes: Int { unsafe Int(sqlite3_changes64(handle)) }

    /// Whether a transaction is open; some failures end one by themselves.
    package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Runs `body` in a transaction of its own; what it throws has written nothing.
    package func transaction<Result>(
        _ body: () throws(SQLiteFailure) -> Result
    ) throws(SQLiteFailure) -> Result {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteFailure) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// The whole number that a question without parameters answers; 0 where it answers nothing.
    package func integer(_ sql: String) throws(SQLiteFailure) -> Int {
        let statement = try prepare(sql)
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    /// Whether the log stays as it is when the last connection is closed.
    package var keepsLogOnClose = false {
        didSet { unsafe keep_log_on_close(handle, keepsLogOnClose ? 1 : 0) }
    }

    /// Whether the file has another name by now, or none.
    package var hasMoved: Bool {
        get throws(SQLiteFailure) {
            var hasMoved: Int32 = 0
            try check(unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved))
            return hasMoved != 0
        }
    }

    /// SQLite's modes of a checkpoint.
    package enum Checkpoint: Sendable {
        /// Moves the pages that no reader holds back, and waits for nobody.
        case passive
        /// Waits for the readers, so that the next write starts the log from its beginning.
        case restart
        /// Does what `restart` does, and truncates the log's file.
        case truncate
    }

    /// Moves the log into the file; answers how many pages are in the log and how many of them have been moved.
    @discardableResult
    package func checkpoint(_ kind: Checkpoint) throws(SQLiteFailure) -> (pages: Int, moved: Int) {
        let mode =
            switch kind {
            case .passive: SQLITE_CHECKPOINT_PASSIVE
            case .restart: SQLITE_CHECKPOINT_RESTART
            case .truncate: SQLITE_CHECKPOINT_TRUNCATE
            }
        var (pages, moved): (Int32, Int32) = (0, 0)
        try check(unsafe sqlite3_wal_checkpoint_v2(handle, "main", mode, &pages, &moved))
        return (Int(pages), Int(moved))
    }

    /// How many pages the log had after the last commit.
    package var logPages: Int { unsafe Int(logged.pointee) }

    /// Counts the log's pages, in place of SQLite's own checkpoints.
    package func countLogPages() {
        unsafe sqlite3_wal_hook(
            handle,
            { place, _, _, pages in
                unsafe place?.assumingMemoryBound(to: Int32.self).pointee = pages
                return SQLITE_OK
            }, logged)
    }

    /// How long somebody else's lock is waited for from here on.
    package func setPatience(_ milliseconds: Int32) { unsafe sqlite3_busy_timeout(handle, milliseconds) }

    /// Runs `body` with SQLite's own handle, for what has no words here.
    func withHandle<Result>(_ body: (OpaquePointer) throws(SQLiteFailure) -> Result) throws(SQLiteFailure) -> Result {
        try unsafe body(handle)
    }

    func check(_ code: Int32) throws(SQLiteFailure) {
        if code != SQLITE_OK { throw unsafe SQLiteFailure(of: handle, code: code) }
    }
}
