import FeatureKit
import FeatureTestKit
import Testing

@testable import AccountsFeature

@Suite(.timeLimit(.minutes(1))) struct AccountsTests {
    @Test func shapesAgree() {
        expectShapeAgrees(Accounts.Settings.self)
    }
}
