/// A feature's hold on its store during one run: opened before the run, cut off after it.
final class StoreAccess: Sendable {
    private enum State {
        case closed
        case open(any StoreEngine, [String: CheckedCollection])
        case revoked
    }

    let feature: String
    private let clock: any ClockSource
    private let stop: Signal
    private let state = Lock(State.closed)

    init(feature: String, clock: any ClockSource, stop: Signal) {
        self.feature = feature
        self.clock = clock
        self.stop = stop
    }

    func open(_ engine: any StoreEngine, _ collections: [CheckedCollection]) {
        let byName = Dictionary(uniqueKeysWithValues: collections.map { ($0.name, $0) })
        state.withLock { $0 = .open(engine, byName) }
    }

    /// From here on everything that is asked is refused.
    func revoke() { state.withLock { $0 = .revoked } }

    /// Whether the feature has been asked to stop.
    var isStopping: Bool { stop.isRaised }

    func engine() throws(StoreError) -> any StoreEngine {
        switch state.withLock({ $0 }) {
        case .open(let engine, _): return engine
        case .closed: throw .undeclared(feature)
        case .revoked: throw .stopped(feature)
        }
    }

    /// The collection as the engine knows it.
    func checked(_ layout: CollectionLayout) throws(StoreError) -> CheckedCollection {
        switch state.withLock({ $0 }) {
        case .revoked: throw .stopped(feature)
        case .closed: throw .undeclared(layout.name, of: feature, declared: [])
        case .open(_, let collections):
            guard let known = collections[layout.name] else {
                throw .undeclared(layout.name, of: feature, declared: collections.keys.sorted())
            }
            guard known.layout == layout else { throw .declaredOtherwise(layout.name, of: feature) }
            return known
        }
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (StoreSnapshot) throws -> Result
    ) async throws -> Result {
        let feature = feature
        return try await engine().read { session in
            let snapshot = StoreSnapshot(of: feature, session)
            defer { snapshot.end() }
            return try body(snapshot)
        }
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (StoreTransaction) throws -> Result
    ) async throws -> Result {
        let feature = feature
        for attempt in 1...StoreLimits.tries {
            do {
                return try await engine().write { session in
                    let transaction = StoreTransaction(of: feature, writing: session)
                    defer { transaction.end() }
                    return try body(transaction)
                }
            } catch is StoreContention {
                // Who was too slow lets the others finish; each time a little longer, and none at the same time.
                let pause = Duration.microseconds(Int64.random(in: 100...500)) * (1 << min(attempt, 6))
                try await clock.sleep(until: clock.uptime + pause)
            }
        }
        throw StoreError.contended(feature)
    }

    /// Returns once `event` does or the feature is asked to stop.
    func untilStopping(or event: @escaping @Sendable () async -> Void) async {
        let stop = stop
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await event() }
            group.addTask { await stop.wait() }
            await group.next()
            group.cancelAll()
        }
    }
}
