import Bookkeeping
import FeatureKit
import FeatureTestKit
import Payments
import Receipts
import Testing

@testable import ShopFeature

let ada = Caller.user("accounts:ada")
let bob = Caller.user("accounts:bob")
let cook = Caller.user("accounts:kim")
let staff = Caller.user("accounts:eve", roles: ["staff"])
let admin = Caller.user("accounts:root", roles: ["admin"])
let guest = Caller.guest("phone")

/// Noon in Madrid, on a Sunday.
let noon = Timestamp(nanoseconds: 1_795_345_200_000_000_000)

/// A stand with a cap of which few are left, a cola and a tour, and who orders there.
struct ShopHarness {
    static let cap = ID<Product>("cap")
    static let cola = ID<Product>("cola")
    static let tour = ID<Product>("tour")

    let probe: Probe
    let north = ID<PointOfSale>("north")

    static func open(
        _ settings: Shop.Settings = .init(), caps: Int = 10, store: MemoryStore = MemoryStore(),
        sourceLocation: SourceLocation = #_sourceLocation, _ body: (ShopHarness) async throws -> Void
    ) async throws {
        try await withFeature(
            Shop.self, settings: settings, store: store, clock: TestClock(now: noon), sourceLocation: sourceLocation,
            prepare: { store, _ in
                let products = try store.collection(Product.documents)
                guard try await products.get(cap) == nil else { return }
                let (food, fans) = (Product.Kind.food, Product.Kind.merchandise)
                try await products.insert(
                    Product(name: "Cap", kind: fans, category: "fans", price: 2_500, vat: 2_100), id: cap)
                try await products.insert(
                    Product(name: "Cola", kind: food, category: "drinks", price: 333, vat: 1_000), id: cola)
                try await products.insert(
                    Product(
                        name: "Tour", kind: fans, category: "tours", price: 499, vat: 2_100, grants: "tours.route:a"),
                    id: tour)
                try await store.collection(PointOfSale.documents).insert(
                    PointOfSale(name: "North stand", staff: [cook.key ?? ""]), id: "north")
            },
            { probe in
                let shop = ShopHarness(probe: probe)
                if try await shop.stock(cap) == nil { try await shop.fill(cap, caps) }
                try await body(shop)
            })
    }

    // MARK: - Asking

    func order(
        _ product: ID<Product> = cap, _ quantity: Int = 1, total: Int64? = nil, as caller: Caller = bob
    ) async throws -> Order.View {
        let prices: [ID<Product>: Int64] = [Self.cap: 2_500, Self.cola: 333, Self.tour: 499]
        return try await probe.call(
            ShopService.expressOrderRoute,
            .init(
                point: north, lines: [ExpressLine(product: product, quantity: quantity)],
                total: total ?? prices[product, default: 0] * Int64(quantity)), as: caller)
    }

    @discardableResult
    func pay(_ order: ID<Order>, _ method: String? = nil, as caller: Caller = bob) async throws -> Payment.View {
        try await probe.call(ShopService.payRoute, .init(order: order, method: method), as: caller)
    }

    func cancel(_ order: ID<Order>, as caller: Caller = bob) async throws -> Order.View {
        try await probe.call(ShopService.orderCancelRoute, .init(order: order), as: caller)
    }

    func get(_ order: ID<Order>, as caller: Caller = bob) async throws -> Order.View {
        try await probe.call(ShopService.orderRoute, .init(order: order), as: caller)
    }

    func payments(of order: ID<Order>) async throws -> PaymentList {
        try await probe.call(ShopService.orderPaymentsRoute, .init(order: order), as: staff)
    }

    func fill(_ product: ID<Product>, _ available: Int) async throws {
        _ = try await probe.call(
            ShopService.stockSetRoute, .init(product: product, available: available), as: staff)
    }

    func stock(_ product: ID<Product>) async throws -> Int? {
        try await all(StockLevel.documents).first { $0.document.product == product }?.document.available
    }

    func all<Document>(_ documents: Documents<Document>) async throws -> [Stored<Document>] {
        let collection = try probe.store.collection(documents)
        var found: [Stored<Document>] = []
        for try await stored in collection.all() { found.append(stored) }
        return found
    }

    // MARK: - Adding up

    /// That ledger, orders, payments, processor, receipts and stock say the same, to the cent and to the unit.
    func check(_ what: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let (orders, payments) = (try await all(Order.documents), try await all(Payment.documents))
        let (entries, receipts) = (try await all(LedgerEntry.documents), try await all(Receipt.documents))
        let books = Dictionary(uniqueKeysWithValues: try await all(TestPayment.documents).map { ($0.id, $0.document) })
        func expect(_ isSo: Bool, _ text: String) {
            #expect(isSo, "\(what.map { "\($0): " } ?? "")\(text)", sourceLocation: sourceLocation)
        }
        for payment in payments {
            let known = payment.document
            expect(known.captured == books[payment.id]?.captured ?? 0, "payment \(known)")
            expect(known.refunded == books[payment.id]?.refunded ?? 0, "payment \(known)")
            let money = entries.filter { $0.document.payment == payment.key }.reduce(0) { $0 + $1.document.money }
            expect(money == known.captured - known.refunded, "ledger of \(known)")
            expect(known.paysOrder || known.captured == known.refunded, "kept money of nobody: \(known)")
        }
        for order in orders {
            let paying = payments.filter { $0.document.order == order.key && $0.document.paysOrder }
            let document = order.document
            let wasPaid = document.receipt != nil
            expect(paying.count == (wasPaid && document.total > 0 ? 1 : 0), "paid once: \(document)")
            if let one = paying.first?.document {
                expect(one.captured == document.total && one.refunded == document.refunded, "order \(document)")
            }
            let slips = receipts.filter { $0.document.order == order.key }.flatMap(\.document.lines)
            let sum = slips.reduce(0) { $0 + $1.total }
            expect(sum == (wasPaid ? document.total - document.refunded : 0), "receipts of \(document)")
        }
        for level in try await all(StockLevel.documents) {
            let (product, variant) = (level.document.product, level.document.variant)
            let moved = entries.flatMap(\.document.stock).filter { $0.product == product && $0.variant == variant }
            expect(moved.reduce(0) { $0 + $1.quantity } == level.document.available, "stock \(level.document)")
            // What an order took, it holds; what a cancelled one took, is back, apart from what was given back for money.
            for order in orders {
                let lines = order.document.lines.filter { $0.product == product && $0.variant == variant }
                let (all, refunded) = (
                    lines.reduce(0) { $0 + $1.quantity }, lines.reduce(0) { $0 + $1.refundedQuantity }
                )
                let taken = entries.filter { $0.document.order == order.key }.flatMap(\.document.stock)
                    .filter { $0.product == product && $0.variant == variant }.reduce(0) { $0 - $1.quantity }
                let held = order.document.state == .cancelled ? 0...refunded : (all - refunded)...all
                expect(held.contains(taken), "stock \(taken) of \(order.document)")
            }
        }
        let check = try await probe.call(ShopService.ledgerCheckRoute, Nothing(), as: admin)
        expect(check.isRight, "\(check.problems)")
        let numbers = entries.map(\.document.number).sorted()
        expect(numbers == Array(1...max(1, entries.count)) || entries.isEmpty, "numbers of the ledger")
        for series in ["F", "R"] {
            let last = receipts.compactMap { $0.document.number.hasPrefix(series) ? $0.document.number : nil }.sorted()
            let digits = last.compactMap { $0.split(separator: "-").last.flatMap { Int($0) } }
            expect(digits == Array(1...max(1, digits.count)) || digits.isEmpty, "series \(last)")
        }
    }
}
