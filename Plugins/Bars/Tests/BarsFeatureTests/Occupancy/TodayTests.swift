import Calendars
import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

/// What was booked for a day, once it has come.
@Suite(.timeLimit(.minutes(2))) struct TodayTests {
    /// Until 20:00 of the day after, which is an hour before dinner.
    private static let untilTomorrow = Duration.seconds(32 * 3_600)

    @Test func atMidnightItIsAnotherDay() async throws {
        try await BarsHarness.open { bars in
            var live = bars.probe.replies(of: BarsService.occupancyLiveRoute, .init(bar: bars.bar))
                .makeAsyncIterator()
            #expect(try await live.next()?.date == "2026-11-22")
            _ = try await bars.book(4, as: bob)
            // What is booked for tomorrow is nothing to tell today.
            await bars.probe.expectNone(Occupancy.topic)
            await bars.probe.advance(.seconds(12 * 3_600 - 1))
            await bars.probe.expectNone(Occupancy.topic)
            await bars.probe.advance(.seconds(1))
            let today = try await live.next()
            #expect(today?.date == "2026-11-23")
            #expect(today?.shifts.map(\.taken) == [0, 0, 4, 0])
            let told = try await bars.probe.expect(Occupancy.topic)
            #expect(told == today?.shifts[2])
            #expect(told.starts.description == "2026-11-23T20:00:00Z")
            await bars.probe.expectNone(Occupancy.topic)
            // The day after is told to be empty, once.
            await bars.probe.advance(.seconds(24 * 3_600))
            let after = try await bars.probe.expect(Occupancy.topic)
            #expect((after.date, after.shift, after.taken) == ("2026-11-24", "dinner-1", 0))
            #expect(try await live.next()?.date == "2026-11-24")
            await bars.probe.advance(.seconds(24 * 3_600))
            await bars.probe.expectNone(Occupancy.topic)
            #expect(try await live.next()?.date == "2026-11-25")
        }
    }

    @Test func whoGivesBackOrStaysAwayIsSeen() async throws {
        try await BarsHarness.open { bars in
            let first = try await bars.book(4, as: bob)
            let second = try await bars.book(6, as: carla)
            let waits = try await bars.book(2, as: dani) { $0.wait = true }
            await bars.probe.advance(Self.untilTomorrow)
            var told = try await bars.probe.expect(Occupancy.topic)
            #expect((told.taken, told.waiting, told.capacity) == (10, 1, 10))
            var live = bars.probe.replies(of: BarsService.occupancyLiveRoute, .init(bar: bars.bar))
                .makeAsyncIterator()
            #expect(try await live.next()?.shifts[2] == told)
            // The bar's owner may cancel as late as this; who waits is promoted in the same moment, so that is what is told.
            _ = try await bars.cancel(first.id, as: ada)
            told = try await bars.probe.expect(Occupancy.topic)
            #expect((told.taken, told.waiting) == (8, 0))
            #expect(try await live.next()?.shifts[2] == told)
            _ = try await bars.confirm(waits.id, as: dani)
            await bars.probe.advance(.seconds(2 * 3_600))
            _ = try await bars.noShow(second.id)
            told = try await bars.probe.expect(Occupancy.topic)
            #expect(told.taken == 2)
            #expect(try await live.next()?.shifts[2].taken == 2)
            // That they have come changes nothing of it.
            _ = try await bars.arrived(waits.id)
            await bars.probe.expectNone(Occupancy.topic)
            _ = try await bars.probe.call(BarsService.changeRoute, Bar.Change(bar: bars.bar, capacity: 12), as: ada)
            told = try await bars.probe.expect(Occupancy.topic)
            #expect((told.taken, told.capacity) == (2, 12))
            #expect(try await live.next()?.capacity == 12)
            _ = try await bars.probe.call(BarsService.removeRoute, .init(bar: bars.bar), as: ada)
            told = try await bars.probe.expect(Occupancy.topic)
            #expect((told.taken, told.capacity) == (0, 0))
            #expect(try await live.next() == nil)
        }
    }

    /// Who reads the topic late, and after a restart, finds what is today.
    @Test func afterARestartTodayIsTold() async throws {
        let store = MemoryStore()
        try await BarsHarness.open(store: store) { bars in _ = try await bars.book(4, as: bob) }
        let tomorrow = noon.advanced(by: .seconds(24 * 3_600))
        try await BarsHarness.open(store: store, at: tomorrow) { bars in
            let told = try await bars.probe.expect(Occupancy.topic)
            #expect(told.taken == 4)
            await bars.probe.expectNone(Occupancy.topic)
        }
    }

    /// Each bar has a midnight of its own.
    @Test func aBarElsewhereBeginsItsDayLater() async throws {
        try await BarsHarness.open { bars in
            _ = try await bars.probe.call(
                BarsService.changeRoute, Bar.Change(bar: bars.bar, zone: "Atlantic/Canary"), as: ada)
            _ = try await bars.book(4, as: bob)
            _ = try await bars.book(3, as: carla, at: "other")
            await bars.probe.advance(.seconds(12 * 3_600))
            var told = try await bars.probe.expect(Occupancy.topic)
            #expect(told.bar == ID("other"))
            await bars.probe.expectNone(Occupancy.topic)
            await bars.probe.advance(.seconds(3_600))
            told = try await bars.probe.expect(Occupancy.topic)
            #expect(told.bar == bars.bar)
        }
    }

    /// A clock that somebody sets tells the other day.
    @Test func aClockThatIsSetIsNoticed() async throws {
        try await BarsHarness.open { bars in
            _ = try await bars.book(4, as: bob)
            bars.probe.clock.set(now: noon.advanced(by: .seconds(86_400)))
            await bars.probe.advance(.seconds(900))
            let told = try await bars.probe.expect(Occupancy.topic)
            #expect(told.date == "2026-11-23")
        }
    }

    /// A day on which the bar is closed ends what was published of the day before.
    @Test func whatWasPublishedEndsOnAClosedDay() async throws {
        try await BarsHarness.open { bars in
            _ = try await bars.probe.call(
                BarsService.changeRoute, Bar.Change(bar: bars.bar, opening: Opening.Change(days: [.monday])), as: ada)
            _ = try await bars.book(4, as: bob)
            await bars.probe.advance(.hours(12))
            #expect(try await bars.probe.expect(Occupancy.topic).taken == 4)
            await bars.probe.advance(.hours(24))
            let last = try await bars.probe.expect(Occupancy.topic)
            #expect((last.shift, last.taken, last.waiting, last.isLast) == ("dinner-1", 0, 0, true))
            await bars.probe.expectNone(Occupancy.topic)
        }
    }

    /// The midnight of a zone that a new bar names first is not missed.
    @Test func aNewZoneHasItsMidnight() async throws {
        try await BarsHarness.open { bars in
            await bars.probe.settle()
            var bar = Bar.Draft.pepita
            bar.zone = "Asia/Tokyo"
            let tokyo = try await bars.probe.call(BarsService.addRoute, bar, as: ada).id
            var live = bars.probe.replies(of: BarsService.occupancyLiveRoute, .init(bar: tokyo))
                .makeAsyncIterator()
            #expect(try await live.next()?.date == "2026-11-22")
            // 15:00 UTC; in Madrid there are eight more hours of the day.
            await bars.probe.advance(.hours(4) - .seconds(1))
            await bars.probe.advance(.seconds(1))
            #expect(try await live.next()?.date == "2026-11-23")
        }
    }
}
