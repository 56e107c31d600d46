internal import Baskets
internal import Calendars
internal import FeatureKit

extension Cart {
    /// Takes over what a guest has put into another cart.
    mutating func take(_ other: Cart, at now: Timestamp) {
        lines.take(other.lines)
        (point, note, promotion) = (other.point ?? point, other.note ?? note, other.promotion ?? promotion)
        changed = now
    }
}

extension ShopRefusal {
    init(_ problem: BasketProblem) {
        self =
            switch problem {
            case .tooManyLines: .tooManyLines(most: [BasketLine].most)
            case .tooMany: .tooMany(most: BasketLine.mostQuantity)
            case .chooseVariant(let variants): variants.isEmpty ? .noVariants : .chooseVariant(variants: variants)
            case .noExtra(let extra): .noExtra(extra: extra)
            }
    }
}

@Routes("shop", as: "cartRoutes") extension ShopService {
    /// The caller's cart as it costs now; a guest's belongs to their device.
    @Get("/cart", .everyone)
    func cart(_ call: Call) async throws -> PricedBasket {
        try await read(by: call) { snapshot, owner in
            let cart = try snapshot.first(carts, where: [.equals("owner", owner)])?.document
            return try price(cart ?? Cart(owner: owner, changed: clock.now), snapshot)
        }
    }

    /// Puts a product into the cart.
    /// - Parameter variant: Which of its variants.
    /// - Parameter extras: Which of its extras.
    /// - Parameter quantity: How many.
    /// - Parameter note: What the kitchen should know.
    @Post("/cart/lines", .everyone)
    func cartAdd(
        product: ID<Product>, @Text(1...20) variant: String?, @Text(1...20) @Count(0...30) extras: [String] = [],
        @In(1...99) quantity: Int = 1, @Text(1...200) note: String?, _ call: Call, _ once: Once<PricedBasket>
    ) async throws -> Once<PricedBasket>.Answer {
        try await once.finish { tx in
            try change(call, tx) { cart, tx in
                try add(
                    ExpressLine(product: product, variant: variant, extras: extras, quantity: quantity, note: note),
                    to: &cart.lines, tx)
            }
        }
    }

    /// Changes a line of the cart, whose price the caller has seen by then.
    /// - Parameter line: Which line.
    /// - Parameter quantity: How many.
    /// - Parameter note: What the kitchen should know; an empty text takes it away.
    @Patch("/cart/lines/{line}", .everyone)
    func cartChange(
        @Text(1...40) line: String, @In(1...99) quantity: Int?, @Text(0...200) note: String?, _ call: Call
    ) async throws -> PricedBasket {
        try await change(call) { cart, tx in
            guard let index = cart.lines.firstIndex(where: { $0.id == line }) else { throw ShopRefusal.noLine }
            if let quantity { cart.lines[index].quantity = quantity }
            if let note { cart.lines[index].note = note.isEmpty ? nil : note }
            let old = cart.lines[index]
            if let product = try tx.get(products, ID<Product>(old.product))?.document,
                let choice = product.choice(variant: old.variant, extras: old.extras)
            {
                cart.lines[index].seenPrice = choice.price
            }
        }
    }

    /// Takes a line out of the cart; one that is not there is no error.
    /// - Parameter line: Which line.
    @Delete("/cart/lines/{line}", .everyone)
    func cartRemove(@Text(1...40) line: String, _ call: Call) async throws -> PricedBasket {
        try await change(call) { cart, _ in cart.lines.removeAll { $0.id == line } }
    }

    /// Says where the cart is picked up, what the kitchen should know and which promotion it has.
    /// - Parameter point: Where it is picked up.
    /// - Parameter note: What the kitchen should know; an empty text takes it away.
    /// - Parameter promotion: The code of a promotion; an empty text takes it away.
    @Patch("/cart", .everyone)
    func cartDetails(
        point: ID<PointOfSale>?, @Text(0...300) note: String?, @Text(0...30) promotion: String?, _ call: Call
    ) async throws -> PricedBasket {
        try await change(call) { cart, tx in
            if let point {
                guard try tx.get(points, point) != nil else { throw ShopRefusal.noPoint }
                cart.point = point
            }
            if let note { cart.note = note.isEmpty ? nil : note }
            if let promotion {
                let code = promotion.isEmpty ? nil : promotion.uppercased()
                cart.promotion = code
                if let code, let why = try self.promotion(code, for: cart.owner, tx).problem {
                    throw ShopRefusal.promotion(code: code, why: why)
                }
            }
        }
    }

    /// Empties the cart.
    @Delete("/cart", .everyone)
    func cartEmpty(_ call: Call) async throws -> PricedBasket {
        try await change(call) { cart, _ in
            (cart.lines, cart.note, cart.promotion) = ([], nil, nil)
        }
    }

    // MARK: - Parts

    private func change(
        _ call: Call, _ body: @escaping @Sendable (inout Cart, StoreTransaction) throws -> Void
    ) async throws -> PricedBasket {
        try await store.transaction { tx in try change(call, tx, body) }
    }

    private func change(
        _ call: Call, _ tx: StoreTransaction, _ body: (inout Cart, StoreTransaction) throws -> Void
    ) throws -> PricedBasket {
        let owner = try buyer(call, in: tx)
        let stored = try tx.first(carts, where: [.equals("owner", owner)])
        var cart = stored?.document ?? Cart(owner: owner, changed: clock.now)
        let before = cart
        try body(&cart, tx)
        if cart != before {
            cart.changed = clock.now
            if let stored { try tx.put(carts, cart, id: stored.id) } else { try tx.insert(carts, cart) }
        }
        return try price(cart, tx)
    }

    /// Puts something into a cart.
    func add(_ wish: ExpressLine, to lines: inout [BasketLine], _ snapshot: StoreSnapshot) throws {
        guard let product = try snapshot.get(products, wish.product)?.document, product.isActive else {
            throw ShopRefusal.noProduct
        }
        do throws(BasketProblem) {
            try lines.add(
                BasketLine(
                    id: ID<BasketLine>.random().text, wish.product.text, product, variant: wish.variant,
                    extras: wish.extras, quantity: wish.quantity, note: wish.note))
        } catch { throw ShopRefusal(error) }
    }

    /// A cart as it costs now.
    func price(_ cart: Cart, _ snapshot: StoreSnapshot) throws -> PricedBasket { try priced(cart, snapshot).basket }

    /// A cart as it costs now, with what was read to say so.
    func priced(_ cart: Cart, _ snapshot: StoreSnapshot) throws -> PricedCart {
        var (found, levels) = ([String: Product](), [String: Int]())
        for line in cart.lines {
            let product = ID<Product>(line.product)
            if found[line.product] == nil { found[line.product] = try snapshot.get(products, product)?.document }
            for id in [StockLevel.id(product, nil), StockLevel.id(product, line.variant)] where levels[id.text] == nil {
                levels[id.text] = try snapshot.get(stock, id)?.document.available
            }
        }
        let promotion = try cart.promotion.map { try self.promotion($0, for: cart.owner, snapshot) }
        let used = promotion?.problem == nil ? promotion?.found : nil
        let pricing = BasketPricing(
            currency: settings.currency, items: found, stock: levels, discount: used?.document.discount)
        let now = clock.now
        var basket = try pricing.price(cart.lines) { product in
            if !product.isActive { return .gone }
            if !product.isSold(at: cart.point) { return .notHere }
            return product.hours.map { $0.end(at: now, in: zones) == nil } == true ? .notNow : nil
        }
        (basket.point, basket.note, basket.promotion) = (cart.point?.text, cart.note, cart.promotion)
        basket.promotionProblem = promotion?.problem
        return PricedCart(cart: cart, basket: basket, products: found, promotion: used, stockKey: pricing.stockKey)
    }

    /// A promotion by its code, and the reason why the buyer can't use it.
    func promotion(_ code: String, for buyer: String, _ snapshot: StoreSnapshot) throws
        -> (found: Stored<Promotion>?, problem: String?)
    {
        guard let found = try snapshot.first(promotions, where: [.equals("code", code)]) else {
            return (nil, "there is no such promotion")
        }
        guard found.document.isGood(at: clock.now) else { return (found, "it is not good now") }
        if let most = found.document.perPerson {
            let used = try snapshot.count(
                orders,
                where: [
                    .equals("promotion", found.key), .equals("buyer", buyer),
                    .among("state", [.pending, .paid, .preparing, .ready, .delivered] as [Order.State]),
                ])
            guard used < most else { return (found, "you have used it already") }
        }
        return (found, nil)
    }
}

/// A cart as it costs now, with what was read to say so.
struct PricedCart {
    let cart: Cart
    let basket: PricedBasket
    let products: [String: Product]
    let promotion: Stored<Promotion>?
    /// The stock that a line takes from.
    let stockKey: (BasketLine) -> String?
}

extension Promotion {
    fileprivate var discount: BasketDiscount {
        BasketDiscount(percent: percent, amount: amount, products: products.map(\.text))
    }
}
