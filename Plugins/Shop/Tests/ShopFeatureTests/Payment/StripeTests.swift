import Bookkeeping
import FeatureKit
import FeatureTestKit
import Media
import Payments
import PythonPeer
import Testing
import WebClient
import WebJSON

@testable import ShopFeature

/// Orders that are paid by Stripe, by a server that answers as its public API does.
@Suite(.timeLimit(.minutes(1))) struct StripeTests {
    private struct Account {
        let address: String
        let sender: WebSender
        let server: PythonPeer

        func control(_ path: String) async throws -> Value {
            let question = WebQuestion("\(address)/control/\(path)", patience: .whole(.seconds(5)), mostBytes: 65_536)
            return try JSONText.value(of: try await sender.reply(to: question).body)
        }

        /// Sends the shop a webhook about a payment, as Stripe would.
        func tell(_ shop: ShopHarness, _ type: String, of intent: String) async throws {
            let event = try await control("event/\(intent)?type=\(type)&time=\(shop.probe.clock.now.seconds)")
            guard case .text(let header)? = event["header"], case .text(let body)? = event["body"] else {
                throw CancellationError()
            }
            let media = Media(type: "application/json", bytes: Array(body.utf8))
            _ = try await shop.probe.call(
                ShopService.stripeWebhookRoute, .init(stripeSignature: header, event: Upload(media)),
                as: .anybody)
        }
    }

    private func withStripe(_ body: (ShopHarness, Account) async throws -> Void) async throws {
        try await PythonPeer.run("stripe_server.py") { server in
            let address = "http://127.0.0.1:\(try #require(await server.line()))"
            let sender = WebSender(publicOnly: false)
            var settings = Shop.Settings()
            settings.payment.stripe = StripeSettings(
                key: Secret("sk_test"), webhookSecrets: [Secret("whsec_test")], address: address)
            let sending = Task { try? await sender.run() }
            defer { sending.cancel() }
            try await ShopHarness.open(settings) { shop in
                try await body(shop, Account(address: address, sender: sender, server: server))
            }
        }
    }

    /// Waits for what Stripe answers, by real time, while the clock of the shop goes on.
    private func order(
        _ id: ID<Order>, in shop: ShopHarness, until isSo: (Order.View) -> Bool
    ) async throws -> Order.View {
        while true {
            let order = try await shop.get(id)
            if isSo(order) { return order }
            await shop.probe.advance(.milliseconds(100))
        }
    }

    @Test func anOrderIsPaidOnceThoughWebhooksComeTwice() async throws {
        try await withStripe { shop, stripe in
            let order = try await shop.order()
            let payment = try await shop.pay(order.id)
            #expect(payment.processor == .stripe && payment.state == .needsAction)
            #expect(payment.action?.clientSecret == "pi_1_secret")
            // Asked again, it is the same payment.
            #expect(try await shop.pay(order.id).id == payment.id)
            _ = try await stripe.control("confirm/pi_1")
            for _ in 1...2 { try await stripe.tell(shop, "payment_intent.succeeded", of: "pi_1") }
            let paid = try await self.order(order.id, in: shop) { $0.state == .paid }
            #expect(paid.receipt == "F2026-000001")
            #expect(try await shop.payments(of: order.id).payments.map(\.captured) == [2_500])
            // Half of it is given back, though the server fails at first.
            try await stripe.server.tell(#"{"status": 500, "times": 2, "after": true}"#)
            _ = try await stripe.control("event/pi_1?type=x")
            _ = try await shop.probe.call(
                ShopService.refundRoute, .init(order: order.id, amount: 1_000, why: "cold"), as: staff)
            #expect(try await self.order(order.id, in: shop) { $0.refunded > 0 }.refunded == 1_000)
            #expect(try await shop.payments(of: order.id).refunds.map(\.state) == [.done])
            let check = try await shop.probe.call(ShopService.ledgerCheckRoute, Nothing(), as: admin)
            #expect(check.isRight && check.money == 1_500, "\(check.problems)")
        }
    }

    @Test func aPaymentThatComesAfterTheReservationFindsItsStockOrIsGivenBack() async throws {
        try await withStripe { shop, stripe in
            try await shop.fill(ShopHarness.cap, 1)
            let order = try await shop.order()
            try await shop.pay(order.id)
            // The customer confirms as the reservation ends: giving up comes too late.
            _ = try await stripe.control("confirm/pi_1")
            await shop.probe.advance(.minutes(11))
            _ = try await self.order(order.id, in: shop) { $0.state == .paid }
            let second = try await shop.probe.refusal { try await shop.order() }
            #expect(second?.code == "cart-changed")
        }
    }

    @Test func whatIsNotSignedByStripeIsRefused() async throws {
        try await withStripe { shop, _ in
            let media = Media(type: "application/json", bytes: Array("{}".utf8))
            let refusal = try await shop.probe.refusal {
                try await shop.probe.call(
                    ShopService.stripeWebhookRoute, .init(stripeSignature: "t=1,v1=00", event: Upload(media)),
                    as: .anybody)
            }
            #expect(refusal?.status == 400)
        }
    }
}
