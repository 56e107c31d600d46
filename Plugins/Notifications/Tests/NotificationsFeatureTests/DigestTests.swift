import Calendars
import FeatureKit
import FeatureTestKit
import Foundation
import NotificationsContracts
import Testing

@testable import NotificationsFeature

@Suite(.timeLimit(.minutes(1))) struct DigestTests {
    /// Quiet hours around noon of the day on which the test's clock stands.
    private let noon = Timestamp("2026-11-25T12:00:00Z") ?? Timestamp(nanoseconds: 0)
    private let quiet = Choice(quiet: DailyHours(from: "11:00", to: "13:00", zone: "UTC"))

    @Test func whatQuietHoursHeldComesTogetherAfterwards() async throws {
        let folder = MailsFolder()
        try await withNotifications(folder, clock: TestClock(now: noon)) { probe in
            _ = try await probe.call(NotificationService.chooseRoute, quiet, as: ada)
            for id in ["n1", "n2", "n3", "read", "over"] {
                try await probe.tellAda(id, level: .important, title: id, for: .seconds(id == "over" ? 60 : 36_000))
            }
            let inbox = try await probe.inbox()
            let read = try #require(inbox.first { $0.number == 4 })
            _ = try await probe.call(
                NotificationService.markRoute, .init(entry: ID(read.id.text), isUnread: false), as: ada)
            _ = try await probe.call(.notificationsWithdraw, Withdrawal(id: "n3"))
            await probe.advance(.seconds(3_590))
            #expect(try await probe.store.collection(Delivery.documents).count() == 0)
            await probe.advance(.seconds(20))
            _ = try await probe.deliveries(1)
            let mail = try #require(try folder.mails.first)
            #expect(mail.contains("Subject: 2 notifications for you\r\n"))
            #expect(mail.matches(of: #/•|=E2=80=A2/#).count >= 2)
            // A digest is no entry of its own.
            #expect(try await probe.inbox().count == 5)
        }
    }

    @Test func oneThatWasHeldComesAsItIs() async throws {
        let folder = MailsFolder()
        try await withNotifications(folder, clock: TestClock(now: noon)) { probe in
            _ = try await probe.call(NotificationService.chooseRoute, quiet, as: ada)
            try await probe.tellAda("n1", level: .important, for: .seconds(36_000))
            await probe.advance(.seconds(3_610))
            #expect(try await probe.deliveries(1) == ["n1 mail delivered"])
        }
    }

    @Test func nobodyIsFlooded() async throws {
        let folder = MailsFolder()
        try await withNotifications(
            folder, clock: TestClock(now: noon), { $0.limit = PersonLimit(most: 3, within: .seconds(600)) }
        ) { probe in
            for number in 1...8 {
                try await probe.tellAda("n\(number)", level: .important)
                await probe.advance(.seconds(10))
            }
            try await probe.tellAda("now", level: .emergency)
            #expect(try await probe.deliveries(4).map { $0.prefix(3) } == ["n1 ", "n2 ", "n3 ", "now"])
            await probe.advance(.seconds(600))
            _ = try await probe.deliveries(5)
            #expect(try folder.mails.contains { $0.contains("Subject: 5 notifications for you\r\n") })
            // Afterwards news comes at once again.
            await probe.advance(.seconds(600))
            try await probe.tellAda("later", level: .important)
            #expect(try await probe.deliveries(6).contains("later mail delivered"))
        }
    }

    @Test func aFloodThatEndsInQuietHoursWaitsForTheirEnd() async throws {
        let evening = noon.advanced(by: .seconds(-3_660))
        try await withNotifications(
            clock: TestClock(now: evening), { $0.limit = PersonLimit(most: 1, within: .seconds(600)) }
        ) { probe in
            _ = try await probe.call(NotificationService.chooseRoute, quiet, as: ada)
            for id in ["n1", "n2"] { try await probe.tellAda(id, level: .important, for: .seconds(36_000)) }
            #expect(try await probe.deliveries(1) == ["n1 mail delivered"])
            // The limit is over at 11:09, and quiet hours begin at 11:00.
            await probe.advance(.seconds(7_000))
            #expect(try await probe.store.collection(Delivery.documents).count() == 1)
            await probe.advance(.seconds(400))
            #expect(try await probe.deliveries(2).contains("n2 mail delivered"))
        }
    }
}
