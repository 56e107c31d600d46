import Testing

@testable import ShopFeature

/// Who may bring an order from which state to which: the whole table.
struct OrderRulesTests {
    @Test func whoMayDoWhat() {
        func text(_ state: Order.State) -> String {
            Order.State.allCases.map { next in
                let actors = OrderActor.allCases.filter { actor in
                    do {
                        try OrderRules.check(state, next, by: actor)
                        return true
                    } catch { return false }
                }
                return actors.isEmpty ? "" : "\(next): \(actors.map(\.rawValue).joined(separator: " "))"
            }.filter { !$0.isEmpty }.joined(separator: "; ")
        }
        let table = Dictionary(uniqueKeysWithValues: Order.State.allCases.map { ($0, text($0)) })
        #expect(
            table == [
                .pending: "paid: shop; cancelled: customer kitchen staff shop",
                .paid: "preparing: kitchen staff; delivered: shop; cancelled: customer kitchen staff",
                .preparing: "ready: kitchen staff; cancelled: kitchen staff",
                .ready: "delivered: kitchen staff; cancelled: staff", .delivered: "refunded: shop",
                .cancelled: "paid: shop", .refunded: "",
            ])
    }

    @Test func aRefusalSaysWhetherNobodyCanOrOthers() {
        #expect(throws: ShopRefusal.notPossible(state: .delivered)) {
            try OrderRules.check(.delivered, .cancelled, by: .staff)
        }
        #expect(throws: ShopRefusal.notYours(state: .preparing)) {
            try OrderRules.check(.preparing, .cancelled, by: .customer)
        }
    }
}
