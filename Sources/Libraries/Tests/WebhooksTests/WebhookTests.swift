import Delivery
import FeatureKit
import RudeServer
import Testing
import WebClient
import Webhooks

@Suite(.timeLimit(.minutes(1))) struct WebhookTests {
    private static let secret = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    private static let now = Timestamp(nanoseconds: 1_614_265_330_500_000_000)
    private static let sender = WebSender(publicOnly: true)
    private static let id = "msg_p5jXN8AQM9LWM0D4loKWxJek"
    private static let body = Array(#"{"test": 2432232314}"#.utf8)
    private static let signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="

    /// The example that libraries of Standard Webhooks are tested with.
    @Test func aSignatureIsAsTheStandardHasIt() throws {
        let hook = try #require(
            Webhook("https://example.org/hook", secret: Self.secret, sender: Self.sender))
        #expect(hook.signature(of: Self.body, id: Self.id, now: Self.now) == Self.signature)
    }

    @Test func whatIsNoWebhookIsRefused() {
        #expect(Webhook("http://example.org/", secret: Self.secret, sender: Self.sender) == nil)
        #expect(
            Webhook(
                "https://example.org/", secret: Secret("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
                sender: WebSender(publicOnly: true)) == nil)
        #expect(
            Webhook("https://example.org/", secret: Secret("whsec_MfKQ"), sender: Self.sender) == nil)
        #expect(Webhook("https://example.org/", secret: Secret("whsec_é"), sender: Self.sender) == nil)
    }

    static let answers: [([RudeServer.Step], DeliveryOutcome)] = [
        ([.answer("200 OK")], .delivered(receipt: nil)), ([.answer("204 No Content")], .delivered(receipt: nil)),
        ([.answer("410 Gone")], .gone(.status(410, code: nil))),
        ([.answer("404 No")], .retry(after: nil, .status(404, code: nil))),
        ([.answer("302 Found", ["Location: /"])], .retry(after: nil, .status(302, code: nil))),
        ([.answer("413 Too Large")], .refused(.status(413, code: nil))),
        ([.answer("503 No", ["Retry-After: 30"])], .retry(after: .seconds(30), .status(503, code: nil))),
        (
            [.say("what?\r\n\r\n")], .retry(after: nil, .web(WebProblem(.notHTTP)))
        ),
    ]

    @Test(arguments: answers.indices) func whatAReceiverAnswersIsUnderstood(index: Int) async throws {
        let (steps, expected) = Self.answers[index]
        try await RudeServer.serve { _ in
            steps
        } _: { server in
            let sender = WebSender(publicOnly: false)
            let hook = try #require(
                Webhook(server.address + "/hook", secret: Self.secret, allowsLocalHTTP: true, sender: sender))
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await sender.run() }
                let outcome = await hook.deliver(Self.body, id: Self.id, now: Self.now)
                #expect(outcome == expected)
                #expect(await hook.deliver([], id: "a.b", now: Self.now) == .refused(.invalid("id")))
                group.cancelAll()
            }
            let head = try #require(server.requests.first)
            #expect(head.hasPrefix("POST /hook HTTP/1.1\r\n") && server.requests.count == 1)
            for field in [
                "webhook-id: \(Self.id)", "webhook-timestamp: 1614265330", "webhook-signature: \(Self.signature)",
                "Content-Type: application/json",
            ] { #expect(head.contains("\r\n\(field)\r\n")) }
        }
    }
}
