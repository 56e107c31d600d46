import FeatureKit
import FeatureTestKit
import NotificationsContracts
import Testing

@testable import NotificationsFeature

@Suite(.timeLimit(.minutes(1))) struct AlarmTests {
    private func notice(
        _ id: String, _ level: TrackNotice.Level = .emergency, zone: Int? = nil, isOver: Bool = false, revision: Int = 1
    ) -> TrackNotice {
        TrackNotice(
            id: id, isOver: isOver, zone: zone, level: level, title: "Leave by gate 3", body: "", revision: revision)
    }

    private func told(_ stream: AsyncStream<Alarm>) async -> [String] {
        var told: [String] = []
        for await alarm in stream { told.append("\(alarm.id) \(alarm.isOver ? "over" : "\(alarm.level)")") }
        return told
    }

    @Test func everybodyOfAZoneIsToldAndWhenItIsOver() async {
        let (alarms, now) = (Alarms(), Timestamp(nanoseconds: 0))
        let streams = [nil, 3, 4].map { alarms.follow("p\($0 ?? 0)", zone: $0) }
        alarms.tell(notice("evacuation", zone: 3), at: now)
        alarms.tell(notice("flag", .urgent), at: now)
        #expect(alarms.all.map(\.reached) == [2, 3])
        alarms.tell(notice("evacuation", zone: 3, isOver: true), at: now)
        alarms.tell(notice("nothing", isOver: true), at: now)
        let late = alarms.follow(nil, zone: 3)
        alarms.end()
        let all = ["track.evacuation emergency", "track.flag important", "track.evacuation over"]
        #expect(await told(streams[0]) == all)
        #expect(await told(streams[1]) == all)
        #expect(await told(streams[2]) == ["track.flag important"])
        #expect(await told(late) == ["track.flag important"])
        #expect(await told(alarms.follow(nil, zone: nil)) == [])
    }

    @Test func aClientThatDoesNotReadLosesItsStreamAlone() async {
        let (alarms, now) = (Alarms(), Timestamp(nanoseconds: 0))
        let slow = alarms.follow("slow", zone: nil)
        for number in 1...120 { alarms.tell(notice("flag \(number)"), at: now) }
        #expect(await told(slow).count == 100)
    }

    @Test func anAlarmIsConfirmedOnceByEachUntilItIsOver() async throws {
        try await withNotifications { probe in
            var stream = probe.replies(of: NotificationService.followAlarmsRoute, .init(), as: ada).makeAsyncIterator()
            try probe.publish(notice("evacuation"), on: .trackNotices)
            let alarm = try #require(try await stream.next())
            #expect(alarm.id == "track.evacuation" && alarm.level == .emergency && !alarm.isOver)
            for caller in [ada, ada, bob] {
                _ = try await probe.call(NotificationService.confirmRoute, .init(alarm: alarm.id), as: caller)
            }
            let progress = try await probe.call(NotificationService.progressRoute, .init(), as: staff).items
            #expect(progress.map(\.reached) == [1] && progress.map(\.confirmed) == [2])
            // What changes is to be confirmed again.
            try probe.publish(notice("evacuation", revision: 2), on: .trackNotices)
            #expect(try await stream.next()?.number == 2)
            let changed = try await probe.call(NotificationService.progressRoute, .init(), as: staff).items
            #expect(changed.map(\.reached) == [1] && changed.map(\.confirmed) == [0])
            try probe.publish(notice("evacuation", isOver: true, revision: 3), on: .trackNotices)
            #expect(try await stream.next()?.isOver == true)
            let refusal = try await probe.refusal {
                try await probe.call(NotificationService.confirmRoute, .init(alarm: alarm.id), as: ada)
            }
            #expect(refusal?.status == 404)
            await probe.settle()
            #expect(try await probe.store.collection(Confirmation.documents).count() == 0)
        }
    }
}
