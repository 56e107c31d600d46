import AppPush
import Calendars
import FeatureKit
import FeatureTestKit
import Foundation
import Mail
import NotificationsContracts
import RudeServer
import Testing
import WebPush
import Webhooks

@testable import NotificationsFeature

@Suite(.timeLimit(.minutes(1))) struct ChannelTests {
    private static let push = WebPushSettings(
        key: Secret("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), contact: "mailto:a@circuit.example",
        allowsLocal: true)
    private static let browser = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg"
    )

    private func subscribe(_ probe: Probe, _ address: String) async throws {
        _ = try await probe.call(
            NotificationService.registerRoute,
            .init(address: address, p256dh: Self.browser.0, auth: Self.browser.1, name: "phone"), as: ada)
    }

    @Test func whatIsImportantIsMailedToTheConfirmedAddress() async throws {
        let folder = MailsFolder()
        try await withNotifications(folder) { probe in
            try await probe.tellAda("n1", level: .important)
            #expect(try await probe.deliveries(1) == ["n1 mail delivered"])
            let mail = try #require(try folder.mails.first)
            #expect(mail.contains("To: ada@circuit.example\r\n") && mail.contains("Subject: Your table\r\n"))
            #expect(mail.contains("Content-Language: en\r\n"))
            #expect(mail.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            let facts = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(names[0])")
            #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }

    @Test func ordinaryNewsIsMailedOnlyWhereTheFlagSaysSo() async throws {
        let folder = MailsFolder()
        try await withNotifications(folder) { probe in
            try await probe.tellAda("n1")
            try await probe.tellAda("n2", level: .important)
            // The jobs of one person end in their order: nothing came of n1.
            #expect(try await probe.deliveries(1) == ["n2 mail delivered"])
        }
        try await withNotifications(folder, flags: ["notifications.mail-as-well": true]) { probe in
            try await probe.tellAda("n3")
            #expect(try await probe.deliveries(1) == ["n3 mail delivered"])
        }
    }

    @Test func aBareAddressIsWrittenToInItsLanguage() async throws {
        let folder = MailsFolder()
        try await withNotifications(folder) { probe in
            var notification = NotificationRecord.toAda("n1", until: probe.clock.now.advanced(by: .seconds(60)))
            notification.to = Recipient(mail: "new@circuit.example", language: "es")
            _ = try await probe.call(.notificationsSend, notification)
            #expect(try await probe.deliveries(1) == ["n1 mail delivered"])
            #expect(try folder.mails.first?.contains("Subject: Tu mesa\r\n") == true)
        }
    }

    @Test func whatIsTakenBackBeforeItWasSentIsNotSent() async throws {
        let folder = MailsFolder()
        try await withNotifications(folder) { probe in
            probe.withdraw(.accountContact)
            try await probe.tellAda("n1", level: .important)
            await probe.settle()
            _ = try await probe.call(.notificationsWithdraw, Withdrawal(id: "n1"))
            try probe.serve(.accountContact) { _, _ in AccountContact(email: "ada@circuit.example") }
            await probe.advance(.seconds(3))
            #expect(try await probe.deliveries(1) == ["n1 - withdrawn"])
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }
    }

    @Test func aBrowserIsToldFirstAndForgottenOnceItIsGone() async throws {
        let folder = MailsFolder()
        let asked = Lock(0)
        let answer: @Sendable (String) -> [RudeServer.Step] = { _ in
            asked.withLock { $0 += 1 }
            return [.answer(asked.withLock { $0 } == 1 ? "201 Created" : "410 Gone")]
        }
        try await RudeServer.serve(answer) { server in
            try await withNotifications(folder, { $0.push = Self.push }) { probe in
                try await subscribe(probe, "\(server.address)/push")
                try await probe.tellAda("n1", level: .important)
                #expect(try await probe.deliveries(1) == ["n1 web delivered"])
                try await probe.tellAda("n2", level: .important)
                #expect(try await probe.deliveries(3) == ["n1 web delivered", "n2 mail delivered", "n2 web gone"])
                #expect(
                    try await probe.call(NotificationService.devicesRoute, .init(), as: ada).items.isEmpty)
                let heads = server.requests.joined()
                #expect(heads.contains("Urgency: high") && heads.contains("aes128gcm"))
            }
        }
    }

    @Test func aLinkInAMailStopsMailsOfItsKindAndNothingElse() async throws {
        let folder = MailsFolder()
        try await withNotifications(folder) { probe in
            try await probe.tellAda("n1", level: .important)
            _ = try await probe.deliveries(1)
            let mail = try #require(try folder.mails.first)
            let found = try #require(
                mail.firstMatch(of: /List-Unsubscribe: <https:.*notifications\/unsubscribe\/([\w.-]+)>/))
            let form = Media(
                type: "application/x-www-form-urlencoded", bytes: Array("List-Unsubscribe=One-Click".utf8))
            let link = String(found.1)
            let bobs = "YWNjb3VudHM6Ym9i.\(link.split(separator: ".").dropFirst().joined(separator: "."))"
            for forged in ["x", "\(link)x", bobs] {
                let refusal = try await probe.refusal {
                    try await probe.call(NotificationService.unsubscribeRoute, .init(link: forged, body: form))
                }
                #expect(refusal?.status == 403)
            }
            _ = try await probe.call(NotificationService.unsubscribeRoute, .init(link: link, body: form))
            let choice = try await probe.call(NotificationService.choicesRoute, .init(), as: ada)
            #expect(choice.channels == ["bars.booking": [.push]])
            try await probe.tellAda("n2", level: .important)
            try await probe.tellAda("n3", kind: "shop.order", level: .important)
            #expect(try await probe.deliveries(2) == ["n1 mail delivered", "n3 mail delivered"])
        }
    }

    @Test func anEmergencyOvertakesWhatIsQueued() async throws {
        try await withNotifications(MailsFolder(), { $0.atOnce = 1 }) { probe in
            let (asked, gate) = (Lock(0), AsyncStream.makeStream(of: Void.self))
            probe.withdraw(.accountContact)
            try probe.serve(.accountContact) { _, _ in
                // Once it was taken, its mail waits.
                if asked.withLock({ asked in
                    asked += 1
                    return asked == 2
                }) {
                    for await _ in gate.stream {}
                }
                return AccountContact(email: "ada@circuit.example")
            }
            try await probe.tellAda("queued", level: .important)
            let until = probe.clock.now.advanced(by: .seconds(60))
            var emergency = NotificationRecord.toAda("now", level: .emergency, until: until)
            emergency.to = Recipient(mail: "bob@circuit.example")
            _ = try await probe.call(.notificationsSend, emergency)
            #expect(try await probe.deliveries(1) == ["now mail delivered"])
            gate.continuation.finish()
            #expect(try await probe.deliveries(2) == ["now mail delivered", "queued mail delivered"])
        }
    }

    @Test func anEmergencyWaitsForNothingThatIsHeldOrFails() async throws {
        let folder = MailsFolder()
        // Nobody listens there.
        try await withNotifications(folder, { $0.push = Self.push }) { probe in
            try await subscribe(probe, "http://127.0.0.1:1/push")
            let now = TimeOfDayText(probe.clock.now)
            var choice = Choice()
            choice.quiet = DailyHours(from: now.text(-1), to: now.text(1), zone: "UTC")
            _ = try await probe.call(NotificationService.chooseRoute, choice, as: ada)
            try await probe.tellAda("held", level: .important, title: "a\r\nBcc: b", for: .seconds(36_000))
            try await probe.tellAda("now", level: .emergency, for: .seconds(36_000))
            #expect(try await probe.deliveries(2) == ["now mail delivered", "now web failed"])
            #expect(probe.log.messages(.warning) == ["a channel fails; what goes by it is tried again"])
        }
    }
}

/// Times of the day around a moment.
private struct TimeOfDayText {
    private let hour: Int
    init(_ moment: Timestamp) { hour = Int(moment.seconds / 3_600 % 24) }
    func text(_ hours: Int) -> String { String(format: "%02d:00", (hour + hours + 24) % 24) }
}
