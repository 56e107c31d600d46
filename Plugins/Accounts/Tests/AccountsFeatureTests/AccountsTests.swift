import FeatureKit
import FeatureTestKit
import Testing

@testable import AccountsFeature

@Suite(.timeLimit(.minutes(10))) struct AccountsTests {
    @Test func shapesAgree() {
        expectShapeAgrees(Accounts.Settings.self)
        expectShapeAgrees(Account.self)
        expectShapeAgrees(Session.self)
        expectShapeAgrees(Ticket.self)
        expectShapeAgrees(Profile.self)
        expectShapeAgrees(SigningKey.self)
        expectShapeAgrees(Vault.self)
        expectShapeAgrees(Mail.self)
        expectShapeAgrees(Revoked.self)
        expectShapeAgrees(SessionTold.self)
        expectShapeAgrees(Register.self)
        expectShapeAgrees(Registered.self)
        expectShapeAgrees(Confirm.self)
        expectShapeAgrees(Login.self)
        expectShapeAgrees(Refresh.self)
        expectShapeAgrees(Reset.self)
        expectShapeAgrees(ChangeMe.self)
        expectShapeAgrees(Me.self)
        expectShapeAgrees(Export.self)
        expectShapeAgrees(JWKS.self)
        expectShapeAgrees(AccountShown.self)
        expectShapeAgrees(ChangeRoles.self)
    }

    @Test(arguments: [Accounts.Settings.Confirmation.email, .none])
    func conforms(_ confirm: Accounts.Settings.Confirmation) async throws {
        try await expectConforms(
            Accounts.self,
            settings: .quick(confirm: confirm) { $0.hashing = HashingCost(memory: 19, passes: 2, atOnce: 2) })
    }
}
