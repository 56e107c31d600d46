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
    var product: ID<Product>
    /// Which of its variants.
    @Text(1...20) var variant: String?
    /// How many; what went out is below zero.
    @In(-10_000_000...10_000_000) var quantity: Int

    /// The stock that moved.
    var level: ID<StockLevel> { StockLevel.id(product, variant) }
}

/// What the entries and receipts came to that were deleted since they were kept long enough: of a stock, or how many.
@Record @Collection("ledger-openings")
struct LedgerOpening: Equatable {
    static let entries = "entries"

    /// How much of the stock came in, or how many were deleted.
    var quantity = 0

    static func id(of move: StockMove) -> String { "stock/\(move.level)" }

    /// The stock of which one of that id tells; nil where it counts what was deleted.
    static func stock(of id: String) -> String? { id.hasPrefix("stock/") ? String(id.dropFirst(6)) : nil }
}

extension Receipt {
    /// Its series and its place there.
    var place: (series: String, number: Int) {
        let parts = number.split(separator: "-")
        return ("receipts/\(parts.first ?? "")", parts.last.flatMap { Int($0) } ?? 0)
    }
}

extension OrderTransaction {
    /// Deletes an entry that was kept long enough, whose stock is carried over.
    func forget(_ entry: Stored<LedgerEntry>) throws {
        for move in entry.document.stock { try carry(move.quantity, LedgerOpening.id(of: move)) }
        try carry(1, LedgerOpening.entries)
        try tx.delete(service.ledger, entry.id)
    }

    /// Deletes an order that was kept long enough, with all that belongs to it.
    func forget(_ order: Stored<Order>) throws {
        let mine: [StoreCondition] = [.equals("order", order.key)]
        for payment in try tx.all(service.payments, where: mine) {
            try tx.delete(service.payments, payment.id)
            try tx.delete(service.testPayments, payment.id)
        }
        for refund in try tx.all(service.refunds, where: mine) { try tx.delete(service.refunds, refund.id) }
        for receipt in try tx.all(service.receipts, where: mine) {
            try carry(1, receipt.document.place.series)
            try tx.delete(service.receipts, receipt.id)
        }
        for entry in try tx.all(service.ledger, where: mine) { try forget(entry) }
        try tx.delete(service.orders, order.id)
    }

    private func carry(_ quantity: Int, _ id: String) throws {
        var opening = try tx.get(service.openings, id)?.document ?? LedgerOpening()
        opening.quantity += quantity
        try tx.put(service.openings, opening, id: id)
    }
}
