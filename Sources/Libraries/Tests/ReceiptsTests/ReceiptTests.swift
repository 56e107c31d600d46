import Calendars
import FeatureKit
import LibraryTestSupport
import Pages
import Receipts
import Testing

@Suite struct ReceiptTests {
    private let lines = [
        ReceiptLine(name: "Cola (Large)", quantity: 2, total: 700, vat: 1_000),
        ReceiptLine(name: "Cap", quantity: 1, total: 2_500, vat: 2_100),
    ]

    private func html(_ language: String, rectifies: String? = nil) throws -> String {
        let receipt = PrintedReceipt(
            number: "F2026-000007", seller: Seller(name: "Stands SL", taxID: "B12345678", address: "Montmeló"),
            at: Timestamp(nanoseconds: 1_780_000_000_000_000_000), place: "Paddock", order: "ORD-0007",
            lines: rectifies == nil ? lines : try lines.givingBack(1_600, named: "cold", in: "EUR"), currency: "EUR",
            rectifies: rectifies, reason: rectifies.map { _ in "it was cold" })
        return try receipt.page(in: language, Zones().zone("Europe/Madrid"), code: "o/ABC234").html
    }

    @Test func `a receipt says who sold what, and the tax by rate`() throws {
        let (spanish, english) = (try html("es"), try html("en"))
        for text in ["Stands SL", "NIF B12345678", "F2026-000007", "2026-05-28", "Paddock", "ORD-0007", "Cola (Large)"]
        {
            #expect(spanish.contains(text) && english.contains(text), "\(text)")
        }
        // 700 at 10 % holds 64 of tax, 2,500 at 21 % holds 434.
        for text in ["Factura simplificada", "32,00\u{A0}€", "10 %", "6,36\u{A0}€", "0,64\u{A0}€", "4,34\u{A0}€"] {
            #expect(spanish.contains(text), "\(text)")
        }
        #expect(english.contains("€32.00") && english.contains("o/ABC234"))
    }

    @Test func `a rectifying receipt names the one that it rectifies and has no code`() throws {
        let page = try html("en", rectifies: "F2026-000001")
        #expect(page.contains("Rectifies F2026-000001: it was cold") && !page.contains("o/ABC234"))
        #expect(page.contains("-€16.00"))
    }

    @Test(arguments: SeededRandom.seeds(3))
    func `an amount that is given back is split by rate to the cent`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let lines = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                ReceiptLine(
                    name: "x", quantity: 1, total: Int64.random(in: 0...5_000, using: &random),
                    vat: [0, 400, 1_000, 2_100].randomElement(using: &random) ?? 0)
            }
            let total = lines.reduce(0) { $0 + $1.total }
            guard total > 0 else { continue }
            let amount = Int64.random(in: 1...total, using: &random)
            let back = try lines.givingBack(amount, named: "x", in: "EUR")
            #expect(back.reduce(0) { $0 + $1.total } == -amount)
            #expect(Set(back.map(\.vat)).count == back.count)
            for part in back {
                #expect(-part.total <= lines.filter { $0.vat == part.vat }.reduce(0) { $0 + $1.total } + 1)
            }
        }
    }
}
