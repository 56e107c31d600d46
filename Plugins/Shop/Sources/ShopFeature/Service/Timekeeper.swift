internal import FeatureKit
internal import Payments
internal import ShopContracts

/// What becomes due as time passes.
enum Due: Hashable, Sendable {
    /// An order was not paid in time.
    case reservation(ID<Order>)
    /// The test processor confirms a payment late, or once more.
    case testConfirmation(ID<Payment>)
    /// What is old is deleted.
    case cleanUp
}

extension ShopService {
    /// Sets the deadlines of what a run before this one left, and has processors asked what became of open payments.
    func resume() async throws {
        for try await order in orders.all(where: [.equals("state", Order.State.pending)]) {
            if let until = order.document.reservedUntil { deadlines.set(.reservation(order.key), at: until) }
        }
        for state in [PaymentState.starting, .needsAction, .authorised] {
            for try await payment in payments.all(where: [.equals("state", state)]) {
                if state == .needsAction { scheduleTest(payment) }
                try await transact { try $0.enqueue(.report, payment.key, payment.document) }
            }
        }
        for try await owned in entitlements.all(where: [.absent("endedAt")]) { granted(Grant(owned.document)) }
        deadlines.set(.cleanUp, after: .zero)
    }

    /// Ends reservations and deletes what is old, until the module is asked to stop.
    func keepTime() async {
        for await due in deadlines {
            do { try await handle(due) } catch {
                guard !Task.isCancelled else { return }
                log.warning("can't do what is due; trying again", [("error", "\(error)")])
                deadlines.set(due, after: .seconds(5))
            }
        }
    }

    private func handle(_ due: Due) async throws {
        switch due {
        case .reservation(let id): try await expire(id)
        case .testConfirmation(let id): _ = try await testPaymentConfirm(payment: id)
        case .cleanUp: try await cleanUp()
        }
    }

    /// Cancels an order that was not paid in time, and gives its stock back.
    private func expire(_ id: ID<Order>) async throws {
        try await transact { transaction in
            guard let found = try transaction.tx.get(orders, id), found.document.state == .pending,
                let until = found.document.reservedUntil
            else { return }
            guard until <= transaction.now else {
                deadlines.set(.reservation(id), at: until)
                return
            }
            try transaction.cancel(found, why: "it was not paid in time", by: .shop, isExpired: true)
        }
    }

    /// Has the test processor confirm a payment once more or, where it is to come too late, after its reservation.
    func scheduleTest(_ payment: Stored<Payment>) {
        switch payment.document.method.flatMap(TestPayment.Method.init) {
        case .confirmsTwice: deadlines.set(.testConfirmation(payment.key), after: .zero)
        case .late:
            let due = payment.document.made.advanced(by: settings.reserve + .seconds(60))
            deadlines.set(.testConfirmation(payment.key), at: due)
        default: break
        }
    }

    /// Deletes what nobody needs and the law does not want kept any more.
    private func cleanUp() async throws {
        let now = clock.now
        try await carts.deleteAll(where: [.upTo("changed", now.advanced(by: .zero - settings.keepCarts))])
        for try await order in orders.all(where: [.upTo("keepUntil", now)]) {
            try await transact { try $0.forget(order) }
        }
        for try await entry in ledger.all(where: [.upTo("keepUntil", now)]) where entry.document.order == nil {
            try await transact { try $0.forget(entry) }
        }
        deadlines.set(.cleanUp, after: .seconds(3_600))
    }
}
