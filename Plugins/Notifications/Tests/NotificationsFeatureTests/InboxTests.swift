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
            var stream = probe.news()
            #expect(try await stream.next()?.entry?.number == 1)
            try await probe.tellAda("n2")
            #expect(try await stream.next()?.eventID == "2")
            try await probe.tellAda("n3")
            var later = probe.news(after: "2")
            #expect(try await later.next()?.entry?.number == 3)
            _ = try await probe.call(.notificationsWithdraw, Withdrawal(id: "n1"))
            let withdrawn = try await later.next()?.entry
            #expect(withdrawn?.isWithdrawn == true && withdrawn?.number == 4 && withdrawn?.isUnread == false)
        }
    }

    @Test func entriesThatComeOutOfOrderAreToldInTheOrderOfTheirNumbers() async throws {
        try await withNotifications { probe in
            try await probe.tellAda("n1")
            var stream = probe.news()
            #expect(try await stream.next()?.entry?.number == 1)
            // Another transaction has stored the second entry, and has not shown it yet.
            try await probe.store.collection(InboxEntry.documents).insert(.some(number: 2, at: probe.clock.now))
            try await probe.tellAda("n3")
            #expect(try await stream.next()?.eventID == "2")
            #expect(try await stream.next()?.eventID == "3")
        }
    }

    @Test func aClientThatWasAwayForLongMissesNothing() async throws {
        try await withNotifications { probe in
            try await probe.store.transaction { tx in
                let inbox = try probe.store.collection(InboxEntry.documents)
                for number in 1...1_200 { try tx.insert(inbox, .some(number: number, at: probe.clock.now)) }
            }
            let first = [("0", 1), ("1150", 1_151), (nil, 1_181), ("5000", 1_181), ("x", 1_181)] as [(String?, Int64)]
            for (after, first) in first {
                var stream = probe.news(after: after)
                for number in first...1_200 { #expect(try await stream.next()?.entry?.number == number) }
            }
        }
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

    @Test func aRecipientIsOneOfFive() async throws {
        try await withNotifications { probe in
            let until = probe.clock.now.advanced(by: .seconds(60))
            for to in [Recipient(), Recipient(person: "a", role: "staff"), Recipient(zone: 3, everybody: true)] {
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
