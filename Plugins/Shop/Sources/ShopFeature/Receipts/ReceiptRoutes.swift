internal import Baskets
internal import Calendars
internal import FeatureKit
internal import Money
internal import Pages
internal import QRCodes

enum ReceiptFormat: String, CaseIterable, Shaped { case html, pdf, png, json }

@Routes("shop", as: "receiptRoutes") extension ShopService {
    /// A receipt of an order, for who made it and those who work at its point.
    /// - Parameter order: Which order.
    /// - Parameter number: Which of its receipts; the first one by default, and the others rectify it.
    /// - Parameter format: As a page of the web, for printers, as a picture or as data.
    @Get("/orders/{order}/receipt", .everyone)
    func receipt(
        order: ID<Order>, @Text(1...30) number: String?, format: ReceiptFormat = .html, _ call: Call
    ) async throws -> Media {
        let (found, pickup) = try await see(order, call) { found, snapshot in
            (try snapshot.all(receipts, where: [.equals("order", order)]), found.document.pickupCode)
        }
        let all = found.map(\.document)
        let wanted = number.map { number in all.first { $0.number == number } } ?? all.first { $0.rectifies == nil }
        guard let receipt = wanted else { throw ShopRefusal.noReceipt }
        let page = try receipt.page(in: settings.language, zone, pickup: pickup.map { "\(order)/\($0)" })
        switch format {
        case .html: return Media(type: "text/html; charset=utf-8", bytes: Array(page.html.utf8))
        case .pdf: return Media(type: "application/pdf", bytes: try page.pdf(at: receipt.at))
        case .png: return Media(type: "image/png", bytes: try page.png())
        case .json: return Media(type: "application/json", bytes: Array(receipt.json.utf8))
        }
    }
}

extension Receipt {
    /// The receipt as it is printed on a roll.
    fileprivate func page(in language: Shop.Language, _ zone: Zone, pickup: String?) throws -> PrintedPage {
        func say(_ spanish: String, _ english: String) -> String { language == .es ? spanish : english }
        func money(_ minor: Int64) -> String {
            Money(minor: minor, currency: currency).text(MoneyStyle(rawValue: language.rawValue) ?? .spanish)
        }
        let total = lines.reduce(0) { $0 + $1.total }
        let taxes = try TaxPart.parts(of: lines.map { ($0.total, $0.vat) }, in: currency)
        let sold =
            lines.map { ["\($0.quantity)", $0.name, money($0.total)] } + [["", say("Total", "Total"), money(total)]]
        let parts = taxes.map { [Self.rate($0.rate), money($0.net), money($0.tax)] }
        let title =
            rectifies == nil
            ? say("Factura simplificada", "Receipt") : say("Factura rectificativa", "Rectifying receipt")
        var blocks: [PrintedPage.Block] = [
            .heading(seller.name),
            .text([seller.address, "NIF \(seller.taxID)"].filter { !$0.isEmpty }.joined(separator: "\n")),
            .rule, .text("\(title) \(number)\n\(zone.day(at: at)) \(zone.time(at: at))\n\(pointName) · \(orderNumber)"),
            .text(rectifies.map { say("Rectifica \($0): ", "Rectifies \($0): ") + (why ?? "") } ?? ""),
            .table(
                .init(
                    [
                        .init("", share: 0.6), .init(say("Artículo", "Item"), share: 3),
                        .init(say("Importe", "Amount"), share: 1.6, isRightAligned: true),
                    ], sold, endsInSum: true)),
            .rule,
            .table(
                .init(
                    [
                        .init(say("IVA", "VAT")), .init(say("Base", "Net"), isRightAligned: true),
                        .init(say("Cuota", "Tax"), isRightAligned: true),
                    ], parts)),
        ]
        if rectifies == nil, let pickup, let code = try QRCode(pickup).png(scale: 4) {
            blocks += [.space(3), .picture(png: code, width: 30, alternative: pickup)]
        }
        return try PrintedPage(
            .roll(80), language: language.rawValue, title: "\(title) \(number)", blocks)
    }

    private static func rate(_ hundredths: Int) -> String {
        "\(hundredths / 100)\(hundredths % 100 == 0 ? "" : ",\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)") %"
    }
}
