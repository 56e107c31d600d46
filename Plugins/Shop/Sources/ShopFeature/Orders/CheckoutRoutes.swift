internal import Baskets
internal import Calendars
internal import FeatureKit

extension ShopService {
    static let express = Flag(
        "shop.express", default: true, "Whether somebody may order at once, without a cart.")
}

/// A line of an order that is made without a cart.
@Record struct ExpressLine: Equatable {
    var product: ID<Product>
    /// Which of its variants.
    @Text(1...20) var variant: String?
    /// Which of its extras.
    @Text(1...20) @Count(0...30) var extras: [String] = []
    /// How many.
    @In(1...99) var quantity: Int = 1
    /// What the kitchen should know.
    @Text(1...200) var note: String?
}

/// How an order is picked up.
private struct Pickup {
    let seat: String?
    let slot: Timestamp?
    let confirmsAge: Bool
}

@Routes("shop", as: "checkoutRoutes") extension ShopService {
    /// Orders what is in the cart and reserves its stock; the order is then paid.
    /// - Parameter total: What the customer was told that it costs, in minor units; refused where that has changed.
    /// - Parameter slot: When it is picked up; as soon as possible by default.
    /// - Parameter seat: The seat that it is brought to.
    /// - Parameter confirmsAge: Whether the customer says that they are old enough for everything in it.
    @Post("/orders", .everyone)
    func checkout(
        @In(0...1_000_000_000_000) total: Int64, slot: Timestamp?, @Text(1...50) seat: String?,
        confirmsAge: Bool = false, _ call: Call, _ once: Once<Order.View>
    ) async throws -> Once<Order.View>.Answer {
        let pickup = Pickup(seat: seat, slot: slot, confirmsAge: confirmsAge)
        return try await once.finish { tx in
            let owner = try buyer(call, in: tx)
            guard let cart = try tx.first(carts, where: [.equals("owner", owner)]), !cart.document.lines.isEmpty else {
                throw ShopRefusal.emptyCart
            }
            let order = try order(cart.document, total: total, pickup, call, tx)
            var rest = cart.document
            (rest.lines, rest.note, rest.promotion, rest.changed) = ([], nil, nil, clock.now)
            try tx.put(carts, rest, id: cart.id)
            return view(order)
        }
    }

    /// Orders at once, without a cart, where the flag `shop.express` says so.
    /// - Parameter point: Where it is picked up.
    /// - Parameter lines: What is ordered.
    /// - Parameter total: What the customer was told that it costs, in minor units; refused where that has changed.
    /// - Parameter promotion: The code of a promotion.
    /// - Parameter slot: When it is picked up; as soon as possible by default.
    /// - Parameter seat: The seat that it is brought to.
    /// - Parameter note: What the kitchen should know.
    /// - Parameter confirmsAge: Whether the customer says that they are old enough for everything in it.
    @Post("/orders/express", .everyone)
    func expressOrder(
        point: ID<PointOfSale>, @Count(1...50) lines: [ExpressLine], @In(0...1_000_000_000_000) total: Int64,
        @Text(2...30) promotion: String?, slot: Timestamp?, @Text(1...50) seat: String?, @Text(1...300) note: String?,
        confirmsAge: Bool = false, _ call: Call, _ once: Once<Order.View>
    ) async throws -> Once<Order.View>.Answer {
        guard try flags.value(of: Self.express, for: call.caller) else { throw ShopRefusal.noExpress }
        let pickup = Pickup(seat: seat, slot: slot, confirmsAge: confirmsAge)
        return try await once.finish { tx in
            var cart = Cart(
                owner: try buyer(call, in: tx), point: point, note: note, promotion: promotion?.uppercased(),
                changed: clock.now)
            for line in lines { try add(line, to: &cart.lines, tx) }
            return view(try order(cart, total: total, pickup, call, tx))
        }
    }

    /// The times at which orders can be picked up at a point, and when one would be ready that is made now.
    @Get("/points/{point}/slots", .everyone)
    func slots(point: ID<PointOfSale>) async throws -> Slots {
        try await store.read { snapshot in
            guard let found = try snapshot.get(points, point) else { throw ShopRefusal.noPoint }
            return Slots(
                slots: try freeSlots(at: found, snapshot), estimate: try estimate(at: found, snapshot))
        }
    }

    // MARK: - Parts

    private func order(
        _ cart: Cart, total: Int64, _ pickup: Pickup, _ call: Call, _ tx: StoreTransaction
    ) throws -> Stored<Order> {
        guard let id = cart.point else { throw ShopRefusal.sayPoint }
        guard let point = try tx.get(points, id) else { throw ShopRefusal.noPoint }
        let name = point.document.name
        guard !point.document.isPaused else {
            throw ShopRefusal.paused(point: name, why: point.document.pauseReason ?? "")
        }
        if let hours = point.document.hours, hours.end(at: pickup.slot ?? clock.now, in: zones) == nil {
            throw ShopRefusal.pointClosed(point: name)
        }
        if pickup.seat != nil, !point.document.deliversToSeats { throw ShopRefusal.noDelivery(point: name) }
        let found = try priced(cart, tx)
        let priced = found.basket
        let shown = try Value(encoding: priced)
        if let code = cart.promotion, let why = priced.promotionProblem {
            throw ShopRefusal.promotion(code: code, why: why)
        }
        guard priced.canBeOrdered else { throw ShopRefusal.cartChanged(cart: shown) }
        guard priced.total == total else {
            throw ShopRefusal.otherTotal(total: priced.total, expected: total, cart: shown)
        }
        if let age = priced.minimumAge, !pickup.confirmsAge { throw ShopRefusal.ageUnconfirmed(age: age) }
        if let slot = pickup.slot {
            let free = try freeSlots(at: point, tx)
            guard free.contains(slot) else { throw ShopRefusal.slotTaken(slots: free) }
        }
        let unpaid = try tx.count(
            orders, where: [.equals("buyer", cart.owner), .equals("state", Order.State.pending)])
        guard unpaid < settings.mostUnpaid else { throw ShopRefusal.tooManyUnpaid(most: settings.mostUnpaid) }
        let transaction = OrderTransaction(self, tx, by: call)
        let order = try transaction.order(
            found, at: point, seat: pickup.seat, slot: pickup.slot,
            isGuest: !call.caller.isSignedIn)
        guard priced.total == 0 else { return order }
        var free = order.document
        return try transaction.pay(&free, order.key)
    }
}

/// When orders can be picked up at a point.
@Record struct Slots: Equatable {
    /// The beginnings of the slots that have room.
    var slots: [Timestamp]
    /// When an order would be ready that is made now.
    var estimate: Timestamp
}
