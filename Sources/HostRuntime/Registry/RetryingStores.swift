@_spi(Hosting) internal import FeatureKit

/// Opens a run's store and upgrades its documents, and reports at intervals that this still goes on.
///
/// Building new indexes and rewriting all documents may take longer than a feature may take to start. A store that
/// can't be opened is tried again while the feature runs, since the feature knows best what it can do without it.
struct RetryingStores: StoreSource {
    let stores: any StoreSource
    let clock: any ClockSource
    /// How often `goesOn` is called.
    let interval: Duration
    let goesOn: @Sendable () -> Void
    /// Called with the reason when the store can't be opened and is tried again later.
    let awaits: @Sendable (StoreError) -> Void
    private let awaited = Lock<AwaitedStore?>(nil)

    init(
        stores: any StoreSource, clock: any ClockSource, interval: Duration, goesOn: @escaping @Sendable () -> Void,
        awaits: @escaping @Sendable (StoreError) -> Void
    ) {
        (self.stores, self.clock, self.interval, self.goesOn) = (stores, clock, interval, goesOn)
        self.awaits = awaits
    }

    func open(_ feature: String, _ collections: [CheckedCollection]) async throws -> any StoreEngine {
        do { return try await openNow(feature, collections) } catch let problem as StoreError
            where problem.isOfTheDisk
        {
            awaits(problem)
            let store = AwaitedStore(of: feature, collections, from: stores, after: problem, clock: clock)
            awaited.withLock { $0 = store }
            return store
        }
    }

    private func openNow(_ feature: String, _ collections: [CheckedCollection]) async throws -> any StoreEngine {
        try await sayingThatItGoesOn { try await stores.open(feature, collections) }
    }

    func prepare(_ feature: String, _ work: @escaping @Sendable () async throws -> Void) async throws {
        try await sayingThatItGoesOn(work)
    }

    private func sayingThatItGoesOn<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                while true {
                    // Ends with the opening, which cancels it.
                    do { try await clock.sleep(until: clock.uptime + interval) } catch { return nil }
                    goesOn()
                }
            }
            defer { group.cancelAll() }
            while let result = try await group.next() { if let result { return result } }
            throw CancellationError()
        }
    }

    func close(_ feature: String) async {
        guard let store = awaited.withLock({ $0 }) else { return await stores.close(feature) }
        await store.close()
    }
}

extension StoreError {
    /// Whether it says how what lies on the disk stands, not what a feature does wrong or that it ends.
    fileprivate var isOfTheDisk: Bool { ![.misused, .undeclared, .stopped].contains(code) }
}
