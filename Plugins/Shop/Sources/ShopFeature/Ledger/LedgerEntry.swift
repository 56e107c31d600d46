internal import FeatureKit

/// One movement of money or stock; entries are never changed.
@Record @Collection("ledger", .on(\.number), .on(\.date, \.number), .on(\.order), .on(\.keepUntil))
struct LedgerEntry: Equatable {
    static let mostMoves = 50

    enum What: String, CaseIterable, Shaped {
        /// Stock is reserved for an order, or given back by one that was not paid or was cancelled.
        case reserved, released
        /// Money was taken, or given back.
        case paid, refunded
        /// Staff counted or filled up the stock.
        case stocked
    }

    /// Its place in the ledger.
    @Public var number: Int
    /// When it was.
    @Public var at: Timestamp
    /// The day by the clock of the shop.
    @Public @Text(10...10) var date: String
    /// What moved.
    @Public var what: What
    /// The order.
    @Public var order: ID<Order>?
    /// The payment.
    @Public var payment: ID<Payment>?
    /// The point of sale.
    @Public var point: ID<PointOfSale>?
    /// Who took the money.
    @Public var processor: ProcessorName?
    /// How much money came in, in minor units; what went out is below zero.
    @Public @In(-1_000_000_000_000...1_000_000_000_000) var money: Int64 = 0
    /// The currency.
    @Public @Text(3...3) var currency: String
    /// How much of each stock came in; what went out is below zero.
    @Public @Count(0...50) var stock: [StockMove] = []
    /// Until when the law wants it kept.
    var keepUntil: Timestamp
}

/// How much of a product, or of one of its variants, came in.
@Record struct StockMove: Equatable {
    /// Which product.
    var product: ID<Product>
    /// Which of its variants.
    @Text(1...20) var variant: String?
    /// How many; what went out is below zero.
    @In(-10_000_000...10_000_000) var quantity: Int
}
