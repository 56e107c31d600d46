import AppPush
import Calendars
import Crypto
import FeatureKit
import FeatureTestKit
import Files
import Mail
import NotificationsContracts
import PythonPeer
import Testing
import WebJSON
import WebPush
import Webhooks

@testable import NotificationsFeature

/// Phones and webhooks, by servers that answer as the public documents say.
@Suite(.timeLimit(.minutes(1)), .enabled(if: PythonPeer.isWanted, .init(rawValue: PythonPeer.note)))
struct PeerTests {
    private static let secret = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    private static let token = #"{"body": "{\"access_token\": \"t0ken\", \"expires_in\": 3599}"}"#

    private struct Missing: Error {}

    /// What a server was asked next, and the JSON that it was sent.
    private func next(_ server: PythonPeer) async throws -> (seen: Value, body: Value) {
        let seen = try JSONText.value(of: Array(try #require(await server.line()).utf8))
        guard case .text(let hex)? = seen["body"] else { throw Missing() }
        return (seen, (try? JSONText.value(of: try #require(Hex.bytes(hex)))) ?? .null)
    }

    /// What came of deliveries, once time has passed until there are so many.
    private func retried(_ count: Int, _ probe: Probe) async throws -> [String] {
        let kept = try probe.store.collection(Delivery.documents)
        while try await kept.count() < count {
            try Task.checkCancellation()
            await probe.advance(.milliseconds(100))
        }
        return try await probe.deliveries(count)
    }

    /// Runs the module beside the servers of Apple and of Google, with a phone of each.
    private func withPhones(_ body: (Probe, _ apple: PythonPeer, _ google: PythonPeer) async throws -> Void)
        async throws
    {
        try await PythonPeer.run("read_token.py") { keys in
            let pem = try JSONText.value(of: Array(try #require(await keys.line()).utf8))
            let rsa = try JSONText.value(of: Array(try #require(await keys.line()).utf8))
            guard case .text(let key) = pem else { throw Missing() }
            try await PythonPeer.run("web_server.py", "https") { apple in
                try await PythonPeer.run("web_server.py", "https") { google in
                    var apns = APNsSettings(key: Secret(key), keyID: "k", team: "t", topic: "org.a.app")
                    apns.server = "https://localhost:\(try #require(await apple.line()))"
                    apns.certificates = FilePath(try #require(await apple.line()))
                    let server = "https://localhost:\(try #require(await google.line()))"
                    let account: Value = [
                        "project_id": "a", "private_key": rsa, "client_email": "b@a.example",
                        "token_uri": .text(server + "/token"),
                    ]
                    var fcm = FCMSettings(account: Secret(account.json), server: server)
                    fcm.certificates = FilePath(try #require(await google.line()))
                    try await withNotifications(MailsFolder(), { ($0.apns, $0.fcm) = (apns, fcm) }) { probe in
                        for (service, address) in [(PushAddress.Service.apns, "00fc13ad"), (.fcm, "device")] {
                            _ = try await probe.call(
                                NotificationService.registerRoute, .init(service: service, address: address), as: ada)
                        }
                        try await google.tell(Self.token)
                        try await body(probe, apple, google)
                    }
                }
            }
        }
    }

    @Test func phonesShowANotificationAndTakeItBack() async throws {
        try await withPhones { probe, apple, google in
            try await probe.tellAda("n1", level: .important)
            #expect(try await probe.deliveries(2) == ["n1 apns delivered", "n1 fcm delivered"])
            var (seen, body) = try await next(apple)
            #expect(seen["version"] == "2" && seen["path"] == "/3/device/00fc13ad")
            #expect(seen["fields"]?["apns-collapse-id"] == "n1" && seen["fields"]?["apns-push-type"] == "alert")
            #expect(body["aps"]?["alert"]?["title"] == "Tu mesa" && body["id"] == "n1")
            _ = try await next(google)
            (_, body) = try await next(google)
            #expect(body["message"]?["android"]?["notification"]?["tag"] == "n1")
            _ = try await probe.call(.notificationsWithdraw, Withdrawal(id: "n1"))
            _ = try await probe.deliveries(4)
            (seen, body) = try await next(apple)
            #expect(seen["fields"]?["apns-push-type"] == "background" && body["isWithdrawn"] == "true")
            (_, body) = try await next(google)
            #expect(body["message"]?["data"]?["isWithdrawn"] == "true" && body["message"]?["notification"] == nil)
        }
    }

    @Test func aPhoneThatIsGoneIsForgottenAndOneThatFailsIsTriedAgain() async throws {
        try await withPhones { probe, apple, google in
            try await apple.tell(#"{"status": 410, "body": "{\"reason\": \"Unregistered\"}"}"#)
            try await google.tell(#"{"status": 503, "fields": {"retry-after": "1"}}"#)
            var choice = Choice()
            choice.channels = ["bars.booking": [.push]]
            _ = try await probe.call(NotificationService.chooseRoute, choice, as: ada)
            try await probe.tellAda("n1")
            #expect(try await retried(2, probe) == ["n1 apns gone", "n1 fcm delivered"])
            let left = try await probe.call(NotificationService.devicesRoute, .init(), as: ada).items
            #expect(left.map(\.service) == [.fcm])
        }
    }

    @Test func whatFailedBeforeQuietHoursIsTriedAgainAfterThem() async throws {
        try await withPhones { probe, _, google in
            func time(_ seconds: Int) -> String {
                String("\(probe.clock.now.advanced(by: .seconds(seconds)))".dropFirst(11).prefix(5))
            }
            // Quiet hours begin with the next minute, and this one is nearly over.
            let second = Int("\(probe.clock.now)".dropFirst(17).prefix(2)) ?? 0
            await probe.advance(.seconds(59 - second))
            var choice = Choice(quiet: DailyHours(from: time(1), to: time(7_200), zone: "UTC"))
            choice.channels = ["bars.booking": [.push]]
            _ = try await probe.call(NotificationService.chooseRoute, choice, as: ada)
            let apple = try await probe.call(NotificationService.devicesRoute, .init(), as: ada).items
                .first { $0.service == .apns }
            _ = try await probe.call(
                NotificationService.forgetRoute, .init(device: ID(try #require(apple).id.text)), as: ada)
            try await google.tell(#"{"status": 503, "fields": {"retry-after": "1"}}"#)
            try await probe.tellAda("n1", for: .seconds(36_000))
            _ = try await next(google)
            _ = try await next(google)
            for _ in 1...60 { await probe.advance(.seconds(60)) }
            #expect(try await probe.store.collection(Delivery.documents).count() == 0)
            // The token that it was sent with before is worth nothing any more.
            try await google.tell(Self.token)
            for _ in 1...61 { await probe.advance(.seconds(60)) }
            let told = try await retried(1, probe)
            #expect(told == ["n1 fcm delivered"], "\(told)")
        }
    }

    @Test func aTokenThatIsNoneIsRefusedAndAPersonHasOnlySoManyDevices() async throws {
        try await withPhones { probe, _, _ in
            for (service, address) in [
                (PushAddress.Service.apns, "no hex"), (.web, "https://a.example"),
            ] {
                let refusal = try await probe.refusal {
                    try await probe.call(
                        NotificationService.registerRoute, .init(service: service, address: address), as: ada)
                }
                #expect(refusal?.status == (service == .web ? 404 : 400))
            }
            for number in 3...PushAddress.mostPerPerson {
                _ = try await probe.call(
                    NotificationService.registerRoute, .init(service: .fcm, address: "token\(number)"), as: ada)
            }
            let refusal = try await probe.refusal {
                try await probe.call(NotificationService.registerRoute, .init(service: .fcm, address: "token"), as: ada)
            }
            #expect(refusal?.code == "too-many-devices")
        }
    }

    private func withWebhook(
        _ kinds: [String], _ body: (Probe, _ receiver: PythonPeer) async throws -> Void
    ) async throws {
        try await PythonPeer.run("web_server.py", "http") { receiver in
            let address = "http://127.0.0.1:\(try #require(await receiver.line()))/hook"
            _ = await receiver.line()
            let webhook = WebhookSettings(name: "control", address: address, secret: Self.secret, kinds: kinds)
            try await withNotifications(MailsFolder(), { $0.webhooks = [webhook] }) { try await body($0, receiver) }
        }
    }

    @Test func aWebhookIsToldOnceOfEachNotificationOfItsKindsInTheirOrder() async throws {
        try await withWebhook(["ble.*", "bars.booking"]) { probe, receiver in
            try await receiver.tell(#"{"status": 503}"#)
            // Two people have the role.
            let until = probe.clock.now.advanced(by: .seconds(60))
            _ = try await probe.call(
                .notificationsSend,
                NotificationRecord(
                    id: "n.1", to: Recipient(role: "staff"), kind: "ble.silent",
                    texts: ["es": NotificationText(title: "Baliza", body: "Calla.")], until: until))
            let (first, failed) = try await next(receiver)
            try await probe.tellAda("n2", kind: "shop.order")
            try await probe.tellAda("n3")
            _ = try await probe.call(.notificationsWithdraw, Withdrawal(id: "n.1"))
            let log = try await retried(3, probe)
            #expect(log == ["n.1 webhook delivered", "n.1 webhook delivered", "n3 webhook delivered"])
            var told: [String] = []
            for _ in 1...3 {
                let (seen, body) = try await next(receiver)
                guard case .text(let type)? = body["type"], case .text(let id)? = body["data"]?["id"] else {
                    throw Missing()
                }
                if told.isEmpty {
                    #expect(body == failed && seen["fields"]?["webhook-id"] == first["fields"]?["webhook-id"])
                }
                told.append("\(id) \(type)")
            }
            #expect(told == ["n.1 notification.sent", "n3 notification.sent", "n.1 notification.withdrawn"])
            #expect(failed["data"]?["to"] == ["role": "staff"])
            #expect(failed["data"]?["texts"]?["es"] == ["title": "Baliza", "body": "Calla."])
        }
    }

    @Test func aWebhookHearsNothingOfATicket() async throws {
        try await withWebhook(["*"]) { probe, receiver in
            try probe.serve(.ticketLink) { _, _ in TicketLink(link: Secret("https://circuit.example/t/s3cret")) }
            var mail = NotificationRecord.toAda("n1", until: probe.clock.now.advanced(by: .seconds(60)))
            (mail.to, mail.ticket) = (Recipient(mail: "new@circuit.example"), "t1")
            mail.texts = ["es": NotificationText(title: "Confirma", body: "Abre {link}")]
            _ = try await probe.call(.notificationsSend, mail)
            let (_, body) = try await next(receiver)
            #expect(body["data"]?["texts"] == ["es": ["title": "Confirma", "body": ""]])
            #expect(!body.json.contains("t1"))
        }
    }

    @Test func aWebhookThatNeverAnswersEndsInTheLogAndInTheFigures() async throws {
        try await withWebhook(["*"]) { probe, receiver in
            for _ in 1...200 { try await receiver.tell(#"{"status": 500}"#) }
            var choice = Choice()
            choice.channels = ["bars.booking": []]
            _ = try await probe.call(NotificationService.chooseRoute, choice, as: ada)
            try await probe.tellAda("n1")
            _ = try await next(receiver)
            await probe.settle()
            let waiting = try await probe.call(NotificationService.figuresRoute, .init(), as: staff)
            #expect(waiting.items == [Figure(channel: .webhook, kind: "bars.booking", counts: ["waiting": 1])])
            for _ in 1...145 { await probe.advance(.seconds(600)) }
            #expect(try await probe.deliveries(2) == ["n1 webhook expired", "n1 webhook failed"])
            let figures = try await probe.call(NotificationService.figuresRoute, .init(), as: staff)
            #expect(
                figures.isComplete
                    && figures.items == [
                        Figure(channel: .webhook, kind: "bars.booking", counts: ["expired": 1, "failed": 1])
                    ])
            let listed = try await probe.call(
                NotificationService.deliveriesRoute, .init(channel: .webhook, outcome: .failed), as: staff)
            #expect(listed.items.map(\.reason) == ["the peer answers 500"])
        }
    }
}
