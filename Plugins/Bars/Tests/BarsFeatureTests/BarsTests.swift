import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

struct BarsTests {
    @Test func itStartsAndStopsClean() async throws {
        try await withFeature(Bars.self, settings: .init()) { probe in
            // Every type of the settings, and no bar of any.
            let types = try await probe.call(.barsTypes, Nothing()).types
            #expect(types.keys.sorted() == Bars.Settings().types.sorted())
            #expect(types.values.allSatisfy { $0 == 0 })
        }
    }
}
