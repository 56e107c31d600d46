internal import CSQLite
@_spi(Hosting) package import FeatureKit

/// A statement that was compiled once and is run many times; it belongs to its connection and is used where that is.
///
/// Parameters count from 1 and columns from 0, as SQLite counts them.
@safe
package final class Statement {
    private let connection: OpaquePointer
    private let handle: OpaquePointer?

    init(_ sql: String, on connection: OpaquePointer) throws(SQLiteFailure) {
        unsafe self.connection = connection
        var sql = sql
        var handle: OpaquePointer?
        let code = sql.withUTF8 { text in
            unsafe text.withMemoryRebound(to: CChar.self) { text in
                unsafe sqlite3_prepare_v3(
                    connection, text.baseAddress, Int32(clamping: text.count), UInt32(SQLITE_PREPARE_PERSISTENT),
                    &handle, nil)
            }
        }
        unsafe self.handle = handle
        guard code == SQLITE_OK, unsafe handle != nil else { throw unsafe SQLiteFailure(of: connection, code: code) }
    }

    deinit { unsafe sqlite3_finalize(handle) }

    // MARK: Parameters

    package func bind(_ value: Int64, at parameter: Int32) throws(SQLiteFailure) {
        try check(unsafe sqlite3_bind_int64(handle, parameter, value))
    }

    package func bind(_ value: Int, at parameter: Int32) throws(SQLiteFailure) {
        try bind(Int64(value), at: parameter)
    }

    package func bind(_ value: Double, at parameter: Int32) throws(SQLiteFailure) {
        try check(unsafe sqlite3_bind_double(handle, parameter, value))
    }

    package func bindNull(at parameter: Int32) throws(SQLiteFailure) {
        try check(unsafe sqlite3_bind_null(handle, parameter))
    }

    package func bind(_ text: String, at parameter: Int32) throws(SQLiteFailure) {
        var text = text
        try check(
            text.withUTF8 { bytes in
                // An empty text has no address, and would be NULL.
                guard let start = bytes.baseAddress else {
                    return unsafe sqlite3_bind_text(handle, parameter, "", 0, Self.copied)
                }
                return unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
                    unsafe sqlite3_bind_text64(
                        handle, parameter, start, UInt64(bytes.count), Self.copied, UInt8(SQLITE_UTF8))
                }
            })
    }

    package func bind(_ bytes: borrowing Span<UInt8>, at parameter: Int32) throws(SQLiteFailure) {
        try check(
            unsafe bytes.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return unsafe sqlite3_bind_zeroblob(handle, parameter, 0) }
                return unsafe sqlite3_bind_blob64(handle, parameter, start, UInt64(bytes.count), Self.copied)
            })
    }

    package func bind(_ key: StoreKey, at parameter: Int32) throws(SQLiteFailure) {
        switch key {
        case .null: try bindNull(at: parameter)
        case .integer(let value): try bind(value, at: parameter)
        case .number(let value): try bind(value, at: parameter)
        case .text(let value): try bind(value, at: parameter)
        @unknown default: try bindNull(at: parameter)
        }
    }

    // MARK: Running

    /// Goes on to the next row; false where there is none.
    ///
    /// Until `reset` a row keeps the moment that the connection sees.
    package func step() throws(SQLiteFailure) -> Bool {
        let code = unsafe sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw failure(code)
    }

    /// Makes the statement ready to run again.
    ///
    /// SQLite returns the error of the last `step` again here, so the result is ignored.
    package func reset() { unsafe sqlite3_reset(handle) }

    /// Runs it to its end.
    package func run() throws(SQLiteFailure) {
        defer { reset() }
        while try step() {}
    }

    // MARK: Columns

    /// What kind of value a column holds.
    package enum Kind: Sendable, Equatable {
        case null
        case integer
        case number
        case text
        case bytes
    }

    package func kind(_ column: Int32) -> Kind {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .number
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .bytes
        default: .null
        }
    }

    /// A whole number; of anything else what SQLite makes of it.
    package func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    /// A number; of anything else what SQLite makes of it.
    package func number(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }

    /// A text; empty where it is null.
    package func text(_ column: Int32) -> String {
        guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The value of a column that indexes compare.
    package func key(_ column: Int32) -> StoreKey {
        switch kind(column) {
        case .integer: .integer(integer(column))
        case .number: .number(number(column))
        case .text: .text(text(column))
        case .null, .bytes: .null
        }
    }

    /// How many bytes a column's text or bytes have.
    package func byteCount(_ column: Int32) -> Int { unsafe Int(sqlite3_column_bytes(handle, column)) }

    /// Lends the bytes of a column, which are there until the next step.
    package func withBytes<Result, Failure: Error>(
        _ column: Int32, _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = unsafe sqlite3_column_blob(handle, column)?.assumingMemoryBound(to: UInt8.self)
        let count = unsafe start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
        let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
        return try body(unsafe bytes.span)
    }

    // MARK: Failing

    /// Has SQLite copy what it is handed.
    private static var copied: sqlite3_destructor_type { unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    private func check(_ code: Int32) throws(SQLiteFailure) { if code != SQLITE_OK { throw failure(code) } }

    private func failure(_ code: Int32) -> SQLiteFailure {
        unsafe SQLiteFailure(
            of: connection,
            code: sqlite3_extended_errcode(connection) & 0xFF == code & 0xFF
                ? sqlite3_extended_errcode(connection) : code)
    }
}
