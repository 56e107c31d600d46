@_spi(Hosting) package import FeatureKit

extension StoreFile {
    /// Gives back what deleted documents took; says how many bytes the file had before and has after.
    package func compact() throws(StoreError) -> (before: Int, after: Int) { try compact(try open()) }

    /// The same on a connection that is there already, outside of any transaction.
    func compact(_ connection: Connection) throws(StoreError) -> (before: Int, after: Int) {
        let before = bytes
        // The log takes all pages before the file does.
        if let free = FileNames.free(at: path), free < before {
            throw .roomless(feature, needed: before, free: free)
        }
        try inWords { () throws(SQLiteFailure) in
            connection.forgetStatements()
            // All that is kept goes through a temporary file, which may be more than the memory holds.
            try connection.execute("PRAGMA temp_store = FILE")
            defer { try? connection.execute("PRAGMA temp_store = MEMORY") }
            try connection.execute("VACUUM")
            try connection.checkpoint(.truncate)
        }
        return (before, bytes)
    }

    /// What the file and its log take.
    private var bytes: Int { (FileNames.size(path) ?? 0) + (FileNames.size(path + "-wal") ?? 0) }
}
