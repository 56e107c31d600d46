import AppPush
import Calendars
import FeatureKit
import FeatureTestKit
import Files
import Mail
import NotificationsContracts
import Testing
import WebPush
import Webhooks

@testable import NotificationsFeature

@Suite(.timeLimit(.minutes(5))) struct ChoiceTests {
    @Test(
        arguments: [
            (NotificationRecord.Level.info, "k", false, [DeliveryChannel.push]), (.info, "k", true, [.push, .mail]),
            (.important, "k", false, [.push, .mail]), (.info, "quiet", true, []), (.important, "quiet", false, []),
            (.emergency, "quiet", false, [.push, .mail]), (.info, "mailed", false, [.mail]),
        ]) func channelsAreThoseThatThePersonChose(
            level: NotificationRecord.Level, kind: String, mailAsWell: Bool, channels: [DeliveryChannel]
        )
    {
        let choice = Choice(channels: ["quiet": [], "mailed": [.mail]])
        #expect(choice.channels(for: kind, level, mailAsWell: mailAsWell) == channels)
    }

    @Test func aChoiceThatMeansNothingIsRefused() async throws {
        try await withNotifications { probe in
            let rows: [(Choice, String)] = [
                (Choice(channels: ["k": [.mail, .mail]]), "channel-twice"),
                (Choice(quiet: DailyHours(from: "25:00", to: "07:00", zone: "UTC")), "quiet-hours"),
                (Choice(quiet: DailyHours(from: "22:00", to: "07:00", zone: "Europe/Madird")), "quiet-hours"),
            ]
            for (choice, code) in rows {
                let refusal = try await probe.refusal {
                    try await probe.call(NotificationService.chooseRoute, choice, as: ada)
                }
                #expect(refusal?.code == code)
            }
            #expect(try await probe.call(NotificationService.choicesRoute, .init(), as: ada) == Choice())
        }
    }

    @Test func aTextIsInTheNearestLanguage() {
        let texts = ["ca": "c", "es": "s", "en": "e"].mapValues { NotificationText(title: $0) }
        let notification = NotificationRecord(
            id: "n", to: Recipient(person: "p"), kind: "k", texts: texts, until: Timestamp(nanoseconds: 0))
        let rows = [("ca-ES", "c"), ("en-GB", "e"), ("de", "s"), (nil, "s")]
        for (language, title) in rows { #expect(notification.text(in: language).title == title) }
    }

    @Test func staffLooksAtWhatModulesSendAndSendsItToItself() async throws {
        try await withNotifications { probe in
            let sample = NotificationSample(
                kind: "shop.ready", level: .important,
                texts: ["es": NotificationText(title: "Listo", body: "Pedido 7 <hoy>")])
            try probe.publish(sample, on: NotificationSample.topic)
            await probe.settle()
            #expect(try await probe.call(NotificationService.samplesRoute, .init(), as: staff).items == [sample])
            let preview = try await probe.call(
                NotificationService.previewRoute, .init(kind: "shop.ready", language: "en"), as: staff)
            #expect(preview.subject == "Listo" && preview.text.hasPrefix("Pedido 7 <hoy>\n\n--\nNo more mails"))
            #expect(preview.html?.contains("Pedido 7 &lt;hoy&gt;") == true)
            _ = try await probe.call(NotificationService.sendSampleRoute, .init(kind: "shop.ready"), as: staff)
            #expect(try await probe.inbox(of: staff).map(\.title) == ["Listo"])
            let refusal = try await probe.refusal {
                try await probe.call(NotificationService.previewRoute, .init(kind: "shop.other"), as: staff)
            }
            #expect(refusal?.status == 404)
        }
    }

    @Test func settingsThatCanNotWorkAreToldAtTheirPlace() {
        var settings = Notifications.Settings()
        settings.address = "circuit.example"
        settings.mail = MailSettings(from: "nobody", server: "mail.example", password: Secret("x"))
        settings.push = WebPushSettings(key: Secret("short"), contact: "mailto:a@b.example")
        settings.apns = APNsSettings(key: Secret("none"), keyID: "k", team: "t", topic: "org.a.app")
        settings.fcm = FCMSettings(account: Secret("{}"))
        let secret = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        settings.webhooks = [
            WebhookSettings(name: "a", address: "https://a.example/", secret: secret, kinds: ["*"]),
            WebhookSettings(name: "b", address: "http://a.example/", secret: secret, kinds: ["*"]),
            WebhookSettings(name: "a", address: "https://a.example/", secret: secret, kinds: ["*"]),
        ]
        #expect(
            Notifications.problems(in: settings).map { "\($0.path)" }.sorted() == [
                "address", "apns", "fcm", "mail.from", "mail.password", "mail.server", "push", "webhooks[1]",
                "webhooks[2]",
            ])
        #expect(Notifications.problems(in: Notifications.Settings()).isEmpty)
    }

    @Test func conforms() async throws {
        let folder = MailsFolder()
        var settings = Notifications.Settings()
        settings.mail.folder = FilePath(folder.path)
        try await expectConforms(Notifications.self, settings: settings)
    }
}
