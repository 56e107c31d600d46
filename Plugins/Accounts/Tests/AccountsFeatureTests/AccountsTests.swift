import FeatureKit
import FeatureTestKit
import Testing

@testable import AccountsFeature

@Suite(.timeLimit(.minutes(10))) struct AccountsTests {
    @Test(arguments: [Accounts.Settings.Confirmation.email, .none])
    func conforms(_ confirm: Accounts.Settings.Confirmation) async throws {
        try await expectConforms(
            Accounts.self,
            settings: .quick(confirm: confirm) { $0.hashing = HashingCost(memory: 19, passes: 2, atOnce: 2) })
    }
}
