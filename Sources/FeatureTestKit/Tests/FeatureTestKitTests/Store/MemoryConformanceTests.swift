@_spi(Hosting) import FeatureKit
import Testing

@_spi(Hosting) @testable import FeatureTestKit

@Suite(.timeLimit(.minutes(2))) struct MemoryConformanceTests {
    @Test(arguments: StoreConformance.cases)
    func `A store in memory is a store`(_ aCase: StoreConformance.Case) async throws {
        try await aCase.run(on: MemoryStand())
    }
}
