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
}
