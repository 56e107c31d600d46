internal import Baskets
internal import Calendars
internal import FeatureKit
internal import Media
internal import SearchIndex

@Record struct ProductSearch: Equatable {
    /// A part of the name; accents and case don't matter.
    @Text(1...100) var name: String?
    /// The category.
    @Text(1...50) var category: String?
    /// Food or merchandise.
    var kind: Product.Kind?
    /// The point of sale that sells it.
    var point: ID<PointOfSale>?
    /// Whether only what is sold at this hour.
    var now = false
    /// How many products to reply at most.
    @In(1...100) var limit = 20
    /// The `next` of the page before.
    @Text(1...500) var after: String?
}

/// The categories in the order in which the caller sees them, and what the shop promotes.
@Record struct ShopFront: Equatable {
    /// The categories that have something for sale.
    var categories: [CategoryCount]
    /// What is promoted, in Spanish and English; absent where nothing is.
    var banner: Banner?
}

@Record struct CategoryCount: Equatable {
    /// The name of the category.
    var name: String
    /// How many products are for sale in it.
    var count: Int
}

/// What is promoted; nothing where its texts are empty.
@Record struct Banner: Equatable {
    /// The text in Spanish.
    @Text(0...200) var es = ""
    /// The text in English.
    @Text(0...200) var en = ""
    /// The code of a promotion that goes with it.
    @Text(2...30) var promotion: String?
}

/// The categories that come first.
@Record struct CategoryOrder: Equatable {
    /// Their names, the first one first.
    @Text(1...50) @Count(0...50) var first: [String] = []
}

/// What is new in the catalogue: one of these.
@Record struct CatalogueEvent: Equatable {
    /// A product as it is now.
    var product: Product.View?
    /// A product that is not sold there any more.
    var removed: ID<Product>?
    /// Whether everything has been told that there is; what follows are changes.
    var isComplete: Bool?
}

extension ShopService {
    static let banner = Flag("shop.banner", default: Banner(), "What the shop promotes on top.")
    static let categoryOrder = Flag(
        "shop.categories", default: CategoryOrder(), "The categories that come first; the others follow by name.")
}

@Routes("shop", as: "catalogueRoutes") extension ShopService {
    /// The categories in the order in which the caller sees them, and what is promoted.
    @Get("/front", .everyone)
    func front(_ call: Call) throws -> ShopFront {
        let (counts, banner) = (catalogue.counts, try flags.value(of: Self.banner, for: call.caller))
        let first = try flags.value(of: Self.categoryOrder, for: call.caller).first.filter { counts[$0] != nil }
        let rest = counts.keys.filter { !first.contains($0) }.sorted { $0.folded < $1.folded }
        return ShopFront(
            categories: (first + rest).map { CategoryCount(name: $0, count: counts[$0] ?? 0) },
            banner: banner.es.isEmpty && banner.en.isEmpty ? nil : banner)
    }

    /// Finds products that are for sale, by name, category and point of sale.
    @Get("/products", .everyone)
    func productSearch(_ request: ProductSearch) throws -> Page<Product.View> {
        let filter =
            "\(request.category ?? "") \(request.kind?.rawValue ?? "") \(request.point?.text ?? "") \(request.now)"
        let query = try SearchQuery(
            name: request.name, lat: nil, lon: nil, within: nil, filter: filter, limit: request.limit,
            after: request.after)
        let now = clock.now
        let found = catalogue.search(query) { product in
            product.isActive && request.category.map { product.category == $0 } ?? true
                && request.kind.map { product.kind == $0 } ?? true && product.isSold(at: request.point)
                && (!request.now || product.hours.map { $0.end(at: now, in: zones) != nil } ?? true)
        }
        return Page(items: found.items, next: found.next)
    }

    /// All products that a point sells, and then each that changes, in price or stock as well.
    /// - Parameter point: Which point; all of them by default.
    /// - Parameter category: Only those of a category.
    @Stream("/products/live", .everyone)
    func catalogueLive(
        point: ID<PointOfSale>?, @Text(1...50) category: String?, _ out: ReplyStream<CatalogueEvent>
    ) async throws {
        func isWanted(_ view: Product.View) -> Bool {
            view.isActive && (point.map { view.points.isEmpty || view.points.contains($0) } ?? true)
                && category.map { view.category == $0 } ?? true
        }
        var seen: Int?
        var shown: Set<ID<Product>> = []
        for await _ in try catalogue.changes.values(of: "all") {
            if let last = seen, case .changed(let changed, let number) = catalogue.news(after: last) {
                for (id, view) in changed {
                    if let view, isWanted(view) {
                        shown.insert(id)
                        try await out.send(CatalogueEvent(product: view))
                    } else if shown.remove(id) != nil {
                        try await out.send(CatalogueEvent(removed: id))
                    }
                }
                seen = number
            } else {
                let (all, number) = catalogue.all()
                let wanted = all.filter(isWanted)
                for id in shown.subtracting(wanted.map { ID($0.id.text) }) {
                    try await out.send(CatalogueEvent(removed: id))
                }
                for view in wanted { try await out.send(CatalogueEvent(product: view)) }
                (shown, seen) = (Set(wanted.map { ID($0.id.text) }), number)
                try await out.send(CatalogueEvent(isComplete: true))
            }
        }
    }

    /// A product.
    @Get("/products/{product}", .everyone)
    func product(product: ID<Product>) throws -> Product.View {
        guard let view = catalogue.view(product) else { throw ShopRefusal.noProduct }
        return view
    }

    /// The image of a product.
    @Get("/products/{product}/image", .everyone)
    func productImage(product: ID<Product>) async throws -> Media {
        guard let image = try await blobs.get(Product.image(of: product)) else { throw ShopRefusal.noImage }
        return image
    }
}

extension Product {
    /// Whether a point sells it; any where there is none.
    func isSold(at point: ID<PointOfSale>?) -> Bool { point.map { points.isEmpty || points.contains($0) } ?? true }

    /// Everything that is wrong with the product beyond its Shape, in the fields that a request names.
    func problems(_ zones: Zones, points known: Set<ID<PointOfSale>>) -> [RequestProblem] {
        var problems = optionProblems(reserved: (ids: ":|=,", names: "|"))
        func add(_ field: String, _ message: String) { problems.append(RequestProblem(field, message)) }
        if Set(allergens).count < allergens.count { add("allergens", "one stands there twice") }
        if kind != .food, !allergens.isEmpty { add("allergens", "merchandise has none") }
        problems += hours?.problems(in: zones) ?? []
        for point in points where !known.contains(point) { add("points", "there is no \"\(point)\"") }
        return problems
    }
}

extension DailyHours {
    /// What is wrong with the hours of a product or a point of sale.
    func problems(in zones: Zones) -> [RequestProblem] {
        guard !isValid(in: zones) else { return [] }
        let wanted = "two times such as 08:00 and 12:00, and a time zone such as Europe/Madrid"
        return [RequestProblem("hours", wanted)]
    }
}
