import FeatureKit
import FeatureTestKit
import Seating
import Testing

@testable import BarsFeature

/// Who books, and what becomes of it.
@Suite(.timeLimit(.minutes(2))) struct BookingTests {
    /// A key of somebody does not reach into what others are called.
    @Test func claimsAndKeysAreEachOnesOwn() async throws {
        try await BarsHarness.open { bars in
            let (short, long) = (Caller.user("a"), Caller.user("a|b"))
            let one = try await bars.book(1, as: short) { $0.idempotencyKey = "b|c" }
            let other = try await bars.book(1, as: long) { $0.idempotencyKey = "c" }
            #expect(one.id != other.id)
            #expect(try await bars.taken() == 2)
        }
    }

    @Test func tablesAreGivenByThePlan() async throws {
        let tables = [
            Table(id: "window", seats: 2), Table(id: "bar", seats: 4, joins: ["long"]),
            Table(id: "long", seats: 6, least: 4),
        ]
        try await BarsHarness.open(tables: tables) { bars in
            let first = try await bars.book(2, as: bob)
            #expect(first.tables == ["window"])
            let second = try await bars.book(2, as: carla)
            #expect(second.tables == ["bar"])
            #expect(
                try await bars.probe.call(BarsService.roomRoute, .init(bar: bars.bar, people: 6)).shifts.map(\.fits)
                    == [
                        true, true, true, true,
                    ])
            let large = try await bars.probe.refusal { try await bars.book(7, as: dani) }
            #expect(large?.data?["free"] == 8)
            let third = try await bars.book(5, as: dani)
            #expect(third.tables == ["long"])
            // For three there is the bar, once the window takes bob.
            _ = try await bars.cancel(first.id, as: bob)
            #expect(try await bars.change(second.id, as: carla, people: 4).tables == ["bar"])
            try await bars.check()
            #expect(try await bars.shiftDay()?.fits == 2)
        }
    }

    @Test func theSameKeyIsTheSameBooking() async throws {
        let store = MemoryStore()
        var first: Booking.View?
        try await BarsHarness.open(store: store) { bars in
            first = try await bars.book(4, as: bob) { $0.idempotencyKey = "one" }
            let again = try await bars.book(4, as: bob) { $0.idempotencyKey = "one" }
            #expect(again == first)
            #expect(try await bars.taken() == 4)
            let other = try await bars.refused(5, as: bob) { $0.idempotencyKey = "one" }
            #expect(other?.code == "key-reused" && other?.status == 422)
            for change: (inout BarsService.BookRequest) -> Void in [
                { $0.shift = "dinner-2" }, { $0.bar = ID("other") }, { $0.note = "x" }, { $0.hold = true },
                { $0.wait = true },
                { $0.date = "2026-11-23" }, { $0.people = nil },
            ] {
                let refusal = try await bars.refused(4, as: bob) {
                    $0.idempotencyKey = "one"
                    change(&$0)
                }
                #expect(refusal?.code == "key-reused")
            }
            // The key is one person's.
            #expect(try await bars.book(2, as: carla) { $0.idempotencyKey = "one" }.id != first?.id)
        }
        // The answer was lost, the host was started again, and it is another day.
        try await BarsHarness.open(store: store, at: noon.advanced(by: .days(1))) { bars in
            let again = try await bars.book(4, as: bob) { $0.idempotencyKey = "one" }
            #expect(again.id == first?.id && again.date == "2026-11-23")
            _ = try await bars.cancel(again.id, as: ada)
            // The reply is as it was.
            #expect(try await bars.book(4, as: bob) { $0.idempotencyKey = "one" } == first)
        }
    }

    /// Each question is about the day that it is when it is answered.
    @Test func aSecondBeforeMidnightItIsAnotherTomorrow() async throws {
        let night = try #require(Timestamp("2026-11-22T22:59:59.9Z"))
        try await BarsHarness.open(at: night) { bars in
            #expect(try await bars.book(2, as: bob).date == "2026-11-23")
            await bars.probe.advance(.milliseconds(99))
            #expect(try await bars.book(2, as: carla).date == "2026-11-23")
            await bars.probe.advance(.milliseconds(1))
            let refusal = try await bars.refused(2, as: dani) { $0.date = "2026-11-23" }
            #expect(refusal == BarRefusal.notTomorrow(date: "2026-11-23", tomorrow: "2026-11-24").answer)
            #expect(try await bars.book(2, as: dani).date == "2026-11-24")
            #expect(try await bars.probe.call(BarsService.roomRoute, .init(bar: bars.bar)).date == "2026-11-24")
        }
        // Of a bar in the Canaries it is an hour longer, and a shift at midnight has not begun before it.
        try await BarsHarness.open(.init(shifts: [Shift(id: "late", starts: "00:00")]), at: night) { bars in
            try await bars.probe.store.collection(Bar.documents).update("other") { $0.zone = "Atlantic/Canary" }
            let held = try await bars.book(2, as: bob, shift: "late") { $0.hold = true }
            #expect(held.starts == Timestamp("2026-11-22T23:00:00Z"))
            #expect(held.until == held.starts)
            await bars.probe.advance(.milliseconds(100))
            let refusal = try await bars.probe.refusal { try await bars.confirm(held.id, as: bob) }
            #expect(refusal?.code == "hold-over")
            #expect(try await bars.book(2, as: bob, shift: "late", at: "other").date == "2026-11-23")
        }
    }

    @Test func whoDidNotComeTooOftenBooksNoMore() async throws {
        try await BarsHarness.open(.init(noShows: .init(most: 2, within: .days(30)))) { bars in
            for _ in 1...2 {
                let booked = try await bars.book(2, as: bob)
                await bars.probe.advance(.hours(34))
                #expect(try await bars.noShow(booked.id).state == .noShow)
                await bars.probe.advance(.hours(14))
            }
            let refusal = try await bars.refused(2, as: bob)
            #expect(
                refusal == BarRefusal.tooManyNoShows(count: 2).answer)
            #expect(try await bars.book(2, as: carla).state == .confirmed)
            await bars.probe.advance(.days(28))
            #expect(try await bars.book(2, as: bob).state == .confirmed)
        }
    }

    @Test func onlyTheOwnerSaysWhoCameAndOnlyOnceItHasBegun() async throws {
        try await BarsHarness.open { bars in
            let booked = try await bars.book(4, as: bob)
            let early = try await bars.probe.refusal { try await bars.arrived(booked.id) }
            #expect(early?.code == "too-early")
            #expect(early == BarRefusal.tooEarly(starts: booked.starts).answer)
            await bars.probe.advance(.hours(33))
            #expect(
                try await bars.probe.refusal { try await bars.noShow(booked.id, as: bob) }
                    == BarRefusal.notYourBar.answer)
            #expect(
                try await bars.probe.refusal { try await bars.noShow(booked.id, as: carla) }
                    == BarRefusal.noBooking.answer)
            #expect(try await bars.noShow(booked.id).state == .noShow)
            #expect(try await bars.taken() == 0)
            #expect(try await bars.noShow(booked.id, as: staff).state == .noShow)
            #expect(try await bars.taken() == 0)
            let guests = try await bars.probe.store.collection(Guest.documents).query(where: [
                .equals("key", bob.key ?? "")
            ])
            #expect(guests.items.first?.document.noShows.count == 1)
            // They were late.
            #expect(try await bars.arrived(booked.id).state == .arrived)
            #expect(try await bars.arrived(booked.id).state == .arrived)
            #expect(try await bars.taken() == 4)
            let after = try await bars.probe.store.collection(Guest.documents).query(where: [
                .equals("key", bob.key ?? "")
            ])
            #expect(after.items.first?.document.noShows == [])
            let cancel = try await bars.probe.refusal { try await bars.cancel(booked.id, as: ada) }
            #expect(
                cancel == BarRefusal.notPossible(state: .arrived).answer)
            #expect(try await bars.noShow(booked.id).state == .noShow)
            try await bars.check()
        }
    }

    /// Messages come in the order of the commits and say which version of the booking they are of.
    @Test func eventsCanBePutInOrder() async throws {
        try await BarsHarness.open { bars in
            let booked = try await bars.book(4, as: bob) { $0.hold = true }
            await bars.probe.advance(.seconds(1))
            _ = try await bars.confirm(booked.id, as: bob)
            _ = try await bars.cancel(booked.id, as: bob, why: "rain")
            var events: [BookingEvent] = []
            for _ in 0..<3 { events.append(try await bars.probe.expect(BookingEvent.topic)) }
            #expect(events.map(\.what) == [.held, .confirmed, .cancelled])
            let versions = events.map(\.booking.version)
            #expect(versions == versions.sorted() && Set(events.map(\.id)).count == 3)
            #expect(events.map(\.at) == [noon, noon.advanced(by: .seconds(1)), noon.advanced(by: .seconds(1))])
            let event = events[2].booking
            #expect((event.id, event.bar, event.user, event.why) == (booked.id, bars.bar, bob.key, "rain"))
            #expect((event.date, event.shift, event.people) == ("2026-11-23", "dinner-1", 4))
        }
    }

    /// The seats of a person who was erased are free again, and nothing of the person is left.
    @Test func anErasedPersonComesToNothing() async throws {
        try await BarsHarness.open { bars in
            let booked = try await bars.book(8, as: bob) { $0.note = "Bob's birthday" }
            let waiting = try await bars.book(4, as: carla) { $0.wait = true }
            // What the kit does where a person is erased.
            try await bars.probe.store.collection(Booking.documents).update(booked.id) {
                ($0.user, $0.note, $0.claim) = (nil, nil, nil)
            }
            await bars.probe.advance(.minutes(15))
            #expect(try await bars.probe.expect(BookingEvent.topic) { $0.what == .cancelled }.booking.user == nil)
            let kept = try await bars.probe.store.collection(Booking.documents).get(booked.id)?.document
            #expect(kept?.state == .cancelled && kept?.user == nil)
            #expect(try await bars.get(waiting.id, as: carla).state == .held)
            try await bars.check()
        }
    }

    /// The flag decides for each guest; what it does not say, the settings do.
    @Test func theFlagSaysForHowLongAPromotedPartyIsHeld() async throws {
        try await BarsHarness.open { bars in
            let booked = try await bars.book(10, as: bob)
            let first = try await bars.book(4, as: carla) { $0.wait = true }
            let second = try await bars.book(3, as: dani) { $0.wait = true }
            let third = try await bars.book(2, as: ada) { $0.wait = true }
            bars.probe.flags["bars.promotion", for: "accounts:carla"] = "10m"
            bars.probe.flags["bars.promotion", for: "accounts:dani"] = "soon"
            // Nobody confirms within a second.
            bars.probe.flags["bars.promotion", for: "accounts:ada"] = "1s"
            _ = try await bars.cancel(booked.id, as: bob)
            #expect(try await bars.get(first.id, as: carla).until == noon.advanced(by: .minutes(10)))
            #expect(try await bars.get(second.id, as: dani).until == noon.advanced(by: .minutes(30)))
            #expect(try await bars.get(third.id, as: ada).until == noon.advanced(by: .minutes(30)))
        }
    }

    @Test func someSettingsChangeWithoutARestart() async throws {
        try await BarsHarness.open { bars in
            var live = bars.probe.replies(of: BarsService.occupancyLiveRoute, .init(bar: bars.bar))
                .makeAsyncIterator()
            _ = try await live.next()
            try await bars.probe.reconfigure(Bars.self, .init(hold: .minutes(1), mostPeople: 3))
            #expect(try await bars.refused(4, as: bob)?.detail == "people: a booking is for 1 to 3 people.")
            #expect(try await bars.book(2, as: bob) { $0.hold = true }.until == noon.advanced(by: .minutes(1)))
            // The stream goes on; with another zone the feature is started again.
            _ = try await bars.probe.call(BarsService.changeRoute, Bar.Change(bar: bars.bar, capacity: 12), as: ada)
            #expect(try await live.next()?.capacity == 12)
            try await bars.probe.reconfigure(Bars.self, .init(zone: "Asia/Tokyo"))
            #expect(try await live.next() == nil)
        }
    }
}
