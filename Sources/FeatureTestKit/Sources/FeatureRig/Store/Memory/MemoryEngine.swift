@_spi(Hosting) internal import FeatureKit

/// One hold on a feature's shelf: a run's, until the store is closed, or the test's own.
final class MemoryEngine: StoreEngine {
    private let shelf: MemoryShelf
    private let holder: MemoryShelf.Holder

    init(_ shelf: MemoryShelf, as holder: MemoryShelf.Holder) {
        self.shelf = shelf
        self.holder = holder
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreReading) throws -> Result
    ) async throws -> Result { try await shelf.read(as: holder, body) }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreWriting) throws -> Result
    ) async throws -> Result { try await shelf.write(as: holder, body) }

    func changes<Document: Shaped>(
        of collection: CheckedCollection, as type: Document.Type, after place: ChangeToken, most: Int
    ) async throws -> ChangeBatch<Document> {
        try await shelf.changes(of: collection, as: type, after: place, most: most, for: holder)
    }

    func untilChanged(after place: ChangeToken) async { await shelf.untilChanged(after: place, for: holder) }
}
