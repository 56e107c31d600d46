import CSQLite
@_spi(Hosting) import FeatureKit
import JSON
import Measures

/// The peer: SQLite's own calls on tables like the store's, every statement compiled once, and nothing that keeps watch:
/// no seals, no Shapes, no quotas, no queue.
@safe final class PlainStore {
    /// As many changes as the store keeps.
    static let keptChanges = 10_000

    private let handle: OpaquePointer
    private let begin, commit, find, insert, replace, log, trim, count: OpaquePointer
    private var reader = JSONReader()
    private var bytes: [UInt8] = []
    private var version: Int64 = 0

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        guard unsafe sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let handle = unsafe opened else {
            throw BenchError.unreadable(path)
        }
        unsafe self.handle = handle
        unsafe sqlite3_busy_timeout(handle, 5_000)
        let setting = """
            PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;
            PRAGMA cache_size = -8192; PRAGMA wal_autocheckpoint = 1000;
            CREATE TABLE IF NOT EXISTS d (
                row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, document BLOB NOT NULL,
                k0 TEXT, k1 INTEGER, k2 INTEGER);
            CREATE INDEX IF NOT EXISTS d0 ON d (k0, k1, id);
            CREATE INDEX IF NOT EXISTS d1 ON d (k2, id);
            CREATE TABLE IF NOT EXISTS changes (version INTEGER PRIMARY KEY, id TEXT NOT NULL, document BLOB);
            CREATE TABLE IF NOT EXISTS store (one INTEGER PRIMARY KEY, version INTEGER NOT NULL);
            INSERT OR IGNORE INTO store VALUES (1, 0);
            """
        guard unsafe sqlite3_exec(handle, setting, nil, nil, nil) == SQLITE_OK else {
            throw BenchError.unreadable(path)
        }
        func prepared(_ sql: String) throws -> OpaquePointer {
            var statement: OpaquePointer?
            let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
            guard unsafe sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil) == SQLITE_OK,
                let statement = unsafe statement
            else { throw BenchError(unsafe "sqlite: " + String(cString: sqlite3_errmsg(handle))) }
            return unsafe statement
        }
        unsafe begin = try prepared("BEGIN IMMEDIATE")
        unsafe commit = try prepared("COMMIT")
        unsafe find = try prepared("SELECT row, version, document FROM d WHERE id = ?")
        unsafe insert = try prepared("INSERT INTO d (version, document, k0, k1, k2, id) VALUES (?, ?, ?, ?, ?, ?)")
        unsafe replace = try prepared("UPDATE d SET version = ?, document = ?, k0 = ?, k1 = ?, k2 = ? WHERE row = ?")
        unsafe log = try prepared("INSERT INTO changes VALUES (?, ?, ?)")
        unsafe trim = try prepared("DELETE FROM changes WHERE version <= ?")
        unsafe count = try prepared("UPDATE store SET version = ? WHERE one = 1")
        let last = unsafe try prepared("SELECT version FROM store")
        if unsafe sqlite3_step(last) == SQLITE_ROW { version = unsafe sqlite3_column_int64(last, 0) }
        unsafe sqlite3_finalize(last)
    }

    deinit {
        let statements = unsafe [begin, commit, find, insert, replace, log, trim, count]
        unsafe statements.forEach { unsafe sqlite3_finalize($0) }
        unsafe sqlite3_close(handle)
    }

    func fill(_ count: Int) throws {
        try together {
            for number in 0..<count {
                try unsafe write(Booking(number), id: Booking.id(number), with: insert) {
                    unsafe sqlite3_bind_text(insert, 6, $0, Int32($1), Self.lasting)
                }
            }
        }
    }

    func get(_ id: String) throws -> Booking? {
        try found(id)?.document
    }

    /// Some updates in one commit.
    func update(_ ids: some Sequence<String>) throws {
        try together {
            for id in ids {
                guard let found = try found(id) else { throw BenchError("\(id) is not there") }
                var document = found.document
                document.change()
                try unsafe write(document, id: id, with: replace) { _, _ in
                    unsafe sqlite3_bind_int64(replace, 6, found.row)
                }
            }
        }
    }

    private func together(_ body: () throws -> Void) throws {
        try unsafe run(begin)
        try body()
        unsafe sqlite3_bind_int64(trim, 1, version - Int64(Self.keptChanges))
        try unsafe run(trim)
        unsafe sqlite3_bind_int64(count, 1, version)
        try unsafe run(count)
        try unsafe run(commit)
    }

    private func found(_ id: String) throws -> (row: Int64, document: Booking)? {
        defer { unsafe sqlite3_reset(find) }
        var id = id
        return try id.withUTF8 { text -> (row: Int64, document: Booking)? in
            unsafe text.withMemoryRebound(to: CChar.self) { text in
                _ = unsafe sqlite3_bind_text(find, 1, text.baseAddress, Int32(text.count), Self.lasting)
            }
            guard unsafe sqlite3_step(find) == SQLITE_ROW else { return nil }
            let start = unsafe sqlite3_column_blob(find, 2)?.assumingMemoryBound(to: UInt8.self)
            let count = unsafe Int(sqlite3_column_bytes(find, 2))
            let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
            return (
                unsafe sqlite3_column_int64(find, 0),
                try reader.read(unsafe bytes.span).decoded(as: Booking.self, by: Booking.shape)
            )
        }
    }

    private func write(
        _ document: Booking, id: String, with statement: OpaquePointer,
        _ bindLast: (UnsafePointer<CChar>?, Int) -> Int32
    ) throws {
        version += 1
        bytes.removeAll(keepingCapacity: true)
        try document.writeJSON(to: &bytes)
        var (id, table) = (id, document.table)
        try id.withUTF8 { id in
            try unsafe id.withMemoryRebound(to: CChar.self) { id in
                try table.withUTF8 { table in
                    try unsafe table.withMemoryRebound(to: CChar.self) { table in
                        try unsafe bytes.withUnsafeBufferPointer { bytes in
                            unsafe sqlite3_bind_int64(statement, 1, version)
                            unsafe sqlite3_bind_blob(
                                statement, 2, bytes.baseAddress, Int32(bytes.count), Self.lasting)
                            unsafe sqlite3_bind_text(
                                statement, 3, table.baseAddress, Int32(table.count), Self.lasting)
                            unsafe sqlite3_bind_int64(statement, 4, Int64(document.seats))
                            unsafe sqlite3_bind_int64(statement, 5, Int64(document.changed))
                            _ = unsafe bindLast(id.baseAddress, id.count)
                            try unsafe run(statement)
                            unsafe sqlite3_bind_int64(log, 1, version)
                            unsafe sqlite3_bind_text(log, 2, id.baseAddress, Int32(id.count), Self.lasting)
                            unsafe sqlite3_bind_blob(log, 3, bytes.baseAddress, Int32(bytes.count), Self.lasting)
                            try unsafe run(log)
                        }
                    }
                }
            }
        }
    }

    private func run(_ statement: OpaquePointer) throws {
        guard unsafe sqlite3_step(statement) == SQLITE_DONE else {
            throw BenchError(unsafe "sqlite: " + String(cString: sqlite3_errmsg(handle)))
        }
        unsafe sqlite3_reset(statement)
    }

    /// Bound without a copy: what is bound lasts until the statement has run.
    private static var lasting: sqlite3_destructor_type? { nil }
}
