internal import FeatureKit

/// Holds the books against each other; pure.
struct Audit {
    private struct Paid {
        var money: Int64 = 0
        var payments = 0
        var refunded: Int64 = 0
    }

    private var check = LedgerCheck(isRight: true)
    private var byPayment: [ID<Payment>: Int64] = [:]
    private var byStock: [ID<StockLevel>: Int] = [:]
    private var paidOf: [ID<Order>: Paid] = [:]
    private var receiptsOf: [ID<Order>: Int64] = [:]
    /// The last number and the count of each series: the ledger, and each of the receipts.
    private var series: [String: (last: Int, count: Int)] = [:]

    private mutating func expect(_ isSo: Bool, _ problem: @autoclosure () -> String) {
        guard !isSo else { return }
        check.isRight = false
        if check.problems.count < LedgerCheck.mostProblems { check.problems.append(problem()) }
    }

    /// Begins with what was deleted since it was kept long enough.
    mutating func add(_ opening: Stored<LedgerOpening>) {
        let parts = opening.id.split(separator: "/", maxSplits: 1).map(String.init)
        if parts.count == 2, parts[0] == "stock" {
            byStock[ID(parts[1]), default: 0] += opening.document.quantity
        } else {
            series[opening.id, default: (0, 0)].count += opening.document.quantity
        }
    }

    private mutating func count(_ number: Int, in name: String) {
        let known = series[name] ?? (0, 0)
        series[name] = (max(known.last, number), known.count + 1)
    }

    mutating func add(_ entry: LedgerEntry) {
        check.entries += 1
        check.money += entry.money
        count(entry.number, in: LedgerOpening.entries)
        if let payment = entry.payment { byPayment[payment, default: 0] += entry.money }
        for move in entry.stock { byStock[StockLevel.id(move.product, move.variant), default: 0] += move.quantity }
    }

    /// - Parameter processor: What the processor itself has taken and given back, where it can be asked.
    mutating func add(_ stored: Stored<Payment>, processor: (captured: Int64, refunded: Int64)?) {
        let payment = stored.document
        check.payments += 1
        let kept = payment.captured - payment.refunded
        let entered = byPayment.removeValue(forKey: stored.key) ?? 0
        expect(entered == kept, "payment \(stored.id): \(kept) was kept, and the ledger has \(entered)")
        if let processor {
            let known = (payment.captured, payment.refunded)
            expect(known == processor, "payment \(stored.id): \(known) here, and \(processor) at the processor")
        }
        guard payment.paysOrder else { return }
        paidOf[payment.order, default: Paid()].money += payment.captured
        paidOf[payment.order]?.payments += 1
        paidOf[payment.order]?.refunded += payment.refunded
    }

    mutating func add(_ receipt: Receipt) {
        check.receipts += 1
        receiptsOf[receipt.order, default: 0] += receipt.lines.reduce(0) { $0 + $1.total }
        let (name, number) = receipt.place
        count(number, in: name)
    }

    mutating func add(_ stored: Stored<Order>) {
        let order = stored.document
        check.orders += 1
        let paid = paidOf.removeValue(forKey: stored.key) ?? Paid()
        let isPaid = order.moment(of: .paid) != nil
        let total = isPaid ? order.total : 0
        expect(
            paid.money == total, "order \(order.number) (\(stored.id)): it costs \(total), and \(paid.money) was paid")
        expect(paid.payments <= 1, "order \(order.number) (\(stored.id)): it was paid \(paid.payments) times")
        expect(
            paid.refunded == order.refunded,
            "order \(order.number) (\(stored.id)): \(order.refunded) given back, and \(paid.refunded) by its payment")
        let receipts = receiptsOf.removeValue(forKey: stored.key) ?? 0
        let kept = order.receipt == nil ? 0 : order.total - order.refunded
        expect(receipts == kept, "order \(order.number) (\(stored.id)): receipts of \(receipts), and \(kept) was kept")
    }

    mutating func check(_ level: StockLevel) {
        let moved = byStock.removeValue(forKey: level.id) ?? 0
        expect(moved == level.available, "stock \(level.id): \(level.available) left, and the ledger has \(moved)")
    }

    mutating func finish() -> LedgerCheck {
        for (name, known) in series.sorted(by: { $0.key < $1.key }) where known.last > 0 {
            expect(known.last == known.count, "\(name): the last number is \(known.last), and there are \(known.count)")
        }
        for (id, money) in byPayment where money != 0 { expect(false, "the ledger has \(money) of no payment \(id)") }
        for (order, paid) in paidOf where paid.money != 0 {
            expect(false, "\(paid.money) was paid for no order \(order)")
        }
        return check
    }
}
