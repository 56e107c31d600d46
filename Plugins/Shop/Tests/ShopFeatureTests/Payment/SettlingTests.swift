import FeatureKit
import FeatureTestKit
import LibraryTestSupport
import Payments
import Testing

@testable import ShopFeature

/// What races and what comes in any order ends the same.
@Suite(.timeLimit(.minutes(2))) struct SettlingTests {
    @Test func theLastUnitsGoToAsManyAsThereAre() async throws {
        try await ShopHarness.open(caps: 5) { shop in
            let orders = await withTaskGroup(of: ID<Order>?.self) { group in
                for number in 0..<20 {
                    group.addTask { try? await shop.order(as: .guest("phone-\(number)")).id }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(orders.compactMap(\.self).count == 5)
            #expect(try await shop.stock(ShopHarness.cap) == 0)
            try await shop.check()
        }
    }

    @Test func twoPaymentsOfOneOrderAtOnceAreOne() async throws {
        try await ShopHarness.open { shop in
            let order = try await shop.order().id
            await withTaskGroup(of: Void.self) { group in
                for method in [nil, "test-succeeds", "test-confirms-twice", nil, "test-times-out", "test-authorises"] {
                    group.addTask { _ = try? await shop.pay(order, method) }
                }
            }
            await shop.probe.advance(.seconds(30))
            #expect(try await shop.get(order).state == .paid)
            try await shop.check()
        }
    }

    @Test func cancellingAgainstPayingEndsInOneOfBoth() async throws {
        for _ in 0..<20 {
            try await ShopHarness.open { shop in
                let order = try await shop.order().id
                async let paid: Payment.View? = try? shop.pay(order)
                async let cancelled: Order.View? = try? shop.cancel(order)
                _ = await (paid, cancelled)
                await shop.probe.advance(.seconds(30))
                let state = try await shop.get(order).state
                #expect(state == .paid || state == .cancelled)
                try await shop.check()
            }
        }
    }

    /// Lines come back into the stock with their money; where a processor refuses, a cancellation gives them back, once.
    @Test(arguments: [(nil, 4), ("test-refuses-refunds", 3)])
    func linesComeBackWithTheirMoney(_ method: String?, _ left: Int) async throws {
        try await ShopHarness.open(caps: 5) { shop in
            let order = try await shop.order(ShopHarness.cap, 2)
            _ = try await shop.pay(order.id, method)
            _ = try await shop.probe.call(
                ShopService.refundRoute,
                .init(order: order.id, lines: [order.lines[0].id: 1], why: "torn", restock: true), as: staff)
            await shop.probe.advance(.seconds(1))
            #expect(try await shop.stock(ShopHarness.cap) == left)
            _ = try await shop.cancel(order.id, as: staff)
            await shop.probe.advance(.seconds(1))
            #expect(try await shop.stock(ShopHarness.cap) == 5)
            if method == nil { try await shop.check() }
        }
    }

    /// Whatever customers, processors, time and staff do, and whenever the host dies: everything adds up.
    @Test(arguments: 0..<8) func whateverHappensAddsUp(_ run: Int) async throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        let store = MemoryStore()
        var settings = Shop.Settings()
        (settings.reserve, settings.mostUnpaid) = (.seconds(60), 1_000)
        for life in 0..<3 {
            try await ShopHarness.open(settings, caps: 6, store: store) { shop in
                var orders = try await shop.all(Order.documents).map(\.key).sorted()
                for _ in 0..<40 {
                    let order = orders.randomElement(using: &random)
                    switch (Int.random(in: 0..<10, using: &random), order) {
                    case (0...2, _):
                        let product = [ShopHarness.cap, ShopHarness.cola, ShopHarness.tour].randomElement(
                            using: &random)
                        let quantity = Int.random(in: 1...3, using: &random)
                        if let made = try? await shop.order(product ?? ShopHarness.cap, quantity) {
                            orders.append(made.id)
                        }
                    case (3...5, let order?):
                        _ = try? await shop.pay(
                            order, TestPayment.Method.allCases.map(\.rawValue).randomElement(using: &random))
                    case (6, let order?):
                        for payment in try await shop.payments(of: order).payments {
                            _ = try? await shop.probe.call(
                                ShopService.testPaymentConfirmRoute,
                                .init(payment: payment.id, approves: Bool.random(using: &random)), as: bob)
                        }
                    case (7, let order?):
                        let caller = [bob, staff].randomElement(using: &random) ?? bob
                        _ = try? await shop.cancel(order, as: caller)
                    case (8, let order?):
                        let lines = try await shop.get(order).lines
                        let isAmount = Bool.random(using: &random)
                        _ = try? await shop.probe.call(
                            ShopService.refundRoute,
                            .init(
                                order: order, lines: isAmount ? [:] : [lines[0].id: 1],
                                amount: isAmount ? Int64.random(in: 1...3_000, using: &random) : nil, why: "cold",
                                restock: Bool.random(using: &random)), as: staff)
                    default: await shop.probe.advance(.seconds(Int.random(in: 1...50, using: &random)))
                    }
                }
                guard life == 2 else { return }
                // All reservations end, and all that is late has come.
                await shop.probe.advance(.minutes(5))
                try await shop.check("seed \(seed)")
            }
        }
    }
}
