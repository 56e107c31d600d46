import LibraryTestSupport
import Testing

@testable import Money

@Suite struct MoneyTests {
    private func euros(_ cents: Int64) -> Money { Money(minor: cents, currency: "EUR") }
    private func percent(_ hundredths: Int) throws -> Percent { try #require(Percent(hundredths: hundredths)) }

    @Test func amountsAreAddedWithinACurrencyAndTheirBounds() throws {
        #expect(try euros(250).times(3).plus(euros(-50)) == euros(700))
        #expect(try Money.sum([], in: "EUR") == euros(0))
        #expect(throws: MoneyProblem.currencies("EUR", "USD")) { try euros(1).plus(Money(minor: 1, currency: "USD")) }
        #expect(throws: MoneyProblem.tooLarge) { try euros(.max).times(.max) }
        #expect(throws: MoneyProblem.tooLarge) { try euros(1_000_000_000_000_000).plus(euros(1)) }
        #expect(Percent(hundredths: 10_001) == nil && Percent(hundredths: -1) == nil)
    }

    @Test func halvesAreRoundedAwayFromZero() throws {
        let half = try percent(5_000)
        #expect(try [1, 2, 3, -1, -3].map { try euros($0).share(half).minor } == [1, 1, 2, -1, -2])
    }

    @Test func taxIsRoundedOnceForEachRate() throws {
        let (full, reduced) = (try percent(2_100), try percent(1_000))
        // Each alone would have a tax of 0.1736 cents, rounded to none.
        let cents = Array(repeating: (gross: euros(1), rate: full), count: 10)
        #expect(try VAT(in: cents, currency: "EUR").tax == euros(2))
        let vat = try VAT(in: [(euros(1_210), full), (euros(250), reduced), (euros(85), reduced)], currency: "EUR")
        #expect(vat.parts.map(\.rate) == [reduced, full])
        #expect(vat.parts.map(\.net) == [euros(305), euros(1_000)] && vat.parts.map(\.tax) == [euros(30), euros(210)])
        #expect(vat.gross == euros(1_545) && vat.net == euros(1_305) && vat.tax == euros(240))
        let refund = try VAT(in: [(euros(-335), reduced)], currency: "EUR")
        #expect(refund.net == euros(-305) && refund.tax == euros(-30))
    }

    @Test func aDiscountIsSplitWithoutLosingACent() throws {
        let third = try Money.discount(percent(1_000), on: [euros(5), euros(5), euros(5)], in: "EUR")
        #expect(third == [euros(1), euros(1), euros(0)])
        #expect(try euros(-100).split(by: [1, 1, 1]) == [euros(-34), euros(-33), euros(-33)])
        #expect(throws: MoneyProblem.weights) { try euros(1).split(by: [0]) }
        #expect(throws: MoneyProblem.weights) { try Money.discount(percent(1), on: [euros(2), euros(-1)], in: "EUR") }
        #expect(try Money.discount(percent(1), on: [euros(0)], in: "EUR") == [euros(0)])
        for seed in SeededRandom.seeds(200) {
            var random = SeededRandom(seed: seed)
            let lines = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                euros(.random(in: 0...10_000, using: &random))
            }
            let percent = try percent(.random(in: 0...10_000, using: &random))
            let parts = try Money.discount(percent, on: lines, in: "EUR")
            let sum = try Money.sum(lines, in: "EUR")
            #expect(try Money.sum(parts, in: "EUR") == sum.share(percent), "seed \(seed)")
            for (part, line) in zip(parts, lines) {
                let exact = Double(line.minor) * Double(percent.hundredths) / 10_000
                // The total is rounded by at most half a cent, and each part by less than one.
                #expect(abs(Double(part.minor) - exact) < 1.5 && 0...line.minor ~= part.minor, "seed \(seed)")
            }
        }
    }

    @Test(arguments: [
        (123_450, "EUR", "1.234,50\u{A0}€", "€1,234.50"), (-5, "EUR", "-0,05\u{A0}€", "-€0.05"),
        (100_000_000, "USD", "1.000.000,00\u{A0}$", "$1,000,000.00"), (1_234, "JPY", "1.234\u{A0}¥", "¥1,234"),
        (1_500, "KWD", "1,500\u{A0}KWD", "KWD\u{A0}1.500"), (0, "CHF", "0,00\u{A0}CHF", "CHF\u{A0}0.00"),
    ]) func amountsAreWrittenAndReadAsPeopleDo(minor: Int64, currency: String, spanish: String, english: String) throws
    {
        let money = Money(minor: minor, currency: currency)
        #expect(money.text(.spanish) == spanish && money.text(.english) == english)
        #expect(try Money(spanish, in: currency, .spanish) == money)
        #expect(try Money(english, in: currency, .english) == money)
    }

    @Test func amountsThatCouldMeanAnotherOneAreRefused() throws {
        #expect(
            try ["12", "12,5", " 1.234 €", "EUR 1"].map { try Money($0, in: "EUR", .spanish).minor } == [
                1_200, 1_250, 123_400, 100,
            ])
        for text in [
            "", "-", "€", "12.5", "1,234", "1.23.456", "1.2345", "12,", ",5", "1,2,3", "1 $", "٣", "--1", "1e3",
        ] {
            #expect(throws: MoneyProblem.notAnAmount(text)) { try Money(text, in: "EUR", .spanish) }
        }
        #expect(throws: MoneyProblem.tooLarge) { try Money("99999999999999999999", in: "EUR", .spanish) }
    }
}
