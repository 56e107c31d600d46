public import FeatureKit

/// A payment with play money, which does what its method says: for trying and for tests, never for business.
@Record public struct TestPayment: Equatable {
    /// What somebody can pay with.
    public enum Method: String, CaseIterable, Sendable {
        case succeeds = "test-succeeds"
        case declines = "test-declines"
        /// The customer confirms first.
        case secure = "test-3ds"
        /// The money is held first and taken when it is asked for.
        case authorises = "test-authorises"
        /// The money is taken, and the answer is lost.
        case timesOut = "test-times-out"
        /// The confirmation comes twice.
        case confirmsTwice = "test-confirms-twice"
        /// The confirmation comes after the reservation is over.
        case late = "test-late"
        /// The money is taken, and never given back.
        case refusesRefunds = "test-refuses-refunds"
    }

    /// What is to be paid.
    public var amount: Int64
    /// The currency.
    @Text(3...3) public var currency: String
    /// What became of it.
    public var state: PaymentState
    /// How much was taken.
    public var captured: Int64 = 0
    /// How much was given back.
    public var refunded: Int64 = 0
    /// The ids of what was given back.
    @Count(0...1_000) public var refunds: [String] = []
    /// Why it failed.
    @Text(1...100) public var failure: String?

    /// Begins a payment as its method says.
    public init(_ order: PaymentOrder) {
        self.init(amount: order.amount, currency: order.currency, state: .captured)
        switch order.method.flatMap(Method.init) ?? .succeeds {
        case .succeeds, .timesOut, .confirmsTwice, .refusesRefunds: captured = amount
        case .declines: (state, failure) = (.failed, "card declined")
        case .secure, .late: state = .needsAction
        case .authorises: state = .authorised
        }
    }

    /// A payment that was never begun.
    public init(neverBegun order: PaymentOrder, _ state: PaymentState) {
        self.init(amount: order.amount, currency: order.currency, state: state)
    }

    /// Takes the money that is held.
    public mutating func capture() {
        if state == .authorised { (state, captured) = (.captured, amount) }
    }

    /// Gives it up, unless the money was taken.
    public mutating func cancel() {
        if captured == 0 { state = .cancelled }
    }

    /// Gives money back, once for each id.
    public mutating func refund(_ amount: Int64, id: String) {
        guard !refunds.contains(id), refunded + amount <= captured else { return }
        refunds.append(id)
        refunded += amount
    }

    /// Confirms it as a customer does at their bank, or refuses it; also long after it was given up.
    public mutating func confirm(approves: Bool) {
        guard state == .needsAction || state == .cancelled && approves else { return }
        state = approves ? .captured : .failed
        if approves { captured = amount } else { failure = "not confirmed" }
    }

    /// All that became of it.
    ///
    /// - Parameter address: Where the module takes confirmations, before the id.
    public func report(_ id: String, confirmingAt address: String) -> PaymentReport {
        PaymentReport(
            reference: "test-\(id)", state: state, captured: captured, refunded: refunded, currency: currency,
            action: state == .needsAction ? PaymentAction(url: "\(address)/\(id)/confirm") : nil, failure: failure)
    }
}
