@_spi(Hosting) internal import FeatureKit

/// One hold on a feature's shelf: a run's, until the store is closed, or the test's own.
final class MemoryEngine: StoreEngine {
    private let shelf: MemoryShelf
    private let holder: MemoryShelf.Holder
    /// Returns once it answers; throws where nobody waits for that any more.
    private let attend: @Sendable () async throws -> Void

    init(
        _ shelf: MemoryShelf, as holder: MemoryShelf.Holder, attend: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.shelf = shelf
        self.holder = holder
        self.attend = attend
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreReading) throws -> Result
    ) async throws -> Result {
        try await attend()
        return try await shelf.read(as: holder, body)
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreWriting) throws -> Result
    ) async throws -> Result {
        try await attend()
        return try await shelf.write(as: holder, body)
    }

    func changes<Document: Shaped>(
        of collection: CheckedCollection, as type: Document.Type, after place: ChangeToken, most: Int
    ) async throws -> ChangeBatch<Document> {
        try await attend()
        return try await shelf.changes(of: collection, as: type, after: place, most: most, for: holder)
    }

    func untilChanged(after place: ChangeToken) async { await shelf.untilChanged(after: place, for: holder) }
}
