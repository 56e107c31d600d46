import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

struct BarsTests {
    @Test func conforms() async throws { try await expectConforms(Bars.self, settings: .init()) }
}
