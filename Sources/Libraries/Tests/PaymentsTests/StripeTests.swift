import Crypto
import FeatureKit
import PythonPeer
import RudeServer
import Testing
import WebClient
import WebJSON

@testable import Payments

/// Payments by a server that answers as Stripe's public API does.
@Suite(.timeLimit(.minutes(1))) struct StripeTests {
    /// An account at the server, and a way to be its customer.
    private struct Account {
        let stripe: StripePayments
        let sender: WebSender
        let address: String
        let server: PythonPeer

        func control(_ path: String) async throws -> Value {
            let question = WebQuestion("\(address)/control/\(path)", patience: .whole(.seconds(5)), mostBytes: 65_536)
            return try JSONText.value(of: try await sender.reply(to: question).body)
        }
    }

    private func withAccount(
        key: String = "sk_test", holds: Bool = false, _ body: @escaping @Sendable (Account) async throws -> Void
    ) async throws {
        try await PythonPeer.run("stripe_server.py") { server in
            let address = "http://127.0.0.1:\(try #require(await server.line()))"
            let sender = WebSender(publicOnly: false)
            var settings = StripeSettings(key: Secret(key), webhookSecrets: [Secret("whsec_test")], address: address)
            settings.capturesAtOnce = !holds
            let account = Account(
                stripe: StripePayments(settings, sender: sender), sender: sender, address: address, server: server)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try? await sender.run() }
                try await body(account)
                group.cancelAll()
            }
        }
    }

    private func order(_ id: String, _ method: String?, reference: String? = nil, amount: Int64 = 1_250) -> PaymentOrder
    {
        PaymentOrder(
            id: id, amount: amount, currency: "EUR", method: method, reference: reference, about: ["order": "ORD-0001"])
    }

    @Test func aPaymentIsTakenOnceHoweverOftenItIsBegun() async throws {
        try await withAccount { account in
            let first = try await account.stripe.begin(order("p1", "pm_card_visa"))
            #expect(first.state == .captured && first.captured == 1_250 && first.currency == "EUR")
            #expect(try await account.stripe.begin(order("p1", "pm_card_visa")) == first)
            let other = try await account.stripe.begin(order("p2", "pm_card_visa"))
            #expect(other.reference != first.reference)
        }
    }

    @Test func anAnswerThatIsLostIsAskedForAgain() async throws {
        try await withAccount { account in
            try await account.server.tell(#"{"status": 500, "after": true}"#)
            // The line reaches the server before the request does.
            _ = try? await account.control("confirm/none")
            await #expect(throws: PaymentFailure.self) { try await account.stripe.begin(order("p1", "pm_card_visa")) }
            let report = try await account.stripe.report(order("p1", "pm_card_visa"))
            #expect(report.state == .captured && report.reference == "pi_1")
        }
    }

    /// It may have been taken.
    @Test(
        arguments: [
            (
                .say("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"id\""),
                "broke off before its answer was whole, after 5 of 100 bytes"
            ), (.answer("200 OK", [], [0x7B]), "200"),
        ] as [(RudeServer.Step, String)]) func anAnswerThatIsNoneLeavesAPaymentOpen(
            step: RudeServer.Step, reason: String
        ) async throws
    {
        try await RudeServer.serve { _ in
            [step]
        } _: { server in
            let sender = WebSender(publicOnly: false)
            let stripe = StripePayments(
                StripeSettings(key: Secret("k"), webhookSecrets: [Secret("s")], address: server.address),
                sender: sender)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await sender.run() }
                await #expect(throws: PaymentFailure.unknown(reason)) {
                    try await stripe.begin(order("p1", "pm_card_visa"))
                }
                group.cancelAll()
            }
        }
    }

    @Test func whatIsDeclinedFailsAndWhatNeedsTheCustomerWaits() async throws {
        try await withAccount { account in
            let declined = try await account.stripe.begin(order("p1", "pm_card_chargeDeclined"))
            #expect(declined.state == .failed && declined.failure?.contains("card_declined") == true)
            let open = try await account.stripe.begin(order("p2", nil))
            #expect(open.state == .needsAction && open.action?.clientSecret == "pi_2_secret" && open.captured == 0)
            let secure = try await account.stripe.begin(order("p3", "pm_card_threeDSecure2Required"))
            #expect(secure.state == .needsAction)
            _ = try await account.control("confirm/\(secure.reference)")
            #expect(try await account.stripe.report(order("p3", nil, reference: secure.reference)).state == .captured)
        }
    }

    @Test func moneyIsHeldTakenGivenUpAndGivenBack() async throws {
        try await withAccount(holds: true) { account in
            let held = try await account.stripe.begin(order("p1", "pm_card_visa"))
            #expect(held.state == .authorised && held.captured == 0)
            let known = order("p1", nil, reference: held.reference)
            for _ in 1...2 { #expect(try await account.stripe.capture(known).captured == 1_250) }
            // What was taken can't be given up any more, and the report says so.
            #expect(try await account.stripe.cancel(known).state == .captured)
            for _ in 1...2 { #expect(try await account.stripe.refund(250, id: "r1", of: known).refunded == 250) }
            #expect(try await account.stripe.refund(1_000, id: "r2", of: known).refunded == 1_250)
            await #expect(throws: PaymentFailure.self) { try await account.stripe.refund(1, id: "r3", of: known) }
            let other = try await account.stripe.begin(order("p2", "pm_card_visa"))
            let second = order("p2", nil, reference: other.reference)
            for _ in 1...2 { #expect(try await account.stripe.cancel(second).state == .cancelled) }
        }
    }

    @Test func failuresAreToldApart() async throws {
        try await withAccount(key: "sk_wrong") { account in
            // A key can be put right, so that what was asked is not given up.
            await #expect(throws: PaymentFailure.unknown("401 invalid_api_key: Invalid API Key provided")) {
                try await account.stripe.begin(order("p1", nil))
            }
        }
        try await withAccount { account in
            await #expect(throws: PaymentFailure.refused("400 amount_too_small: Amount must be at least 50 cents")) {
                try await account.stripe.begin(order("p1", nil, amount: 10))
            }
        }
        let nowhere = StripePayments(
            StripeSettings(key: Secret("k"), webhookSecrets: [Secret("s")], address: "http://127.0.0.1:1"),
            sender: WebSender(publicOnly: false))
        await #expect(throws: PaymentFailure.self) {
            try await withThrowingTaskGroup(of: PaymentReport.self) { group in
                group.addTask { try await nowhere.begin(self.order("p1", nil)) }
                group.cancelAll()
                return try await group.next()
            }
        }
    }

    @Test func aWebhookIsBelievedWhereOneOfTheSecretsSignedItInTime() async throws {
        try await withAccount { account in
            let report = try await account.stripe.begin(order("p1", "pm_card_visa"))
            let event = try await account.control(
                "event/\(report.reference)?type=payment_intent.succeeded&time=1795345200")
            guard case .text(let header)? = event["header"], case .text(let body)? = event["body"] else {
                throw CancellationError()
            }
            let (bytes, now) = (Array(body.utf8), Timestamp(nanoseconds: 1_795_345_400_000_000_000))
            let secrets = [Secret("whsec_new"), Secret("whsec_test")]
            let hook = try StripeWebhook(bytes, header: header, secrets: secrets, now: now)
            #expect(hook.type == "payment_intent.succeeded" && hook.intent == report.reference && hook.payment == "p1")
            func problem(_ bytes: [UInt8], _ header: String, _ secrets: [Secret], _ now: Timestamp) -> StripeWebhook
                .Problem?
            {
                do throws(StripeWebhook.Problem) {
                    _ = try StripeWebhook(bytes, header: header, secrets: secrets, now: now)
                    return nil
                } catch { return error }
            }
            #expect(problem(bytes + [32], header, secrets, now) == .signature)
            #expect(problem(bytes, header, [Secret("whsec_new")], now) == .signature)
            for seconds in [-700, 301] {
                #expect(problem(bytes, header, secrets, now.advanced(by: .seconds(seconds))) == .time)
            }
            for header in [
                "", "t=1", "v1=00", "t=x,v1=00", "t=1795345200,v1=zz", String(repeating: "t=1,", count: 1_000),
                // Later than a moment can be.
                "t=32503680000,v1=\(String(repeating: "00", count: 32))",
            ] {
                #expect(problem(bytes, header, secrets, now) == .header)
            }
        }
    }
}
