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

    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// Opens a file.
    ///
    /// - Parameter vfs: What reads and writes instead of the system's files; for tests.
    package init(_ path: String, _ mode: Mode, vfs: String? = nil) throws(SQLiteFailure) {
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
        switch mode {
        case .writing: flags |= SQLITE_OPEN_READWRITE
        case .reading, .asItLies: flags |= SQLITE_OPEN_READONLY
        }
        let address = Self.address(of: path) + (mode == .asItLies ? "?immutable=1" : "")
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(address, &opened, flags, vfs)
        guard code == SQLITE_OK, let handle = unsafe opened else {
            let failure = unsafe SQLiteFailure(of: opened, code: code)
            unsafe sqlite3_close(opened)
            throw failure
        }
        unsafe self.handle = handle
        unsafe sqlite3_busy_timeout(handle, Self.patience)
    }

    deinit {
        for statement in statements.values { statement.finalize() }
        unsafe sqlite3_close_v2(handle)
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

    /// Runs statements that take no parameters, one after another; what they answer is thrown away.
    package func execute(_ sql: String) throws(SQLiteFailure) {
        try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// A statement, compiled when it is asked for first; it is reset by whoever runs it.
    package func statement(_ sql: String) throws(SQLiteFailure) -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try unsafe Statement(sql, on: handle)
        statements[sql] = statement
        return statement
    }

    /// A statement that is compiled for one use.
    package func prepare(_ sql: String) throws(SQLiteFailure) -> Statement {
        try unsafe Statement(sql, on: handle)
    }

    /// Lets go of all statements, which a change of the tables makes useless.
    package func forgetStatements() {
        for statement in statements.values { statement.finalize() }
        statements = [:]
    }

    /// The number of the row that was inserted last.
    package var lastRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// How many rows the last statement changed.
    package var changes: Int { unsafe Int(sqlite3_changes64(handle)) }

    /// Whether a transaction is open; some failures end one by themselves.
    package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Runs `body` with SQLite's own handle, for what has no words here.
    func withHandle<Result>(_ body: (OpaquePointer) throws(SQLiteFailure) -> Result) throws(SQLiteFailure) -> Result {
        try unsafe body(handle)
    }

    func check(_ code: Int32) throws(SQLiteFailure) {
        if code != SQLITE_OK { throw unsafe SQLiteFailure(of: handle, code: code) }
    }
}
