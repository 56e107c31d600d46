internal import AppStore
internal import Codes
internal import FeatureKit
internal import Money
internal import Payments

@Routes("shop", as: "appStoreRoutes") extension ShopService {
    /// Takes a purchase that the app made in Apple's App Store; taken again, nothing changes.
    /// - Parameter transaction: What StoreKit handed the app, as Apple signed it.
    @Post("/app-store/purchases", .everyone)
    func appStorePurchase(@Text(1...65_536) transaction: String, _ call: Call) async throws -> Order.View {
        guard let store = settings.payment.appStore else { throw ShopRefusal.noProcessor }
        let purchase: SignedTransaction
        do throws(AppStoreProblem) { purchase = try SignedTransaction(transaction, store) } catch {
            throw ShopRefusal.appStore(why: "\(error)")
        }
        return try await transact(by: call) { transaction in
            let buyer = try buyer(call, in: transaction.tx)
            return view(try transaction.take(purchase, of: buyer, isGuest: !call.caller.isSignedIn))
        }
    }

    /// Takes what the App Store tells by itself, such as that a purchase was given back.
    /// - Parameter signedPayload: The notification, as Apple signed it.
    @Post("/app-store/notifications", .beforeSigningIn)
    func appStoreNotification(@Text(1...65_536) signedPayload: String) async throws -> Done {
        guard let store = settings.payment.appStore else { throw ShopRefusal.noProcessor }
        let notification: StoreNotification
        do throws(AppStoreProblem) { notification = try StoreNotification(signedPayload, store) } catch {
            throw ShopRefusal.appStore(why: "\(error)")
        }
        guard let purchase = notification.transaction else { return Done() }
        try await transact { transaction in
            guard let known = try transaction.payment(of: purchase) else { return }
            try transaction.settle(known.key, purchase.report(amount: known.document.amount, known.document.currency))
        }
        return Done()
    }
}

extension SignedTransaction {
    /// What the payment is called here.
    fileprivate var reference: String { "app-store-\(id)" }

    fileprivate func report(amount: Int64, _ currency: String) -> PaymentReport {
        PaymentReport(
            reference: reference, state: .captured, captured: amount, refunded: revoked == nil ? 0 : amount,
            currency: currency)
    }
}

extension OrderTransaction {
    fileprivate func payment(of purchase: SignedTransaction) throws -> Stored<Payment>? {
        try tx.first(service.payments, where: [.equals("reference", purchase.reference)])
    }

    /// Makes an order of a purchase, which is paid and has nothing to pick up.
    fileprivate func take(_ purchase: SignedTransaction, of buyer: String, isGuest: Bool) throws -> Stored<Order> {
        if let known = try payment(of: purchase) {
            guard known.document.buyer == buyer else { throw ShopRefusal.purchaseTaken }
            return try order(known.document.order)
        }
        guard let product = try tx.first(service.products, where: [.equals("appStoreID", purchase.product)]) else {
            throw ShopRefusal.noProduct
        }
        let quantity = Int(purchase.quantity)
        let paid =
            purchase.paid
            ?? Money(minor: product.document.price * purchase.quantity, currency: settings.currency)
        let (total, currency) = (paid.minor, paid.currency)
        let point = ID<PointOfSale>("app-store")
        let number = try nextNumber(at: point)
        let line = OrderLine(
            id: "1", product: product.key, name: product.document.name, quantity: quantity,
            unitPrice: total / purchase.quantity, total: total, vat: 0, grants: product.document.grants)
        let stored = try write(
            Order(
                number: number, buyer: buyer, point: point, pointName: "App Store", date: today, state: .pending,
                lines: [line], currency: currency, total: total, due: now, pickupCode: ShortCode.random(6), made: now,
                history: [OrderStep(state: .pending, at: now)], claim: "\(point)|\(today)|\(number)", isGuest: isGuest,
                keepUntil: keepUntil), .random())
        let payment = try tx.insert(
            service.payments,
            Payment(
                order: stored.key, buyer: buyer, processor: .appStore, amount: total, currency: currency,
                state: .starting, reference: purchase.reference, made: now))
        try settle(payment.key, purchase.report(amount: total, currency))
        if let until = purchase.expires {
            for owned in try tx.all(service.entitlements, where: [.equals("order", stored.key)]) {
                let held = try tx.update(service.entitlements, owned.id) { $0.until = until }
                service.publish(held.document, tx)
            }
        }
        return try order(stored.key)
    }
}
