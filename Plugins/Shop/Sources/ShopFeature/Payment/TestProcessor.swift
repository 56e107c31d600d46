internal import FeatureKit
internal import Payments

extension TestPayment {
    static var documents: Documents<TestPayment> { .init("test-payments") }
}

/// A processor of play money, which keeps books of its own in the shop's store: the ledger is checked against them.
struct TestProcessor: PaymentProcessor {
    let store: Store
    let payments: StoredCollection<TestPayment>

    let methods = TestPayment.Method.allCases.map(\.rawValue)

    func begin(_ order: PaymentOrder) async throws(PaymentFailure) -> PaymentReport {
        let report = try await change(order.id) { $0 ?? TestPayment(order) }
        if order.method == TestPayment.Method.timesOut.rawValue {
            throw .unknown("the processor did not answer in time")
        }
        return report
    }

    func report(_ order: PaymentOrder) async throws(PaymentFailure) -> PaymentReport {
        try await change(order.id) { $0 ?? TestPayment(neverBegun: order, .failed) }
    }

    func capture(_ order: PaymentOrder) async throws(PaymentFailure) -> PaymentReport {
        try await change(order.id) { $0?.changed { $0.capture() } }
    }

    func cancel(_ order: PaymentOrder) async throws(PaymentFailure) -> PaymentReport {
        try await change(order.id) { ($0 ?? TestPayment(neverBegun: order, .cancelled)).changed { $0.cancel() } }
    }

    func refund(_ amount: Int64, id: String, of order: PaymentOrder) async throws(PaymentFailure) -> PaymentReport {
        if order.method == TestPayment.Method.refusesRefunds.rawValue { throw .refused("this method refuses refunds") }
        return try await change(order.id) { $0?.changed { $0.refund(amount, id: id) } }
    }

    /// Confirms a payment, as the customer does at their bank, or refuses it.
    func confirm(_ id: ID<Payment>, approves: Bool) async throws(PaymentFailure) -> PaymentReport {
        try await change(id.text) { $0?.changed { $0.confirm(approves: approves) } }
    }

    private func change(
        _ id: String, _ body: @escaping @Sendable (TestPayment?) -> TestPayment?
    ) async throws(PaymentFailure) -> PaymentReport {
        let changed: TestPayment?
        do {
            changed = try await store.transaction { tx in
                let known = try tx.get(payments, id)?.document
                let changed = body(known)
                if let changed, changed != known { try tx.put(payments, changed, id: id) }
                return changed
            }
        } catch { throw .unknown("\(error)") }
        guard let changed else { throw .refused("no such payment") }
        return changed.report(id)
    }
}

extension TestPayment {
    fileprivate func changed(_ body: (inout TestPayment) -> Void) -> TestPayment {
        var changed = self
        body(&changed)
        return changed
    }
}

@Routes("shop", as: "testPaymentRoutes") extension ShopService {
    /// Confirms a payment with the test processor, as a customer does at their bank.
    /// - Parameter payment: Which payment.
    /// - Parameter approves: Whether the customer confirms it.
    @Post("/test-payments/{payment}/confirm", .everyone)
    func testPaymentConfirm(payment: ID<Payment>, approves: Bool = true) async throws -> Payment.View {
        guard let processor = processors[.test] as? TestProcessor else { throw ShopRefusal.noPayment }
        let report: PaymentReport
        do throws(PaymentFailure) { report = try await processor.confirm(payment, approves: approves) } catch {
            throw ShopRefusal.noPayment
        }
        return try await transact { try $0.settle(payment, report) }.view
    }
}
