internal import CSQLite

/// What SQLite answered where it could not do what it was told.
package struct SQLiteFailure: Error, Sendable, Equatable {
    /// The extended result code.
    package let code: Int32
    /// SQLite's own words.
    package let message: String

    package init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    /// What a connection answered last.
    init(of connection: OpaquePointer?, code: Int32) {
        let words = unsafe connection.map { unsafe String(cString: sqlite3_errmsg($0)) }
        self.init(code: code, message: words ?? Self.words(for: code))
    }

    /// The code without what was added to it later.
    package var primary: Int32 { code & 0xFF }

    private static func words(for code: Int32) -> String {
        guard let words = unsafe sqlite3_errstr(code) else { return "error \(code)" }
        return unsafe String(cString: words)
    }
}
