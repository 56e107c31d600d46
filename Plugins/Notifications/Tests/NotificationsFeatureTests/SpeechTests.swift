import Calendars
import FeatureKit
import FeatureTestKit
import NotificationsContracts
import Speech
import Testing

@testable import NotificationsFeature

@Suite(.timeLimit(.minutes(1))) struct SpeechTests {
    private func flag(_ id: String, _ level: TrackNotice.Level, _ title: String, isOver: Bool = false) -> TrackNotice {
        TrackNotice(id: id, isOver: isOver, zone: nil, level: level, title: title, body: "", language: .es, revision: 1)
    }

    @Test func anEmergencyInterruptsWhatIsSpokenAndStopsWhenItIsOver() async throws {
        try await withNotifications { probe in
            var device = probe.replies(of: NotificationService.speakRoute, .init(device: "car"), as: ada)
                .makeAsyncIterator()
            try probe.publish(flag("flag", .urgent, "Bandera roja"), on: .trackNotices)
            #expect(try await device.next()?.speak?.text == "Bandera roja.")
            try probe.publish(flag("evacuation", .emergency, "Salga por la puerta 3"), on: .trackNotices)
            #expect(try await device.next()?.stop == 1)
            let evacuation = try #require(try await device.next()?.speak)
            #expect(evacuation.text == "Salga por la puerta 3." && evacuation.priority == .emergency)
            let sound = try await probe.call(
                NotificationService.soundRoute, .init(device: "car", utterance: evacuation.id), as: ada)
            #expect(sound.type == "audio/wav" && sound.bytes.starts(with: "RIFF".utf8))
            // Who was told aloud was reached.
            let progress = try await probe.call(NotificationService.announcementsRoute, .init(), as: staff).items
            #expect(progress.map(\.reached) == [1, 1])
            try probe.publish(flag("evacuation", .emergency, "Fin", isOver: true), on: .trackNotices)
            #expect(try await device.next()?.stop == evacuation.id)
            // What was interrupted is spoken from its start.
            let flag = try #require(try await device.next()?.speak)
            #expect(flag.text == "Bandera roja." && flag.language == "es")
            _ = try await probe.call(
                NotificationService.controlRoute, .init(action: .finished, device: "car", utterance: flag.id), as: ada)
            let gone = try await probe.refusal {
                try await probe.call(NotificationService.soundRoute, .init(device: "car", utterance: flag.id), as: ada)
            }
            #expect(gone?.status == 404)
        }
    }

    @Test func anEmergencyIsSpokenAgainUntilItIsConfirmed() async throws {
        try await withNotifications { probe in
            var device = probe.replies(of: NotificationService.speakRoute, .init(device: "car"), as: ada)
                .makeAsyncIterator()
            try probe.publish(flag("evacuation", .emergency, "Salga"), on: .trackNotices)
            for _ in 1...2 {
                let spoken = try #require(try await device.next()?.speak)
                _ = try await probe.call(
                    NotificationService.controlRoute, .init(action: .finished, device: "car", utterance: spoken.id),
                    as: ada)
                await probe.advance(.seconds(30))
            }
        }
    }

    @Test func aPersonChoosesWhatIsSpokenAndWhen() async throws {
        // 12:00 in Madrid.
        let clock = TestClock(now: Timestamp(nanoseconds: 1_764_068_400_000_000_000))
        try await withNotifications(clock: clock) { probe in
            var choice = Choice(spoken: ["shop.order": true, "bars.booking": false])
            _ = try await probe.call(NotificationService.chooseRoute, choice, as: ada)
            var device = probe.replies(of: NotificationService.speakRoute, .init(device: "car"), as: ada)
                .makeAsyncIterator()
            await probe.settle()
            try await probe.tellAda("n1", kind: "bars.booking", level: .important)
            try await probe.tellAda("n2", kind: "tours.news")
            try await probe.tellAda("n3", kind: "shop.order")
            #expect(try await device.next()?.speak?.text == "Your table. We expect you at 21:00.")
            choice.quiet = DailyHours(from: "11:00", to: "13:00", zone: "Europe/Madrid")
            _ = try await probe.call(NotificationService.chooseRoute, choice, as: ada)
            // A stream of the same device replaces the first.
            var quiet = probe.replies(of: NotificationService.speakRoute, .init(device: "car"), as: ada)
                .makeAsyncIterator()
            await probe.settle()
            #expect(try await device.next() == nil)
            try await probe.tellAda("n4", kind: "shop.order", level: .important)
            try await probe.tellAda("n5", kind: "shop.order", level: .emergency)
            #expect(try await quiet.next()?.speak?.priority == .emergency)
        }
    }

    @Test func aDevicePausesSkipsAndClears() async throws {
        try await withNotifications { probe in
            var device = probe.replies(of: NotificationService.speakRoute, .init(device: "car"), as: ada)
                .makeAsyncIterator()
            for number in 1...4 {
                try probe.publish(flag("flag \(number)", .urgent, "Aviso \(number)"), on: .trackNotices)
            }
            #expect(try await device.next()?.speak?.id == 1)
            _ = try await probe.call(NotificationService.controlRoute, .init(action: .skip, device: "car"), as: ada)
            #expect(try await device.next()?.stop == 1)
            #expect(try await device.next()?.speak?.id == 2)
            _ = try await probe.call(NotificationService.controlRoute, .init(action: .pause, device: "car"), as: ada)
            #expect(try await device.next()?.stop == 2)
            _ = try await probe.call(NotificationService.controlRoute, .init(action: .resume, device: "car"), as: ada)
            #expect(try await device.next()?.speak?.id == 2)
            _ = try await probe.call(NotificationService.controlRoute, .init(action: .clear, device: "car"), as: ada)
            #expect(try await device.next()?.stop == 2)
            for caller in [bob, guest] {
                let refusal = try await probe.refusal {
                    try await probe.call(
                        NotificationService.controlRoute, .init(action: .clear, device: "car"), as: caller)
                }
                #expect(refusal?.status == 404)
            }
        }
    }
}
