internal import Calendars
internal import FeatureKit
internal import Money

/// A cart as it costs now.
@Record struct CartView: Equatable {
    /// Where it is picked up.
    var point: ID<PointOfSale>?
    /// What is in it.
    var lines: [PricedLine]
    /// What the kitchen should know.
    var note: String?
    /// The code of a promotion.
    var promotion: String?
    /// The reason why the promotion takes nothing off.
    var promotionProblem: String?
    /// The currency of all amounts.
    var currency: String
    /// What the lines cost together, in minor units.
    var subtotal: Int64 = 0
    /// How much the promotion takes off.
    var discount: Int64 = 0
    /// What is paid for it.
    var total: Int64 = 0
    /// The tax in the total, by rate.
    var taxes: [TaxPart] = []
    /// How old the customer has to be.
    var minimumAge: Int?
    /// Whether it can be ordered as it is.
    var canBeOrdered = false
}

/// What a line of a cart costs now.
@Record struct PricedLine: Equatable {
    enum Problem: String, CaseIterable, Shaped {
        /// One costs something else than when it was put into the cart.
        case priceChanged
        case soldOut
        /// There are fewer than wanted.
        case tooFew
        /// The shop does not sell it any more, or not with that variant or those extras.
        case gone
        /// The point does not sell it, or not at this hour.
        case notHere, notNow
    }

    /// What tells it from the cart's other lines.
    var id: String
    /// Which product.
    var product: ID<Product>
    /// The name of the product.
    var name: String
    /// Which variant.
    var variant: String?
    /// Which extras.
    var extras: [String]
    /// The names of the variant and the extras.
    var options: [String]
    /// How many.
    var quantity: Int
    /// What the kitchen should know.
    var note: String?
    /// What one costs, in minor units.
    var unitPrice: Int64
    /// What all of them cost, before the discount.
    var subtotal: Int64
    /// How much the promotion takes off.
    var discount: Int64 = 0
    /// What is in the way of ordering it as it is.
    var problem: Problem?
    /// What one cost when it was put into the cart, where that was something else.
    var was: Int64?
    /// How many are left, where that is fewer than wanted.
    var left: Int?

    var total: Int64 { subtotal - discount }
}

/// The tax in prices of one rate.
@Record struct TaxPart: Equatable {
    /// The rate in hundredths of a per cent.
    var rate: Int
    /// The prices with the tax, in minor units.
    var gross: Int64
    /// The prices without the tax.
    var net: Int64
    /// The tax.
    var tax: Int64

    /// The tax in prices with their rates.
    static func parts(of prices: [(total: Int64, rate: Int)], in currency: String) throws(MoneyProblem) -> [TaxPart] {
        let taxed = prices.compactMap { price in
            Percent(hundredths: price.rate).map { (Money(minor: price.total, currency: currency), $0) }
        }
        return try VAT(in: taxed, currency: currency).parts.map {
            TaxPart(rate: $0.rate.hundredths, gross: $0.gross.minor, net: $0.net.minor, tax: $0.tax.minor)
        }
    }
}

extension Product {
    /// What one costs with a variant and extras, and what these are called; nil where the product has them no more.
    func choice(variant: String?, extras: [String]) -> (price: Int64, options: [String])? {
        let chosen = variants.first { $0.id == variant }
        guard (chosen != nil) != variants.isEmpty, variant == nil || chosen != nil else { return nil }
        let added = extras.compactMap { extra in self.extras.first { $0.id == extra } }
        guard added.count == extras.count else { return nil }
        let price = price + (chosen?.surcharge ?? 0) + added.reduce(0) { $0 + $1.surcharge }
        return (max(0, price), (chosen.map { [$0.name] } ?? []) + added.map(\.name))
    }
}

/// Computes what carts cost; what it needs to know is read before.
struct Pricing {
    let now: Timestamp
    let zones: Zones
    let currency: String
    let products: [ID<Product>: Product]
    let stock: [ID<StockLevel>: StockLevel]
    let promotion: Promotion?
    /// The reason why the buyer can't use the promotion.
    let promotionProblem: String?

    /// A cart as it costs now, at the point where it is picked up.
    func price(_ cart: Cart) throws(MoneyProblem) -> CartView {
        var taken: [ID<StockLevel>: Int] = [:]
        var view = CartView(
            point: cart.point, lines: cart.lines.map { price($0, at: cart.point, &taken) }, note: cart.note,
            promotion: cart.promotion, promotionProblem: promotionProblem, currency: currency)
        if let promotion, promotionProblem == nil { try discount(&view.lines, promotion) }
        view.subtotal = view.lines.reduce(0) { $0 + $1.subtotal }
        view.discount = view.lines.reduce(0) { $0 + $1.discount }
        view.total = view.subtotal - view.discount
        view.taxes = try TaxPart.parts(
            of: view.lines.map { ($0.total, products[$0.product]?.vat ?? 0) }, in: currency)
        view.minimumAge = view.lines.compactMap { products[$0.product]?.minimumAge }.max()
        view.canBeOrdered = !view.lines.isEmpty && view.lines.allSatisfy { [nil, .priceChanged].contains($0.problem) }
        return view
    }

    /// - Parameter taken: How much the lines before take of each stock.
    private func price(
        _ line: CartLine, at point: ID<PointOfSale>?, _ taken: inout [ID<StockLevel>: Int]
    ) -> PricedLine {
        let product = products[line.product]
        let choice = product?.choice(variant: line.variant, extras: line.extras)
        let unit = choice?.price ?? line.seenPrice
        var priced = PricedLine(
            id: line.id, product: line.product, name: product?.name ?? "–", variant: line.variant, extras: line.extras,
            options: choice?.options ?? [], quantity: line.quantity, note: line.note, unitPrice: unit,
            subtotal: unit * Int64(line.quantity))
        guard let product, product.isActive, choice != nil else {
            (priced.problem, priced.subtotal) = (.gone, 0)
            return priced
        }
        if unit != line.seenPrice { (priced.problem, priced.was) = (.priceChanged, line.seenPrice) }
        if let point, !product.points.isEmpty, !product.points.contains(point) { priced.problem = .notHere }
        if let hours = product.hours, hours.end(at: now, in: zones) == nil { priced.problem = .notNow }
        if let level = stock[level(of: line)] {
            let left = max(0, level.available - taken[level.id, default: 0])
            taken[level.id, default: 0] += line.quantity
            if left < line.quantity { (priced.problem, priced.left) = (left == 0 ? .soldOut : .tooFew, left) }
        }
        return priced
    }

    /// The stock that a line takes from: its variant's, or that of the product as a whole.
    func level(of line: CartLine) -> ID<StockLevel> {
        let whole = StockLevel.id(line.product, nil)
        let own = StockLevel.id(line.product, line.variant)
        return stock[own] == nil ? whole : own
    }

    private func discount(_ lines: inout [PricedLine], _ promotion: Promotion) throws(MoneyProblem) {
        let cheaper = lines.indices.filter {
            promotion.products.isEmpty || promotion.products.contains(lines[$0].product)
        }
        let prices = cheaper.map { Money(minor: lines[$0].subtotal, currency: currency) }
        let sum = try Money.sum(prices, in: currency)
        guard sum.minor > 0 else { return }
        var off = min(promotion.amount ?? 0, sum.minor)
        if let percent = promotion.percent.flatMap(Percent.init) { off = try sum.share(percent).minor }
        let parts = try Money(minor: off, currency: currency).split(by: prices.map(\.minor))
        for (index, part) in zip(cheaper, parts) { lines[index].discount = part.minor }
    }
}

extension StockLevel {
    var id: ID<StockLevel> { Self.id(product, variant) }
}
