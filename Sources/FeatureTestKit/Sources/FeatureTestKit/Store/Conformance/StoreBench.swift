@_spi(Hosting) internal import FeatureKit
internal import Testing

/// The stores of one case, opened as a feature's run opens its own.
final class StoreBench: Sendable {
    private struct State {
        var source: any StoreSource
        var open: [OpenStore] = []
    }

    private let stand: any StoreStand
    private let state: Lock<State>

    init(on stand: any StoreStand, _ source: any StoreSource) {
        self.stand = stand
        state = Lock(State(source: source))
    }

    /// Opens a feature's store for a run.
    func open(_ keeps: Contract..., as feature: String = "shop") async throws -> OpenStore {
        let source = state.withLock { $0.source }
        let collections = try keeps.compactMap(\.collection).map { try CheckedCollection($0, of: feature) }
        let engine = try await source.open(feature, collections)
        let stop = Signal()
        let access = StoreAccess(feature: feature, stop: stop)
        access.open(engine, collections, blobs: keeps.contains { $0.collection == nil })
        let open = OpenStore(feature: feature, engine: engine, access: access, stop: stop, collections: collections)
        state.withLock { $0.open.append(open) }
        return open
    }

    /// Opens the store that most cases use.
    func things(as feature: String = "shop") async throws -> StoredCollection<Thing> {
        try await open(.keeps(.things), as: feature).store.collection(.things)
    }

    /// Ends the run that has the store, and the host's as well; what was kept is found by the next one to open it.
    func restart() async throws {
        await closeAll()
        let source = try await stand.restarted(state.withLock { $0.source })
        state.withLock { $0.source = source }
    }

    func closeAll() async {
        let (source, open) = state.withLock { state in
            defer { state.open = [] }
            return (state.source, state.open)
        }
        for store in open {
            store.stop.raise()
            store.access.revoke()
            await source.close(store.feature)
        }
    }
}

/// One feature's store during one run.
struct OpenStore: Sendable {
    let feature: String
    let engine: any StoreEngine
    let access: StoreAccess
    /// Raised as the feature is asked to stop.
    let stop: Signal
    let collections: [CheckedCollection]

    var store: Store { access.store }
    var blobs: Blobs { access.blobs }
}

/// Expects a refusal, word for word where the words are given.
func expectRefusal(
    _ code: StoreError.Code, _ detail: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    of body: () async throws -> Void
) async {
    do {
        try await body()
        Issue.record("not refused; expected \(code.word)", sourceLocation: sourceLocation)
    } catch let error as StoreError {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        if let detail { #expect(error.detail == detail, sourceLocation: sourceLocation) }
    } catch { Issue.record("expected \(code.word), not \(error)", sourceLocation: sourceLocation) }
}

/// Expects a refusal inside of a transaction, which goes on after it.
func expectRefusal(
    inside code: StoreError.Code, _ detail: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    of body: () throws -> Void
) {
    do {
        try body()
        Issue.record("not refused; expected \(code.word)", sourceLocation: sourceLocation)
    } catch let error as StoreError {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        if let detail { #expect(error.detail == detail, sourceLocation: sourceLocation) }
    } catch { Issue.record("expected \(code.word), not \(error)", sourceLocation: sourceLocation) }
}
