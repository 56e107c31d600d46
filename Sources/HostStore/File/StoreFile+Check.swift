@_spi(Hosting) package import FeatureKit

/// What reading all of a store found.
package struct StoreCheck: Sendable, Equatable {
    package let documents: Int
    package let blobs: Int
    /// Everything that is wrong, each in a sentence.
    package let findings: [String]

    package init(documents: Int, blobs: Int, findings: [String]) {
        self.documents = documents
        self.blobs = blobs
        self.findings = findings
    }
}

extension StoreFile {
    /// Reads everything as of one moment: pages, indexes, counters, every document and blob.
    ///
    /// - Parameter collections: Those whose indexes are held against what their documents say; of others only SQLite's
    ///   own check tells.
    /// - Throws: What keeps the file from being read at all.
    package func check(_ collections: [CheckedCollection] = []) throws(StoreError) -> StoreCheck {
        let connection = try openForReading()
        try inWords { () throws(SQLiteFailure) in try connection.execute("BEGIN") }
        var inspection = StoreInspection(connection, self)
        var check = inspection.run(collections)
        try? connection.execute("COMMIT")
        let texts = checkTexts()
        if !texts.isEmpty {
            check = StoreCheck(documents: check.documents, blobs: check.blobs, findings: check.findings + texts)
        }
        return check
    }

    /// Holds the tables of trigrams against the texts.
    ///
    /// SQLite does that with the writer's lock alone, and so apart.
    private func checkTexts() -> [String] {
        var findings: [String] = []
        do throws(SQLiteFailure) {
            let connection = try Connection(path, .writing)
            try Pragmas.apply(Pragmas.always, to: connection)
            let names = try connection.prepare(
                "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING fts5(%'")
            var tables: [String] = []
            while try names.step() { tables.append(names.text(0)) }
            names.reset()
            for table in tables {
                do throws(SQLiteFailure) {
                    // 1: also against the documents' table.
                    try connection.execute("INSERT INTO \"\(table)\"(\"\(table)\", rank) VALUES ('integrity-check', 1)")
                } catch { findings.append("\(table) does not hold what the documents say: \(error.message)") }
            }
        } catch { findings.append("its texts can't be checked: \(error.message)") }
        return findings
    }
}
