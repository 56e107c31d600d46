internal import FeatureKit
internal import QRCodes

@Routes("shop", as: "orderRoutes") extension ShopService {
    /// The caller's orders, the newest first.
    @Get("/orders", .everyone)
    func ownOrders(_ request: PageRequest, _ call: Call) async throws -> Page<Order.View> {
        let owner = try await read(by: call) { _, owner in owner }
        return try await orders.page(request, where: [.equals("buyer", owner)], order: .descending(by: "made")) {
            self.view($0)
        }
    }

    /// An order, for who made it and those who work at its point.
    @Get("/orders/{order}", .everyone)
    func order(order: ID<Order>, _ call: Call) async throws -> Order.View {
        try await see(order, call) { found, snapshot in
            try view(found, at: snapshot.get(points, found.document.point), snapshot)
        }
    }

    /// An order, and again whenever it changes.
    @Stream("/orders/{order}/live", .everyone)
    func orderLive(order: ID<Order>, _ call: Call, _ out: ReplyStream<Order.View>) async throws {
        let views = try live.values(of: order)
        let isBuyer = try await see(order, call) { found, _ in found.document.pickupCode != nil }
        if let found = try await orders.get(order) { follow(found, always: true) }
        for await var view in views {
            if !isBuyer { view.pickupCode = nil }
            try await out.send(view)
        }
    }

    /// Cancels an order that is not prepared yet; what was paid is given back.
    /// - Parameter why: The reason.
    @Delete("/orders/{order}", .everyone)
    func orderCancel(order: ID<Order>, @Text(1...200) why: String?, _ call: Call) async throws -> Order.View {
        try await transact(by: call) { transaction in
            let (found, actor) = try find(order, call, transaction.tx)
            let isOver = found.document.state == .cancelled
            let order = isOver ? found : try transaction.cancel(found, why: why, by: actor)
            return actor == .customer ? view(order) : order.kitchenView
        }
    }

    /// The code that an order is picked up with, as a QR code, for who made it.
    @Get("/orders/{order}/code.png", .everyone)
    func orderCode(order: ID<Order>, _ call: Call) async throws -> Media {
        let found = try await see(order, call) { found, _ in found }
        guard let code = found.document.pickupCode, let png = try QRCode("\(order)/\(code)").png() else {
            throw ShopRefusal.noOrder
        }
        return Media(type: "image/png", bytes: png)
    }

    // MARK: - Parts

    /// Reads an order that the caller may see, with its pickup code where it is theirs.
    func see<Result: Sendable>(
        _ id: ID<Order>, _ call: Call, _ body: @escaping @Sendable (Stored<Order>, StoreSnapshot) throws -> Result
    ) async throws -> Result {
        guard call.caller.key != nil else {
            // The host itself sees everything.
            return try await store.read { snapshot in
                guard call.caller.origin == .system, let found = try snapshot.get(orders, id) else {
                    throw ShopRefusal.noOrder
                }
                return try body(found, snapshot)
            }
        }
        return try await read(by: call) { snapshot, buyer in
            var found = try find(id, as: buyer, call, snapshot).order
            // Nobody hands an order over without its customer.
            if found.document.buyer != buyer { found.document.pickupCode = nil }
            return try body(found, snapshot)
        }
    }

    /// An order that the caller may change, and as whom.
    func find(_ id: ID<Order>, _ call: Call, _ tx: StoreTransaction) throws -> (order: Stored<Order>, as: OrderActor) {
        try find(id, as: call.caller.key == nil ? nil : buyer(call, in: tx), call, tx)
    }

    private func find(
        _ id: ID<Order>, as buyer: String?, _ call: Call, _ snapshot: StoreSnapshot
    ) throws -> (order: Stored<Order>, as: OrderActor) {
        guard let order = try snapshot.get(orders, id) else { throw ShopRefusal.noOrder }
        if let actor = try worker(at: order.document.point, call, snapshot) { return (order, actor) }
        guard let buyer, order.document.buyer == buyer else { throw ShopRefusal.noOrder }
        return (order, .customer)
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
        if !always { queueChanges.set(Int(order.version), for: order.document.point, version: order.version) }
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
        try release(order, found.key)
        if order.total == 0 { try revoke(of: order, found.key) }
        for payment in try tx.all(service.payments, where: [.equals("order", found.key)]) {
            try giveUp(payment, why: why ?? "the order is cancelled")
        }
        return try write(order, found.key, was: was)
    }
}
