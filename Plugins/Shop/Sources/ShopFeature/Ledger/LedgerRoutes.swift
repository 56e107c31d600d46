internal import Baskets
internal import CSV
internal import FeatureKit
internal import Money
internal import Payments

/// What a check of the ledger found.
@Record struct LedgerCheck: Equatable {
    static let mostProblems = 100

    /// Whether everything adds up.
    var isRight: Bool
    /// How many entries were compared.
    var entries = 0
    /// How many orders.
    var orders = 0
    /// How many payments.
    var payments = 0
    /// How many receipts.
    var receipts = 0
    /// What came in less what went out, in minor units, as the ledger has it.
    var money: Int64 = 0
    /// What does not add up; the first hundred of it.
    var problems: [String] = []
}

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
    func ledgerCheck() async throws -> LedgerCheck {
        // In one moment, so that nothing moves meanwhile.
        try await store.read { snapshot in
            var audit = Audit()
            for opening in try snapshot.all(openings, where: []) { audit.add(opening) }
            for entry in try snapshot.all(ledger, where: []) { audit.add(entry.document) }
            for payment in try snapshot.all(payments, where: []) {
                let test = payment.document.processor == .test ? try snapshot.get(testPayments, payment.id) : nil
                audit.add(payment, processor: test.map { ($0.document.captured, $0.document.refunded) })
            }
            for receipt in try snapshot.all(receipts, where: []) { audit.add(receipt.document) }
            for order in try snapshot.all(orders, where: []) { audit.add(order) }
            for level in try snapshot.all(stock, where: []) { audit.check(level.document) }
            return audit.finish()
        }
    }

    /// The close of a day for the books, as comma-separated values: each payment and refund, and their sums.
    /// - Parameter date: Which day.
    @Get("/days/{date}/close.csv", .role("admin"))
    func dayClose(@Text(10...10) date: String) async throws -> Media {
        let csv = try await store.read { snapshot in
            var (csv, sums) = (CSVWriter(guardsFormulas: true), [String: TaxPart]())
            csv.write([
                "entry", "time", "what", "order", "receipt", "point", "processor", "amount", "currency", "rate", "net",
                "tax",
            ])
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
                    csv.write(head + Self.cells(part, entry.currency, rate: Self.amount(Int64(part.rate), "EUR")))
                    var sum = sums[entry.currency] ?? TaxPart(rate: 0, gross: 0, net: 0, tax: 0)
                    (sum.gross, sum.net, sum.tax) = (sum.gross + part.gross, sum.net + part.net, sum.tax + part.tax)
                    sums[entry.currency] = sum
                }
            }
            for (currency, sum) in sums.sorted(by: { $0.key < $1.key }) {
                csv.write(["sum", "", "", "", "", "", ""] + Self.cells(sum, currency, rate: ""))
            }
            return csv
        }
        return Media(type: "text/csv; charset=utf-8", bytes: csv.bytes)
    }

    private static func cells(_ part: TaxPart, _ currency: String, rate: String) -> [String] {
        [amount(part.gross, currency), currency, rate, amount(part.net, currency), amount(part.tax, currency)]
    }

    private static func amount(_ minor: Int64, _ currency: String) -> String {
        ProductSheet(currency: currency).amount(minor)
    }
}

extension Order {
    /// The tax in an amount that was paid or given back for the order, by rate.
    func taxes(of amount: Int64) throws(MoneyProblem) -> [TaxPart] {
        let share = try share(of: abs(amount), named: "")
        let sign: Int64 = amount < 0 ? 1 : -1
        return try TaxPart.parts(of: share.map { ($0.total * sign, $0.vat) }, in: currency)
    }
}
