@_spi(Hosting) package import FeatureKit
internal import HostSystem

/// Stores in SQLite files.
package struct SQLiteFiles: StoreFiles {
    package init() {}

    package var suffix: String { ".db" }

    package func open(
        _ path: String, of feature: String, _ collections: [CheckedCollection], _ quota: StoreQuota,
        onDamage: @escaping @Sendable (StoreError) -> Void
    ) async throws(StoreError) -> any KeptEngine {
        try await SQLiteEngine.open(
            path, feature: feature, collections: collections, quota: quota, onDamage: onDamage)
    }

    package func status(of path: String, feature: String) async throws(StoreError) -> StoreStatus {
        let file = StoreFile(path, of: feature)
        return try await onThread(feature) { () throws(StoreError) in
            let connection = try file.openForReading()
            let found = try file.inWords { () throws(SQLiteFailure) in try StoreTally.read(from: connection) }
            guard let tally = found?.tally else { throw .damaged(feature, Damage.counters) }
            return StoreStatus(
                documents: tally.documents, blobs: tally.blobs, bytes: tally.bytes, commits: 0, batches: 0,
                waiting: 0, refused: 0)
        }
    }

    package func check(
        _ path: String, of feature: String, _ collections: [CheckedCollection]
    ) async throws(StoreError) -> StoreCheck {
        let file = StoreFile(path, of: feature)
        return try await onThread(feature) { () throws(StoreError) in try file.check(collections) }
    }

    package func backup(_ path: String, of feature: String, to copy: String) async throws(StoreError) -> Int {
        let file = StoreFile(path, of: feature)
        return try await onThread(feature) { () throws(StoreError) in try file.backup(to: copy) }
    }

    package func compact(_ path: String, of feature: String) async throws(StoreError) -> (before: Int, after: Int) {
        let file = StoreFile(path, of: feature)
        return try await onThread(feature) { () throws(StoreError) in try file.compact() }
    }

    /// Runs what blocks on a thread of its own.
    private func onThread<Result: Sendable>(
        _ feature: String, _ body: @escaping @Sendable () throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        let outcome: Swift.Result<Result, StoreError>
        do throws(SystemError) {
            outcome = try await OwnedThread.run("store-\(feature)") {
                Swift.Result { () throws(StoreError) in try body() }
            }
        } catch { throw .threadless(feature, "\(error)") }
        return try outcome.get()
    }
}

extension SQLiteEngine: KeptEngine {}
