internal import FeatureKit

/// A processor of play money, which does what the method says: for trying, for tests, never for business.
///
/// It keeps books of its own, against which the ledger is checked.
struct TestProcessor: PaymentProcessor {
    enum Method: String, CaseIterable {
        case succeeds = "test-succeeds"
        case declines = "test-declines"
        /// The customer confirms first, at `/test-payments/{payment}/confirm`.
        case secure = "test-3ds"
        /// The money is held first and taken when the shop asks for it.
        case authorises = "test-authorises"
        /// The money is taken, and the answer is lost.
        case timesOut = "test-times-out"
        /// The confirmation comes twice.
        case confirmsTwice = "test-confirms-twice"
        /// The confirmation comes a minute after the reservation is over.
        case late = "test-late"
    }

    static let names = Method.allCases.map(\.rawValue)

    let store: Store
    let payments: StoredCollection<TestPayment>

    func check(_ method: String?) throws(ShopRefusal) {
        guard let method, Method(rawValue: method) == nil else { return }
        throw .noMethod(method: method, methods: Self.names)
    }

    func begin(_ id: ID<Payment>, _ payment: Payment) async throws(PaymentFailure) -> ProcessorReport {
        let method = payment.method.flatMap(Method.init) ?? .succeeds
        let report = try await change(id) { known in
            if let known { return known }
            var new = TestPayment(amount: payment.amount, currency: payment.currency, state: .captured)
            switch method {
            case .succeeds, .timesOut, .confirmsTwice: new.captured = payment.amount
            case .declines: (new.state, new.failure) = (.failed, "card declined")
            case .secure, .late: new.state = .needsAction
            case .authorises: new.state = .authorised
            }
            return new
        }
        if method == .timesOut { throw .unknown("the processor did not answer in time") }
        return report
    }

    func report(_ id: ID<Payment>, _ payment: Payment) async throws(PaymentFailure) -> ProcessorReport {
        try await change(id) { $0 ?? TestPayment(payment, .failed, "never begun") }
    }

    func capture(_ id: ID<Payment>, _ payment: Payment) async throws(PaymentFailure) -> ProcessorReport {
        try await change(id) { known in
            guard var known, known.state == .authorised else { return known }
            (known.state, known.captured) = (.captured, known.amount)
            return known
        }
    }

    func cancel(_ id: ID<Payment>, _ payment: Payment) async throws(PaymentFailure) -> ProcessorReport {
        try await change(id) { known in
            guard var known else { return TestPayment(payment, .cancelled, nil) }
            if known.captured == 0 { known.state = .cancelled }
            return known
        }
    }

    func refund(
        _ refund: Stored<Refund>, of id: ID<Payment>, _ payment: Payment
    ) async throws(PaymentFailure) -> ProcessorReport {
        try await change(id) { known in
            guard var known, !known.refunds.contains(refund.id),
                known.refunded + refund.document.amount <= known.captured
            else { return known }
            known.refunds.append(refund.id)
            known.refunded += refund.document.amount
            return known
        }
    }

    /// Confirms a payment, as the customer does at their bank, or refuses it; also long after it was given up.
    func confirm(_ id: ID<Payment>, approves: Bool) async throws(PaymentFailure) -> ProcessorReport {
        try await change(id) { known in
            guard var known, known.state == .needsAction || known.state == .cancelled && approves else { return known }
            known.state = approves ? .captured : .failed
            if approves { known.captured = known.amount } else { known.failure = "not confirmed" }
            return known
        }
    }

    private func change(
        _ id: ID<Payment>, _ body: @escaping @Sendable (TestPayment?) -> TestPayment?
    ) async throws(PaymentFailure) -> ProcessorReport {
        let changed: TestPayment?
        do {
            changed = try await store.transaction { tx in
                let known = try tx.get(payments, id.text)?.document
                let changed = body(known)
                if let changed, changed != known { try tx.put(payments, changed, id: id.text) }
                return changed
            }
        } catch { throw .unknown("\(error)") }
        guard let changed else { throw .refused("no such payment") }
        return ProcessorReport(
            reference: "test-\(id)", state: changed.state, captured: changed.captured, refunded: changed.refunded,
            currency: changed.currency,
            action: changed.state == .needsAction ? PaymentAction(url: "test-payments/\(id)/confirm") : nil,
            failure: changed.failure)
    }
}

/// What the test processor knows of a payment.
@Record @Collection("test-payments")
struct TestPayment: Equatable {
    /// What is to be paid.
    var amount: Int64
    /// The currency.
    @Text(3...3) var currency: String
    /// What became of it.
    var state: Payment.State
    /// How much was taken.
    var captured: Int64 = 0
    /// How much was given back.
    var refunded: Int64 = 0
    /// What was given back, by the ids of the refunds.
    @Count(0...1_000) var refunds: [String] = []
    /// Why it failed.
    @Text(1...100) var failure: String?

    init(_ payment: Payment, _ state: Payment.State, _ failure: String?) {
        self.init(amount: payment.amount, currency: payment.currency, state: state, failure: failure)
    }
}

@Routes("shop", as: "testPaymentRoutes") extension ShopService {
    /// Confirms a payment with the test processor, as a customer does at their bank.
    /// - Parameter payment: Which payment.
    /// - Parameter approves: Whether the customer confirms it.
    @Post("/test-payments/{payment}/confirm", .everyone)
    func testPaymentConfirm(payment: ID<Payment>, approves: Bool = true) async throws -> Payment.View {
        guard let processor = processors[.test] as? TestProcessor else { throw ShopRefusal.noPayment }
        let report: ProcessorReport
        do throws(PaymentFailure) { report = try await processor.confirm(payment, approves: approves) } catch {
            throw ShopRefusal.noPayment
        }
        return try await transact { try $0.settle(payment, report) }.view
    }
}
