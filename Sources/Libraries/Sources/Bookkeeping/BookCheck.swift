public import FeatureKit

/// What a check of the books found.
@Record public struct BookReport: Equatable {
    static let mostProblems = 100

    /// Whether everything adds up.
    public var isRight = true
    /// How many entries were compared.
    public var entries = 0
    /// How many orders.
    public var orders = 0
    /// How many payments.
    public var payments = 0
    /// How many receipts.
    public var receipts = 0
    /// What came in less what went out, in minor units, as the ledger has it.
    public var money: Int64 = 0
    /// What does not add up; the first hundred of it.
    public var problems: [String] = []
}

/// Holds a ledger of money and stock against the payments, receipts, orders and stock that it records.
///
/// What was read is added in the order of the functions here, and `finish` tells what does not add up.
public struct BookCheck: Sendable {
    private struct Paid {
        var money: Int64 = 0
        var payments = 0
        var refunded: Int64 = 0
    }

    private var report = BookReport()
    private var byPayment: [String: Int64] = [:]
    private var byStock: [String: Int] = [:]
    private var paidOf: [String: Paid] = [:]
    private var receiptsOf: [String: Int64] = [:]
    /// The last number and the count of each series.
    private var series: [String: (last: Int, count: Int)] = [:]

    /// Begins a check.
    public init() {}

    private mutating func expect(_ isSo: Bool, _ problem: @autoclosure () -> String) {
        guard !isSo else { return }
        report.isRight = false
        if report.problems.count < BookReport.mostProblems { report.problems.append(problem()) }
    }

    private mutating func count(_ number: Int, in name: String) {
        let known = series[name] ?? (0, 0)
        series[name] = (max(known.last, number), known.count + 1)
    }

    /// Begins a stock with what deleted entries came to.
    public mutating func carryOver(stock: String, _ quantity: Int) { byStock[stock, default: 0] += quantity }

    /// Begins a series with how many of it were deleted.
    public mutating func carryOver(series name: String, _ count: Int) { series[name, default: (0, 0)].count += count }

    /// Adds an entry of the ledger, which belongs to a series without gaps.
    public mutating func add(
        entry number: Int, in series: String, money: Int64, payment: String?, stock: [(id: String, quantity: Int)]
    ) {
        report.entries += 1
        report.money += money
        count(number, in: series)
        if let payment { byPayment[payment, default: 0] += money }
        for move in stock { byStock[move.id, default: 0] += move.quantity }
    }

    /// Adds a payment.
    ///
    /// - Parameters:
    ///   - processor: What the processor itself has taken and given back, where it can be asked.
    ///   - order: The order that was paid with it; nil where none was.
    public mutating func add(
        payment id: String, captured: Int64, refunded: Int64, processor: (captured: Int64, refunded: Int64)?,
        paying order: String?
    ) {
        report.payments += 1
        let (kept, entered) = (captured - refunded, byPayment.removeValue(forKey: id) ?? 0)
        expect(entered == kept, "payment \(id): \(kept) was kept, and the ledger has \(entered)")
        if let processor {
            let known = (captured, refunded)
            expect(known == processor, "payment \(id): \(known) here, and \(processor) at the processor")
        }
        guard let order else { return }
        paidOf[order, default: Paid()].money += captured
        paidOf[order]?.payments += 1
        paidOf[order]?.refunded += refunded
    }

    /// Adds a receipt, which belongs to a series without gaps.
    public mutating func add(receipt number: Int, in series: String, of order: String, total: Int64) {
        report.receipts += 1
        receiptsOf[order, default: 0] += total
        count(number, in: series)
    }

    /// Adds an order.
    ///
    /// - Parameters:
    ///   - name: What people call it.
    ///   - total: What it costs; nil where it was not paid.
    ///   - refunded: How much of that was given back.
    ///   - hasReceipt: Whether its receipts have to come to what was kept of its price.
    public mutating func add(
        order id: String, named name: String, total: Int64?, refunded: Int64, hasReceipt: Bool
    ) {
        report.orders += 1
        let (paid, costs) = (paidOf.removeValue(forKey: id) ?? Paid(), total ?? 0)
        expect(paid.money == costs, "order \(name) (\(id)): it costs \(costs), and \(paid.money) was paid")
        expect(paid.payments <= 1, "order \(name) (\(id)): it was paid \(paid.payments) times")
        expect(
            paid.refunded == refunded,
            "order \(name) (\(id)): \(refunded) given back, and \(paid.refunded) by its payment")
        let (receipts, kept) = (receiptsOf.removeValue(forKey: id) ?? 0, hasReceipt ? costs - refunded : 0)
        expect(receipts == kept, "order \(name) (\(id)): receipts of \(receipts), and \(kept) was kept")
    }

    /// Adds what is left of a stock.
    public mutating func add(stock id: String, left: Int) {
        let moved = byStock.removeValue(forKey: id) ?? 0
        expect(moved == left, "stock \(id): \(left) left, and the ledger has \(moved)")
    }

    /// What was found.
    public consuming func finish() -> BookReport {
        for (name, known) in series.sorted(by: { $0.key < $1.key }) where known.last > 0 {
            expect(known.last == known.count, "\(name): the last number is \(known.last), and there are \(known.count)")
        }
        for (id, money) in byPayment where money != 0 { expect(false, "the ledger has \(money) of no payment \(id)") }
        for (order, paid) in paidOf where paid.money != 0 {
            expect(false, "\(paid.money) was paid for no order \(order)")
        }
        for (order, total) in receiptsOf where total != 0 {
            expect(false, "receipts of \(total) are of no order \(order)")
        }
        for (id, moved) in byStock where moved != 0 { expect(false, "the ledger has \(moved) of no stock \(id)") }
        return report
    }
}
