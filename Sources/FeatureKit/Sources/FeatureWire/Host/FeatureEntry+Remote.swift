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

    private static func handOver(to feature: any Feature, _ settings: Value) async throws -> Reconfiguration {
        guard let feature = feature as? RemoteFeature else { return .restart }
        return try await feature.reconfigure(settings) ? .applied : .restart
    }
}
