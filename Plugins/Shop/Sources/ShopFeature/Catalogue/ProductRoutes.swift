internal import Baskets
internal import FeatureKit
internal import Media

// What staff does to the catalogue.
@Routes("shop", as: "productRoutes") extension ShopService {
    /// Adds a product.
    @Post("/products", .role("staff"))
    func productAdd(_ draft: Product.Draft) async throws -> Product.View {
        let product = Product(draft)
        return try await store.transaction { tx in try show(put(product, .random(), tx)) }
    }

    /// Changes a product; orders that were made keep what they were made with.
    @Patch("/products/{product}", .role("staff"))
    func productChange(_ request: Product.Change, _ call: Call) async throws -> Product.View {
        try await transact(by: call) { transaction in
            let tx = transaction.tx
            guard let old = try tx.get(products, request.product) else { throw ShopRefusal.noProduct }
            let new = try old.changed(by: request)
            try transaction.dropStock(of: request.product, except: new.variants)
            return try show(put(new, request.product, tx))
        }
    }

    /// Removes a product, its stock and its image; carts say that it is gone.
    @Delete("/products/{product}", .role("staff"))
    func productRemove(product: ID<Product>, _ call: Call) async throws -> Done {
        try await transact(by: call) { transaction in
            let tx = transaction.tx
            guard try tx.get(products, product) != nil else { throw ShopRefusal.noProduct }
            try transaction.dropStock(of: product, except: nil)
            try tx.blobs.delete(Product.image(of: product))
            try tx.delete(products, product)
            tx.afterCommit { [catalogue] in catalogue.remove(product) }
            return Done()
        }
    }

    /// Says how many of a product, or of one of its variants, are in stock.
    /// - Parameter variant: Which of its variants; the product as a whole by default.
    /// - Parameter available: How many are left to sell; without it the stock is not counted any more.
    @Put("/products/{product}/stock", .role("staff"))
    func stockSet(
        product: ID<Product>, @Text(1...20) variant: String?, @In(0...10_000_000) available: Int?, _ call: Call
    ) async throws -> Product.View {
        try await transact(by: call) { transaction in
            guard let found = try transaction.tx.get(products, product)?.document else { throw ShopRefusal.noProduct }
            if let variant, !found.variants.contains(where: { $0.id == variant }) {
                throw ShopRefusal(.chooseVariant(found.variants.map(\.id)))
            }
            try transaction.count(product, variant, available)
        }
        return try self.product(product: product)
    }

    /// Gives a product an image, in place of the one that it has.
    /// - Parameter image: A PNG, JPEG or WebP.
    @Put("/products/{product}/image", .role("staff"))
    func productImagePut(product: ID<Product>, image: ImageUpload) async throws -> Product.View {
        try await edit(product) { document, tx in
            document.image = try image.store(as: Product.image(of: product), in: tx)
        }
    }

    /// Removes the image of a product.
    @Delete("/products/{product}/image", .role("staff"))
    func productImageRemove(product: ID<Product>) async throws -> Product.View {
        try await edit(product) { document, tx in
            guard try tx.blobs.delete(Product.image(of: product)) else { throw ShopRefusal.noImage }
            document.image = nil
        }
    }

    // MARK: - Parts

    private func edit(
        _ id: ID<Product>, _ change: @escaping @Sendable (inout Product, StoreTransaction) throws -> Void
    ) async throws -> Product.View {
        try await store.transaction { tx in
            guard var product = try tx.get(products, id)?.document else { throw ShopRefusal.noProduct }
            try change(&product, tx)
            return try show(put(product, id, tx))
        }
    }

    /// Writes a product that was checked, which the catalogue follows.
    private func put(_ product: Product, _ id: ID<Product>, _ tx: StoreTransaction) throws -> Stored<Product> {
        // A point that was removed since stays in its products, so that they can be changed.
        let old = try tx.get(products, id)?.document.points ?? []
        let known = Set(try product.points.filter { try old.contains($0) || tx.get(points, $0) != nil })
        try product.problems(zones, points: known).refuse()
        return try write(product, id, tx)
    }

    /// Writes a product, which the catalogue follows.
    @discardableResult
    func write(_ product: Product, _ id: ID<Product>, _ tx: StoreTransaction) throws -> Stored<Product> {
        let stored = try tx.put(products, product, id: id)
        tx.afterCommit { [catalogue] in catalogue.update(stored) }
        return stored
    }

    private func show(_ product: Stored<Product>) -> Product.View {
        var view = product.view
        view.currency = settings.currency
        view.stock = catalogue.view(product.key)?.stock ?? []
        return view
    }

    /// Reads the catalogue into memory; to be called before anything is served.
    func readCatalogue() async throws {
        for try await product in products.all() { catalogue.update(product) }
        for try await level in stock.all() { catalogue.update(level) }
    }
}

extension OrderTransaction {
    /// Writes how many are left of a stock, which the catalogue follows.
    func write(_ level: StockLevel) throws {
        let stored = try tx.put(service.stock, level, id: level.id)
        tx.afterCommit { [service] in service.catalogue.update(stored) }
    }

    /// Sets what is in stock, and enters the difference into the ledger.
    func count(_ product: ID<Product>, _ variant: String?, _ available: Int?) throws {
        if let move = try set(product, variant, available) { try enter(.stocked, stock: [move]) }
    }

    /// Sets what is in stock; the difference, where there is one, is to be entered into the ledger.
    func set(_ product: ID<Product>, _ variant: String?, _ available: Int?) throws -> StockMove? {
        let id = StockLevel.id(product, variant)
        let known = try tx.get(service.stock, id)?.document.available
        if let available {
            try write(StockLevel(product: product, variant: variant, available: available))
        } else if known != nil {
            try tx.delete(service.stock, id)
            tx.afterCommit { [service] in service.catalogue.removeLevel(id, of: product) }
        }
        let move = StockMove(product: product, variant: variant, quantity: (available ?? 0) - (known ?? 0))
        return move.quantity == 0 ? nil : move
    }

    /// Ends the stock of a product's variants that there are no more; of all where there is no product any more.
    func dropStock(of product: ID<Product>, except variants: [ArticleOption]?) throws {
        for level in try tx.all(service.stock, where: [.equals("product", product)]) {
            let variant = level.document.variant
            if let variants, variant == nil || variants.contains(where: { $0.id == variant }) { continue }
            try count(product, variant, nil)
        }
    }
}
