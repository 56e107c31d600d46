internal import FeatureKit
internal import Receipts

/// A receipt, or one that rectifies another; it is never changed.
@Record @Collection("receipts", .unique(\.number), .on(\.order))
struct Receipt: Equatable {
    /// Its number, without gaps in its series and year.
    @Public @Text(1...30) var number: String
    /// The order.
    @Public var order: ID<Order>
    /// The number of the order.
    @Public @Text(1...20) var orderNumber: String
    /// When it was made out.
    @Public var at: Timestamp
    /// Who sold.
    @Public var seller: Seller
    /// The name of the point of sale.
    @Public @Text(1...100) var pointName: String
    /// What was sold or, below zero, given back.
    @Public @Count(1...51) var lines: [ReceiptLine]
    /// The currency.
    @Public @Text(3...3) var currency: String
    /// The number of the receipt that it rectifies.
    @Public @Text(1...30) var rectifies: String?
    /// The reason for the rectification.
    @Public @Text(1...200) var why: String?
    /// Until when the law wants it kept.
    var keepUntil: Timestamp
}

/// The last number of a series of receipts.
@Record @Collection("receipt-series")
struct ReceiptSeries: Equatable {
    /// The last number.
    @In(0...1_000_000_000) var last = 0
}
