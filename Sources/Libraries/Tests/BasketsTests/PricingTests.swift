import FeatureKit
import LibraryTestSupport
import Testing

@testable import Baskets

private struct Thing: Article {
    var name = "Cap"
    var price: Int64 = 100
    var vat = 2_100
    var variants: [ArticleOption] = []
    var extras: [ArticleOption] = []
    var minimumAge: Int?
}

/// What baskets cost.
struct PricingTests {
    private func line(
        _ id: String, _ product: String, _ thing: Thing, _ quantity: Int, variant: String? = nil, extras: [String] = []
    ) throws -> BasketLine {
        try BasketLine(id: id, product, thing, variant: variant, extras: extras, quantity: quantity, note: nil)
    }

    @Test func partsAddUpToTheTotalAndNothingIsBelowZero() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            var (things, stock, lines) = ([String: Thing](), [String: Int](), [BasketLine]())
            for number in 0..<Int.random(in: 1...6, using: &random) {
                let surcharge = Int64.random(in: -500...500, using: &random)
                let thing = Thing(
                    price: Int64.random(in: 0...5_000, using: &random),
                    vat: [0, 400, 1_000, 2_100].randomElement(using: &random) ?? 0,
                    variants: [ArticleOption(id: "v", name: "V", surcharge: surcharge)])
                things["p\(number)"] = thing
                if Bool.random(using: &random) { stock["p\(number)/v"] = Int.random(in: 0...5, using: &random) }
                let quantity = Int.random(in: 1...9, using: &random)
                lines.append(try line("l\(number)", "p\(number)", thing, quantity, variant: "v"))
            }
            let isPercent = Bool.random(using: &random)
            let discount = BasketDiscount(
                percent: isPercent ? Int.random(in: 1...10_000, using: &random) : nil,
                amount: isPercent ? nil : Int64.random(in: 1...20_000, using: &random),
                products: Bool.random(using: &random) ? [] : ["p0", "p1"])
            let basket = try BasketPricing(currency: "EUR", items: things, stock: stock, discount: discount)
                .price(lines) { _ in nil }
            let what: Comment = "seed \(seed): \(basket)"
            #expect(basket.lines.reduce(0) { $0 + $1.total } == basket.total, what)
            #expect(basket.taxes.reduce(0) { $0 + $1.gross } == basket.total, what)
            #expect(basket.taxes.allSatisfy { $0.net + $0.tax == $0.gross && $0.tax >= 0 }, what)
            #expect(basket.total >= 0 && basket.lines.allSatisfy { $0.discount >= 0 && $0.total >= 0 }, what)
            let isShort = basket.lines.contains { line in stock["\(line.product)/v"].map { $0 < line.quantity } ?? false
            }
            #expect(basket.canBeOrdered == !isShort, what)
        }
    }

    @Test func linesThatTakeFromOneStockShareIt() throws {
        let cap = Thing(extras: [ArticleOption(id: "print", name: "Print")])
        let lines = [try line("one", "cap", cap, 2), try line("two", "cap", cap, 2, extras: ["print"])]
        let basket = try BasketPricing(currency: "EUR", items: ["cap": cap], stock: ["cap": 3], discount: nil)
            .price(lines) { _ in nil }
        #expect(basket.lines.map(\.problem) == [nil, .tooFew] && basket.lines[1].left == 1)
    }

    @Test func theSameWishIsTheSameLineAndABasketHasBounds() throws {
        let cap = Thing(extras: [ArticleOption(id: "a", name: "A"), ArticleOption(id: "b", name: "B")])
        var lines: [BasketLine] = []
        try lines.add(line("1", "cap", cap, 60, extras: ["b", "a"]))
        #expect(throws: BasketProblem.tooMany) { try lines.add(line("2", "cap", cap, 60, extras: ["a", "b"])) }
        try lines.add(line("3", "cap", cap, 39, extras: ["a", "b"]))
        #expect(lines.map(\.quantity) == [99])
        lines.take(try [line("4", "cap", cap, 5, extras: ["a", "b"]), line("5", "other", cap, 1)])
        #expect(lines.map(\.quantity) == [99, 1])
        for number in 2..<50 { try lines.add(line("n", "p\(number)", cap, 1)) }
        #expect(throws: BasketProblem.tooManyLines) { try lines.add(line("n", "more", cap, 1)) }
        #expect(throws: BasketProblem.noExtra("x")) { try line("n", "cap", cap, 1, extras: ["x"]) }
        #expect(throws: BasketProblem.chooseVariant([])) { try line("n", "cap", cap, 1, variant: "s") }
    }
}
