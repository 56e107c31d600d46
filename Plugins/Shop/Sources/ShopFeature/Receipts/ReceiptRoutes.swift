internal import FeatureKit
internal import Pages
internal import Receipts

enum ReceiptFormat: String, CaseIterable, Shaped { case html, pdf, png, json }

@Routes("shop", as: "receiptRoutes") extension ShopService {
    /// A receipt of an order, for who made it and those who work at its point.
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
        let page = try receipt.printed.page(
            in: settings.language.rawValue, zone, code: pickup.map { "\(order)/\($0)" })
        switch format {
        case .html: return Media(type: "text/html; charset=utf-8", bytes: Array(page.html.utf8))
        case .pdf: return Media(type: "application/pdf", bytes: try page.pdf(at: receipt.at))
        case .png: return Media(type: "image/png", bytes: try page.png())
        case .json: return Media(type: "application/json", bytes: Array(receipt.json.utf8))
        }
    }
}

extension Receipt {
    fileprivate var printed: PrintedReceipt {
        PrintedReceipt(
            number: number, seller: seller, at: at, place: pointName, order: orderNumber, lines: lines,
            currency: currency, rectifies: rectifies, reason: why)
    }
}
