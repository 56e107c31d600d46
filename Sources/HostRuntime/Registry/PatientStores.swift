@_spi(Hosting) internal import FeatureKit

/// Opens a run's store, and says again and again that this goes on: making new indexes may take longer than a feature
/// may take to start.
struct PatientStores: StoreSource {
    let stores: any StoreSource
    let clock: any ClockSource
    /// How often it is said.
    let interval: Duration
    let goesOn: @Sendable () -> Void

    func open(_ feature: String, _ collections: [CheckedCollection]) async throws -> any StoreEngine {
        try await withThrowingTaskGroup(of: (any StoreEngine)?.self) { group in
            group.addTask { try await stores.open(feature, collections) }
            group.addTask {
                while true {
                    // Ends with the opening, which cancels it.
                    do { try await clock.sleep(until: clock.uptime + interval) } catch { return nil }
                    goesOn()
                }
            }
            defer { group.cancelAll() }
            while let engine = try await group.next() { if let engine { return engine } }
            throw CancellationError()
        }
    }

    func close(_ feature: String) async { await stores.close(feature) }
}
