internal import FeatureKit

@Routes("shop", as: "catalogueRoutes") extension ShopService {
    /// A product.
    /// - Parameter product: Which product.
    @Get("/products/{product}", .everyone)
    func product(product: ID<Product>) async throws -> Product.View {
        try await store.read { snapshot in
            guard let found = try snapshot.get(products, product) else { throw ShopRefusal.noProduct }
            return try view(found, snapshot)
        }
    }

    /// Adds a product.
    @Post("/products", .role("staff"))
    func productAdd(_ draft: Product.Draft) async throws -> Product.View {
        try await store.transaction { tx in try view(tx.insert(products, Product(draft)), tx) }
    }

    /// Says how many of a product, or of one of its variants, are in stock; nil means that it is not counted any more.
    /// - Parameter product: Which product.
    /// - Parameter variant: Which of its variants; the product as a whole by default.
    /// - Parameter available: How many are left to sell; without it the stock is not counted any more.
    @Put("/products/{product}/stock", .role("staff"))
    func stockSet(
        product: ID<Product>, @Text(1...20) variant: String?, @In(0...10_000_000) available: Int?, _ call: Call
    ) async throws -> Product.View {
        try await transact(by: call) { transaction in
            let tx = transaction.tx
            guard let found = try tx.get(products, product) else { throw ShopRefusal.noProduct }
            if let variant, !found.document.variants.contains(where: { $0.id == variant }) {
                throw ShopRefusal.chooseVariant(variants: found.document.variants.map(\.id))
            }
            try transaction.count(product, variant, available)
            return try view(found, tx)
        }
    }

    /// Adds a point of sale.
    @Post("/points", .role("staff"))
    func pointAdd(_ draft: PointOfSale.Draft) async throws -> PointOfSale.View {
        try await points.insert(PointOfSale(draft)).view
    }

    // MARK: - Parts

    /// A product as callers see it.
    func view(_ product: Stored<Product>, _ snapshot: StoreSnapshot) throws -> Product.View {
        var view = product.view
        view.currency = settings.currency
        view.stock = try snapshot.query(stock, where: [.equals("product", product.key)], limit: 21).items.map(\.document)
        return view
    }
}

extension OrderTransaction {
    /// Sets what is in stock, and enters the difference into the ledger.
    func count(_ product: ID<Product>, _ variant: String?, _ available: Int?) throws {
        let id = StockLevel.id(product, variant)
        let known = try tx.get(service.stock, id)?.document.available
        if let available {
            try tx.put(service.stock, StockLevel(product: product, variant: variant, available: available), id: id)
        } else {
            try tx.delete(service.stock, id)
        }
        let move = StockMove(product: product, variant: variant, quantity: (available ?? 0) - (known ?? 0))
        if move.quantity != 0 { try enter(.stocked, stock: [move]) }
    }
}
