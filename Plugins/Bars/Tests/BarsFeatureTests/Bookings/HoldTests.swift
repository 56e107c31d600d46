import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

/// Holds that end, who waits, and what is given back.
@Suite(.timeLimit(.minutes(2))) struct HoldTests {
    @Test func aHoldIsBookedOrEndsByItself() async throws {
        try await Desk.open { desk in
            let held = try await desk.book(6, as: bob) { $0.hold = true }
            #expect(held.state == .held && held.until == noon.advanced(by: .minutes(5)))
            #expect(try await desk.refused(6, as: carla)?.code == "full")
            await desk.probe.advance(.seconds(299))
            #expect(try await desk.confirm(held.id, as: bob).state == .confirmed)
            #expect(try await desk.confirm(held.id, as: bob).until == nil)
            await desk.probe.advance(.seconds(2))
            #expect(try await desk.get(held.id, as: bob).state == .confirmed)

            let other = try await desk.book(4, as: carla) { $0.hold = true }
            await desk.probe.advance(.minutes(5))
            #expect(try await desk.taken() == 6)
            let refusal = try await desk.probe.refusal { try await desk.confirm(other.id, as: carla) }
            #expect(refusal == .init(code: "hold-over", status: 409, "the time that this was held for you is over"))
            #expect(try await desk.get(other.id, as: carla).state == .over)
            // Nothing is left of it: the shift can be booked again.
            #expect(try await desk.book(4, as: carla).state == .confirmed)
            #expect(try await desk.probe.refusal { try await desk.confirm(held.id, as: ada) } == .notYourBooking)
            for what in [BookingTold.What.held, .confirmed, .held, .over, .confirmed] {
                #expect(try await desk.probe.expect(.barsBookings).what == what)
            }
            await desk.probe.expectNone(.barsBookings)
        }
    }

    /// What nobody has written down yet counts all the same.
    @Test func aHoldThatIsOverKeepsNobodyFromBooking() async throws {
        let store = MemoryStore()
        try await Desk.open(store: store) { desk in
            let held = try await desk.book(10, as: bob) { $0.hold = true }
            // The loop can't write; the routes can again, before it is tried anew.
            store.fail(.unavailable)
            await desk.probe.advance(.minutes(5))
            store.mend()
            #expect(try await desk.get(held.id, as: bob).state == .over)
            #expect(try await desk.sitting()?.taken == 10)
            // Elsewhere, where its claim stands in the way, and here, where its seats do.
            #expect(try await desk.book(2, as: bob, at: "other").state == .confirmed)
            #expect(try await desk.taken() == 0)
            #expect(try await desk.book(10, as: carla).state == .confirmed)
            try await desk.check()
        }
    }

    @Test func whoWaitsIsPromotedInTheOrderOfComing() async throws {
        try await Desk.open { desk in
            let first = try await desk.book(6, as: bob)
            let second = try await desk.book(4, as: carla)
            let large = try await desk.book(7, as: dani) { $0.wait = true }
            let small = try await desk.book(2, as: .user("eva")) { $0.wait = true }
            let last = try await desk.book(2, as: .user("fina")) { $0.wait = true }
            #expect([large, small, last].map(\.state) == [.waiting, .waiting, .waiting])
            #expect([large, small, last].map(\.ahead) == [0, 1, 2])
            #expect(large.until == nil)
            #expect(try await desk.sitting()?.waiting == 3)
            // Waiting counts as a booking of the shift.
            #expect(try await desk.refused(1, as: dani, at: "other")?.code == "booked-already")
            #expect(try await desk.probe.refusal { try await desk.confirm(large.id, as: dani) }?.code == "waiting")

            // Seven don't fit into four: they are passed over and keep their place.
            _ = try await desk.cancel(second.id, as: carla)
            let now = [try await desk.get(small.id, as: .user("eva")), try await desk.get(last.id, as: .user("fina"))]
            #expect(now.map(\.state) == [.held, .held])
            #expect(now.map(\.until) == Array(repeating: noon.advanced(by: .minutes(30)), count: 2))
            #expect(try await desk.get(large.id, as: dani).ahead == 0)
            #expect(try await desk.confirm(small.id, as: .user("eva")).state == .confirmed)
            try await desk.check()

            // Two go, and two are held for somebody who does not answer.
            _ = try await desk.cancel(first.id, as: bob)
            #expect(try await desk.get(large.id, as: dani).state == .waiting)
            await desk.probe.advance(.minutes(30))
            #expect(try await desk.get(last.id, as: .user("fina")).state == .over)
            let promoted = try await desk.get(large.id, as: dani)
            #expect(promoted.state == .held && promoted.until == noon.advanced(by: .minutes(60)))
            #expect(try await desk.taken() == 9)
            try await desk.check()
        }
    }

    @Test func nobodyWaitsForWhatNeverCanBe() async throws {
        try await Desk.open(.init(mostPeople: 500)) { desk in
            let refusal = try await desk.refused(11, as: bob) { $0.wait = true }
            #expect(refusal == .init(code: "full", status: 409, "this bar has no place for 11, however many cancel"))
            #expect(try await desk.sitting() == nil)
            // Where there is room nobody waits.
            #expect(try await desk.book(10, as: bob) { $0.wait = true }.state == .confirmed)
            for number in 1...200 {
                #expect(try await desk.book(1, as: .user("n\(number)")) { $0.wait = true }.ahead == Int64(number - 1))
            }
            let line = try await desk.refused(1, as: carla) { $0.wait = true }
            #expect(line == .init(code: "full", status: 409, "too many wait for dinner-1 already"))
        }
    }

    /// Being promoted never lasts beyond the start, and nobody is promoted into what has begun.
    @Test func theLineEndsWhereTheShiftBegins() async throws {
        try await Desk.open { desk in
            let booked = try await desk.book(10, as: bob)
            let waiting = try await desk.book(4, as: carla) { $0.wait = true }
            let other = try await desk.book(10, as: dani) { $0.wait = true }
            await desk.probe.advance(.hours(33) - .minutes(10))
            _ = try await desk.cancel(booked.id, as: ada)
            #expect(try await desk.get(waiting.id, as: carla).until == booked.starts)
            await desk.probe.advance(.minutes(10))
            for (id, caller) in [(waiting.id, carla), (other.id, dani)] {
                #expect(try await desk.get(id, as: caller).state == .over)
            }
            #expect(try await desk.taken() == 0)
            #expect(try await desk.sitting()?.waiting == 0)
            #expect(try await desk.probe.refusal { try await desk.confirm(waiting.id, as: carla) }?.code == "hold-over")
            try await desk.check()
        }
    }

    @Test func whatIsCancelledIsGivenBackOnce() async throws {
        try await Desk.open { desk in
            let booked = try await desk.book(6, as: bob)
            _ = try await desk.book(4, as: carla)
            let first = try await desk.cancel(booked.id, as: bob, why: "rain")
            #expect(first.state == .cancelled && first.why == "rain")
            #expect(try await desk.taken() == 4)
            #expect(try await desk.cancel(booked.id, as: bob) == first)
            #expect(try await desk.cancel(booked.id, as: ada, why: "other").why == "rain")
            #expect(try await desk.taken() == 4)
            #expect(try await desk.probe.refusal { try await desk.cancel(booked.id, as: carla) } == .noBooking)
            #expect(try await desk.probe.expect(.barsBookings, where: { $0.what == .cancelled }).why == "rain")
            await desk.probe.expectNone(.barsBookings)
            let confirm = try await desk.probe.refusal { try await desk.confirm(booked.id, as: bob) }
            #expect(confirm?.detail == "that can't be done with this booking: it was cancelled")
            #expect(try await desk.book(6, as: bob).state == .confirmed)
            try await desk.check()
        }
    }

    @Test func laterThanTheWindowOnlyTheOwnerCancels() async throws {
        try await Desk.open { desk in
            let booked = try await desk.book(6, as: bob)
            let other = try await desk.book(4, as: carla)
            let waiting = try await desk.book(2, as: dani) { $0.wait = true }
            await desk.probe.advance(.hours(31))
            #expect(try await desk.change(booked.id, as: bob, people: 5).people == 5)
            await desk.probe.advance(.milliseconds(1))
            let late = RouteError(
                code: "too-late", status: 409,
                "this could be cancelled and changed until 2026-11-23T18:00:00Z; call the bar")
            #expect(try await desk.probe.refusal { try await desk.cancel(booked.id, as: bob) } == late)
            #expect(try await desk.probe.refusal { try await desk.change(booked.id, as: bob, people: 4) } == late)
            // What was never certain can be given back.
            #expect(try await desk.cancel(waiting.id, as: dani).state == .cancelled)
            #expect(try await desk.cancel(booked.id, as: ada).state == .cancelled)
            #expect(try await desk.cancel(other.id, as: staff).state == .cancelled)
            try await desk.check()
        }
    }

    @Test func aChangeIsAllOrNothing() async throws {
        try await Desk.open { desk in
            let booked = try await desk.book(6, as: bob) { $0.note = "a window" }
            _ = try await desk.book(3, as: carla)
            _ = try await desk.book(8, as: dani, shift: "dinner-2")
            let before = try await desk.get(booked.id, as: bob)
            for (people, shift) in [(Int64(8), String?.none), (6, "dinner-2"), (11, "lunch-1")] {
                let refusal = try await desk.probe.refusal {
                    try await desk.change(booked.id, as: bob, people: people, shift: shift, note: "other")
                }
                #expect(refusal?.code == "full")
                #expect(try await desk.get(booked.id, as: bob) == before)
            }
            #expect(
                try await desk.probe.refusal { try await desk.change(booked.id, as: ada, people: 2) } == .notYourBooking
            )
            #expect(try await desk.taken() == 9)
            #expect(try await desk.taken("dinner-2") == 8)
            #expect(try await desk.sitting("lunch-1") == nil)

            let waiting = try await desk.book(6, as: .user("eva")) { $0.wait = true }
            let moved = try await desk.change(booked.id, as: bob, people: 2, shift: "dinner-2", note: "")
            #expect(moved.id == booked.id && moved.shift == "dinner-2" && moved.people == 2 && moved.note == nil)
            #expect(moved.starts == Timestamp("2026-11-23T21:30:00Z"))
            #expect(try await desk.taken("dinner-2") == 10)
            // What it gave up went to whoever waited.
            #expect(try await desk.get(waiting.id, as: .user("eva")).state == .held)
            #expect(try await desk.taken() == 9)
            // Nothing changes where nothing is asked.
            #expect(try await desk.change(booked.id, as: bob) == moved)
            try await desk.check()
        }
    }

    @Test func whoWaitsMayWaitForFewerOrElsewhere() async throws {
        try await Desk.open { desk in
            _ = try await desk.book(8, as: bob)
            _ = try await desk.book(10, as: bob, shift: "dinner-2")
            let waiting = try await desk.book(4, as: carla) { $0.wait = true }
            #expect(try await desk.change(waiting.id, as: carla, people: 3).state == .waiting)
            #expect(
                try await desk.probe.refusal { try await desk.change(waiting.id, as: carla, people: 11) }?.code
                    == "full")
            let there = try await desk.change(waiting.id, as: carla, shift: "dinner-2")
            #expect(there.state == .waiting && there.ahead == 0)
            #expect(try await desk.sitting()?.waiting == 0)
            #expect(try await desk.change(waiting.id, as: carla, shift: "lunch-1").state == .confirmed)
            let other = try await desk.book(3, as: dani) { $0.wait = true }
            let held = try await desk.change(other.id, as: dani, people: 2)
            #expect(held.state == .held && held.until == noon.advanced(by: .minutes(30)))
            try await desk.check()
        }
    }

    /// What ended while nobody was here ends at once, and whoever waited gets it.
    @Test func aRestartCatchesUp() async throws {
        let store = MemoryStore()
        var (held, waiting) = ("", "")
        try await Desk.open(store: store) { desk in
            held = try await desk.book(10, as: bob) { $0.hold = true }.id
            waiting = try await desk.book(4, as: carla) { $0.wait = true }.id
        }
        let later = noon.advanced(by: .hours(2))
        try await Desk.open(store: store, at: later) { desk in
            await desk.probe.settle()
            #expect(try await desk.taken() == 4)
            #expect(try await desk.get(held, as: bob).state == .over)
            #expect(try await desk.get(waiting, as: carla).until == later.advanced(by: .minutes(30)))
            try await desk.check()
        }
        // After the start nobody is promoted any more.
        try await Desk.open(store: store, at: later.advanced(by: .days(2))) { desk in
            await desk.probe.settle()
            #expect(try await desk.get(waiting, as: carla).state == .over)
            #expect(try await desk.taken() == 0)
            try await desk.check()
        }
    }

    @Test func whereMoreIsOverbookedThanWasWhoWaitsIsPromoted() async throws {
        let store = MemoryStore()
        var (first, second) = ("", "")
        try await Desk.open(store: store) { desk in
            _ = try await desk.book(10, as: bob)
            first = try await desk.book(3, as: carla) { $0.wait = true }.id
            second = try await desk.book(2, as: dani) { $0.wait = true }.id
        }
        try await Desk.open(.init(overbooking: 50), store: store) { desk in
            await desk.probe.settle()
            #expect(try await desk.get(first, as: carla).state == .held)
            #expect(try await desk.get(second, as: dani).state == .held)
            try await desk.check(overbooking: 50)
        }
        // And where less is, nobody loses what they have.
        try await Desk.open(store: store) { desk in
            #expect(try await desk.confirm(first, as: carla).state == .confirmed)
            #expect(try await desk.refused(1, as: .user("eva"))?.data?["free"] == 0)
            #expect(try await desk.change(first, as: carla, people: 1).people == 1)
            #expect(try await desk.taken() == 13)
            try await desk.check(overbooking: 50)
        }
    }

    @Test func aClockThatIsSetIsNoticed() async throws {
        try await Desk.open { desk in
            let held = try await desk.book(2, as: bob) { $0.hold = true }
            // Back: it is held for longer, as it says.
            desk.probe.clock.set(now: noon.advanced(by: .zero - .hours(1)))
            await desk.probe.advance(.minutes(5))
            #expect(try await desk.get(held.id, as: bob).state == .held)
            #expect(try await desk.taken() == 2)
            // Ahead: nobody may confirm it, and the loop finds out within a while.
            desk.probe.clock.set(now: noon.advanced(by: .hours(1)))
            #expect(try await desk.get(held.id, as: bob).state == .over)
            #expect(try await desk.probe.refusal { try await desk.confirm(held.id, as: bob) }?.code == "hold-over")
            await desk.probe.advance(.minutes(15))
            #expect(try await desk.taken() == 0)
        }
    }

    @Test func whatIsPastIsForgotten() async throws {
        try await Desk.open(.init(keep: .days(2))) { desk in
            let booked = try await desk.book(2, as: bob)
            await desk.probe.advance(.days(3))
            #expect(try await desk.get(booked.id, as: bob).state == .confirmed)
            await desk.probe.advance(.days(2))
            #expect(try await desk.probe.refusal { try await desk.get(booked.id, as: bob) } == .noBooking)
            #expect(try await desk.sitting() == nil)
        }
    }
}
