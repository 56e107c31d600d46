import AppStore
import Bookkeeping
import FeatureKit
import FeatureTestKit
import PythonPeer
import Testing

@testable import ShopFeature

/// Purchases in the App Store grant what they are for, until Apple takes them back.
@Suite(.timeLimit(.minutes(1))) struct AppStoreTests {
    @Test func aPurchaseIsOwnedOnceAndUntilItIsGivenBack() async throws {
        try await PythonPeer.run("app_store.py") { store in
            var settings = Shop.Settings()
            settings.payment.appStore = AppStoreSettings(
                bundle: "org.circuit.app", roots: [try #require(await store.line())])
            func sign(_ id: String, _ more: String = "", notice: Bool = false, chain: String = "good") async throws
                -> String
            {
                let purchase = """
                    {"transactionId": "\(id)", "originalTransactionId": "\(id)", "productId": "tour.old",
                    "bundleId": "org.circuit.app", "environment": "Production", "purchaseDate": 1795345200000,
                    "signedDate": 1795345200000, "price": 4990, "currency": "EUR"\(more)}
                    """.replacing("\n", with: " ")
                let payload =
                    notice
                    ? #"{"notificationType": "REFUND", "notificationUUID": "u", "signedDate": 1795345200000, "transaction": \#(purchase)}"#
                    : purchase
                try await store.tell(#"{"payload": \#(payload), "chain": "\#(chain)"}"#)
                return try #require(await store.line())
            }
            try await ShopHarness.open(settings) { shop in
                _ = try await shop.probe.call(
                    ShopService.productChangeRoute, Product.Change(product: ShopHarness.tour, appStoreID: "tour.old"),
                    as: staff)
                func take(_ text: String, as caller: Caller) async throws -> Order.View {
                    try await shop.probe.call(
                        ShopService.appStorePurchaseRoute, .init(transaction: text), as: caller)
                }
                func owned() async throws -> [Entitlement.View] {
                    try await shop.probe.call(ShopService.ownEntitlementsRoute, Nothing(), as: bob).items
                }
                let text = try await sign("100", #", "expiresDate": 1895345200000"#)
                let order = try await take(text, as: bob)
                #expect(order.state == .delivered && order.total == 499 && order.receipt == nil)
                #expect(try await take(text, as: bob).id == order.id)
                #expect(try await owned().map(\.grant) == ["tours.route:a"])
                #expect(try await owned().first?.until?.seconds == 1_895_345_200)
                #expect(try await shop.probe.refusal { try await take(text, as: ada) }?.code == "purchase-taken")
                let forged = try await sign("101", chain: "other-root")
                #expect(try await shop.probe.refusal { try await take(forged, as: bob) }?.status == 400)
                let check = try await shop.probe.call(ShopService.ledgerCheckRoute, Nothing(), as: admin)
                #expect(check.isRight && check.money == 499, "\(check.problems)")
                let refund = try await sign("100", #", "revocationDate": 1795345300000"#, notice: true)
                for _ in 1...2 {
                    _ = try await shop.probe.call(
                        ShopService.appStoreNotificationRoute, .init(signedPayload: refund), as: .anybody)
                }
                #expect(try await owned().isEmpty)
                #expect(try await shop.get(order.id).state == .refunded)
                let after = try await shop.probe.call(ShopService.ledgerCheckRoute, Nothing(), as: admin)
                #expect(after.isRight && after.money == 0, "\(after.problems)")
            }
        }
    }
}
