public import FeatureKit

extension TestPayment {
    /// The collection of the module that takes play money.
    public static var documents: Documents<TestPayment> { .init("test-payments") }
}

/// A processor of play money, which keeps books of its own in the store of the module that it works for.
public struct TestProcessor: PaymentProcessor {
    private let store: Store
    private let payments: StoredCollection<TestPayment>
    private let address: String

    /// What somebody can pay with.
    public let methods = TestPayment.Method.allCases.map(\.rawValue)

    /// A processor with books in a store.
    ///
    /// - Parameter address: Where the module takes confirmations, before a payment's id.
    public init(store: Store, payments: StoredCollection<TestPayment>, confirmingAt address: String) {
        (self.store, self.payments, self.address) = (store, payments, address)
    }

    /// Begins a payment as its method says.
    public func begin(_ order: PaymentOrder) async throws(PaymentFailure) -> PaymentReport {
        let report = try await change(order.id) { $0 ?? TestPayment(order) }
        if order.method == TestPayment.Method.timesOut.rawValue {
            throw .unknown("the processor did not answer in time")
        }
        return report
    }

    /// Says what became of a payment; one that was never begun has failed.
    public func report(_ order: PaymentOrder) async throws(PaymentFailure) -> PaymentReport {
        try await change(order.id) { $0 ?? TestPayment(neverBegun: order, .failed) }
    }

    /// Takes the money that is held.
    public func capture(_ order: PaymentOrder) async throws(PaymentFailure) -> PaymentReport {
        try await change(order.id) { $0?.changed { $0.capture() } }
    }

    /// Gives up a payment of which no money was taken.
    public func cancel(_ order: PaymentOrder) async throws(PaymentFailure) -> PaymentReport {
        try await change(order.id) { ($0 ?? TestPayment(neverBegun: order, .cancelled)).changed { $0.cancel() } }
    }

    /// Gives money back, once for each id.
    public func refund(_ amount: Int64, id: String, of order: PaymentOrder) async throws(PaymentFailure)
        -> PaymentReport
    {
        if order.method == TestPayment.Method.refusesRefunds.rawValue { throw .refused("this method refuses refunds") }
        return try await change(order.id) { $0?.changed { $0.refund(amount, id: id) } }
    }

    /// Confirms a payment, as the customer does at their bank, or refuses it.
    public func confirm(_ id: String, approves: Bool) async throws(PaymentFailure) -> PaymentReport {
        try await change(id) { $0?.changed { $0.confirm(approves: approves) } }
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
        return changed.report(id, confirmingAt: address)
    }
}

extension TestPayment {
    fileprivate func changed(_ body: (inout TestPayment) -> Void) -> TestPayment {
        var changed = self
        body(&changed)
        return changed
    }
}
