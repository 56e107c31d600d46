internal import FeatureKit
internal import Media
internal import Payments

@Routes("shop", as: "stripeRoutes") extension ShopService {
    /// Takes what Stripe reports about a payment, and asks Stripe how it stands: told twice, or out of order, it is the same.
    /// - Parameter stripeSignature: The time, and signatures of it and the body.
    /// - Parameter event: The event, as it was signed.
    @Post("/stripe/webhook", .beforeSigningIn)
    func stripeWebhook(@Text(0...2_048) stripeSignature: String?, event: Upload<262_144>) async throws -> Done {
        guard let stripe = settings.payment.stripe else { throw ShopRefusal.noProcessor }
        let hook: StripeWebhook
        do throws(StripeWebhook.Problem) {
            hook = try StripeWebhook(
                event.media.bytes, header: stripeSignature ?? "", secrets: stripe.webhookSecrets, now: clock.now)
        } catch {
            log.warning("a webhook that Stripe did not sign was refused", [("problem", "\(error)")])
            throw ShopRefusal.notSigned
        }
        guard hook.intent != nil else { return Done() }
        let known = try await store.read { snapshot in
            let named = try hook.payment.flatMap { try snapshot.get(payments, $0) }
            return try named
                ?? hook.intent.flatMap {
                    try snapshot.first(payments, where: [.equals("reference", $0)])
                }
        }
        // Others may use the same account.
        guard let known, known.document.processor == .stripe else { return Done() }
        try await transact { transaction in
            var payment = known.document
            payment.reference = payment.reference ?? hook.intent
            try transaction.tx.put(payments, payment, id: known.id)
            try transaction.enqueue(.report, known.key, payment, about: hook.id)
        }
        return Done()
    }
}
