internal import FeatureKit

/// A circuit's stands to try: invented points of sale, and what they sell (`stands.json`).
@Record struct DemoStands {
    /// The points of sale, by id.
    var points: [String: PointOfSale.Draft]
    /// The products, by id.
    var products: [String: Product.Draft]
    /// How many of some products, or of a variant (`product/variant`), are in stock.
    var stock: [String: Int]
    /// The promotions.
    var promotions: [Promotion.Draft]
}

/// That the store was filled with the stands once: what was removed does not come back.
@Record @Collection("demo-seeded") struct DemoSeeded: Equatable {
    /// When it was.
    var at: Timestamp
}

extension ShopService {
    /// Fills an empty store with the stands.
    func seedDemo() async throws {
        let stands = try DemoStands(json: PackageResources.stands_json)
        let isSeeded = try await transact { transaction in
            let tx = transaction.tx
            guard try demoSeeded.get(in: tx) == nil, try tx.count(products) == 0 else { return false }
            try demoSeeded.put(DemoSeeded(at: clock.now), in: tx)
            for (id, point) in stands.points { try tx.insert(points, PointOfSale(point), id: id) }
            for (id, product) in stands.products { try tx.insert(products, Product(product), id: id) }
            for promotion in stands.promotions { try tx.insert(promotions, Promotion(promotion)) }
            for (id, available) in stands.stock {
                let parts = id.split(separator: "/").map(String.init)
                try transaction.count(ID(parts[0]), parts.count > 1 ? parts[1] : nil, available)
            }
            return true
        }
        if isSeeded { log.info("filled an empty store with stands", [("products", "\(stands.products.count)")]) }
    }
}
