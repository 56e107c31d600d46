@_spi(Hosting) public import FeatureKit

extension FeatureEntry {
    /// A feature that runs elsewhere, as the host takes it: like any other.
    ///
    /// - Parameters:
    ///   - description: What is known of the feature.
    ///   - source: Where its worker comes from; each run asks it for one.
    @_spi(Hosting) public static func remote(
        _ description: FeatureDescription, source: any WorkerSource
    ) -> FeatureEntry {
        FeatureEntry(
            typeName: description.typeName, settings: description.settings, contracts: description.contracts,
            make: { settings, context in RemoteFeature(source, settings: settings, context: context) },
            reconfigure: description.isReconfigurable ? Self.handOver : nil)
    }

    /// The same remote feature in a rehearsal; any other one as it is.
    ///
    /// - Parameters:
    ///   - clock: The clock that counts on both sides.
    ///   - executor: What is held while its worker has something to do; nil where it runs there anyway.
    @_spi(Hosting) public func rehearsed(clock: any ClockSource, holding executor: RestingExecutor?) -> FeatureEntry {
        FeatureEntry(
            typeName: typeName, settings: settingsShape, contracts: contracts,
            make: { [make] settings, context in
                let made = try make(settings, context)
                guard let remote = made as? RemoteFeature else { return made }
                let source = RehearsedSource(remote.source, clock: clock, holding: executor)
                return RemoteFeature(source, settings: settings, context: context)
            },
            reconfigure: reconfigure)
    }

    private static func handOver(to feature: any Feature, _ settings: Value) async throws -> Reconfiguration {
        guard let feature = feature as? RemoteFeature else { return .restart }
        return try await feature.reconfigure(settings) ? .applied : .restart
    }
}
