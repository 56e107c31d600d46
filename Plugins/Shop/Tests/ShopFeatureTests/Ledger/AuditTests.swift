import Bookkeeping
import FeatureKit
import FeatureTestKit
import Testing

@testable import ShopFeature

/// The check of the ledger finds what somebody has changed by hand.
@Suite(.timeLimit(.minutes(1))) struct AuditTests {
    private func problems(
        _ tamper: @escaping @Sendable (StoreTransaction, ShopHarness) throws -> Void
    ) async throws -> [String] {
        var found: [String] = []
        try await ShopHarness.open { shop in
            let order = try await shop.order()
            try await shop.pay(order.id)
            try await shop.probe.store.transaction { tx in try tamper(tx, shop) }
            found = try await shop.probe.call(ShopService.ledgerCheckRoute, Nothing(), as: admin).problems
        }
        return found
    }

    @Test func eachKindOfDifferenceIsFound() async throws {
        #expect(try await problems { _, _ in }.isEmpty)
        let money = try await problems { tx, shop in
            let payments = try shop.probe.store.collection(Payment.documents)
            for payment in try tx.all(payments, where: []) { try tx.update(payments, payment.id) { $0.captured += 1 } }
        }
        #expect(money.count == 3 && money[0].contains("2501 was kept, and the ledger has 2500"))
        let receipts = try await problems { tx, shop in
            let receipts = try shop.probe.store.collection(Receipt.documents)
            for receipt in try tx.all(receipts, where: []) { try tx.delete(receipts, receipt.id) }
        }
        #expect(receipts.count == 1 && receipts[0].contains("receipts of 0, and 2500 was kept"))
        let entries = try await problems { tx, shop in
            let ledger = try shop.probe.store.collection(LedgerEntry.documents)
            let entry = try tx.first(ledger, where: [.equals("number", 2)])
            if let entry { try tx.delete(ledger, entry.id) }
        }
        #expect(entries.contains("entries: the last number is 3, and there are 2"))
        #expect(entries.contains("stock cap: 9 left, and the ledger has 10"))
    }
}
