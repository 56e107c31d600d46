/// Who does something with an order.
enum OrderActor: String, CaseIterable {
    /// Who ordered.
    case customer
    /// Who works at the point, and staff anywhere.
    case kitchen, staff
    /// A payment that came or went, and time.
    case shop
}

/// Which states follow which, and by whom.
enum OrderRules {
    static let table: [(from: Order.State, to: Order.State, by: [OrderActor])] = [
        (.pending, .paid, [.shop]),
        (.pending, .cancelled, [.customer, .kitchen, .staff, .shop]),
        // A payment that came after the reservation was over, and found stock.
        (.cancelled, .paid, [.shop]),
        (.paid, .preparing, [.kitchen, .staff]),
        // There is nothing to pick up.
        (.paid, .delivered, [.shop]),
        (.paid, .cancelled, [.customer, .kitchen, .staff]),
        (.preparing, .ready, [.kitchen, .staff]),
        (.preparing, .cancelled, [.kitchen, .staff]),
        (.ready, .delivered, [.kitchen, .staff]),
        (.ready, .cancelled, [.staff]),
        (.delivered, .refunded, [.shop]),
    ]

    /// Whether somebody may bring an order from one state to another.
    ///
    /// - Throws: `ShopRefusal` that says whether nobody can, or others.
    static func check(_ from: Order.State, _ to: Order.State, by actor: OrderActor) throws(ShopRefusal) {
        guard let rule = table.first(where: { $0.from == from && $0.to == to }) else {
            throw .notPossible(state: from)
        }
        guard rule.by.contains(actor) else { throw .notYours(state: from) }
    }
}
