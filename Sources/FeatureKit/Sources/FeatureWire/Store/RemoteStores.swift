@_spi(Hosting) internal import FeatureKit

/// The stores of a worker's feature: the host has opened its store before the worker began.
struct RemoteStores: StoreSource {
    let calls: WireCalls
    let rehearsal: RestingExecutor?
    let beats: BodyBeats

    func open(_ feature: String, _ collections: [CheckedCollection]) async throws -> any StoreEngine {
        RemoteEngine(feature: feature, calls, rehearsal, beats)
    }

    /// The host closes it once the worker has ended.
    func close(_ feature: String) async {}
}
