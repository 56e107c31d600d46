@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import Testing

@_spi(Hosting) @testable import FeatureRig

/// Puts a worker's stores, which the host keeps in memory, on the conformance suite's bench.
struct WireStand: StoreStand {
    func source(within limits: StoreStandLimits) -> any StoreSource {
        LoopedStores(MemoryStand().source(within: limits))
    }

    func restarted(_ source: any StoreSource) -> any StoreSource { source }
}

@Suite(.timeLimit(.minutes(2))) struct WireStoreConformanceTests {
    @Test(arguments: StoreConformance.cases)
    func `A worker's store is a store`(_ aCase: StoreConformance.Case) async throws {
        try await aCase.run(on: WireStand())
    }
}
