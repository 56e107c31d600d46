internal import Codes
internal import FeatureKit

/// What a point has to do now, and what waits to be picked up.
@Record struct KitchenQueue: Equatable {
    static let most = 500

    /// The orders that are paid, prepared or ready, the most urgent first.
    var orders: [Order.View]
    /// Whether the point takes no orders at the moment.
    var isPaused: Bool
    /// How many there are beyond the first 500.
    var more: Int
}

@Routes("shop", as: "kitchenRoutes") extension ShopService {
    /// What a point has to do, for those who work there.
    @Get("/points/{point}/queue", .user)
    func queue(point: ID<PointOfSale>, _ call: Call) async throws -> KitchenQueue {
        try await store.read { snapshot in
            _ = try work(at: point, call, snapshot)
            return try queue(of: point, snapshot)
        }
    }

    /// What a point has to do, and again whenever that changes.
    @Stream("/points/{point}/queue/live", .user)
    func queueLive(point: ID<PointOfSale>, _ call: Call, _ out: ReplyStream<KitchenQueue>) async throws {
        let changes = try queueChanges.values(of: point)
        try await store.read { snapshot in _ = try work(at: point, call, snapshot) }
        if queueChanges[point] == nil { queueChanges.set(0, for: point) }
        for await _ in changes {
            // Who does not work there any more sees nothing more.
            try await out.send(queue(point: point, call))
        }
    }

    /// Takes an order to prepare it; taken twice, nothing changes.
    @Post("/orders/{order}/take", .user)
    func take(order: ID<Order>, _ call: Call) async throws -> Order.View {
        try await bring(order, to: .preparing, call)
    }

    /// Says that an order is ready, which its customer hears.
    @Post("/orders/{order}/ready", .user)
    func ready(order: ID<Order>, _ call: Call) async throws -> Order.View {
        try await bring(order, to: .ready, call)
    }

    /// Hands an order over against its code, as it is typed or read from the QR code.
    /// - Parameter code: What the QR code says, or the number of the order with the code that the customer says.
    @Post("/points/{point}/deliver", .user, limit: .per(.caller, 30, in: .minutes(1)))
    func deliver(point: ID<PointOfSale>, @Text(4...100) code: String, _ call: Call) async throws -> Order.View {
        let parts = code.split { $0 == "/" || $0.isWhitespace }.map(String.init)
        guard parts.count == 2, let typed = ShortCode.normalized(parts[1]) else { throw ShopRefusal.wrongCode }
        return try await transact(by: call) { transaction in
            let tx = transaction.tx
            _ = try work(at: point, call, tx)
            // What was ordered before midnight is handed over after it.
            let days = [transaction.today, day(at: transaction.now.advanced(by: .zero - .hours(24)))]
            let known =
                try tx.get(orders, ID<Order>(parts[0])).map { [$0] }
                ?? days.compactMap {
                    try tx.first(orders, where: [.equals("claim", "\(point)|\($0)|\(parts[0].uppercased())")])
                }
            let found = known.first { $0.document.point == point && $0.document.pickupCode == typed }
            guard let found else { throw ShopRefusal.wrongCode }
            return try transaction.bring(found, to: .delivered, call)
        }
    }

    /// Says that a product, or one of its variants, is sold out.
    /// - Parameter point: The point at which the caller works.
    /// - Parameter variant: Which of its variants.
    @Post("/points/{point}/sold-out/{product}", .user)
    func soldOut(
        point: ID<PointOfSale>, product: ID<Product>, @Text(1...20) variant: String?, _ call: Call
    ) async throws -> Product.View {
        try await transact(by: call) { transaction in
            _ = try work(at: point, call, transaction.tx)
            guard let found = try transaction.tx.get(products, product)?.document, found.isSold(at: point) else {
                throw ShopRefusal.noProduct
            }
            let isWhole = found.variants.isEmpty || variant == nil
            let known = try transaction.tx.all(stock, where: [.equals("product", product)]).map(\.document.variant)
            for variant in isWhole ? Set(known + (known.isEmpty ? [nil] : [])) : [variant] {
                try transaction.count(product, variant, 0)
            }
        }
        return try self.product(product: product)
    }

    /// Has a point take no orders for a while, or take them again.
    /// - Parameter isPaused: Whether it takes none.
    /// - Parameter reason: The reason, for customers.
    @Put("/points/{point}/pause", .user)
    func pause(
        point: ID<PointOfSale>, isPaused: Bool, @Text(1...200) reason: String?, _ call: Call
    ) async throws -> PointOfSale.View {
        try await store.transaction { tx in
            _ = try work(at: point, call, tx)
            guard var found = try tx.get(points, point)?.document else { throw ShopRefusal.noPoint }
            (found.isPaused, found.pauseReason) = (isPaused, isPaused ? reason : nil)
            let stored = try tx.put(points, found, id: point)
            tx.afterCommit { [queueChanges] in queueChanges.set(Int(stored.version), for: point) }
            return view(stored)
        }
    }

    // MARK: - Parts

    /// As whom the caller works at a point.
    func work(at point: ID<PointOfSale>, _ call: Call, _ snapshot: StoreSnapshot) throws -> OrderActor {
        guard try snapshot.get(points, point) != nil else { throw ShopRefusal.noPoint }
        guard let actor = try worker(at: point, call, snapshot) else { throw ShopRefusal.notYourPoint }
        return actor
    }

    private func bring(_ id: ID<Order>, to state: Order.State, _ call: Call) async throws -> Order.View {
        try await transact(by: call) { transaction in
            guard let found = try transaction.tx.get(orders, id) else { throw ShopRefusal.noOrder }
            return try transaction.bring(found, to: state, call)
        }
    }

    private func queue(of point: ID<PointOfSale>, _ snapshot: StoreSnapshot) throws -> KitchenQueue {
        let open: [StoreCondition] = [
            .equals("point", point), .among("state", [Order.State.paid, .preparing, .ready]),
        ]
        let found = try snapshot.query(orders, where: open, order: .by("due"), limit: KitchenQueue.most)
        let count = found.next == nil ? found.items.count : try snapshot.count(orders, where: open)
        return KitchenQueue(
            orders: found.items.map(\.kitchenView),
            isPaused: try snapshot.get(points, point)?.document.isPaused ?? false,
            more: count - found.items.count)
    }
}

extension Stored<Order> {
    /// The order without the code that it is picked up with.
    var kitchenView: Order.View {
        var view = view
        view.pickupCode = nil
        return view
    }
}

extension OrderTransaction {
    /// Brings an order of the caller's point to a state; where it is there already, nothing changes.
    fileprivate func bring(_ found: Stored<Order>, to state: Order.State, _ call: Call) throws -> Order.View {
        let actor = try service.work(at: found.document.point, call, tx)
        var order = found.document
        guard order.state != state else { return found.kitchenView }
        let was = order.state
        try bring(&order, to: state, by: actor)
        return try write(order, found.key, was: was).kitchenView
    }
}
