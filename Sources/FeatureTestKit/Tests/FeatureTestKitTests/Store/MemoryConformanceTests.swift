@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import Testing

@_spi(Hosting) @testable import FeatureRig

@Suite(.timeLimit(.minutes(2))) struct MemoryConformanceTests {
    @Test(arguments: StoreConformance.cases)
    func `A store in memory is a store`(_ aCase: StoreConformance.Case) async throws {
        try await aCase.run(on: MemoryStand())
    }
}
