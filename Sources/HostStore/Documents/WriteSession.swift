@_spi(Hosting) internal import FeatureKit
internal import JSON

/// The writer's connection: one transaction after another, several in one commit.
///
/// SQLite's own transaction holds a batch. What a single transaction in it has done can be undone alone, and what it
/// was told stays undone: versions are never handed out twice.
final class WriteSession: ReadSession, StoreWriting, @unchecked Sendable {
    /// How many changes the store keeps, and how many bytes of them.
    struct Kept: Sendable {
        var changes = StoreLimits.keptChanges
        var bytes = StoreLimits.keptChangeBytes
    }

    private let kept: Kept
    /// How much may be kept; looked up when a batch begins.
    private var quota = StoreQuota()
    /// The store's counts if the batch is committed now.
    private(set) var now: StoreTally
    /// The store's counts if the transaction, or the whole batch, is rolled back.
    private var beforeJob: StoreTally
    private var beforeBatch: StoreTally
    /// The last version that was assigned, whether it was committed or not.
    private var issued: Int64
    /// What has gone wrong in a way that leaves nothing of the batch.
    private var failure: SQLiteFailure?
    private var batchHasWritten = false
    private var jobHasWritten = false
    private var jobIsSaved = false
    /// The document that is written.
    private var bytes: [UInt8] = []

    init(_ connection: Connection, _ schema: StoreSchema, _ tally: StoreTally, keeping kept: Kept) {
        self.kept = kept
        now = tally
        beforeJob = tally
        beforeBatch = tally
        issued = tally.version
        super.init(connection, schema)
    }

    // MARK: Batches

    /// Whether what comes now could still be committed.
    var isWhole: Bool { failure == nil }

    func begin(within quota: StoreQuota) throws(SQLiteFailure) {
        self.quota = quota
        failure = nil
        batchHasWritten = false
        beforeBatch = now
        beforeJob = now
        try connection.statement("BEGIN IMMEDIATE").run()
    }

    /// Has the batch on the disk; where that fails nothing of it is there.
    func commit() throws(SQLiteFailure) {
        do throws(SQLiteFailure) {
            if let failure { throw failure }
            if batchHasWritten {
                // Into a file that has no name any more nothing is worth writing.
                if try connection.hasMoved { throw SQLiteFailure(code: SQLiteFailure.moved, message: "moved") }
                try ChangeLog.trim(connection, &now, keeping: kept)
                try now.write(to: connection)
            }
            try connection.statement("COMMIT").run()
        } catch {
            undoBatch()
            throw error
        }
    }

    private func undoBatch() {
        if connection.isInTransaction { try? connection.execute("ROLLBACK") }
        now = beforeBatch
        beforeJob = beforeBatch
        batchHasWritten = false
        jobHasWritten = false
        jobIsSaved = false
    }

    /// Runs one transaction of the batch; what it throws has written nothing.
    func transact<Result>(_ body: (any StoreWriting) throws -> Result) throws -> Result {
        if let failure { throw failed(failure) }
        beforeJob = now
        jobHasWritten = false
        jobIsSaved = false
        let result: Result
        do { result = try body(self) } catch {
            undoJob()
            throw error
        }
        // It may have caught what left nothing of the batch.
        if let failure { throw failed(failure) }
        do throws(SQLiteFailure) {
            if jobIsSaved { try connection.statement("RELEASE job").run() }
        } catch {
            failure = error
            throw failed(error)
        }
        if jobHasWritten { batchHasWritten = true }
        return result
    }

    private func undoJob() {
        now = beforeJob
        guard jobHasWritten, failure == nil else { return }
        do throws(SQLiteFailure) {
            if jobIsSaved {
                try connection.statement("ROLLBACK TO job").run()
                try connection.statement("RELEASE job").run()
            } else {
                // It was the first of the batch to write, so that nothing else is lost.
                try connection.statement("ROLLBACK").run()
                try connection.statement("BEGIN IMMEDIATE").run()
            }
        } catch { failure = error }
    }

    /// Writes; what fails in more than one statement leaves nothing of the batch.
    private func writing<Result>(_ body: () throws(SQLiteFailure) -> Result) throws(SQLiteFailure) -> Result {
        if let failure { throw failure }
        do throws(SQLiteFailure) {
            if !jobHasWritten {
                if batchHasWritten {
                    try connection.statement("SAVEPOINT job").run()
                    jobIsSaved = true
                }
                jobHasWritten = true
            }
            return try body()
        } catch {
            if !error.isDuplicate { failure = error }
            throw error
        }
    }

    override func tally() throws(StoreError) -> StoreTally { now }

    // MARK: Documents

    func put<Document: Shaped>(
        _ document: Document, id: String, in collection: CheckedCollection, expecting: Expectation
    ) throws(StoreError) -> Int64 {
        let book = try book(of: collection)
        var bytes: [UInt8] = []
        swap(&bytes, &self.bytes)
        defer { swap(&bytes, &self.bytes) }
        let keys = try encode(document, id: id, in: book.entry, into: &bytes)
        let old = try find(id, book)
        try check(old, against: expecting, id: id, in: book.entry.name)
        try makeRoom(documents: old == nil ? 1 : 0, bytes: bytes.count - (old?.bytes ?? 0))

        let version = issued + 1
        let tables = book.entry.tables
        let seal = RowSeal.document(id, in: book.entry.number, version: version, bytes.span)
        do throws(SQLiteFailure) {
            try writing { () throws(SQLiteFailure) in
                if let old {
                    try tables.update(
                        row: old.row, to: keys, version: version, seal: seal, document: bytes.span, on: connection)
                } else {
                    _ = try tables.insert(
                        keys, version: version, seal: seal, document: bytes.span, on: connection)
                }
                try ChangeLog.add(
                    connection, ChangeLog.Row(version: version, collection: book.entry.number, id: id, seal: seal),
                    bytes.span)
            }
        } catch {
            if error.isDuplicate {
                let holder = try asking { () throws(SQLiteFailure) in try tables.holder(of: keys, on: connection) }
                if let holder { throw .duplicate(holder.fields, in: book.entry.name, holder: holder.id) }
            }
            throw failed(error)
        }
        issued = version
        now.version = version
        now.documents += old == nil ? 1 : 0
        now.bytes += bytes.count - (old?.bytes ?? 0)
        now.changes += 1
        now.changeBytes += bytes.count
        return version
    }

    func delete(
        _ id: String, in collection: CheckedCollection, expecting: Expectation
    ) throws(StoreError) -> Bool {
        let book = try book(of: collection)
        let old = try find(id, book)
        try check(old, against: expecting, id: id, in: book.entry.name)
        guard let old else { return false }
        let version = issued + 1
        let nothing: [UInt8] = []
        let seal = RowSeal.document(id, in: book.entry.number, version: version, nothing.span)
        try asking { () throws(SQLiteFailure) in
            try writing { () throws(SQLiteFailure) in
                try book.entry.tables.delete(row: old.row, on: connection)
                try ChangeLog.add(
                    connection,
                    ChangeLog.Row(
                        version: version, collection: book.entry.number, id: id, seal: seal, isDeletion: true),
                    nothing.span)
            }
        }
        issued = version
        now.version = version
        now.documents -= 1
        now.bytes -= old.bytes
        now.changes += 1
        return true
    }

    private struct Found {
        let row: Int64
        let version: Int64
        let bytes: Int
    }

    private func find(_ id: String, _ book: CollectionBook) throws(StoreError) -> Found? {
        try asking { () throws(SQLiteFailure) in
            let statement = try book.find()
            defer { statement.reset() }
            try statement.bind(id, at: 1)
            guard try statement.step() else { return nil }
            return Found(
                row: statement.integer(0), version: statement.integer(1), bytes: Int(statement.integer(2)))
        }
    }

    private func check(
        _ old: Found?, against expecting: Expectation, id: String, in name: String
    ) throws(StoreError) {
        switch expecting.kind {
        case .anything: return
        case .absent:
            if old != nil { throw .exists(id, in: name) }
        case .version(let version):
            if old?.version != version {
                throw .versionDiffers(id, in: name, expected: version, found: old?.version)
            }
        @unknown default: return
        }
    }

    /// Refuses what would be more than the feature may keep; what needs no more than before always passes.
    private func makeRoom(documents: Int, bytes: Int) throws(StoreError) {
        if documents > 0, now.documents + documents > quota.documents {
            throw .full(schema.feature, "documents", most: quota.documents)
        }
        if bytes > 0, now.bytes + bytes > quota.bytes { throw .full(schema.feature, "bytes", most: quota.bytes) }
    }

    /// Writes a document as JSON that reads back, and answers what indexes hold of it.
    private func encode<Document: Shaped>(
        _ document: Document, id: String, in entry: StoreSchema.Entry, into bytes: inout [UInt8]
    ) throws(StoreError) -> DocumentEntry {
        bytes.removeAll(keepingCapacity: true)
        do { try document.writeJSON(to: &bytes) } catch { throw .misfit(id, in: entry.name, error) }
        guard bytes.count <= StoreLimits.documentBytes else {
            throw .tooLarge(id, in: entry.name, bytes.count)
        }
        let tape: JSONTape
        do throws(JSONProblem) { tape = try reader.read(bytes.span) } catch { throw .misfit(id, in: entry.name, error) }
        guard entry.gate.accepts(tape) else {
            let value = (try? Value(encoding: document)) ?? tape.value
            throw .misfit(id, in: entry.name, entry.collection.layout.shape.problems(in: value))
        }
        let (names, shape) = entry.indexed
        guard !names.isEmpty else { return DocumentEntry(id: id, keys: [], parts: [], points: []) }
        return try entry.collection.entry(of: shape.completed(tape.value(of: names)), id: id)
    }

    // MARK: Blobs

    func put(_ media: Media, asBlob id: String) throws(StoreError) -> Blob {
        guard media.bytes.count <= StoreLimits.blobBytes else {
            throw .tooLarge("blob \"\(id)\"", media.bytes.count, most: StoreLimits.blobBytes)
        }
        let table = BlobTable(self)
        let old = try table.facts(id)
        try makeRoom(documents: 0, bytes: media.bytes.count - (old?.blob.size ?? 0))
        let blob = Blob(
            id: id, type: media.type, size: media.bytes.count, hash: SHA256.hexDigest(of: media.bytes),
            version: issued + 1)
        try asking { () throws(SQLiteFailure) in
            try writing { () throws(SQLiteFailure) in try table.put(blob, media.bytes, replacing: old) }
        }
        issued = blob.version
        now.version = blob.version
        now.blobs += old == nil ? 1 : 0
        now.bytes += media.bytes.count - (old?.blob.size ?? 0)
        return blob
    }

    func deleteBlob(_ id: String) throws(StoreError) -> Bool {
        let table = BlobTable(self)
        guard let old = try table.facts(id) else { return false }
        try asking { () throws(SQLiteFailure) in
            try writing { () throws(SQLiteFailure) in try table.delete(old) }
        }
        issued += 1
        now.version = issued
        now.blobs -= 1
        now.bytes -= old.blob.size
        return true
    }
}
