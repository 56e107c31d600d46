public import FeatureKit

/// Who takes customers' money and gives it back.
///
/// Every call may be made again with the same ids and then does nothing a second time. Each answers with all that became
/// of the payment so far, so that two answers and a webhook in any order come to the same.
public protocol PaymentProcessor: Sendable {
    /// What customers can pay with, in the processor's words; empty where it takes any words, or none.
    var methods: [String] { get }
    /// Begins a payment.
    func begin(_ payment: PaymentOrder) async throws(PaymentFailure) -> PaymentReport
    /// Says what became of a payment.
    func report(_ payment: PaymentOrder) async throws(PaymentFailure) -> PaymentReport
    /// Takes the money that is held.
    func capture(_ payment: PaymentOrder) async throws(PaymentFailure) -> PaymentReport
    /// Gives up a payment of which no money was taken; where some was, the report says so.
    func cancel(_ payment: PaymentOrder) async throws(PaymentFailure) -> PaymentReport
    /// Gives money back, once for each id.
    func refund(_ amount: Int64, id: String, of payment: PaymentOrder) async throws(PaymentFailure) -> PaymentReport
}

/// What a processor is asked to take.
public struct PaymentOrder: Sendable, Equatable {
    /// What tells the payment from every other one.
    public let id: String
    /// How much, in minor units of the currency.
    public let amount: Int64
    /// The currency's code of ISO 4217.
    public let currency: String
    /// What the customer pays with, in the processor's words.
    public let method: String?
    /// What the processor calls the payment, once it has said so.
    public let reference: String?
    /// What people find it by at the processor, such as the number of an order.
    public let about: [String: String]

    /// Describes a payment.
    public init(
        id: String, amount: Int64, currency: String, method: String?, reference: String?, about: [String: String] = [:]
    ) {
        (self.id, self.amount, self.currency, self.method) = (id, amount, currency, method)
        (self.reference, self.about) = (reference, about)
    }
}

/// What became of a payment.
public enum PaymentState: String, CaseIterable, Shaped {
    /// The processor was asked, and has not answered yet.
    case starting
    /// The customer has to do something, such as 3-D Secure.
    case needsAction
    /// The money is held, and not taken yet.
    case authorised
    /// The money was taken.
    case captured
    case failed, cancelled

    /// Whether it may still come to something.
    public var isOpen: Bool { [.starting, .needsAction, .authorised].contains(self) }
}

/// What the customer's app goes on with.
@Record public struct PaymentAction: Equatable {
    /// What Stripe's own code in the app is given.
    @Text(1...500) public var clientSecret: String?
    /// Where the customer confirms.
    @Text(1...2_000) public var url: String?
}

/// All that became of a payment so far, as the processor says.
public struct PaymentReport: Sendable, Equatable {
    /// What the processor calls the payment.
    public var reference: String
    /// What became of it.
    public var state: PaymentState
    /// How much was taken.
    public var captured: Int64
    /// How much of that was given back.
    public var refunded: Int64
    /// The currency's code of ISO 4217.
    public var currency: String
    /// What the customer's app goes on with.
    public var action: PaymentAction?
    /// Why it failed, in the processor's words.
    public var failure: String?

    /// Describes what became of a payment.
    public init(
        reference: String, state: PaymentState, captured: Int64 = 0, refunded: Int64 = 0, currency: String,
        action: PaymentAction? = nil, failure: String? = nil
    ) {
        (self.reference, self.state, self.captured, self.refunded) = (reference, state, captured, refunded)
        (self.currency, self.action, self.failure) = (currency, action, failure)
    }
}

/// Why a processor did not do what it was asked.
public enum PaymentFailure: Error, Equatable {
    /// It can't be known whether it was done; asking again with the same ids is safe.
    case unknown(String)
    /// It will not be done, however often it is asked.
    case refused(String)
}
