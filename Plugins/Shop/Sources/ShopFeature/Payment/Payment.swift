internal import FeatureKit
internal import Payments

/// One attempt to pay an order.
@Record
@Collection(
    "payments", .on(\.order), .on(\.order, \.paysOrder), .on(\.state), .on(\.reference), person: .anonymises(\.buyer))
struct Payment: Equatable {
    /// The order that is paid.
    @Public var order: ID<Order>
    /// Whose money it is; absent once that account is deleted.
    @Text(1...256) var buyer: String?
    /// Who takes the money.
    @Public var processor: ProcessorName
    /// What the customer pays with, in the processor's words.
    @Public @Text(1...100) var method: String?
    /// What is to be paid, in minor units.
    @Public @In(0...1_000_000_000_000) var amount: Int64
    /// The currency of all amounts.
    @Public @Text(3...3) var currency: String
    /// What became of it so far.
    @Public var state: PaymentState
    /// What the processor calls it.
    @Text(1...200) var reference: String?
    /// How much was taken.
    @Public @In(0...1_000_000_000_000) var captured: Int64 = 0
    /// How much was given back.
    @Public @In(0...1_000_000_000_000) var refunded: Int64 = 0
    /// Whether the order was paid with it; money that came too late, or twice, is given back.
    @Public var paysOrder = false
    /// Why it failed, in the processor's words.
    @Public @Text(1...300) var failure: String?
    /// When it was begun.
    @Public var made: Timestamp
    /// What the customer's app goes on with; absent where it has nothing to do.
    @Public var action: PaymentAction? { nil }
}

enum ProcessorName: String, CaseIterable, Shaped { case test, stripe, appStore }

/// Money that is given back.
@Record @Collection("refunds", .on(\.order), .on(\.payment, \.state))
struct Refund: Equatable {
    enum State: String, CaseIterable, Shaped { case pending, done, failed }

    /// The order.
    @Public var order: ID<Order>
    /// The payment that it comes from.
    @Public var payment: ID<Payment>
    /// How much, in minor units.
    @Public @In(1...1_000_000_000_000) var amount: Int64
    /// The lines that it is for, by id; an amount alone where there are none.
    @Public @In(1...99) @Count(0...50) var lines: [String: Int] = [:]
    /// Whether they go back into the stock once the money is back.
    var restocks = false
    /// The reason.
    @Public @Text(1...200) var why: String
    /// What became of it.
    @Public var state: State
    /// When it was asked for.
    @Public var made: Timestamp
    /// The number of its rectifying receipt.
    @Public @Text(1...30) var receipt: String?
}
