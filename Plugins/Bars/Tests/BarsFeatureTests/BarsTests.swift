import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

struct BarsTests {
    @Test func itStartsAndStopsClean() async throws {
        try await withFeature(Bars.self, settings: .init()) { probe in
            _ = try await probe.call(.barsTypes, Nothing())
        }
    }
}
