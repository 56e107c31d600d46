internal import FeatureKit
internal import Payments

extension ShopService {
    /// How often somebody may try to pay one order.
    private static let mostAttempts = 20
}

@Routes("shop", as: "paymentRoutes") extension ShopService {
    /// Pays an order, or says what the customer's app has to go on with; asked again, nothing is paid twice.
    /// - Parameter processor: Who takes the money; the only one that there is by default.
    /// - Parameter method: What the customer pays with, in the processor's words, such as test-succeeds.
    @Post("/orders/{order}/payment", .everyone)
    func pay(
        order: ID<Order>, processor: ProcessorName?, @Text(1...100) method: String?, _ call: Call
    ) async throws -> Payment.View {
        let name = processor ?? (processors[.stripe] == nil ? .test : .stripe)
        guard let takes = processors[name] else { throw ShopRefusal.noProcessor }
        if let method, !takes.methods.isEmpty, !takes.methods.contains(method) {
            throw ShopRefusal.noMethod(method: method, methods: takes.methods)
        }
        let begun = try await transact(by: call) { transaction in
            _ = try find(order, call, transaction.tx)
            return try transaction.beginPayment(of: order, name, method, most: Self.mostAttempts)
        }
        let report: PaymentReport
        do throws(PaymentFailure) { report = try await takes.begin(begun.document.order(begun.key)) } catch {
            switch error {
            case .unknown(let why):
                log.warning("a processor does not answer", [("payment", begun.id), ("why", why)])
                // The customer is told once it is known.
                let asked = clock.now.advanced(by: .seconds(2))
                try await transact { try $0.enqueue(.report, begun.key, begun.document, due: asked) }
                return begun.view
            case .refused(let why):
                report = PaymentReport(
                    reference: begun.id, state: .failed, currency: begun.document.currency, failure: why)
            }
        }
        let payment = try await transact { try $0.settle(begun.key, report) }
        scheduleTest(payment)
        if payment.document.state == .failed {
            throw ShopRefusal.declined(why: payment.document.failure ?? "without a reason")
        }
        var view = payment.view
        view.action = report.action
        return view
    }

    /// The payments of an order, the oldest first.
    @Get("/orders/{order}/payments", .everyone)
    func orderPayments(order: ID<Order>, _ call: Call) async throws -> PaymentList {
        try await see(order, call) { _, snapshot in
            let found = try snapshot.all(payments, where: [.equals("order", order)])
            let back = try snapshot.all(refunds, where: [.equals("order", order)])
            return PaymentList(
                payments: found.sorted { ($0.document.made, $0.id) < ($1.document.made, $1.id) }.map(\.view),
                refunds: back.sorted { ($0.document.made, $0.id) < ($1.document.made, $1.id) }.map(\.view))
        }
    }

    /// Gives money back for some lines of an order, or an amount.
    /// - Parameter lines: How many of each line, by id.
    /// - Parameter amount: How much, in minor units.
    /// - Parameter why: The reason.
    /// - Parameter restock: Whether the lines go back into the stock once the money is back.
    @Post("/orders/{order}/refunds", .role("staff"))
    func refund(
        order: ID<Order>, @In(1...99) @Count(0...50) lines: [String: Int] = [:],
        @In(1...1_000_000_000_000) amount: Int64?,
        @Text(1...200) why: String, restock: Bool = false, _ call: Call, _ once: Once<Refund.View>
    ) async throws -> Once<Refund.View>.Answer {
        try await once.finish { tx in
            let transaction = OrderTransaction(self, tx, by: call)
            return try transaction.refund(order, lines, amount, why: why, restock: restock).view
        }
    }
}

/// What was paid for an order, and given back.
@Record struct PaymentList: Equatable {
    /// The payments.
    var payments: [Payment.View]
    /// What was given back, or is about to be.
    var refunds: [Refund.View]
}

extension OrderTransaction {
    /// Begins to pay an order, or goes on with a payment of it that was begun the same way.
    fileprivate func beginPayment(
        of id: ID<Order>, _ processor: ProcessorName, _ method: String?, most: Int
    ) throws -> Stored<Payment> {
        let order = try order(id).document
        guard order.state == .pending else { throw ShopRefusal.notPossible(state: order.state) }
        guard let until = order.reservedUntil, now < until else { throw ShopRefusal.reservationOver }
        let known = try tx.all(service.payments, where: [.equals("order", id)])
        if let open = known.first(where: {
            $0.document.state.isOpen && ($0.document.processor, $0.document.method) == (processor, method)
        }) {
            return open
        }
        guard known.count < most else { throw ShopRefusal.tooManyAttempts }
        // A customer who pays in another way does not pay twice.
        for open in known where open.document.state.isOpen { try enqueue(.cancel, open.key, open.document) }
        return try tx.insert(
            service.payments,
            Payment(
                order: id, buyer: order.buyer, processor: processor, method: method, amount: order.total,
                currency: order.currency, state: .starting, made: now))
    }

    /// Gives back what some lines cost, or an amount, of a paid order.
    fileprivate func refund(
        _ id: ID<Order>, _ lines: [String: Int], _ amount: Int64?, why: String, restock: Bool
    ) throws -> Stored<Refund> {
        guard lines.isEmpty == (amount != nil) else { throw ShopRefusal.linesOrAmount }
        let found = try order(id)
        var order = found.document
        guard let paid = try tx.first(service.payments, where: [.equals("order", id), .equals("paysOrder", true)])
        else {
            throw ShopRefusal.notPossible(state: order.state)
        }
        var sum = amount ?? 0
        for (line, quantity) in lines {
            guard let index = order.lines.firstIndex(where: { $0.id == line }) else { throw ShopRefusal.noLine }
            let known = order.lines[index]
            let after = known.refundedQuantity + quantity
            guard after <= known.quantity else {
                throw ShopRefusal.tooMuch(left: Int64(known.quantity - known.refundedQuantity))
            }
            sum += known.price(of: after) - known.price(of: known.refundedQuantity)
            order.lines[index].refundedQuantity = after
        }
        let left = try refundable(paid.key, paid.document)
        guard (1...max(1, left)).contains(sum), left > 0 else { throw ShopRefusal.tooMuch(left: left) }
        if order != found.document { try write(order, id, was: order.state) }
        return try refund(
            sum, of: paid.key, paid.document, lines: lines, restocks: restock && order.state != .cancelled, why: why)
    }
}

extension OrderLine {
    /// What so many of them cost; all of them cost the total.
    func price(of quantity: Int) -> Int64 { total * Int64(quantity) / Int64(self.quantity) }
}
