internal import FeatureKit
internal import Payments

// What payments do to orders. Reports come at least once and in any order; each is compared with what is known.
extension OrderTransaction {
    /// Brings a payment, its order and the ledger up to what a processor reports.
    @discardableResult
    func settle(_ id: ID<Payment>, _ report: PaymentReport) throws -> Stored<Payment> {
        guard let stored = try tx.get(service.payments, id) else { throw ShopRefusal.noPayment }
        var payment = stored.document
        guard report.currency == payment.currency else {
            service.log.error(
                "a payment was made in another currency", [("payment", id.text), ("in", report.currency)])
            return stored
        }
        payment.reference = report.reference
        let came = report.captured - payment.captured
        let wasOpen = payment.state.isOpen
        // A report may be older than what is known.
        let isOlder = payment.captured > 0 || payment.state == .cancelled && report.state.isOpen
        if came > 0 || !isOlder {
            (payment.state, payment.failure) = (came > 0 ? .captured : report.state, report.failure)
        }
        if came > 0 {
            payment.captured = report.captured
            try enter(
                .paid, order: payment.order, payment: (id, payment.processor), at: order(payment.order).document.point,
                money: came, currency: payment.currency)
        }
        try tx.put(service.payments, payment, id: id)
        if came > 0 { try take(id, &payment) }
        if payment.state == .authorised, wasOpen { try decideOnHeldMoney(id, payment) }
        if report.refunded > payment.refunded { try settleRefunds(id, &payment, report.refunded - payment.refunded) }
        return try tx.put(service.payments, payment, id: id)
    }

    /// Has an order paid with the money that came, or gives it back where the order needs it no more.
    private func take(_ id: ID<Payment>, _ payment: inout Payment) throws {
        let found = try order(payment.order)
        var order = found.document
        guard payment.captured == order.total, try isWanted(order), try reserveAgain(order, found.key) else {
            let why = payment.captured == order.total ? "the order is no longer reserved" : "the amount is another one"
            return try refundRest(of: id, payment, why: why)
        }
        payment.paysOrder = true
        try pay(&order, found.key, hasReceipt: payment.processor != .appStore)
    }

    /// Takes money that is held, where its order still needs it.
    private func decideOnHeldMoney(_ id: ID<Payment>, _ payment: Payment) throws {
        try enqueue(isWanted(order(payment.order).document) ? .capture : .cancel, id, payment)
    }

    /// Whether an order is still to be paid: it is reserved, or was until its time was over.
    private func isWanted(_ order: Order) throws -> Bool {
        order.state == .pending || order.state == .cancelled && order.isExpired && order.slot.map { now < $0 } ?? true
    }

    /// Has an order paid: it gets its receipt, and the customer what its products grant.
    @discardableResult
    func pay(_ order: inout Order, _ id: ID<Order>, hasReceipt: Bool = true) throws -> Stored<Order> {
        let was = order.state
        (order.isExpired, order.why) = (false, nil)
        try bring(&order, to: .paid, by: .shop)
        if order.slot == nil { order.due = now }
        // What Apple sells, Apple gives a receipt for.
        if hasReceipt { order.receipt = try makeReceipt(of: order, id) }
        try grant(order, id)
        // There is nothing to pick up.
        if order.lines.allSatisfy({ $0.grants != nil }) { try bring(&order, to: .delivered, by: .shop) }
        return try write(order, id, was: was)
    }

    // MARK: - Giving money back

    /// Gives up a payment of an order that is cancelled: what is not taken never is, what was taken is given back.
    func giveUp(_ payment: Stored<Payment>, why: String) throws {
        if payment.document.captured > 0 {
            try refundRest(of: payment.key, payment.document, why: why)
        } else if payment.document.state.isOpen {
            try enqueue(.cancel, payment.key, payment.document)
        }
    }

    /// Gives back what is left of a payment.
    private func refundRest(of id: ID<Payment>, _ payment: Payment, why: String) throws {
        let left = try refundable(id, payment)
        if left > 0 { try refund(left, of: id, payment, why: why) }
    }

    /// How much of a payment was neither given back nor is about to be.
    func refundable(_ id: ID<Payment>, _ payment: Payment) throws -> Int64 {
        let pending = try tx.all(
            service.refunds, where: [.equals("payment", id), .equals("state", Refund.State.pending)])
        return payment.captured - payment.refunded - pending.reduce(0) { $0 + $1.document.amount }
    }

    /// Has money given back by the processor.
    @discardableResult
    func refund(
        _ amount: Int64, of id: ID<Payment>, _ payment: Payment, lines: [String: Int] = [:],
        restocks: Bool = false, why: String
    ) throws -> Stored<Refund> {
        let refund = try tx.insert(
            service.refunds,
            Refund(
                order: payment.order, payment: id, amount: amount, lines: lines, restocks: restocks, why: why,
                state: .pending, made: now))
        try enqueue(.refund, id, payment, refund.key)
        return refund
    }

    /// Settles refunds with what the processor has given back, those that were asked for first; what nobody here asked for
    /// was given back at the processor.
    private func settleRefunds(_ id: ID<Payment>, _ payment: inout Payment, _ amount: Int64) throws {
        payment.refunded += amount
        let found = try order(payment.order)
        var order = found.document
        try enter(
            .refunded, order: payment.order, payment: (id, payment.processor), at: order.point, money: -amount,
            currency: payment.currency)
        var left = amount
        let pending = try tx.all(
            service.refunds, where: [.equals("payment", id), .equals("state", Refund.State.pending)]
        ).sorted { ($0.document.made, $0.id) < ($1.document.made, $1.id) }
        var settled: [Stored<Refund>] = []
        for refund in pending where refund.document.amount <= left {
            left -= refund.document.amount
            settled.append(refund)
        }
        if left > 0 {
            settled.append(
                try tx.insert(
                    service.refunds,
                    Refund(
                        order: payment.order, payment: id, amount: left, why: "given back at the processor",
                        state: .pending, made: now)))
        }
        for refund in settled {
            var done = refund.document
            done.state = .done
            if done.restocks { try restock(done.lines, of: order, found.key) }
            if payment.paysOrder {
                order.refunded += done.amount
                done.receipt = try makeRectifyingReceipt(of: done, order, found.key)
                try revoke(of: order, found.key)
                try tell(of: done, refund.key, order, found.key)
            }
            try tx.put(service.refunds, done, id: refund.id)
        }
        let was = order.state
        try endRefunded(&order)
        if order != found.document { try write(order, found.key, was: was) }
    }

    /// Notes that a processor will not give money back; staff has to see to it.
    func failRefund(_ id: ID<Refund>, why: String) throws {
        guard var refund = try tx.get(service.refunds, id)?.document, refund.state == .pending else { return }
        refund.state = .failed
        try tx.put(service.refunds, refund, id: id)
        let found = try order(refund.order)
        var order = found.document
        for index in order.lines.indices {
            order.lines[index].refundedQuantity -= refund.lines[order.lines[index].id] ?? 0
        }
        // A cancellation left them to the refund.
        if refund.restocks, order.state == .cancelled { try restock(refund.lines, of: order, found.key) }
        if order != found.document { try write(order, found.key, was: order.state) }
        service.log.error(
            "a refund was refused", [("order", order.number), ("amount", "\(refund.amount)"), ("why", why)])
    }

    // MARK: - Jobs

    /// Has a processor asked once this transaction is on the disk.
    func enqueue(
        _ what: PaymentJob.What, _ id: ID<Payment>, _ payment: Payment, _ refund: ID<Refund>? = nil,
        due: Timestamp? = nil, about event: String? = nil
    ) throws {
        try tx.enqueue(
            PaymentJob(payment: id, what: what, refund: refund), in: PaymentJob.queue,
            id: [what.rawValue, refund?.text ?? id.text, event].compactMap(\.self).joined(separator: " "), key: id.text,
            due: due,
            until: now.advanced(by: PaymentJob.patience))
    }
}
