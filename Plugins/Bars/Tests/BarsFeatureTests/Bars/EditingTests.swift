import Calendars
import FeatureKit
import FeatureTestKit
import LibraryTestSupport
import Seating
import Testing

@testable import BarsFeature

/// Bars that are changed and removed while people book there.
@Suite(.timeLimit(.minutes(2))) struct EditingTests {
    private func change(_ bars: BarsHarness, _ change: (inout Bar.Change) -> Void) async throws -> Bar.View {
        var request = Bar.Change(bar: bars.bar)
        change(&request)
        return try await bars.probe.call(BarsService.changeRoute, request, as: ada)
    }

    /// The bookings that are in the way of a change; nil where it is done.
    private func inTheWay(_ bars: BarsHarness, _ request: Bar.Change) async throws -> Set<ID<Booking>>? {
        let before = try await bars.probe.call(BarsService.oneRoute, .init(bar: bars.bar), as: ada)
        let refusal = try await bars.probe.refusal {
            try await bars.probe.call(BarsService.changeRoute, request, as: ada)
        }
        guard let refusal else { return nil }
        // Nothing is changed.
        #expect(try await bars.probe.call(BarsService.oneRoute, .init(bar: bars.bar), as: ada) == before)
        return try listed(refusal)
    }

    private func listed(_ refusal: RouteError) throws -> Set<ID<Booking>> {
        #expect(refusal.code == "bookings-in-the-way")
        #expect(refusal.status == 409)
        guard case .object(let data)? = refusal.data, case .list(let bookings)? = data["bookings"],
            case .integer(let count)? = data["count"]
        else { throw refusal }
        let shown = try bookings.map { try $0.decoded(as: Booking.View.self) }
        // The bar's owner is told whose they are.
        #expect(shown.allSatisfy { $0.user != nil })
        #expect(count == shown.count || shown.count == 100)
        return Set(shown.map(\.id))
    }

    @Test func fewerSeatsThanAreTakenAreRefusedWithTheList() async throws {
        try await BarsHarness.open(seats: 10) { bars in
            let first = try await bars.book(4, as: bob)
            await bars.probe.advance(.seconds(1))
            let second = try await bars.book(3, as: carla)
            let lunch = try await bars.book(6, as: dani, shift: "lunch-1")
            // Who booked first keeps the place.
            #expect(try await inTheWay(bars, Bar.Change(bar: bars.bar, capacity: 6)) == [second.id])
            #expect(try await inTheWay(bars, Bar.Change(bar: bars.bar, capacity: 3)) == [first.id, lunch.id])
            #expect(
                try await inTheWay(bars, Bar.Change(bar: bars.bar, capacity: 2)) == [first.id, second.id, lunch.id])
            _ = try await bars.cancel(first.id, as: bob)
            #expect(try await inTheWay(bars, Bar.Change(bar: bars.bar, capacity: 6)) == nil)
            #expect(try await bars.refused(4, as: bob)?.code == "full")
            try await bars.check()
        }
    }

    @Test func whatIsWrongIsListedWithItsField() async throws {
        try await BarsHarness.open { bars in
            let closure = Closure(from: "2027-02-29", to: "2027-03-01")
            let refusal = try await bars.probe.refusal {
                try await change(bars) {
                    ($0.name, $0.type, $0.zone) = (" ", "fihs", "Mars")
                    $0.opening = .init(shifts: ["lunch-1", "dinner-3"], closures: [closure])
                }
            }
            let errors = refusal?.errors ?? []
            #expect(errors.map { "\($0.path)" } == ["name", "type", "opening.shifts[1]", "opening", "zone"])
            #expect(errors.count > 2 && errors[1].message.hasSuffix("not \"fihs\"; did you mean \"fish\"?"))
            #expect(refusal?.detail == errors.map(\.description).joined(separator: "; "))
            let shift = try await bars.refused(4, as: bob, shift: "diner-1")
            #expect(shift?.errors.map { "\($0.path)" } == ["shift"])
            let search = try await bars.probe.refusal {
                try await bars.probe.call(
                    BarsService.searchRoute, Search(type: ["fish", "fihs"], shift: ["tea"]), as: bob)
            }
            #expect(search?.errors.map { "\($0.path)" } == ["type[1]", "shift[0]"])
        }
    }

    @Test func moreSeatsAreNeverInTheWay() async throws {
        let store = MemoryStore()
        try await BarsHarness.open(.init(overbooking: 50), seats: 4, store: store) { bars in
            _ = try await bars.book(6, as: bob)
        }
        // Six come for four seats: five are better, three are not.
        try await BarsHarness.open(seats: 4, store: store) { bars in
            let more = try await inTheWay(bars, Bar.Change(bar: bars.bar, capacity: 5))
            let fewer = try await inTheWay(bars, Bar.Change(bar: bars.bar, capacity: 3))
            #expect(more == nil && fewer?.count == 1)
        }
    }

    @Test func whoIsHeldIsInTheWayUntilThatIsOver() async throws {
        try await BarsHarness.open(seats: 10) { bars in
            let held = try await bars.book(4, as: bob) { $0.hold = true }
            #expect(try await inTheWay(bars, Bar.Change(bar: bars.bar, capacity: 3)) == [held.id])
            await bars.probe.advance(.minutes(6))
            #expect(try await inTheWay(bars, Bar.Change(bar: bars.bar, capacity: 3)) == nil)
        }
    }

    @Test func aShiftThatIsNoMoreOrAtAnotherTimeIsInTheWay() async throws {
        try await BarsHarness.open(seats: 10) { bars in
            let booking = try await bars.book(4, as: bob)
            let refused = [
                Opening.Change(days: [.sunday]), Opening.Change(shifts: ["lunch-1"]),
                Opening.Change(closures: [Closure(from: "2026-11-20", to: "2026-11-23")]),
            ]
            for opening in refused {
                #expect(try await inTheWay(bars, Bar.Change(bar: bars.bar, opening: opening)) == [booking.id])
            }
            #expect(try await inTheWay(bars, Bar.Change(bar: bars.bar, zone: "Atlantic/Canary")) == [booking.id])
            let harmless = Opening.Change(
                days: [.monday], shifts: ["dinner-1"], closures: [Closure(from: "2026-11-24", to: "2026-11-30")])
            #expect(try await inTheWay(bars, Bar.Change(bar: bars.bar, opening: harmless)) == nil)
            // The clocks there show the same.
            #expect(try await inTheWay(bars, Bar.Change(bar: bars.bar, zone: "Europe/Paris")) == nil)
            #expect(try await bars.get(booking.id, as: bob).starts == booking.starts)
        }
    }

    @Test func aPlanIsMadeWhereEverybodyHasATable() async throws {
        try await BarsHarness.open(seats: 10) { bars in
            let four = try await bars.book(4, as: bob)
            await bars.probe.advance(.seconds(1))
            let three = try await bars.book(3, as: carla)
            let pairs = [Table(id: "1", seats: 4), Table(id: "2", seats: 2), Table(id: "3", seats: 2)]
            #expect(try await inTheWay(bars, Bar.Change(bar: bars.bar, tables: pairs)) == [three.id])
            let joined = [
                Table(id: "1", seats: 4), Table(id: "2", seats: 2, joins: ["3"]), Table(id: "3", seats: 2),
            ]
            #expect(try await inTheWay(bars, Bar.Change(bar: bars.bar, tables: joined)) == nil)
            #expect(try await bars.get(four.id, as: bob).tables == ["1"])
            #expect(Set(try await bars.get(three.id, as: carla).tables) == ["2", "3"])
            try await bars.check()
            // Without a plan there are only seats again.
            #expect(try await inTheWay(bars, Bar.Change(bar: bars.bar, tables: [])) == nil)
            #expect(try await bars.get(four.id, as: bob).tables == [])
            try await bars.check()
        }
    }

    @Test func moreSeatsAreForThoseWhoWait() async throws {
        try await BarsHarness.open(seats: 4) { bars in
            _ = try await bars.book(4, as: bob)
            let large = try await bars.book(4, as: carla) { $0.wait = true }
            let small = try await bars.book(2, as: dani) { $0.wait = true }
            _ = try await change(bars) { $0.capacity = 6 }
            // A party that is too large keeps its place in the line.
            #expect(try await bars.get(small.id, as: dani).state == .held)
            #expect(try await bars.get(large.id, as: carla).state == .waiting)
            let told = try await bars.probe.expect(BookingEvent.topic) { $0.what == .promoted }
            #expect(told.booking.id == small.id)
            try await bars.check()
        }
    }

    @Test func whoIsToComeIsToldWhatItIsCalledNow() async throws {
        try await BarsHarness.open(seats: 10) { bars in
            let coming = try await bars.book(4, as: bob)
            let gone = try await bars.book(2, as: carla)
            _ = try await bars.cancel(gone.id, as: carla)
            _ = try await change(bars) { $0.name = "La Pepa" }
            #expect(try await bars.get(coming.id, as: bob).barName == "La Pepa")
            #expect(try await bars.get(gone.id, as: carla).barName == coming.barName)
            let told = try await bars.probe.expect(BookingEvent.topic) { $0.what == .changed }
            #expect(told.booking.id == coming.id)
            let kept = try await bars.probe.store.collection(Booking.documents).get(coming.id)
            #expect(kept?.document.changes == 1)
        }
    }

    @Test func aBarThatPeopleComeToIsRemovedOnlyWithTheirBookings() async throws {
        try await BarsHarness.open(seats: 4) { bars in
            let sure = try await bars.book(4, as: bob)
            let waits = try await bars.book(2, as: carla) { $0.wait = true }
            let past = try await bars.book(1, as: dani, shift: "lunch-1")
            _ = try await bars.cancel(past.id, as: dani)
            let refusal = try await bars.probe.refusal {
                try await bars.probe.call(BarsService.removeRoute, .init(bar: bars.bar), as: ada)
            }
            #expect(try refusal.map(listed) == [sure.id, waits.id])
            let remove = BarsService.RemoveRequest(bar: bars.bar, cancelBookings: true)
            #expect(try await bars.probe.call(BarsService.removeRoute, remove, as: ada) == Done())
            #expect(
                try await bars.probe.refusal { try await bars.probe.call(BarsService.removeRoute, remove, as: ada) }
                    == BarRefusal.noBar.answer)
            var told: Set<ID<Booking>> = []
            for _ in 0..<2 {
                let cancelled = try await bars.probe.expect(BookingEvent.topic) {
                    $0.what == .cancelled && $0.booking.why == "the bar is gone"
                }
                told.insert(cancelled.booking.id)
            }
            #expect(told == [sure.id, waits.id])
            #expect(
                try await bars.probe.store.collection(ShiftDay.documents).count(where: [.equals("bar", bars.bar)]) == 0)
            for (booking, caller) in [(sure, bob), (waits, carla)] {
                let kept = try await bars.get(booking.id, as: caller)
                #expect(kept.state == .cancelled)
                #expect(kept.why == "the bar is gone")
                #expect(kept.barName == booking.barName)
            }
            #expect(try await bars.refused(2, as: bob) == BarRefusal.noBar.answer)
            // Who was to come there may book the same shift elsewhere.
            #expect(try await bars.book(2, as: bob, at: "other").state == .confirmed)
        }
    }

    @Test func ofManyThatAreInTheWaySomeAreShown() async throws {
        try await BarsHarness.open(seats: 1_000) { bars in
            for number in 0..<130 {
                _ = try await bars.book(2, as: Caller(key: "accounts:\(number)", origin: .http))
            }
            let refusal = try await bars.probe.refusal { try await change(bars) { $0.capacity = 20 } }
            #expect(refusal?.detail == "Future bookings are in the way: 120.")
            #expect(try refusal.map(listed)?.count == 100)
        }
    }

    /// At no moment is more taken than there is, whatever is booked, given back and edited at once.
    @Test(arguments: [0, 3]) func seatsThatAreTakenAreNeverEditedAway(tries: Int) async throws {
        let store = MemoryStore()
        let dice = SeededRandom.seeds(1)[0]
        try await BarsHarness.open(seats: 12, store: store) { bars in
            store.contend(times: tries)
            try await withThrowingTaskGroup { group in
                for guest in 0..<12 {
                    group.addTask {
                        var random = SeededRandom(seed: dice &+ UInt64(guest))
                        let caller = Caller(key: "accounts:\(guest)", origin: .http)
                        for round in 0..<15 {
                            // Who reads one moment of it sees that it adds up.
                            if round.isMultiple(of: 7) { try await bars.check("seed \(dice)") }
                            do {
                                let booked = try await bars.book(.random(in: 1...6, using: &random), as: caller) {
                                    $0.wait = guest.isMultiple(of: 3)
                                }
                                if Bool.random(using: &random) { _ = try await bars.cancel(booked.id, as: caller) }
                            } catch is RouteError {}
                        }
                    }
                }
                for owner in [ada, staff] {
                    group.addTask {
                        var random = SeededRandom(seed: dice &- 1)
                        for _ in 0..<40 {
                            var request = Bar.Change(bar: bars.bar)
                            if Bool.random(using: &random) {
                                request.tables = (1...Int.random(in: 1...5, using: &random)).map {
                                    Table(id: "\($0)", seats: .random(in: 1...6, using: &random), joins: [])
                                }
                            } else {
                                (request.tables, request.capacity) = ([], .random(in: 1...20, using: &random))
                            }
                            _ = try await bars.probe.refusal {
                                try await bars.probe.call(BarsService.changeRoute, request, as: owner)
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await bars.check("seed \(dice)")
        }
    }
}
