@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit

@testable import HostStore

/// Files of which a test says how they behave.
final class FakeFiles: StoreFiles {
    struct State {
        var opened: [String] = []
        var closed: [String] = []
        var quotas: [String: StoreQuota] = [:]
        /// Why the next opening fails.
        var failure: StoreError?
        /// What an opening waits for.
        var gate: Signal?
        /// Raised when an opening has begun.
        var begun = Signal()
        var onDamage: (@Sendable (StoreError) -> Void)?
        var findings: [String] = []
    }

    let state = Lock(State())
    let suffix = ".db"

    func open(
        _ path: String, of feature: String, _ collections: [CheckedCollection], _ quota: StoreQuota,
        onDamage: @escaping @Sendable (StoreError) -> Void
    ) async throws(StoreError) -> any KeptEngine {
        let (gate, begun) = state.withLock { state in
            state.onDamage = onDamage
            return (state.gate, state.begun)
        }
        begun.raise()
        await gate?.wait()
        if let failure = state.withLock({ $0.failure }) { throw failure }
        state.withLock { state in
            state.opened.append(feature)
            state.quotas[feature] = quota
        }
        return FakeEngine(feature, self)
    }

    func status(of path: String, feature: String) async throws(StoreError) -> StoreStatus {
        StoreStatus(documents: 1, blobs: 2, bytes: 3, commits: 0, batches: 0, waiting: 0, refused: 0)
    }

    func check(
        _ path: String, of feature: String, _ collections: [CheckedCollection]
    ) async throws(StoreError) -> StoreCheck {
        StoreCheck(documents: 1, blobs: 2, findings: state.withLock { $0.findings })
    }

    func backup(_ path: String, of feature: String, to copy: String) async throws(StoreError) -> Int { 7 }

    func compact(_ path: String, of feature: String) async throws(StoreError) -> (before: Int, after: Int) { (9, 5) }
}

/// Keeps nothing.
private final class FakeEngine: KeptEngine {
    let feature: String
    let files: FakeFiles

    init(_ feature: String, _ files: FakeFiles) {
        self.feature = feature
        self.files = files
    }

    var status: StoreStatus {
        StoreStatus(documents: 4, blobs: 5, bytes: 6, commits: 0, batches: 0, waiting: 0, refused: 0)
    }

    func setQuota(_ quota: StoreQuota) { files.state.withLock { $0.quotas[feature] = quota } }

    func compact() async throws(StoreError) -> (before: Int, after: Int) { (8, 4) }

    func close() async -> Bool {
        files.state.withLock { $0.closed.append(feature) }
        return true
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreReading) throws -> Result
    ) async throws -> Result { throw StoreError.stopped(feature) }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreWriting) throws -> Result
    ) async throws -> Result { throw StoreError.stopped(feature) }

    func changes<Document: Shaped>(
        of collection: CheckedCollection, as type: Document.Type, after place: ChangeToken, most: Int
    ) async throws -> ChangeBatch<Document> { throw StoreError.stopped(feature) }

    func untilChanged(after place: ChangeToken) async {}
}
