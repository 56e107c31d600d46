@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit

@_spi(Hosting) @testable import FeatureRig

/// Puts stores in memory on the conformance suite's bench.
struct MemoryStand: StoreStand {
    func source(within limits: StoreStandLimits) -> any StoreSource {
        MemoryStore(
            .init(
                documents: limits.documents, bytes: limits.bytes, keptChanges: limits.keptChanges,
                keptChangeBytes: limits.keptChangeBytes))
    }

    func restarted(_ source: any StoreSource) -> any StoreSource { source }
}
