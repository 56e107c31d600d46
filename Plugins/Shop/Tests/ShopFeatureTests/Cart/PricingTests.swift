import Calendars
import FeatureKit
import LibraryTestSupport
import Testing

@testable import ShopFeature

/// What carts cost.
struct PricingTests {
    @Test func partsAddUpToTheTotalAndNothingIsBelowZero() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            var (products, stock) = ([ID<Product>: Product](), [ID<StockLevel>: StockLevel]())
            var cart = Cart(owner: "ada", changed: noon)
            for number in 0..<Int.random(in: 1...6, using: &random) {
                let id = ID<Product>("p\(number)")
                let price = Int64.random(in: 0...5_000, using: &random)
                products[id] = Product(
                    name: "P", kind: .food, category: "c", price: price,
                    vat: [0, 400, 1_000, 2_100].randomElement(using: &random) ?? 0,
                    variants: [Variant(id: "v", name: "V", surcharge: Int64.random(in: -500...500, using: &random))])
                if Bool.random(using: &random) {
                    let available = Int.random(in: 0...5, using: &random)
                    stock[StockLevel.id(id, "v")] = StockLevel(product: id, variant: "v", available: available)
                }
                cart.lines.append(
                    CartLine(
                        id: "l\(number)", product: id, variant: "v", quantity: Int.random(in: 1...9, using: &random),
                        seenPrice: price))
            }
            let isPercent = Bool.random(using: &random)
            let promotion = Promotion(
                code: "X", percent: isPercent ? Int.random(in: 1...10_000, using: &random) : nil,
                amount: isPercent ? nil : Int64.random(in: 1...20_000, using: &random),
                products: Bool.random(using: &random) ? [] : [ID("p0"), ID("p1")])
            let view = try Pricing(
                now: noon, zones: Zones(), currency: "EUR", products: products, stock: stock, promotion: promotion,
                promotionProblem: nil
            ).price(cart)
            let what: Comment = "seed \(seed): \(view)"
            #expect(view.lines.reduce(0) { $0 + $1.total } == view.total, what)
            #expect(view.taxes.reduce(0) { $0 + $1.gross } == view.total, what)
            #expect(view.taxes.allSatisfy { $0.net + $0.tax == $0.gross && $0.tax >= 0 }, what)
            #expect(view.total >= 0 && view.lines.allSatisfy { $0.discount >= 0 && $0.total >= 0 }, what)
            let isShort = view.lines.contains { line in
                stock[StockLevel.id(line.product, "v")].map { $0.available < line.quantity } ?? false
            }
            #expect(view.canBeOrdered == !isShort, what)
        }
    }

    @Test func linesThatTakeFromOneStockShareIt() throws {
        let id = ID<Product>("cap")
        let product = Product(
            name: "Cap", kind: .merchandise, category: "fans", price: 100, vat: 2_100,
            extras: [Extra(id: "print", name: "Print")])
        var cart = Cart(owner: "ada", changed: noon)
        cart.lines = [
            CartLine(id: "one", product: id, quantity: 2, seenPrice: 100),
            CartLine(id: "two", product: id, extras: ["print"], quantity: 2, seenPrice: 100),
        ]
        let view = try Pricing(
            now: noon, zones: Zones(), currency: "EUR", products: [id: product],
            stock: [StockLevel.id(id, nil): StockLevel(product: id, available: 3)], promotion: nil,
            promotionProblem: nil
        ).price(cart)
        #expect(view.lines.map(\.problem) == [nil, .tooFew])
        #expect(view.lines[1].left == 1)
    }
}
