import Bookkeeping
import Testing

@Suite struct BookCheckTests {
    /// A shop that sold two of three caps, and gave the money for one of them back.
    private func check(
        entries: [(number: Int, money: Int64, stock: Int)] = [(1, 0, 3), (2, 0, -2), (3, 500, 0), (4, -250, 0)],
        captured: Int64 = 500, processor: (captured: Int64, refunded: Int64) = (500, 250), payments: Int = 1,
        receipts: [Int64] = [500, -250], total: Int64? = 500, refunded: Int64 = 250, left: Int = 1
    ) -> BookReport {
        var check = BookCheck()
        for entry in entries {
            check.add(
                entry: entry.number, in: "entries", money: entry.money, payment: entry.money == 0 ? nil : "p0",
                stock: entry.stock == 0 ? [] : [("cap", entry.stock)])
        }
        for number in 0..<payments {
            check.add(
                payment: "p\(number)", captured: number == 0 ? captured : 0, refunded: number == 0 ? 250 : 0,
                processor: number == 0 ? processor : nil, paying: "o")
        }
        for (number, total) in receipts.enumerated() {
            check.add(receipt: number + 1, in: "receipts", of: "o", total: total)
        }
        check.add(order: "o", named: "ORD-1", total: total, refunded: refunded, hasReceipt: total != nil)
        check.add(stock: "cap", left: left)
        return check.finish()
    }

    @Test func `books that agree have no problems`() {
        let report = check()
        #expect(report.isRight && report.problems.isEmpty)
        #expect((report.entries, report.orders, report.payments, report.receipts) == (4, 1, 1, 2))
        #expect(report.money == 250)
    }

    @Test func `each difference is told`() {
        #expect(
            check(entries: [(1, 0, 3), (2, 0, -2), (4, 500, 0), (5, -250, 0)]).problems == [
                "entries: the last number is 5, and there are 4"
            ])
        #expect(
            check(captured: 501, processor: (501, 250)).problems == [
                "payment p0: 251 was kept, and the ledger has 250",
                "order ORD-1 (o): it costs 500, and 501 was paid",
            ])
        #expect(
            check(processor: (500, 0)).problems == [
                "payment p0: (500, 250) here, and (captured: 500, refunded: 0) at the processor"
            ])
        #expect(check(payments: 2).problems == ["order ORD-1 (o): it was paid 2 times"])
        #expect(check(receipts: [500]).problems == ["order ORD-1 (o): receipts of 500, and 250 was kept"])
        #expect(
            check(total: nil, refunded: 250).problems == [
                "order ORD-1 (o): it costs 0, and 500 was paid", "order ORD-1 (o): receipts of 250, and 0 was kept",
            ])
        #expect(check(refunded: 0).problems.count == 2)
        #expect(check(left: 2).problems == ["stock cap: 2 left, and the ledger has 1"])
    }

    @Test func `what belongs to nothing is told`() {
        var check = BookCheck()
        check.add(entry: 1, in: "entries", money: 7, payment: "lost", stock: [("gone", 3)])
        check.add(payment: "p", captured: 0, refunded: 0, processor: nil, paying: nil)
        check.add(receipt: 1, in: "receipts", of: "none", total: 5)
        #expect(
            check.finish().problems == [
                "the ledger has 7 of no payment lost", "receipts of 5 are of no order none",
                "the ledger has 3 of no stock gone",
            ])
    }

    @Test func `what was deleted is carried over`() {
        var check = BookCheck()
        check.carryOver(stock: "cap", 2)
        check.carryOver(series: "entries", 1)
        check.add(entry: 2, in: "entries", money: 0, payment: nil, stock: [("cap", -1)])
        check.add(stock: "cap", left: 1)
        #expect(check.finish().isRight)
    }

    @Test func `at most a hundred problems are told`() {
        var check = BookCheck()
        for number in 0..<150 { check.add(stock: "\(number)", left: 1) }
        let report = check.finish()
        #expect(report.problems.count == 100 && !report.isRight)
    }
}
