@_spi(Hosting) import FeatureKit
import FeatureTestKit
import NotificationsContracts
import Testing

@testable import NotificationsFeature

@Suite(.timeLimit(.minutes(1))) struct InboxTests {
    @Test func aNotificationComesOnceInThePersonsLanguage() async throws {
        try await withNotifications { probe in
            for _ in 1...2 { try await probe.tellAda("n1") }
            let entries = try await probe.inbox()
            #expect(entries.map(\.title) == ["Your table"])
            #expect(entries.first?.number == 1 && entries.first?.isUnread == true)
            #expect(try await probe.inbox(of: bob).isEmpty)
        }
    }

    @Test func whatIsReadStaysReadAndIsCounted() async throws {
        try await withNotifications { probe in
            for id in ["n1", "n2", "n3"] { try await probe.tellAda(id) }
            let entries = try await probe.inbox()
            let marked = try await probe.call(
                NotificationService.markRoute, .init(entry: ID(entries[0].id.text), isUnread: false), as: ada)
            #expect(marked.isUnread == false && marked.number == 4)
            #expect(try await probe.call(NotificationService.unreadRoute, .init(), as: ada).unread == 2)
            _ = try await probe.call(NotificationService.readAllRoute, .init(), as: ada)
            #expect(try await probe.call(NotificationService.unreadRoute, .init(), as: ada).unread == 0)
            let refusal = try await probe.refusal {
                try await probe.call(
                    NotificationService.markRoute, .init(entry: ID(entries[1].id.text), isUnread: true), as: bob)
            }
            #expect(refusal?.status == 404)
        }
    }

    @Test func aStreamBeginsWithWhatIsThereAndGoesOnWhereAClientLeftOff() async throws {
        try await withNotifications { probe in
            try await probe.tellAda("n1", title: "uno")
            var stream = probe.replies(of: NotificationService.followRoute, .init(), as: ada).makeAsyncIterator()
            #expect(try await stream.next()?.number == 1)
            try await probe.tellAda("n2")
            #expect(try await stream.next()?.number == 2)
            try await probe.tellAda("n3")
            var later = probe.replies(of: NotificationService.followRoute, .init(after: 2), as: ada).makeAsyncIterator()
            #expect(try await later.next()?.number == 3)
            _ = try await probe.call(.notificationsWithdraw, Withdrawal(id: "n1"))
            let withdrawn = try await later.next()
            #expect(withdrawn?.isWithdrawn == true && withdrawn?.number == 4 && withdrawn?.isUnread == false)
        }
    }

    @Test func aClientThatWasAwayForLongMissesNothing() async throws {
        try await withNotifications { probe in
            let now = probe.clock.now
            try await probe.store.transaction { tx in
                let inbox = try probe.store.collection(InboxEntry.documents)
                for number in 1...1_200 {
                    try tx.insert(
                        inbox,
                        InboxEntry(
                            person: "accounts:ada", number: Int64(number), notice: "n\(number)", kind: "k",
                            level: .info,
                            title: "t", body: "", at: now, until: now, kept: now.advanced(by: .hours(1))))
                }
            }
            for (after, first) in [(0, 1), (1_150, 1_151), (nil, 1_181), (5_000, 1_181)] as [(Int64?, Int64)] {
                var stream = probe.replies(of: NotificationService.followRoute, .init(after: after), as: ada)
                    .makeAsyncIterator()
                for number in first...1_200 { #expect(try await stream.next()?.number == number) }
            }
        }
    }

    @Test func aClientThatIsTooSlowLosesItsStreamAndNothingElse() async throws {
        let streams = InboxStreams()
        let news = streams.follow("accounts:ada")
        for number in 1...150 {
            let entry = InboxEntry(
                person: "accounts:ada", number: Int64(number), notice: "n", kind: "k", level: .info, title: "t",
                body: "", at: .init(nanoseconds: 0), until: .init(nanoseconds: 0), kept: .init(nanoseconds: 0))
            streams.show([Stored(id: "\(number)", version: 1, document: entry)])
        }
        var seen: [Int64] = []
        for await entry in news { seen.append(entry.number) }
        #expect(seen == Array(1...100))
    }

    @Test func oneThatCollapsesReplacesThePreviousOne() async throws {
        try await withNotifications { probe in
            try await probe.tellAda("flag 1", collapseKey: "flag")
            try await probe.tellAda("other", kind: "shop.order", collapseKey: "flag")
            try await probe.tellAda("flag 2", collapseKey: "flag")
            let entries = try await probe.inbox()
            #expect(entries.map(\.isWithdrawn) == [false, true, false])
            #expect(entries.map(\.kind) == ["bars.booking", "bars.booking", "shop.order"])
        }
    }

    @Test func everybodyWithARoleIsTold() async throws {
        try await withNotifications { probe in
            let until = probe.clock.now.advanced(by: .seconds(60))
            _ = try await probe.call(
                .notificationsSend,
                NotificationRecord(
                    id: "battery", to: Recipient(role: "staff"), kind: "ble.battery",
                    texts: ["es": NotificationText(title: "Batería baja")], until: until))
            #expect(try await probe.inbox(of: staff).map(\.title) == ["Batería baja"])
            #expect(try await probe.inbox(of: bob).count == 1)
            #expect(try await probe.inbox().isEmpty)
        }
    }

    @Test func aRecipientIsOneOfThree() async throws {
        try await withNotifications { probe in
            let until = probe.clock.now.advanced(by: .seconds(60))
            for to in [Recipient(), Recipient(person: "a", role: "staff")] {
                let refusal = try await probe.refusal {
                    try await probe.call(
                        .notificationsSend,
                        NotificationRecord(
                            id: "n", to: to, kind: "k", texts: ["es": NotificationText(title: "t")], until: until))
                }
                #expect(refusal?.code == "recipient")
            }
        }
    }
}
