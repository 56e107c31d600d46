import FeatureKit
import FeatureTestKit
import NotificationsContracts
import Testing

@testable import BarsFeature

/// What guests hear of their bookings.
@Suite(.timeLimit(.minutes(2))) struct NoticeTests {
    /// What Notifications was asked: the last word of a text's key and who hears it, or the id that is taken back.
    private enum Asked: Equatable {
        case told(Notification)
        case withdrawn(String)
    }

    private struct Heard {
        let asked: AsyncStream<Asked>

        func next() async -> Asked? {
            for await one in asked { return one }
            return nil
        }

        func told() async throws -> Notification {
            guard case .told(let notification)? = await next() else { throw RouteError.notFound("nothing was told") }
            return notification
        }
    }

    private func listening(
        _ settings: Bars.Settings = .init(), _ body: (BarsHarness, Heard) async throws -> Void
    ) async throws {
        try await BarsHarness.open(settings) { bars in
            let (stream, asked) = AsyncStream.makeStream(of: Asked.self)
            try bars.probe.serve(.notificationsSend) { request, _ in
                asked.yield(.told(request))
                return Done()
            }
            try bars.probe.serve(.notificationsWithdraw) { request, _ in
                asked.yield(.withdrawn(request.id))
                return Done()
            }
            let heard = Heard(asked: stream)
            try await body(bars, heard)
            // Nothing else was said.
            asked.finish()
            #expect(await heard.next() == nil)
        }
    }

    @Test func aGuestHearsWhatIsCertainAndWhatOthersDo() async throws {
        try await listening { bars, heard in
            let held = try await bars.book(4, as: bob) { $0.hold = true }
            _ = try await bars.confirm(held.id, as: bob)
            let confirmed = try await heard.told()
            #expect(confirmed.to == Recipient(person: bob.key) && confirmed.kind == "bars.booking")
            #expect(confirmed.level == .info && confirmed.until == held.starts)
            #expect(confirmed.collapseKey == held.id.text)
            #expect(confirmed.texts["es"]?.body == "La Pepita, 2026-11-23 a las 21:00, para 4 personas.")
            #expect(confirmed.texts["en"]?.title == "Your table is booked")
            // Also what they do themselves, so that the inbox shows the booking as it is.
            _ = try await bars.change(held.id, as: bob, people: 1)
            let smaller = try await heard.told()
            #expect(smaller.texts["en"]?.body == "It is now La Pepita, 2026-11-23 at 21:00, for one person.")
            #expect(smaller.collapseKey == confirmed.collapseKey && smaller.level == .info)
            _ = try await bars.probe.call(
                BarsService.changeRoute, Bar.Change(bar: bars.bar, name: "La Pepa"), as: ada)
            let changed = try await heard.told()
            #expect(changed.texts["en"]?.body == "It is now La Pepa, 2026-11-23 at 21:00, for one person.")
            #expect(changed.id != confirmed.id)
            _ = try await bars.cancel(held.id, as: ada)
            #expect(await heard.next() == .withdrawn("bars.\(held.id).reminder.dinner-1"))
            let cancelled = try await heard.told()
            #expect(cancelled.level == .important && cancelled.texts["en"]?.title == "Your booking was cancelled")
        }
    }

    @Test func aPlaceThatBecameFreeIsWorthHearingUntilTheHoldEnds() async throws {
        try await listening { bars, heard in
            let first = try await bars.book(10, as: bob)
            #expect(try await heard.told().to.person == bob.key)
            let waiting = try await bars.book(4, as: carla) { $0.wait = true }
            _ = try await bars.cancel(first.id, as: bob)
            var both: [Asked] = []
            for _ in 1...3 { if let next = await heard.next() { both.append(next) } }
            #expect(both.contains(.withdrawn("bars.\(first.id).reminder.dinner-1")))
            let told = both.compactMap { if case .told(let notice) = $0 { notice } else { Notification?.none } }
            let (promoted, own) = (told.filter { $0.level == .important }, told.filter { $0.level == .info })
            #expect(own.map(\.texts["en"]?.title) == ["Your booking was cancelled"])
            #expect(own.map(\.to.person) == [bob.key])
            #expect(promoted.map(\.to.person) == [carla.key] && promoted.map(\.collapseKey) == [waiting.id.text])
            #expect(promoted.map(\.level) == [.important])
            #expect(promoted.map(\.until) == [noon.advanced(by: .minutes(30))])
        }
    }

    @Test func aGuestIsRemindedInTimeAndNoMoreWhereItIsCancelled() async throws {
        try await listening(.init(cancelUntil: .zero)) { bars, heard in
            let booked = try await bars.book(4, as: bob)
            _ = try await bars.book(2, as: carla) { $0.hold = true }
            #expect(try await heard.told().texts["en"]?.title == "Your table is booked")
            await bars.probe.advance(.hours(30) - .seconds(1))
            await bars.probe.advance(.seconds(1))
            let reminder = try await heard.told()
            #expect(reminder.id == "bars.\(booked.id).reminder.dinner-1" && reminder.to.person == bob.key)
            #expect(reminder.texts["es"]?.title == "Tu mesa te espera" && reminder.until == booked.starts)
            _ = try await bars.cancel(booked.id, as: bob)
            #expect(await heard.next() == .withdrawn(reminder.id))
            #expect(try await heard.told().texts["en"]?.title == "Your booking was cancelled")
        }
    }

    /// Bookings go on, and what is still worth hearing is told once Notifications is there.
    @Test func whereNotificationsIsOffBookingsGoOn() async throws {
        try await BarsHarness.open { bars in
            let booked = try await bars.book(4, as: bob)
            #expect(booked.state == .confirmed)
            await bars.probe.advance(.minutes(30))
            await bars.probe.settle()
            let (stream, asked) = AsyncStream.makeStream(of: String?.self)
            try bars.probe.serve(.notificationsSend) { request, _ in
                asked.yield(request.to.person)
                return Done()
            }
            // The longest pause between two tries.
            await bars.probe.advance(.minutes(12))
            var heard = stream.makeAsyncIterator()
            #expect(await heard.next() == bob.key)
        }
    }
}
