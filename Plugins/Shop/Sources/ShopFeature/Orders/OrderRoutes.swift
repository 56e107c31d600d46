internal import FeatureKit
internal import QRCodes

@Routes("shop", as: "orderRoutes") extension ShopService {
    /// The caller's orders, the newest first.
    @Get("/orders", .everyone)
    func ownOrders(_ request: PageRequest, _ call: Call) async throws -> Page<Order.View> {
        let owner = try await store.transaction { tx in try buyer(call, in: tx) }
        return try await orders.page(request, where: [.equals("buyer", owner)], order: .descending(by: "made")) {
            self.view($0)
        }
    }

    /// An order, for who made it and those who work at its point.
    /// - Parameter order: Which order.
    @Get("/orders/{order}", .everyone)
    func order(order: ID<Order>, _ call: Call) async throws -> Order.View {
        try await store.transaction { tx in
            let (found, _) = try find(order, call, tx)
            return try view(found, at: tx.get(points, found.document.point), tx)
        }
    }

    /// An order, and again whenever it changes.
    /// - Parameter order: Which order.
    @Stream("/orders/{order}/live", .everyone)
    func orderLive(order: ID<Order>, _ call: Call, _ out: ReplyStream<Order.View>) async throws {
        let views = try live.values(of: order)
        let found = try await store.transaction { tx in try find(order, call, tx).order }
        follow(found, always: true)
        for await view in views { try await out.send(view) }
    }

    /// Cancels an order that is not prepared yet; what was paid is given back.
    /// - Parameter order: Which order.
    /// - Parameter why: The reason.
    @Delete("/orders/{order}", .everyone)
    func orderCancel(order: ID<Order>, @Text(1...200) why: String?, _ call: Call) async throws -> Order.View {
        try await transact(by: call) { transaction in
            let (found, actor) = try find(order, call, transaction.tx)
            if found.document.state == .cancelled { return view(found) }
            return view(try transaction.cancel(found, why: why, by: actor))
        }
    }

    /// The code that an order is picked up with, as a QR code.
    /// - Parameter order: Which order.
    @Get("/orders/{order}/code.png", .everyone)
    func orderCode(order: ID<Order>, _ call: Call) async throws -> Media {
        let found = try await store.transaction { tx in try find(order, call, tx).order }
        let code = try QRCode("\(order)/\(found.document.pickupCode)")
        guard let png = code.png() else { throw ShopRefusal.noOrder }
        return Media(type: "image/png", bytes: png)
    }

    // MARK: - Parts

    /// An order that the caller may see, and as whom.
    func find(_ id: ID<Order>, _ call: Call, _ tx: StoreTransaction) throws -> (order: Stored<Order>, as: OrderActor) {
        guard let order = try tx.get(orders, id) else { throw ShopRefusal.noOrder }
        if let actor = try worker(at: order.document.point, call, tx) { return (order, actor) }
        let buyer = try buyer(call, in: tx)
        // A guest's order may just have moved to the person.
        guard let own = try tx.get(orders, id), own.document.buyer == buyer else { throw ShopRefusal.noOrder }
        return (own, .customer)
    }

    /// As whom the caller works at a point; nil where they don't.
    func worker(at point: ID<PointOfSale>, _ call: Call, _ snapshot: StoreSnapshot) throws -> OrderActor? {
        if call.owns(nil, orHas: "staff") { return .staff }
        guard call.caller.isSignedIn, let key = call.caller.key,
            try snapshot.get(points, point)?.document.staff.contains(key) == true
        else { return nil }
        return .kitchen
    }

    /// An order as callers see it.
    func view(_ order: Stored<Order>) -> Order.View { order.view }

    /// An order as callers see it, with the time when it will be ready.
    private func view(
        _ order: Stored<Order>, at point: Stored<PointOfSale>?, _ snapshot: StoreSnapshot
    ) throws -> Order.View {
        var view = order.view
        if let point, order.document.isOpen { view.estimate = try estimate(at: point, for: order, snapshot) }
        return view
    }

    /// Shows an order to those who follow it.
    func follow(_ order: Stored<Order>, always: Bool = false) {
        guard always || live[order.key] != nil else { return }
        live.set(view(order), for: order.key, version: order.version)
    }
}

extension OrderTransaction {
    /// Cancels an order: gives its stock back, and what was paid.
    @discardableResult
    func cancel(
        _ found: Stored<Order>, why: String?, by actor: OrderActor, isExpired: Bool = false
    ) throws -> Stored<Order> {
        var order = found.document
        let was = order.state
        try bring(&order, to: .cancelled, by: actor)
        (order.why, order.isExpired) = (why, isExpired)
        try release(&order, found.key)
        for payment in try tx.all(service.payments, where: [.equals("order", found.key)]) {
            try giveUp(payment, why: why ?? "the order is cancelled")
        }
        return try write(order, found.key, was: was)
    }
}
