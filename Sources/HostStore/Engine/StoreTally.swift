/// What a store counts, in one row that is written with every batch.
struct StoreTally: Sendable, Equatable {
    /// The version of the last change.
    var version: Int64 = 0
    var documents = 0
    var blobs = 0
    /// The bytes of documents and blobs.
    var bytes = 0
    var changes = 0
    var changeBytes = 0

    /// More than anything here ever reaches; beyond it lies damage, and sums that don't fit.
    private static let most: Int64 = 1 << 56
    private static let columns = "version, documents, blobs, bytes, changes, change_bytes"

    static let reading = "SELECT \(columns), history FROM store WHERE one = 1"
    static let making = "INSERT INTO store (\(columns), history, one) VALUES (0, 0, 0, 0, 0, 0, ?, 1)"
    private static let writing = """
        UPDATE store SET version = ?, documents = ?, blobs = ?, bytes = ?, changes = ?, change_bytes = ?
        WHERE one = 1
        """

    /// Reads the row; nil where there is none that makes sense.
    static func read(from connection: Connection) throws(SQLiteFailure) -> (tally: StoreTally, history: String)? {
        let statement = try connection.statement(reading)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        let numbers = (0..<6).map { statement.integer($0) }
        guard numbers.allSatisfy((0...most).contains), statement.kind(6) == .text else { return nil }
        let tally = StoreTally(
            version: numbers[0], documents: Int(numbers[1]), blobs: Int(numbers[2]), bytes: Int(numbers[3]),
            changes: Int(numbers[4]), changeBytes: Int(numbers[5]))
        return (tally, statement.text(6))
    }

    func write(to connection: Connection) throws(SQLiteFailure) {
        let statement = try connection.statement(Self.writing)
        let numbers = [
            version, Int64(documents), Int64(blobs), Int64(bytes), Int64(changes), Int64(changeBytes),
        ]
        for (index, number) in numbers.enumerated() { try statement.bind(number, at: Int32(index + 1)) }
        try statement.run()
    }
}
