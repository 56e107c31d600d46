/// How connections are set up, and why.
package enum Pragmas {
    /// What a file is made with; it stays in the file.
    static let making: [(String, why: String)] = [
        ("page_size = \(pageSize)", "the page of the system's memory, and as much as a changed document costs the log"),
        ("auto_vacuum = NONE", "moving pages about at each commit costs more than `compact` now and then"),
        ("encoding = 'UTF-8'", "keys are compared by their bytes in UTF-8"),
        ("application_id = \(StoreFormat.applicationID)", "a database of something else is told from a store"),
        ("journal_mode = WAL", "readers never wait for the writer, and one wait for the disk commits"),
    ]

    /// What every connection needs.
    static let always: [(String, why: String)] = [
        ("synchronous = FULL", "what was acknowledged is on the disk: the log is synced at each commit"),
        ("foreign_keys = OFF", "no table refers to another one by a key that SQLite should look after"),
        ("temp_store = MEMORY", "sorting and undoing need no files, which could fail for lack of room"),
        ("mmap_size = 0", "a file that is cut off below a mapping ends the process; a read that fails is an error"),
        ("trusted_schema = OFF", "what a foreign hand wrote into the schema runs no functions"),
        ("cell_size_check = ON", "a damaged page is found before it is used"),
        ("wal_autocheckpoint = 0", "the writer moves the log into the file after it has acknowledged, not before"),
        ("journal_size_limit = \(logKept)", "a log that once was long gives its room back"),
        ("recursive_triggers = OFF", "the triggers that keep text and point indexes call nobody"),
    ]

    /// What the writer's connection needs besides.
    static let writing: [(String, why: String)] = [
        ("cache_size = -8192", "8 MiB: the upper pages of all indexes, and what a batch changes")
    ]

    /// What a reader's connection needs besides.
    static let reading: [(String, why: String)] = [
        ("query_only = ON", "a mistake in here can't write past the writer"),
        ("cache_size = -2048", "2 MiB: the upper pages; the system's cache holds the rest"),
    ]

    /// The bytes of a page.
    static let pageSize = 4_096
    /// How long the log may stay once it has been moved into the file.
    static let logKept = 16 << 20

    static func apply(_ pragmas: [(String, why: String)], to connection: Connection) throws(SQLiteFailure) {
        for pragma in pragmas { try connection.execute("PRAGMA \(pragma.0)") }
    }
}
