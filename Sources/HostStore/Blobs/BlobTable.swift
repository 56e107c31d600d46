@_spi(Hosting) internal import FeatureKit

/// The blobs of a store, in parts of equal size, so that a range is read without the rest.
struct BlobTable {
    /// What is known of a blob, and which row it has.
    struct Facts {
        let row: Int64
        let blob: Blob
    }

    private let session: ReadSession
    private var connection: Connection { session.connection }

    init(_ session: ReadSession) { self.session = session }

    func facts(_ id: String) throws(StoreError) -> Facts? {
        let row = try session.asking { () throws(SQLiteFailure) -> Row? in
            let statement = try connection.statement(
                "SELECT row, type, size, hash, version, seal FROM blobs WHERE id = ?")
            defer { statement.reset() }
            try statement.bind(id, at: 1)
            return try statement.step() ? Row(statement, id: id, from: 0) : nil
        }
        guard let row else { return nil }
        guard row.isWhole else { throw session.schema.damaged(Damage.blob(id)) }
        return Facts(row: row.number, blob: row.blob)
    }

    func bytes(of blob: Blob, range: Range<Int>) throws(StoreError) -> [UInt8] {
        guard let facts = try facts(blob.id), facts.blob == blob, range.lowerBound >= 0, range.upperBound <= blob.size
        else { throw session.schema.damaged(Damage.blob(blob.id)) }
        guard !range.isEmpty else { return [] }
        let size = StoreFormat.partBytes
        let numbers = range.lowerBound / size...(range.upperBound - 1) / size
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        let statement = try session.asking { () throws(SQLiteFailure) in
            let statement = try connection.statement(
                "SELECT part, seal, bytes FROM parts WHERE part BETWEEN ? AND ? ORDER BY part")
            try statement.bind(Self.key(facts.row, numbers.lowerBound), at: 1)
            try statement.bind(Self.key(facts.row, numbers.upperBound), at: 2)
            return statement
        }
        defer { statement.reset() }
        for number in numbers {
            let isThere = try session.asking { () throws(SQLiteFailure) in try statement.step() }
            let count = min(size, blob.size - number * size)
            guard isThere, statement.integer(0) == Self.key(facts.row, number), statement.byteCount(2) == count else {
                throw session.schema.damaged(Damage.blob(blob.id))
            }
            let seal = statement.integer(1)
            let isWhole = statement.withBytes(2) { part in
                guard RowSeal.part(Int64(number), of: facts.row, version: blob.version, part) == seal else {
                    return false
                }
                let wanted = range.clamped(to: number * size..<number * size + count)
                let piece = part.extracting(wanted.lowerBound - number * size..<wanted.upperBound - number * size)
                unsafe piece.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
                return true
            }
            guard isWhole else { throw session.schema.damaged(Damage.blob(blob.id)) }
        }
        return bytes
    }

    /// Writes a blob in the place of one that has its id.
    func put(_ blob: Blob, _ bytes: [UInt8], replacing old: Facts?) throws(SQLiteFailure) {
        if let old { try delete(old) }
        let insert = try connection.statement(
            "INSERT INTO blobs (id, type, size, hash, version, seal) VALUES (?, ?, ?, ?, ?, 0)")
        try insert.bind(blob.id, at: 1)
        try insert.bind(blob.type, at: 2)
        try insert.bind(blob.size, at: 3)
        try insert.bind(blob.hash, at: 4)
        try insert.bind(blob.version, at: 5)
        try insert.run()
        let row = connection.lastRow
        let seal = try connection.statement("UPDATE blobs SET seal = ? WHERE row = ?")
        try seal.bind(Row.seal(of: blob, row: row), at: 1)
        try seal.bind(row, at: 2)
        try seal.run()

        let part = try connection.statement("INSERT INTO parts (part, seal, bytes) VALUES (?, ?, ?)")
        for (number, start) in stride(from: 0, to: bytes.count, by: StoreFormat.partBytes).enumerated() {
            let piece = bytes.span.extracting(start..<min(start + StoreFormat.partBytes, bytes.count))
            try part.bind(Self.key(row, number), at: 1)
            try part.bind(RowSeal.part(Int64(number), of: row, version: blob.version, piece), at: 2)
            try part.bind(piece, at: 3)
            try part.run()
        }
    }

    func delete(_ facts: Facts) throws(SQLiteFailure) {
        let parts = try connection.statement("DELETE FROM parts WHERE part BETWEEN ? AND ?")
        try parts.bind(Self.key(facts.row, 0), at: 1)
        try parts.bind(Self.key(facts.row &+ 1, 0) &- 1, at: 2)
        try parts.run()
        let blob = try connection.statement("DELETE FROM blobs WHERE row = ?")
        try blob.bind(facts.row, at: 1)
        try blob.run()
    }

    /// The key of a part.
    static func key(_ row: Int64, _ number: Int) -> Int64 { row << Int64(StoreFormat.partBits) | Int64(number) }

    /// A row of the blobs' table.
    struct Row {
        let number: Int64
        let blob: Blob
        let isWhole: Bool

        /// - Parameter first: The column of the row's number, after which the others come in the table's order.
        init(_ statement: Statement, id: String, from first: Int32) {
            number = statement.integer(first)
            blob = Blob(
                id: id, type: statement.text(first + 1), size: Int(statement.integer(first + 2)),
                hash: statement.text(first + 3), version: statement.integer(first + 4))
            isWhole =
                blob.size >= 0 && blob.size <= StoreLimits.blobBytes
                && statement.integer(first + 5) == Self.seal(of: blob, row: number)
        }

        static func seal(of blob: Blob, row: Int64) -> Int64 {
            RowSeal.blob(
                blob.id, row: row, version: blob.version, facts: "\(blob.size) \(blob.hash) \(blob.type)")
        }
    }
}
