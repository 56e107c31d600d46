@_spi(Hosting) package import FeatureKit
internal import HostSystem

/// One feature's store in one SQLite file.
package final class SQLiteEngine: StoreEngine {
    /// How long `close` waits for a transaction or a read that does not end.
    package static let longestClosing = Duration.seconds(10)

    private struct Published {
        var version: Int64
        var isClosed = false
        /// Raised when something counts that did not before.
        var news = Signal()
    }

    private let schema: StoreSchema
    private let file: StoreFile
    private let writer: StoreWriter
    private let readers: ReaderPool
    private let published: Lock<Published>

    private init(_ opened: Opened, _ file: StoreFile, quota: StoreQuota, kept: WriteSession.Kept) {
        self.file = file
        schema = opened.schema
        readers = ReaderPool(file.path, opened.schema)
        let published = Lock(Published(version: opened.tally.version))
        self.published = published
        let session = WriteSession(opened.connection, opened.schema, opened.tally, keeping: kept)
        writer = StoreWriter(session, quota: quota) { version in
            let news = published.withLock { published -> Signal? in
                guard version > published.version else { return nil }
                published.version = version
                defer { published.news = Signal() }
                return published.news
            }
            news?.raise()
        }
    }

    /// Opens a feature's store, with the indexes of its collections made to fit; makes it where there is none.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - feature: The feature whose store it is.
    ///   - collections: The collections to keep in it.
    ///   - quota: The limits of their size.
    ///   - keptChanges: How many changes are kept.
    ///   - keptChangeBytes: How many bytes of them.
    ///   - onDamage: Called for each damage that is found while the store is used.
    package static func open(
        _ path: String, feature: String, collections: [CheckedCollection], quota: StoreQuota,
        keptChanges: Int = StoreLimits.keptChanges, keptChangeBytes: Int = StoreLimits.keptChangeBytes,
        onDamage: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) async throws(StoreError) -> SQLiteEngine {
        let file = StoreFile(path, of: feature)
        let kept = WriteSession.Kept(changes: keptChanges, bytes: keptChangeBytes)
        let outcome: Result<SQLiteEngine, StoreError>
        do throws(SystemError) {
            // New indexes over many documents take their time, which no task should wait for on a thread of its pool.
            outcome = try await OwnedThread.run("open-\(feature)") {
                Result { () throws(StoreError) in
                    let opened = try Opened(file, collections, onDamage: onDamage)
                    return SQLiteEngine(opened, file, quota: quota, kept: kept)
                }
            }
        } catch { throw .threadless(feature, "\(error)") }
        return try outcome.get()
    }

    /// What opening a file leaves behind.
    private struct Opened {
        let connection: Connection
        let schema: StoreSchema
        let tally: StoreTally

        init(
            _ file: StoreFile, _ collections: [CheckedCollection], onDamage: @escaping @Sendable (StoreError) -> Void
        ) throws(StoreError) {
            connection = try file.open()
            let entries = try CollectionList(connection, file).entries(for: collections)
            let connection = connection
            let found = try file.inWords { () throws(SQLiteFailure) in try StoreTally.read(from: connection) }
            guard let found else { throw .damaged(file.feature, Damage.counters) }
            tally = found.tally
            schema = StoreSchema(
                feature: file.feature, history: found.history, entries: entries, onDamage: onDamage)
        }
    }

    // MARK: Using

    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreReading) throws -> Result
    ) async throws -> Result { try await readers.read(body) }

    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreWriting) throws -> Result
    ) async throws -> Result {
        try await writer.run(WaitingJob { session in try session.transact(body) })
    }

    package func changes<Document: Shaped>(
        of collection: CheckedCollection, as type: Document.Type, after place: ChangeToken, most: Int
    ) async throws -> ChangeBatch<Document> {
        try await readers.read { session in
            try ChangeLog.read(session, of: collection, as: type, after: place, most: most)
        }
    }

    package func untilChanged(after place: ChangeToken) async {
        guard let (history, position) = place.place, history == schema.history else { return }
        while !Task.isCancelled {
            let news = published.withLock { published in
                published.isClosed || published.version > position ? nil : published.news
            }
            guard let news else { return }
            await news.wait()
        }
    }

    // MARK: Keeping

    /// Sets the quota from the next batch on.
    package func setQuota(_ quota: StoreQuota) { writer.setQuota(quota) }

    package var status: StoreStatus {
        let (counts, waiting, tally) = writer.status
        return StoreStatus(
            documents: tally.documents, blobs: tally.blobs, bytes: tally.bytes, commits: counts.commits,
            batches: counts.batches, waiting: waiting, refused: counts.refused + readers.refused)
    }

    /// Gives back what deleted documents took, while transactions wait.
    package func compact() async throws(StoreError) -> (before: Int, after: Int) {
        let file = file
        do {
            return try await writer.run(
                WaitingJob(exclusively: true) { session in try file.compact(session.connection) })
        } catch let error as StoreError { throw error } catch { throw .unavailable(file.feature, "\(error)") }
    }

    /// Takes nothing more, and lets what runs finish; what waits is refused.
    ///
    /// - Returns: False where something runs on that does not end; it holds the file for as long as it does.
    @discardableResult
    package func close() async -> Bool {
        let news = published.withLock { published in
            published.isClosed = true
            return published.news
        }
        news.raise()
        writer.close()
        readers.close()
        let (writing, reading) = (writer.ended, readers.ended)
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await writing.wait()
                await reading.wait()
                return writing.isRaised && reading.isRaised
            }
            group.addTask {
                try? await Task.sleep(for: Self.longestClosing)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }
}
