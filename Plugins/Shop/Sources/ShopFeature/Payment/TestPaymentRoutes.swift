internal import FeatureKit
internal import Payments

@Routes("shop", as: "testPaymentRoutes") extension ShopService {
    /// Confirms a payment with the test processor, as a customer does at their bank.
    /// - Parameter approves: Whether the customer confirms it.
    @Post("/test-payments/{payment}/confirm", .everyone)
    func testPaymentConfirm(payment: ID<Payment>, approves: Bool = true) async throws -> Payment.View {
        guard let processor = processors[.test] as? TestProcessor else { throw ShopRefusal.noPayment }
        let report: PaymentReport
        do throws(PaymentFailure) { report = try await processor.confirm(payment.text, approves: approves) } catch {
            throw ShopRefusal.noPayment
        }
        return try await transact { try $0.settle(payment, report) }.view
    }
}
