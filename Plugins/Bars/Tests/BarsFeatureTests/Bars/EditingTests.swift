import Calendars
import FeatureKit
import FeatureTestKit
import LibraryTestSupport
import Testing

@testable import BarsFeature

/// Bars that are changed and removed while people book there.
@Suite(.timeLimit(.minutes(2))) struct EditingTests {
    private func change(_ desk: Desk, _ change: (inout ChangeBar) -> Void) async throws -> Bar.View {
        var request = ChangeBar(bar: desk.bar)
        change(&request)
        return try await desk.probe.call(BarsService.changeRoute, request, as: ada)
    }

    /// The bookings that are in the way of a change; nil where it is done.
    private func inTheWay(_ desk: Desk, _ request: ChangeBar) async throws -> Set<ID<Booking>>? {
        let before = try await desk.probe.call(BarsService.oneRoute, .init(bar: desk.bar), as: ada)
        let refusal = try await desk.probe.refusal {
            try await desk.probe.call(BarsService.changeRoute, request, as: ada)
        }
        guard let refusal else { return nil }
        // Nothing is changed.
        #expect(try await desk.probe.call(BarsService.oneRoute, .init(bar: desk.bar), as: ada) == before)
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
        try await Desk.open(seats: 10) { desk in
            let first = try await desk.book(4, as: bob)
            await desk.probe.advance(.seconds(1))
            let second = try await desk.book(3, as: carla)
            let lunch = try await desk.book(6, as: dani, shift: "lunch-1")
            // Who booked first keeps the place.
            #expect(try await inTheWay(desk, ChangeBar(bar: desk.bar, capacity: 6)) == [second.id])
            #expect(try await inTheWay(desk, ChangeBar(bar: desk.bar, capacity: 3)) == [first.id, lunch.id])
            #expect(try await inTheWay(desk, ChangeBar(bar: desk.bar, capacity: 2)) == [first.id, second.id, lunch.id])
            _ = try await desk.cancel(first.id, as: bob)
            #expect(try await inTheWay(desk, ChangeBar(bar: desk.bar, capacity: 6)) == nil)
            #expect(try await desk.refused(4, as: bob)?.code == "full")
            try await desk.check()
        }
    }

    @Test func whoIsHeldIsInTheWayUntilThatIsOver() async throws {
        try await Desk.open(seats: 10) { desk in
            let held = try await desk.book(4, as: bob) { $0.hold = true }
            #expect(try await inTheWay(desk, ChangeBar(bar: desk.bar, capacity: 3)) == [held.id])
            await desk.probe.advance(.minutes(6))
            #expect(try await inTheWay(desk, ChangeBar(bar: desk.bar, capacity: 3)) == nil)
        }
    }

    @Test func aShiftThatIsNoMoreOrAtAnotherTimeIsInTheWay() async throws {
        try await Desk.open(seats: 10) { desk in
            let booking = try await desk.book(4, as: bob)
            let refused = [
                ChangeOpening(days: [.sunday]), ChangeOpening(shifts: ["lunch-1"]),
                ChangeOpening(closures: [Closure(from: "2026-11-20", to: "2026-11-23")]),
            ]
            for opening in refused {
                #expect(try await inTheWay(desk, ChangeBar(bar: desk.bar, opening: opening)) == [booking.id])
            }
            #expect(try await inTheWay(desk, ChangeBar(bar: desk.bar, zone: "Atlantic/Canary")) == [booking.id])
            let harmless = ChangeOpening(
                days: [.monday], shifts: ["dinner-1"], closures: [Closure(from: "2026-11-24", to: "2026-11-30")])
            #expect(try await inTheWay(desk, ChangeBar(bar: desk.bar, opening: harmless)) == nil)
            // The clocks there show the same.
            #expect(try await inTheWay(desk, ChangeBar(bar: desk.bar, zone: "Europe/Paris")) == nil)
            #expect(try await desk.get(booking.id, as: bob).starts == booking.starts)
        }
    }

    @Test func aPlanIsMadeWhereEverybodyHasATable() async throws {
        try await Desk.open(seats: 10) { desk in
            let four = try await desk.book(4, as: bob)
            await desk.probe.advance(.seconds(1))
            let three = try await desk.book(3, as: carla)
            let pairs = [Table(id: "1", seats: 4), Table(id: "2", seats: 2), Table(id: "3", seats: 2)]
            #expect(try await inTheWay(desk, ChangeBar(bar: desk.bar, tables: pairs)) == [three.id])
            let joined = [
                Table(id: "1", seats: 4), Table(id: "2", seats: 2, joins: ["3"]), Table(id: "3", seats: 2),
            ]
            #expect(try await inTheWay(desk, ChangeBar(bar: desk.bar, tables: joined)) == nil)
            #expect(try await desk.get(four.id, as: bob).tables == ["1"])
            #expect(Set(try await desk.get(three.id, as: carla).tables) == ["2", "3"])
            try await desk.check()
            // Without a plan there are only seats again.
            #expect(try await inTheWay(desk, ChangeBar(bar: desk.bar, tables: [])) == nil)
            #expect(try await desk.get(four.id, as: bob).tables == [])
            try await desk.check()
        }
    }

    @Test func moreSeatsAreForThoseWhoWait() async throws {
        try await Desk.open(seats: 4) { desk in
            _ = try await desk.book(4, as: bob)
            let large = try await desk.book(4, as: carla) { $0.wait = true }
            let small = try await desk.book(2, as: dani) { $0.wait = true }
            _ = try await change(desk) { $0.capacity = 6 }
            // A party that is too large keeps its place in the line.
            #expect(try await desk.get(small.id, as: dani).state == .held)
            #expect(try await desk.get(large.id, as: carla).state == .waiting)
            let told = try await desk.probe.expect(BookingEvent.topic) { $0.what == .promoted }
            #expect(told.booking == small.id)
            try await desk.check()
        }
    }

    @Test func whoIsToComeIsToldWhatItIsCalledNow() async throws {
        try await Desk.open(seats: 10) { desk in
            let coming = try await desk.book(4, as: bob)
            let gone = try await desk.book(2, as: carla)
            _ = try await desk.cancel(gone.id, as: carla)
            _ = try await change(desk) { $0.name = "La Pepa" }
            #expect(try await desk.get(coming.id, as: bob).barName == "La Pepa")
            #expect(try await desk.get(gone.id, as: carla).barName == coming.barName)
            let told = try await desk.probe.expect(BookingEvent.topic) { $0.what == .changed }
            #expect(told.booking == coming.id)
            let kept = try await desk.probe.store.collection(Booking.documents).get(coming.id)
            #expect(kept?.document.changes == 1)
        }
    }

    @Test func aBarThatPeopleComeToIsRemovedOnlyWithTheirBookings() async throws {
        try await Desk.open(seats: 4) { desk in
            let sure = try await desk.book(4, as: bob)
            let waits = try await desk.book(2, as: carla) { $0.wait = true }
            let past = try await desk.book(1, as: dani, shift: "lunch-1")
            _ = try await desk.cancel(past.id, as: dani)
            let refusal = try await desk.probe.refusal {
                try await desk.probe.call(BarsService.removeRoute, .init(bar: desk.bar), as: ada)
            }
            #expect(try refusal.map(listed) == [sure.id, waits.id])
            let remove = BarsService.RemoveRequest(bar: desk.bar, cancelBookings: true)
            #expect(try await desk.probe.call(BarsService.removeRoute, remove, as: ada) == Done())
            #expect(
                try await desk.probe.refusal { try await desk.probe.call(BarsService.removeRoute, remove, as: ada) }
                    == BarRefusal.noBar.answer)
            var told: Set<ID<Booking>> = []
            for _ in 0..<2 {
                let cancelled = try await desk.probe.expect(BookingEvent.topic) {
                    $0.what == .cancelled && $0.why == "the bar is gone"
                }
                told.insert(cancelled.booking)
            }
            #expect(told == [sure.id, waits.id])
            #expect(
                try await desk.probe.store.collection(ShiftDay.documents).count(where: [.equals("bar", desk.bar)]) == 0)
            for (booking, caller) in [(sure, bob), (waits, carla)] {
                let kept = try await desk.get(booking.id, as: caller)
                #expect(kept.state == .cancelled)
                #expect(kept.why == "the bar is gone")
                #expect(kept.barName == booking.barName)
            }
            #expect(try await desk.refused(2, as: bob) == BarRefusal.noBar.answer)
            // Who was to come there may book the same shift elsewhere.
            #expect(try await desk.book(2, as: bob, at: "other").state == .confirmed)
        }
    }

    @Test func ofManyThatAreInTheWaySomeAreShown() async throws {
        try await Desk.open(seats: 1_000) { desk in
            for number in 0..<130 {
                _ = try await desk.book(2, as: Caller(key: "accounts:\(number)", origin: .http))
            }
            let refusal = try await desk.probe.refusal { try await change(desk) { $0.capacity = 20 } }
            #expect(refusal?.detail == "Future bookings are in the way: 120.")
            #expect(try refusal.map(listed)?.count == 100)
        }
    }

    /// At no moment is more taken than there is, whatever is booked, given back and edited at once.
    @Test(arguments: [0, 3]) func seatsThatAreTakenAreNeverEditedAway(tries: Int) async throws {
        let store = MemoryStore()
        let dice = SeededRandom.seeds(1)[0]
        try await Desk.open(seats: 12, store: store) { desk in
            store.contend(times: tries)
            try await withThrowingTaskGroup { group in
                for guest in 0..<12 {
                    group.addTask {
                        var random = SeededRandom(seed: dice &+ UInt64(guest))
                        let caller = Caller(key: "accounts:\(guest)", origin: .http)
                        for round in 0..<15 {
                            // Who reads one moment of it sees that it adds up.
                            if round.isMultiple(of: 7) { try await desk.check("seed \(dice)") }
                            do {
                                let booked = try await desk.book(.random(in: 1...6, using: &random), as: caller) {
                                    $0.wait = guest.isMultiple(of: 3)
                                }
                                if Bool.random(using: &random) { _ = try await desk.cancel(booked.id, as: caller) }
                            } catch is RouteError {}
                        }
                    }
                }
                for owner in [ada, staff] {
                    group.addTask {
                        var random = SeededRandom(seed: dice &- 1)
                        for _ in 0..<40 {
                            var request = ChangeBar(bar: desk.bar)
                            if Bool.random(using: &random) {
                                request.tables = (1...Int.random(in: 1...5, using: &random)).map {
                                    Table(id: "\($0)", seats: .random(in: 1...6, using: &random), joins: [])
                                }
                            } else {
                                (request.tables, request.capacity) = ([], .random(in: 1...20, using: &random))
                            }
                            _ = try await desk.probe.refusal {
                                try await desk.probe.call(BarsService.changeRoute, request, as: owner)
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await desk.check("seed \(dice)")
        }
    }
}
