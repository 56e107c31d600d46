import Crypto
import Delivery
import FeatureKit
import OpenSSLKeys
import PythonPeer
import Testing
import WebClient
import WebJSON

@testable import WebPush

@Suite(.timeLimit(.minutes(1))) struct WebPushTests {
    private static let publicKey =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private static let authentication = "BTBZMqHH6r4Tts7J_aSIgg"
    private static let privateKey = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    private static let now = Timestamp(nanoseconds: 1_795_607_462_000_000_000)

    /// The example of RFC 8291, section 5.
    @Test func theExampleOfTheStandardComesOut() throws {
        let subscription = try #require(
            PushSubscription(endpoint: "https://push.example.net/", p256dh: Self.publicKey, auth: Self.authentication))
        let scalar = try #require(Base64URL.bytes(Self.privateKey, count: 32))
        let body = PushEncryption.body(
            Array("When I grow up, I want to be a watermelon".utf8), padding: 0, to: subscription,
            salt: try #require(Base64URL.bytes("DGv6ra1nlYgDCS1FRnbzlw", count: 16)),
            key: try #require(P256Key(scalar: scalar)))
        #expect(
            body.map(Base64URL.text) == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg"
                + "Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNW"
                + "QexSgSxsj_Qulcy4a-fN")
    }

    @Test func lengthsAreHidden() {
        #expect(PushEncryption.longestText == 3_993)
        #expect([0, 1, 511].allSatisfy { PushEncryption.padding(after: $0) + $0 == 512 })
        #expect(PushEncryption.padding(after: 512) == 512 && PushEncryption.padding(after: 3_900) == 93)
        #expect(PushEncryption.padding(after: 3_993) == 0)
    }

    @Test func whatIsNoSubscriptionIsRefused() {
        let good = (Self.publicKey, Self.authentication)
        let rows: [(String, String, String)] = [
            ("http://push.example.net/", good.0, good.1), ("ftp://push.example.net", good.0, good.1),
            ("", good.0, good.1),
            ("https://", good.0, good.1), ("https://a@push.example.net/", good.0, good.1),
            ("https://push.example.net/\n", good.0, good.1), ("https://push.example.net/é", good.0, good.1),
            ("https://push.example.net/", "AAAA", good.1), ("https://push.example.net/", good.0, "AAAA"),
            ("https://push.example.net/" + String(repeating: "a", count: 2_048), good.0, good.1),
        ]
        for row in rows { #expect(PushSubscription(endpoint: row.0, p256dh: row.1, auth: row.2) == nil, "\(row.0)") }
        #expect(PushSubscription(endpoint: "https://push.example.net/a?b", p256dh: good.0, auth: good.1) != nil)
    }

    /// A browser reads what a push service got, whose signature is good for that service.
    @Test(.enabled(if: PythonPeer.isWanted, .init(rawValue: PythonPeer.note)))
    func aBrowserReadsWhatIsSent() async throws {
        try await PythonPeer.run("read_push.py") { browser in
            let (key, authentication) = (try #require(await browser.line()), try #require(await browser.line()))
            try await push(key, authentication) { push, subscription, service, origin in
                for count in [0, 1, 511, 512, 3_993] {
                    var message = PushMessage([UInt8](repeating: 0x61, count: count), lifetime: .hours(1))
                    (message.urgency, message.collapseKey) = (.high, "zone/3 a longer key than topics have")
                    #expect(await push.deliver(message, to: subscription, now: Self.now) == .delivered(receipt: nil))
                    let seen = try JSONText.value(of: Array(try #require(await service.line()).utf8))
                    guard case .text(let body)? = seen["body"],
                        case .text(let authorization)? = seen["fields"]?["authorization"]
                    else { throw Missing() }
                    let asked: Value = ["body": .text(body), "authorization": .text(authorization)]
                    let line = try #require(try await browser.tell(asked.json))
                    let read = try JSONText.value(of: Array(line.utf8))
                    #expect(read["text"] == .text(Hex.text(message.text)) && read["signed"] == true)
                    let padded = min(count / 512 * 512 + 512, 3_993)
                    #expect(read["count"] == .integer(Int64(padded + 103)))
                    #expect(read["claims"]?["aud"] == .text(origin) && read["claims"]?["sub"] == "mailto:a@example.org")
                    #expect(read["claims"]?["exp"] == .integer(Self.now.seconds + 43_200))
                    let fields = seen["fields"]
                    #expect(fields?["ttl"] == "3600" && fields?["urgency"] == "high" && seen["version"] == "2")
                    guard case .text(let topic)? = fields?["topic"] else { throw Missing() }
                    #expect(Base64URL.bytes(topic, count: 24) != nil && topic.count == 32)
                    #expect(fields?["content-encoding"] == "aes128gcm")
                }
                let long = PushMessage([UInt8](repeating: 0, count: 3_994), lifetime: .hours(1))
                #expect(await push.deliver(long, to: subscription, now: Self.now) == .refused(.invalid("text or key")))
            }
        }
    }

    static let answers: [(String, DeliveryOutcome)] = [
        (#"{"status": 201}"#, .delivered(receipt: nil)), (#"{"status": 202}"#, .delivered(receipt: nil)),
        (#"{"status": 404}"#, .gone(.status(404, code: nil))), (#"{"status": 410}"#, .gone(.status(410, code: nil))),
        (#"{"status": 400}"#, .refused(.status(400, code: nil))),
        (#"{"status": 401}"#, .retry(after: nil, .status(401, code: nil))),
        (#"{"status": 403}"#, .refused(.status(403, code: nil))),
        (#"{"status": 413}"#, .refused(.status(413, code: nil))),
        (
            #"{"status": 429, "fields": {"retry-after": "90"}}"#,
            .retry(after: .seconds(90), .status(429, code: nil))
        ),
        (#"{"status": 503}"#, .retry(after: nil, .status(503, code: nil))),
        (#"{"status": 307, "fields": {"location": "/"}}"#, .refused(.status(307, code: nil))),
    ]

    @Test(.enabled(if: PythonPeer.isWanted, .init(rawValue: PythonPeer.note)))
    func whatAServiceAnswersIsUnderstood() async throws {
        try await push(Self.publicKey, Self.authentication) { push, subscription, service, _ in
            for (answer, expected) in Self.answers {
                try await service.tell(answer)
                let outcome = await push.deliver(PushMessage([1], lifetime: .zero), to: subscription, now: Self.now)
                #expect(outcome == expected)
                _ = await service.line()
            }
        }
    }

    /// An address of one's own network is not asked, whatever its certificate says.
    @Test(.enabled(if: PythonPeer.isWanted, .init(rawValue: PythonPeer.note)))
    func aPrivateAddressIsRefused() async throws {
        try await push(Self.publicKey, Self.authentication, publicOnly: true) { push, subscription, _, _ in
            let outcome = await push.deliver(PushMessage([1], lifetime: .zero), to: subscription, now: Self.now)
            #expect(outcome == .refused(.web(WebProblem(.notPublic))))
        }
    }

    private struct Missing: Error {}

    /// Pushes to a service of its own.
    private func push(
        _ key: String, _ authentication: String, publicOnly: Bool = false,
        _ body: (WebPush, PushSubscription, _ service: PythonPeer, _ origin: String) async throws -> Void
    ) async throws {
        try await PythonPeer.run("web_server.py", "https") { service in
            let origin = "https://localhost:\(try #require(await service.line()))"
            let certificates = await service.line()
            let sender = WebSender(publicOnly: publicOnly)
            let subscription = try #require(
                PushSubscription(endpoint: origin + "/push/1", p256dh: key, auth: authentication))
            let push = try #require(
                WebPush(
                    privateKey: Secret(Self.privateKey), contact: "mailto:a@example.org", certificates: certificates,
                    sender: sender))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await sender.run() }
                try await body(push, subscription, service, origin)
                group.cancelAll()
            }
        }
    }
}
