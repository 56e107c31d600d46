internal import Baskets
internal import Calendars
internal import Codes
internal import FeatureKit
internal import Webhooks

/// One transaction in which orders are made and changed.
///
/// Where something is refused the whole transaction is, so nothing has to be put back.
final class OrderTransaction {
    let service: ShopService
    let settings: Shop.Settings
    let tx: StoreTransaction
    let now: Timestamp
    /// The key of who asks for it; nil where time or a processor does.
    let actor: String?
    /// The number of the last entry of the ledger, once it is known.
    private var lastEntry: Int?

    init(_ service: ShopService, _ tx: StoreTransaction, by call: Call? = nil) {
        (self.service, settings, self.tx) = (service, service.settings, tx)
        (now, actor) = (service.clock.now, call?.caller.key)
    }

    /// The day by the clock of the shop.
    var today: String { service.day(at: now) }
    /// Until when the law wants kept what is written now.
    var keepUntil: Timestamp { now.advanced(by: settings.keep) }

    // MARK: - Reading

    func order(_ id: ID<Order>) throws -> Stored<Order> {
        guard let order = try tx.get(service.orders, id) else { throw ShopRefusal.noOrder }
        return order
    }

    // MARK: - Making

    /// Makes an order of a cart as it costs now, reserves its stock and numbers it.
    func order(
        _ priced: PricedCart, at point: Stored<PointOfSale>, seat: String?, slot: Timestamp?, isGuest: Bool
    ) throws -> Stored<Order> {
        let (cart, basket) = (priced.cart, priced.basket)
        var (lines, moves) = ([OrderLine](), [StockMove]())
        for (wanted, line) in zip(cart.lines, basket.lines) {
            guard let product = priced.products[line.product] else { throw ShopRefusal.noProduct }
            let (id, key) = (ID<Product>(line.product), priced.stockKey(wanted))
            // The product as a whole is counted where the variant is not.
            let variant = key == line.product ? nil : line.variant
            lines.append(
                OrderLine(
                    id: line.id, product: id, name: line.name, variant: key == nil ? line.variant : variant,
                    options: line.options, quantity: line.quantity, unitPrice: line.unitPrice, total: line.total,
                    vat: product.vat, minimumAge: product.minimumAge, grants: product.grants, note: line.note,
                    isCounted: key != nil))
            if key != nil { moves.append(StockMove(product: id, variant: variant, quantity: -line.quantity)) }
        }
        if let used = priced.promotion { try tx.update(service.promotions, used.id) { $0.uses += 1 } }
        let number = try nextNumber(at: point.key)
        let order = Order(
            number: number, buyer: cart.owner, point: point.key, pointName: point.document.name, date: today,
            state: .pending, lines: lines, currency: basket.currency, total: basket.total, discount: basket.discount,
            promotion: priced.promotion?.key, note: cart.note, seat: seat, slot: slot, due: slot ?? now,
            pickupCode: ShortCode.random(6), reservedUntil: now.advanced(by: settings.reserve), made: now,
            history: [OrderStep(state: .pending, at: now)], claim: "\(point.id)|\(today)|\(number)",
            isGuest: isGuest, keepUntil: keepUntil)
        let id = ID<Order>.random()
        try move(moves, .reserved, of: id, at: point.key)
        return try write(order, id)
    }

    func nextNumber(at point: ID<PointOfSale>) throws -> String {
        let id = ID<OrderNumber>("\(point)|\(today)")
        var counter = try tx.get(service.orderNumbers, id)?.document ?? OrderNumber()
        counter.last += 1
        try tx.put(service.orderNumbers, counter, id: id)
        let digits = String(counter.last)
        return "ORD-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    // MARK: - Stock

    /// Moves stock and writes it down; refused where there is not enough.
    private func move(
        _ moves: [StockMove], _ what: LedgerEntry.What, of order: ID<Order>, at point: ID<PointOfSale>
    ) throws {
        var moved: [StockMove] = []
        for move in moves {
            let id = StockLevel.id(move.product, move.variant)
            // Stock that is not counted any more needs nothing back.
            guard var level = try tx.get(service.stock, id)?.document else { continue }
            level.available += move.quantity
            guard level.available >= 0 else {
                throw ShopRefusal.notThatMany(available: level.available - move.quantity)
            }
            try write(level)
            moved.append(move)
        }
        if !moved.isEmpty { try enter(what, order: order, at: point, stock: moved) }
    }

    /// Gives the stock of an order that is cancelled back, and its use of a promotion.
    func release(_ order: Order, _ id: ID<Order>) throws {
        try move(
            order.counted.map { $0.move(of: $0.quantity - $0.refundedQuantity) }, .released, of: id, at: order.point)
        if let promotion = order.promotion, try tx.get(service.promotions, promotion) != nil {
            try tx.update(service.promotions, promotion) { $0.uses = max(0, $0.uses - 1) }
        }
    }

    /// Reserves the stock of an order again where it was cancelled; false where not all of it is there any more.
    func reserveAgain(_ order: Order, _ id: ID<Order>) throws -> Bool {
        guard order.state == .cancelled else { return true }
        var wanted: [ID<StockLevel>: Int] = [:]
        for line in order.counted { wanted[StockLevel.id(line.product, line.variant), default: 0] += line.quantity }
        for (level, quantity) in wanted {
            guard let left = try tx.get(service.stock, level)?.document.available, left >= quantity else {
                return false
            }
        }
        try move(order.counted.map { $0.move(of: -$0.quantity) }, .reserved, of: id, at: order.point)
        if let promotion = order.promotion, try tx.get(service.promotions, promotion) != nil {
            try tx.update(service.promotions, promotion) { $0.uses += 1 }
        }
        return true
    }

    /// Gives back the stock of some of the lines.
    func restock(_ lines: [String: Int], of order: Order, _ id: ID<Order>) throws {
        let moves = order.counted.compactMap { line in lines[line.id].map { line.move(of: $0) } }
        try move(moves, .released, of: id, at: order.point)
    }

    // MARK: - Writing

    /// Brings an order to another state, where the rules let somebody.
    func bring(_ order: inout Order, to state: Order.State, by actor: OrderActor) throws {
        try OrderRules.check(order.state, state, by: actor)
        order.state = state
        order.history.append(OrderStep(state: state, at: now))
        if state != .pending { order.reservedUntil = nil }
        try endRefunded(&order)
    }

    /// Ends a delivered order as refunded where all of its money was given back, before or after.
    func endRefunded(_ order: inout Order) throws {
        guard order.state == .delivered, order.refunded == order.total, order.total > 0 else { return }
        try bring(&order, to: .refunded, by: .shop)
    }

    /// Writes an order; who follows it is shown it, webhooks and the customer are told where its state is new.
    @discardableResult
    func write(_ order: Order, _ id: ID<Order>, was: Order.State? = nil) throws -> Stored<Order> {
        var order = order
        order.keepUntil = keepUntil
        let stored = try tx.put(service.orders, order, id: id)
        if order.state != was {
            try tell(stored)
            try settings.webhooks.enqueue(
                "shop.order.\(order.state.rawValue)", stored.kitchenView, id: "\(stored.id) \(stored.version)",
                key: stored.id, person: order.buyer, at: now, in: tx)
        }
        if let until = order.reservedUntil {
            tx.afterCommit { [service] in service.deadlines.set(.reservation(id), at: until) }
        }
        tx.afterCommit { [service] in service.follow(stored) }
        return stored
    }

    /// Enters a movement of money or stock into the ledger.
    func enter(
        _ what: LedgerEntry.What, order: ID<Order>? = nil, payment: (id: ID<Payment>, processor: ProcessorName)? = nil,
        at point: ID<PointOfSale>? = nil, money: Int64 = 0, currency: String? = nil, stock: [StockMove] = []
    ) throws {
        let number =
            try (lastEntry ?? tx.first(service.ledger, order: .descending(by: "number"))?.document.number ?? 0) + 1
        lastEntry = number
        try tx.insert(
            service.ledger,
            LedgerEntry(
                number: number, at: now, date: today, what: what, order: order, payment: payment?.id, point: point,
                processor: payment?.processor, money: money, currency: currency ?? settings.currency, stock: stock,
                keepUntil: keepUntil))
    }
}

extension Order {
    /// The lines whose stock is counted.
    var counted: [OrderLine] { lines.filter(\.isCounted) }
}

extension OrderLine {
    func move(of quantity: Int) -> StockMove { StockMove(product: product, variant: variant, quantity: quantity) }
}

extension ShortCode {
    /// A code of letters and digits that nobody can guess.
    static func random(_ length: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return random(length, using: &generator)
    }
}
