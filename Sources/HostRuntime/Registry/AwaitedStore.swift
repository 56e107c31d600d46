@_spi(Hosting) internal import FeatureKit

/// A store that could not be opened when its feature started, such as on a full disk or where its file is damaged.
///
/// A request of the feature tries to open it again, and is refused with the reason if that fails. A feature that can do
/// without its store goes on; one that can't ends.
final class AwaitedStore: StoreEngine {
    /// The time between two tries.
    static let pause = Duration.seconds(1)

    private struct State {
        var engine: (any StoreEngine)?
        var problem: StoreError
        /// When it may be tried again.
        var next: Duration
        var isOpening = false
        var isClosed = false
    }

    private let feature: String
    private let collections: [CheckedCollection]
    private let stores: any StoreSource
    private let clock: any ClockSource
    private let state: Lock<State>

    init(
        of feature: String, _ collections: [CheckedCollection], from stores: any StoreSource,
        after problem: StoreError, clock: any ClockSource
    ) {
        (self.feature, self.collections, self.stores, self.clock) = (feature, collections, stores, clock)
        state = Lock(State(problem: problem, next: clock.uptime + Self.pause))
    }

    /// Closes the store if it was opened meanwhile.
    func close() async {
        let isOpen = state.withLock { state in
            state.isClosed = true
            return state.engine != nil
        }
        if isOpen { await stores.close(feature) }
    }

    private enum Part {
        case have(any StoreEngine)
        case refuse(StoreError)
        case open
    }

    private func engine() async throws -> any StoreEngine {
        let now = clock.uptime
        let part: Part = state.withLock { state in
            if let engine = state.engine { return .have(engine) }
            // While one caller opens the store, others are refused at once instead of waiting.
            guard now >= state.next, !state.isOpening, !state.isClosed else { return .refuse(state.problem) }
            state.isOpening = true
            return .open
        }
        switch part {
        case .have(let engine): return engine
        case .refuse(let problem): throw problem
        case .open: return try await open()
        }
    }

    private func open() async throws -> any StoreEngine {
        do {
            let engine = try await stores.open(feature, collections)
            let isLate = state.withLock { state in
                state.isOpening = false
                if !state.isClosed { state.engine = engine }
                return state.isClosed
            }
            guard isLate else { return engine }
            await stores.close(feature)
            throw CancellationError()
        } catch {
            state.withLock { state in
                if let problem = error as? StoreError { state.problem = problem }
                state.isOpening = false
                state.next = clock.uptime + Self.pause
            }
            throw error
        }
    }

    // MARK: - What a store does

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreReading) throws -> Result
    ) async throws -> Result { try await engine().read(body) }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreWriting) throws -> Result
    ) async throws -> Result { try await engine().write(body) }

    func changes<Document: Shaped>(
        of collection: CheckedCollection, as type: Document.Type, after place: ChangeToken, most: Int
    ) async throws -> ChangeBatch<Document> {
        try await engine().changes(of: collection, as: type, after: place, most: most)
    }

    func untilChanged(after place: ChangeToken) async {
        guard let engine = try? await engine() else {
            try? await clock.sleep(until: clock.uptime + Self.pause)
            return
        }
        await engine.untilChanged(after: place)
    }
}
