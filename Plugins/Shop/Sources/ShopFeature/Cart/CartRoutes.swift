internal import FeatureKit

extension Cart {
    /// Puts something into the cart, onto the same line where it is there already.
    mutating func add(_ line: CartLine) throws {
        if let index = lines.firstIndex(where: { $0.isSame(as: line) }) {
            lines[index].quantity += line.quantity
            lines[index].seenPrice = line.seenPrice
            guard lines[index].quantity <= CartLine.mostQuantity else {
                throw ShopRefusal.tooMany(most: CartLine.mostQuantity)
            }
        } else {
            guard lines.count < Self.mostLines else { throw ShopRefusal.tooManyLines(most: Self.mostLines) }
            lines.append(line)
        }
    }

    /// Takes over what a guest has put into another cart; what does not fit is left out.
    mutating func take(_ other: Cart, at now: Timestamp) {
        for line in other.lines {
            if let index = lines.firstIndex(where: { $0.isSame(as: line) }) {
                lines[index].quantity = min(CartLine.mostQuantity, lines[index].quantity + line.quantity)
            } else if lines.count < Self.mostLines {
                lines.append(line)
            }
        }
        (point, note, promotion) = (other.point ?? point, other.note ?? note, other.promotion ?? promotion)
        changed = now
    }
}

@Routes("shop", as: "cartRoutes") extension ShopService {
    /// The caller's cart as it costs now; a guest's belongs to their device.
    @Get("/cart", .everyone)
    func cart(_ call: Call) async throws -> CartView {
        try await read(by: call) { snapshot, owner in
            let cart = try snapshot.first(carts, where: [.equals("owner", owner)])?.document
            return try price(cart ?? Cart(owner: owner, changed: clock.now), snapshot)
        }
    }

    /// Puts a product into the cart.
    /// - Parameter product: Which product.
    /// - Parameter variant: Which of its variants.
    /// - Parameter extras: Which of its extras.
    /// - Parameter quantity: How many.
    /// - Parameter note: What the kitchen should know.
    @Post("/cart/lines", .everyone)
    func cartAdd(
        product: ID<Product>, @Text(1...20) variant: String?, @Text(1...20) @Count(0...30) extras: [String] = [],
        @In(1...99) quantity: Int = 1, @Text(1...200) note: String?, _ call: Call, _ once: Once<CartView>
    ) async throws -> Once<CartView>.Answer {
        try await once.finish { tx in
            try change(call, tx) { cart, tx in
                guard let found = try tx.get(products, product)?.document, found.isActive else {
                    throw ShopRefusal.noProduct
                }
                let line = try found.line(product, variant, extras, quantity, note)
                try cart.add(line)
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
    ) async throws -> CartView {
        try await change(call) { cart, tx in
            guard let index = cart.lines.firstIndex(where: { $0.id == line }) else { throw ShopRefusal.noLine }
            if let quantity { cart.lines[index].quantity = quantity }
            if let note { cart.lines[index].note = note.isEmpty ? nil : note }
            let old = cart.lines[index]
            if let product = try tx.get(products, old.product)?.document,
                let choice = product.choice(variant: old.variant, extras: old.extras)
            {
                cart.lines[index].seenPrice = choice.price
            }
        }
    }

    /// Takes a line out of the cart; one that is not there is no error.
    /// - Parameter line: Which line.
    @Delete("/cart/lines/{line}", .everyone)
    func cartRemove(@Text(1...40) line: String, _ call: Call) async throws -> CartView {
        try await change(call) { cart, _ in cart.lines.removeAll { $0.id == line } }
    }

    /// Says where the cart is picked up, what the kitchen should know and which promotion it has.
    /// - Parameter point: Where it is picked up.
    /// - Parameter note: What the kitchen should know; an empty text takes it away.
    /// - Parameter promotion: The code of a promotion; an empty text takes it away.
    @Patch("/cart", .everyone)
    func cartDetails(
        point: ID<PointOfSale>?, @Text(0...300) note: String?, @Text(0...30) promotion: String?, _ call: Call
    ) async throws -> CartView {
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
    func cartEmpty(_ call: Call) async throws -> CartView {
        try await change(call) { cart, _ in
            (cart.lines, cart.note, cart.promotion) = ([], nil, nil)
        }
    }

    // MARK: - Parts

    private func change(
        _ call: Call, _ body: @escaping @Sendable (inout Cart, StoreTransaction) throws -> Void
    ) async throws -> CartView {
        try await store.transaction { tx in try change(call, tx, body) }
    }

    private func change(
        _ call: Call, _ tx: StoreTransaction, _ body: (inout Cart, StoreTransaction) throws -> Void
    ) throws -> CartView {
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

    /// A cart as it costs now.
    func price(_ cart: Cart, _ snapshot: StoreSnapshot) throws -> CartView {
        try pricing(of: cart, snapshot).price(cart)
    }

    /// What has to be known to say what a cart costs.
    func pricing(of cart: Cart, _ snapshot: StoreSnapshot) throws -> Pricing {
        var (products, stock) = ([ID<Product>: Product](), [ID<StockLevel>: StockLevel]())
        for line in cart.lines {
            if products[line.product] == nil {
                products[line.product] = try snapshot.get(self.products, line.product)?.document
            }
            for id in Set([StockLevel.id(line.product, nil), StockLevel.id(line.product, line.variant)])
            where stock[id] == nil {
                stock[id] = try snapshot.get(self.stock, id)?.document
            }
        }
        let promotion = try cart.promotion.map { try self.promotion($0, for: cart.owner, snapshot) }
        return Pricing(
            now: clock.now, zones: zones, currency: settings.currency, products: products, stock: stock,
            promotion: promotion?.found?.document, promotionProblem: promotion?.problem)
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

extension Product {
    /// A line of a cart with this product.
    func line(
        _ id: ID<Product>, _ variant: String?, _ extras: [String], _ quantity: Int, _ note: String?
    ) throws(ShopRefusal) -> CartLine {
        if variants.isEmpty == (variant != nil) || !variants.isEmpty && !variants.contains(where: { $0.id == variant })
        {
            throw .chooseVariant(variants: variants.map(\.id))
        }
        if let unknown = extras.first(where: { extra in !self.extras.contains { $0.id == extra } }) {
            throw .noExtra(extra: unknown)
        }
        // In the product's order, each once, so that the same wish is the same line.
        let chosen = self.extras.map(\.id).filter(extras.contains)
        guard let price = choice(variant: variant, extras: chosen)?.price else {
            throw .chooseVariant(variants: variants.map(\.id))
        }
        return CartLine(
            id: ID<CartLine>.random().text, product: id, variant: variant, extras: chosen, quantity: quantity,
            note: note?.isEmpty == true ? nil : note, seenPrice: price)
    }
}
