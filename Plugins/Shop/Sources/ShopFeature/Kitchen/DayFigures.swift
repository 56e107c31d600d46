internal import Baskets
internal import FeatureKit

/// How a day went at a point.
@Record struct DayFigures: Equatable {
    /// The day.
    var date: String
    /// How many orders came to each state.
    var orders: [String: Int] = [:]
    /// The currency of all amounts.
    var currency: String
    /// What was paid for orders of the day, in minor units.
    var paid: Int64 = 0
    /// What of that was given back.
    var refunded: Int64 = 0
    /// The tax in what was paid, by rate.
    var taxes: [TaxPart] = []
    /// How many were sold of each product, the most sold first.
    var products: [ProductCount] = []
    /// How long half of the orders took at most, from the payment until they were ready.
    var median: Duration?
    /// How long nine of ten took at most.
    var ninety: Duration?
}

@Record struct ProductCount: Equatable {
    var product: ID<Product>
    /// The name of the product.
    var name: String
    /// How many were sold.
    var count: Int
    /// What was paid for them.
    var total: Int64
}

@Routes("shop", as: "figureRoutes") extension ShopService {
    /// How a day went at a point, for those who work there.
    /// - Parameter date: Which day; today by default.
    @Get("/points/{point}/figures", .user)
    func figures(point: ID<PointOfSale>, @Text(10...10) date: String?, _ call: Call) async throws -> DayFigures {
        try await store.read { snapshot in _ = try work(at: point, call, snapshot) }
        var figures = DayFigures(date: date ?? day(at: clock.now), currency: settings.currency)
        var (prices, sold, waits) = ([(total: Int64, rate: Int)](), [ID<Product>: ProductCount](), [Duration]())
        for try await stored in orders.all(where: [.equals("point", point), .equals("date", figures.date)]) {
            let order = stored.document
            figures.orders[order.state.rawValue, default: 0] += 1
            guard let paid = order.moment(of: .paid), order.receipt != nil else { continue }
            figures.paid += order.total
            figures.refunded += order.refunded
            if let ready = order.moment(of: .ready) { waits.append(paid.duration(to: ready)) }
            for line in order.lines {
                prices.append((line.total, line.vat))
                sold[line.product, default: ProductCount(product: line.product, name: line.name, count: 0, total: 0)]
                    .count += line.quantity
                sold[line.product]?.total += line.total
            }
        }
        waits.sort()
        figures.taxes = try TaxPart.parts(of: prices, in: figures.currency)
        figures.products = Array(sold.values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.prefix(50))
        if !waits.isEmpty { (figures.median, figures.ninety) = (waits[waits.count / 2], waits[waits.count * 9 / 10]) }
        return figures
    }
}

extension Order {
    /// When it came to a state last.
    func moment(of state: State) -> Timestamp? { history.last { $0.state == state }?.at }
}
