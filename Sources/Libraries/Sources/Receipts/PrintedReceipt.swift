internal import Baskets
public import Calendars
public import FeatureKit
internal import Money
public import Pages
internal import QRCodes

/// A receipt as it is printed on a roll, in Spanish or English.
public struct PrintedReceipt: Sendable {
    /// Its number, and who sold.
    public var number: String, seller: Seller
    /// When and where it was made out, and the number of the order.
    public var at: Timestamp, place: String, order: String
    /// What was sold or given back, and its currency.
    public var lines: [ReceiptLine], currency: String
    /// The number of the receipt that it rectifies, and the reason.
    public var rectifies: String?, reason: String?

    /// Describes a receipt.
    public init(
        number: String, seller: Seller, at: Timestamp, place: String, order: String, lines: [ReceiptLine],
        currency: String, rectifies: String? = nil, reason: String? = nil
    ) {
        (self.number, self.seller, self.at, self.place, self.order) = (number, seller, at, place, order)
        (self.lines, self.currency, self.rectifies, self.reason) = (lines, currency, rectifies, reason)
    }

    /// The page.
    ///
    /// - Parameters:
    ///   - language: `es` or `en`.
    ///   - zone: The zone in which its day and time are told.
    ///   - code: What a QR code below the receipt says.
    public func page(in language: String, _ zone: Zone, code: String? = nil) throws -> PrintedPage {
        let isSpanish = language == "es"
        func say(_ spanish: String, _ english: String) -> String { isSpanish ? spanish : english }
        func money(_ minor: Int64) -> String {
            Money(minor: minor, currency: currency).text(isSpanish ? .spanish : .english)
        }
        func right(_ title: String, share: Double = 1) -> PrintedPage.Table.Column {
            .init(title, share: share, isRightAligned: true)
        }
        let total = lines.reduce(0) { $0 + $1.total }
        let sold =
            lines.map { ["\($0.quantity)", $0.name, money($0.total)] } + [["", say("Total", "Total"), money(total)]]
        let taxes = try TaxPart.parts(of: lines.map { ($0.total, $0.vat) }, in: currency).map { part in
            [
                "\(Percent(hundredths: part.rate)?.text(isSpanish ? .spanish : .english) ?? "") %", money(part.net),
                money(part.tax),
            ]
        }
        let title =
            rectifies == nil
            ? say("Factura simplificada", "Receipt") : say("Factura rectificativa", "Rectifying receipt")
        var blocks: [PrintedPage.Block] = [
            .heading(seller.name),
            .text([seller.address, "NIF \(seller.taxID)"].filter { !$0.isEmpty }.joined(separator: "\n")),
            .rule, .text("\(title) \(number)\n\(zone.day(at: at)) \(zone.time(at: at))\n\(place) · \(order)"),
            .text(rectifies.map { say("Rectifica \($0): ", "Rectifies \($0): ") + (reason ?? "") } ?? ""),
            .table(
                .init(
                    [
                        .init("", share: 0.6), .init(say("Artículo", "Item"), share: 3),
                        right(say("Importe", "Amount"), share: 1.6),
                    ], sold, endsInSum: true)),
            .rule,
            .table(.init([.init(say("IVA", "VAT")), right(say("Base", "Net")), right(say("Cuota", "Tax"))], taxes)),
        ]
        if rectifies == nil, let code, let png = try QRCode(code).png(scale: 4) {
            blocks += [.space(3), .picture(png: png, width: 30, alternative: code)]
        }
        return try PrintedPage(.roll(80), language: language, title: "\(title) \(number)", blocks)
    }
}
