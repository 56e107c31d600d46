internal import FeatureKit

/// Who takes customers' money and gives it back.
///
/// Every call may be made again with the same ids and then does nothing a second time. Each answers with all that became
/// of the payment so far, so that two answers and a webhook in any order come to the same.
protocol PaymentProcessor: Sendable {
    /// Refuses a method that it does not know.
    func check(_ method: String?) throws(ShopRefusal)
    /// Begins a payment.
    func begin(_ id: ID<Payment>, _ payment: Payment) async throws(PaymentFailure) -> ProcessorReport
    /// Says what became of a payment.
    func report(_ id: ID<Payment>, _ payment: Payment) async throws(PaymentFailure) -> ProcessorReport
    /// Takes the money that is held.
    func capture(_ id: ID<Payment>, _ payment: Payment) async throws(PaymentFailure) -> ProcessorReport
    /// Gives up a payment of which no money was taken; where some was, the report says so.
    func cancel(_ id: ID<Payment>, _ payment: Payment) async throws(PaymentFailure) -> ProcessorReport
    /// Gives money back.
    func refund(_ refund: Stored<Refund>, of id: ID<Payment>, _ payment: Payment)
        async throws(PaymentFailure) -> ProcessorReport
}

/// All that became of a payment so far, as the processor says.
struct ProcessorReport: Sendable, Equatable {
    /// What the processor calls the payment.
    var reference: String
    var state: Payment.State
    /// How much was taken, and how much of that was given back.
    var captured: Int64 = 0
    var refunded: Int64 = 0
    var currency: String
    var action: PaymentAction?
    var failure: String?
}

/// Why a processor did not do what it was asked.
enum PaymentFailure: Error, Equatable {
    /// It can't be known whether it was done; asking again with the same ids is safe.
    case unknown(String)
    /// It will not be done, however often it is asked.
    case refused(String)
}
