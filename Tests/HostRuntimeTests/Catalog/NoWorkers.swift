@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureWire

/// Where no worker comes from.
struct NoWorkers: WorkerSource {
    func run(
        receive: @escaping @Sendable (WireMessage) throws(WireError) -> Void,
        connected: @escaping @Sendable (any WireConnection) -> Void
    ) async throws { throw WireError.closed }
}
