@_spi(Hosting) import FeatureKit
import FeatureTestKit
import NotificationsContracts
import Testing

@testable import NotificationsFeature

@Suite(.timeLimit(.minutes(1))) struct AnnouncementTests {
    private func notice(
        _ id: String, _ level: TrackNotice.Level = .emergency, zone: Int? = nil, isOver: Bool = false, revision: Int = 1
    ) -> TrackNotice {
        TrackNotice(
            id: id, isOver: isOver, zone: zone, level: level, title: "Leave by gate 3", body: "", language: .en,
            revision: revision)
    }

    private func held(_ id: String, _ level: TrackNotice.Level = .emergency, zone: Int? = nil) -> HeldAnnouncement {
        HeldAnnouncement(notice(id, level, zone: zone), at: .init(nanoseconds: 0))
    }

    /// What waits for a client.
    private func told(_ follower: Follower) -> [String] {
        var told: [String] = []
        while let next = follower.nextAnnouncement() {
            told.append("\(next.id) \(next.isOver ? "over" : "\(next.level)")")
        }
        return told
    }

    private func toZone(_ id: String, _ zone: Int?, collapseKey: String? = nil, until: Timestamp) -> NotificationRecord
    {
        NotificationRecord(
            id: id, to: Recipient(zone: zone, everybody: zone == nil ? true : nil), kind: "shop.closing",
            texts: ["es": NotificationText(title: "Cerramos"), "en": NotificationText(title: "We close")],
            collapseKey: collapseKey, until: until)
    }

    @Test func everybodyOfAZoneIsToldAndWhenItIsOver() {
        let streams = Streams()
        let followers = [nil, 3, 4].map { Follower(zone: $0) }
        for follower in followers { streams.follow(follower) }
        streams.announce(held("flag", .urgent))
        streams.announce(held("evacuation", zone: 3))
        #expect(told(followers[0]) == ["track.evacuation emergency", "track.flag important"])
        streams.end("track.evacuation")
        #expect(!streams.end("track.nothing"))
        #expect(told(followers[0]) == ["track.evacuation over"])
        // Of what was not heard yet only the newest counts.
        #expect(told(followers[1]) == ["track.evacuation over", "track.flag important"])
        #expect(told(followers[2]) == ["track.flag important"])
        let late = Follower(zone: 3)
        streams.follow(late)
        #expect(told(late) == ["track.flag important"])
    }

    @Test func aLateClientHearsAnEmergencyThoughMuchElseHolds() {
        let streams = Streams()
        streams.announce(held("evacuation"))
        for number in 1...120 { streams.announce(held("flag \(number)", .info)) }
        let late = Follower()
        streams.follow(late)
        #expect(told(late).contains("track.evacuation emergency"))
    }

    @Test func whatWasTakenBackIsNotAnnouncedWhereItIsSentOnceMore() async throws {
        try await withNotifications { probe in
            let until = probe.clock.now.advanced(by: .seconds(600))
            for id in ["all 1", "all 2"] {
                _ = try await probe.call(.notificationsSend, toZone(id, nil, until: until))
            }
            _ = try await probe.call(.notificationsWithdraw, Withdrawal(id: "all 1"))
            _ = try await probe.call(.notificationsSend, toZone("all 1", nil, until: until))
            var stream = probe.news(as: guest)
            #expect(try await stream.next()?.announcement?.id == "all 2")
            let all = try await probe.call(NotificationService.announcementsRoute, .init(), as: staff)
            #expect(all.items.map(\.announcement.id) == ["all 2"])
        }
    }

    @Test func aClientThatDoesNotReadLosesItsStreamAlone() async {
        let streams = Streams()
        let (slow, quick) = (Follower(), Follower())
        for follower in [slow, quick] { streams.follow(follower) }
        for number in 1...120 {
            streams.announce(held("flag \(number)"))
            #expect(await quick.next() != nil)
        }
        #expect(await slow.next() == nil)
        streams.end()
        #expect(await quick.next() == nil)
        let late = Follower()
        streams.follow(late)
        #expect(await late.next() == nil)
    }

    @Test func anAnnouncementOvertakesTheInbox() async throws {
        let (streams, follower) = (Streams(), Follower(person: "accounts:ada"))
        streams.follow(follower)
        let entries = (1...50).map { Stored(id: "\($0)", version: 1, document: InboxEntry.some(number: $0)) }
        streams.show(entries)
        streams.announce(held("flag", .info))
        streams.announce(held("evacuation"))
        guard case .announcement(let first) = await follower.next(),
            case .announcement(let second) = await follower.next(),
            case .entry(let third) = await follower.next()
        else { throw CancellationError() }
        #expect(first.id == "track.evacuation" && second.id == "track.flag" && third.number == 1)
    }

    @Test func anAnnouncementIsConfirmedOnceByEachUntilItIsOver() async throws {
        try await withNotifications { probe in
            var stream = probe.news(as: ada)
            try probe.publish(notice("evacuation"), on: .trackNotices)
            let alarm = try #require(try await stream.next()?.announcement)
            #expect(alarm.id == "track.evacuation" && alarm.level == .emergency && !alarm.isOver)
            for caller in [ada, ada, bob] {
                _ = try await probe.call(NotificationService.confirmRoute, .init(announcement: alarm.id), as: caller)
            }
            func progress() async throws -> [[Int]] {
                await probe.settle()
                let all = try await probe.call(NotificationService.announcementsRoute, .init(), as: staff)
                return all.items.map { [$0.reached, $0.confirmed] }
            }
            #expect(try await progress() == [[1, 2]])
            // What changes is to be confirmed again.
            try probe.publish(notice("evacuation", revision: 2), on: .trackNotices)
            #expect(try await stream.next()?.announcement?.number == 2)
            #expect(try await progress() == [[1, 0]])
            let page = try await probe.call(
                NotificationService.listenersRoute, .init(announcement: alarm.id, isConfirmed: false), as: staff)
            #expect(page.items == [Listener(key: "accounts:ada", isConfirmed: false)] && page.next == nil)
            try probe.publish(notice("evacuation", isOver: true, revision: 3), on: .trackNotices)
            #expect(try await stream.next()?.announcement?.isOver == true)
            let refusal = try await probe.refusal {
                try await probe.call(NotificationService.confirmRoute, .init(announcement: alarm.id), as: ada)
            }
            #expect(refusal?.status == 404)
            await probe.settle()
            #expect(try await probe.store.collection(Confirmation.documents).count() == 0)
        }
    }

    @Test func anEmergencyIsRepeatedToThoseWhoHaveNotConfirmedIt() async throws {
        let (clock, store) = (TestClock(), MemoryStore())
        try await withNotifications(clock: clock, store: store) { probe in
            let (follower, quiet) = (probe.news(as: ada), probe.news(as: bob))
            var (confirming, other) = (follower, quiet)
            try probe.publish(notice("flag", .urgent), on: .trackNotices)
            try probe.publish(notice("evacuation"), on: .trackNotices)
            for _ in 1...2 { _ = try await (confirming.next(), other.next()) }
            _ = try await probe.call(
                NotificationService.confirmRoute, .init(announcement: "track.evacuation"), as: ada)
            for _ in 1...2 {
                await probe.advance(.seconds(30))
                #expect(try await other.next()?.announcement?.id == "track.evacuation")
            }
            try probe.publish(notice("end"), on: .trackNotices)
            #expect(try await confirming.next()?.announcement?.id == "track.end")
        }
        // Who has confirmed is known after a restart.
        try await withNotifications(clock: clock, store: store) { probe in
            try probe.publish(notice("evacuation"), on: .trackNotices)
            var again = probe.news(as: ada)
            #expect(try await again.next()?.announcement?.isConfirmed == true)
        }
    }

    @Test func modulesAnnounceToAZoneOrToEverybodyUntilItIsOver() async throws {
        let (clock, store) = (TestClock(), MemoryStore())
        let until = clock.now.advanced(by: .seconds(3_600))
        try await withNotifications(clock: clock, store: store) { probe in
            // Ada has a seat in zone 3 and reads English; a guest stands in zone 4.
            var (seated, guest) = (probe.news(as: ada), probe.news(zone: 4, as: guest))
            for _ in 1...2 { _ = try await probe.call(.notificationsSend, toZone("zone 3", 3, until: until)) }
            _ = try await probe.call(.notificationsSend, toZone("all 1", nil, collapseKey: "gate", until: until))
            #expect(try await seated.next()?.announcement?.title == "We close")
            #expect(try await seated.next()?.announcement?.id == "all 1")
            #expect(try await guest.next()?.announcement?.title == "Cerramos")
            _ = try await probe.call(.notificationsSend, toZone("all 2", nil, collapseKey: "gate", until: until))
            #expect(try await guest.next()?.announcement?.isOver == true)
            #expect(try await guest.next()?.announcement?.id == "all 2")
            #expect(try await probe.inbox().isEmpty)
        }
        try await withNotifications(clock: clock, store: store) { probe in
            var seated = probe.news(as: ada)
            for id in ["all 2", "zone 3"] { #expect(try await seated.next()?.announcement?.id == id) }
            _ = try await probe.call(.notificationsWithdraw, Withdrawal(id: "all 2"))
            #expect(try await seated.next()?.announcement?.isOver == true)
            await probe.advance(.seconds(3_600))
            let over = try await seated.next()?.announcement
            #expect(over?.id == "zone 3" && over?.isOver == true)
        }
    }

    @Test func aGuestWithoutAKeyConfirmsNothing() async throws {
        try await withNotifications { probe in
            try probe.publish(notice("evacuation"), on: .trackNotices)
            await probe.settle()
            let refusal = try await probe.refusal {
                try await probe.call(
                    NotificationService.confirmRoute, .init(announcement: "track.evacuation"), as: guest)
            }
            #expect(refusal?.status == 401)
        }
    }
}
