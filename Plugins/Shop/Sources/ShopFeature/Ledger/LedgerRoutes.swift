internal import Baskets
internal import Bookkeeping
internal import FeatureKit
internal import Money
internal import Payments
internal import Receipts
internal import Sheets

@Routes("shop", as: "ledgerRoutes") extension ShopService {
    /// The entries of the ledger, the newest first.
    /// - Parameter order: Only those of an order.
    /// - Parameter date: Only those of a day.
    /// - Parameter limit: How many.
    /// - Parameter after: The cursor of the page before.
    @Get("/ledger", .role("admin"))
    func ledgerEntries(
        order: ID<Order>?, @Text(10...10) date: String?, @In(1...200) limit: Int = 50, after: PageCursor?
    ) async throws -> Page<LedgerEntry.View> {
        let wanted: [StoreCondition] =
            (order.map { [.equals("order", $0)] } ?? []) + (date.map { [.equals("date", $0)] } ?? [])
        return try await ledger.page(
            PageRequest(limit: limit, after: after), where: wanted, order: .descending(by: "number")
        ) { $0.view }
    }

    /// Checks that ledger, orders, payments, processor, receipts and stock say the same, to the cent and to the unit.
    @Post("/ledger/check", .role("admin"))
    func ledgerCheck() async throws -> BookReport {
        // In one moment, so that nothing moves meanwhile.
        try await store.read { snapshot in
            var check = BookCheck()
            for opening in try snapshot.all(openings, where: []) {
                let (id, quantity) = (opening.id, opening.document.quantity)
                if let stock = LedgerOpening.stock(of: id) {
                    check.carryOver(stock: stock, quantity)
                } else {
                    check.carryOver(series: id, quantity)
                }
            }
            for entry in try snapshot.all(ledger, where: []).lazy.map(\.document) {
                check.add(
                    entry: entry.number, in: LedgerOpening.entries, money: entry.money, payment: entry.payment?.text,
                    stock: entry.stock.map { ($0.level.text, $0.quantity) })
            }
            for stored in try snapshot.all(payments, where: []) {
                let payment = stored.document
                let test = payment.processor == .test ? try snapshot.get(testPayments, stored.id)?.document : nil
                check.add(
                    payment: stored.id, captured: payment.captured, refunded: payment.refunded,
                    processor: test.map { ($0.captured, $0.refunded) },
                    paying: payment.paysOrder ? payment.order.text : nil)
            }
            for receipt in try snapshot.all(receipts, where: []).lazy.map(\.document) {
                let (series, number) = receipt.place
                check.add(
                    receipt: number, in: series, of: receipt.order.text,
                    total: receipt.lines.reduce(0) { $0 + $1.total })
            }
            for stored in try snapshot.all(orders, where: []) {
                let order = stored.document
                check.add(
                    order: stored.id, named: order.number, total: order.moment(of: .paid).map { _ in order.total },
                    refunded: order.refunded, hasReceipt: order.receipt != nil)
            }
            for level in try snapshot.all(stock, where: []) {
                check.add(stock: level.id, left: level.document.available)
            }
            return check.finish()
        }
    }

    /// The close of a day for the books, as comma-separated values: each payment and refund, and their sums.
    /// - Parameter date: Which day.
    @Get("/days/{date}/close.csv", .role("admin"))
    func dayClose(@Text(10...10) date: String) async throws -> Media {
        let rows = try await store.read { snapshot in
            var (rows, sums) = ([[String]](), [String: TaxPart]())
            for stored in try snapshot.all(ledger, where: [.equals("date", date)]) where stored.document.money != 0 {
                let entry = stored.document
                let order = try entry.order.flatMap { try snapshot.get(orders, $0)?.document }
                // What no order was paid with has no tax.
                let paysOrder =
                    try entry.payment.flatMap { try snapshot.get(payments, $0)?.document.paysOrder } ?? false
                let parts = try paysOrder ? order?.taxes(of: entry.money) ?? [] : []
                let untaxed = TaxPart(rate: 0, gross: entry.money, net: entry.money, tax: 0)
                for part in parts.isEmpty ? [untaxed] : parts {
                    let head = [
                        "\(entry.number)", "\(entry.at)", entry.what.rawValue, order?.number ?? "",
                        order?.receipt ?? "",
                        order?.pointName ?? "", entry.processor?.rawValue ?? "",
                    ]
                    rows.append(head + Self.cells(part, entry.currency))
                    var sum = sums[entry.currency] ?? TaxPart(rate: 0, gross: 0, net: 0, tax: 0)
                    (sum.gross, sum.net, sum.tax) = (sum.gross + part.gross, sum.net + part.net, sum.tax + part.tax)
                    sums[entry.currency] = sum
                }
            }
            for (currency, sum) in sums.sorted(by: { $0.key < $1.key }) {
                rows.append(["sum", "", "", "", "", "", ""] + Self.cells(sum, currency, hasRate: false))
            }
            return rows
        }
        let columns = "entry,time,what,order,receipt,point,processor,amount,currency,rate,net,tax"
        return Media(
            type: "text/csv; charset=utf-8",
            bytes: Sheet.bytes(columns: columns.split(separator: ",").map(String.init), rows))
    }

    private static func cells(_ part: TaxPart, _ currency: String, hasRate: Bool = true) -> [String] {
        let rate = hasRate ? Percent(hundredths: part.rate)?.text(.english) ?? "" : ""
        func plain(_ minor: Int64) -> String { Money(minor: minor, currency: currency).plain }
        return [plain(part.gross), currency, rate, plain(part.net), plain(part.tax)]
    }
}

extension Order {
    /// The tax in an amount that was paid or given back for the order, by rate.
    func taxes(of amount: Int64) throws(MoneyProblem) -> [TaxPart] {
        let share = try receiptLines.givingBack(abs(amount), named: "", in: currency)
        let sign: Int64 = amount < 0 ? 1 : -1
        return try TaxPart.parts(of: share.map { ($0.total * sign, $0.vat) }, in: currency)
    }
}
