public import FeatureKit
public import Money

/// A basket as it costs now.
@Record public struct PricedBasket: Equatable {
    /// Where it is picked up.
    @Text(1...64) public var point: String?
    /// What is in it.
    public var lines: [PricedLine]
    /// What the kitchen should know.
    @Text(0...300) public var note: String?
    /// The code of a promotion.
    @Text(0...30) public var promotion: String?
    /// The reason why the promotion takes nothing off.
    public var promotionProblem: String?
    /// The currency of all amounts.
    public var currency: String
    /// What the lines cost together, in minor units.
    public var subtotal: Int64 = 0
    /// How much the promotion takes off.
    public var discount: Int64 = 0
    /// What is paid for it.
    public var total: Int64 = 0
    /// The tax in the total, by rate.
    public var taxes: [TaxPart] = []
    /// How old the customer has to be.
    public var minimumAge: Int?
    /// Whether it can be ordered as it is.
    public var canBeOrdered = false
}

/// What a line of a basket costs now.
@Record public struct PricedLine: Equatable {
    /// What is in the way of ordering it as it is.
    public enum Problem: String, CaseIterable, Shaped {
        /// One costs something else than when it was put into the basket.
        case priceChanged
        case soldOut
        /// There are fewer than wanted.
        case tooFew
        /// It is not sold any more, or not with that variant or those extras.
        case gone
        /// The point does not sell it, or not at this hour.
        case notHere, notNow
    }

    /// What tells it from the basket's other lines.
    public var id: String
    /// The article's id.
    public var product: String
    /// The name of the article.
    public var name: String
    /// Which variant.
    public var variant: String?
    /// Which extras.
    public var extras: [String]
    /// The names of the variant and the extras.
    public var options: [String]
    /// How many.
    public var quantity: Int
    /// What the kitchen should know.
    public var note: String?
    /// What one costs, in minor units.
    public var unitPrice: Int64
    /// What all of them cost, before the discount.
    public var subtotal: Int64
    /// How much the promotion takes off.
    public var discount: Int64 = 0
    /// What is in the way of ordering it as it is.
    public var problem: Problem?
    /// What one cost when it was put into the basket, where that was something else.
    public var was: Int64?
    /// How many are left, where that is fewer than wanted.
    public var left: Int?

    /// What all of them cost, after the discount.
    public var total: Int64 { subtotal - discount }
}

/// The tax in prices of one rate.
@Record public struct TaxPart: Equatable {
    /// The rate in hundredths of a per cent.
    public var rate: Int
    /// The prices with the tax, in minor units.
    public var gross: Int64
    /// The prices without the tax.
    public var net: Int64
    /// The tax.
    public var tax: Int64

    /// The tax in prices with their rates.
    public static func parts(
        of prices: [(total: Int64, rate: Int)], in currency: String
    ) throws(MoneyProblem) -> [TaxPart] {
        let taxed = prices.compactMap { price in
            Percent(hundredths: price.rate).map { (Money(minor: price.total, currency: currency), $0) }
        }
        return try VAT(in: taxed, currency: currency).parts.map {
            TaxPart(rate: $0.rate.hundredths, gross: $0.gross.minor, net: $0.net.minor, tax: $0.tax.minor)
        }
    }
}

/// What a promotion takes off.
public struct BasketDiscount: Sendable, Equatable {
    /// A part of the price, in hundredths of a per cent, or an amount in minor units.
    public let percent: Int?, amount: Int64?
    /// The articles that get cheaper; all where none is listed.
    public let products: Set<String>

    /// A part of the price, or an amount.
    public init(percent: Int?, amount: Int64?, products: [String]) {
        (self.percent, self.amount, self.products) = (percent, amount, Set(products))
    }
}

/// Computes what baskets cost; what it needs to know is read before.
public struct BasketPricing<Item: Article> {
    private let currency: String
    private let items: [String: Item]
    private let stock: [String: Int]
    private let discount: BasketDiscount?

    /// - Parameters:
    ///   - items: The articles by their ids.
    ///   - stock: How many are left by `stockKey`; what is not there is not counted.
    public init(currency: String, items: [String: Item], stock: [String: Int], discount: BasketDiscount?) {
        (self.currency, self.items, self.stock, self.discount) = (currency, items, stock, discount)
    }

    /// What the stock of an article, or of one of its variants, is called.
    public static func stockKey(_ product: String, _ variant: String?) -> String {
        variant.map { "\(product)/\($0)" } ?? product
    }

    /// The stock that a line takes from, its variant's or that of the article as a whole; nil where it is not counted.
    public func stockKey(of line: BasketLine) -> String? {
        [Self.stockKey(line.product, line.variant), line.product].first { stock[$0] != nil }
    }

    /// What lines cost.
    ///
    /// - Parameter problem: What else is in the way of a line, such as the hour.
    public func price(
        _ lines: [BasketLine], _ problem: (Item) -> PricedLine.Problem?
    ) throws(MoneyProblem) -> PricedBasket {
        var taken: [String: Int] = [:]
        var basket = PricedBasket(lines: lines.map { price($0, &taken, problem) }, currency: currency)
        if let discount { try take(discount, off: &basket.lines) }
        basket.subtotal = basket.lines.reduce(0) { $0 + $1.subtotal }
        basket.discount = basket.lines.reduce(0) { $0 + $1.discount }
        basket.total = basket.subtotal - basket.discount
        basket.taxes = try TaxPart.parts(of: basket.lines.map { ($0.total, items[$0.product]?.vat ?? 0) }, in: currency)
        basket.minimumAge = basket.lines.compactMap { items[$0.product]?.minimumAge }.max()
        basket.canBeOrdered =
            !basket.lines.isEmpty && basket.lines.allSatisfy { [nil, .priceChanged].contains($0.problem) }
        return basket
    }

    /// - Parameter taken: How much the lines before take of each stock.
    private func price(
        _ line: BasketLine, _ taken: inout [String: Int], _ problem: (Item) -> PricedLine.Problem?
    ) -> PricedLine {
        let item = items[line.product]
        let choice = item?.choice(variant: line.variant, extras: line.extras)
        let unit = choice?.price ?? line.seenPrice
        var priced = PricedLine(
            id: line.id, product: line.product, name: item?.name ?? "–", variant: line.variant, extras: line.extras,
            options: choice?.options ?? [], quantity: line.quantity, note: line.note, unitPrice: unit,
            subtotal: unit * Int64(line.quantity))
        guard let item, choice != nil else {
            (priced.problem, priced.subtotal) = (.gone, 0)
            return priced
        }
        if unit != line.seenPrice { (priced.problem, priced.was) = (.priceChanged, line.seenPrice) }
        priced.problem = problem(item) ?? priced.problem
        if priced.problem == .gone { priced.subtotal = 0 }
        if let key = stockKey(of: line), let available = stock[key] {
            let left = max(0, available - taken[key, default: 0])
            taken[key, default: 0] += line.quantity
            if left < line.quantity { (priced.problem, priced.left) = (left == 0 ? .soldOut : .tooFew, left) }
        }
        return priced
    }

    private func take(_ discount: BasketDiscount, off lines: inout [PricedLine]) throws(MoneyProblem) {
        let cheaper = lines.indices.filter {
            discount.products.isEmpty || discount.products.contains(lines[$0].product)
        }
        let prices = cheaper.map { Money(minor: lines[$0].subtotal, currency: currency) }
        let sum = try Money.sum(prices, in: currency)
        guard sum.minor > 0 else { return }
        var off = min(discount.amount ?? 0, sum.minor)
        if let percent = discount.percent.flatMap(Percent.init) { off = try sum.share(percent).minor }
        let parts = try Money(minor: off, currency: currency).split(by: prices.map(\.minor))
        for (index, part) in zip(cheaper, parts) { lines[index].discount = part.minor }
    }
}
