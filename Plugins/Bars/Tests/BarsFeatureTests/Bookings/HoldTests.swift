import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

/// Holds that end, and wait lists.
@Suite(.timeLimit(.minutes(2))) struct HoldTests {
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
            #expect(try await desk.shiftDay()?.taken == 10)
            // Elsewhere, where its claim stands in the way, and here, where its seats do.
            #expect(try await desk.book(2, as: bob, at: "other").state == .confirmed)
            #expect(try await desk.taken() == 0)
            #expect(try await desk.book(10, as: carla).state == .confirmed)
            try await desk.check()
        }
    }

    @Test func nobodyWaitsForWhatNeverCanBe() async throws {
        try await Desk.open(.init(mostPeople: 500)) { desk in
            let refusal = try await desk.refused(11, as: bob) { $0.wait = true }
            #expect(refusal == BarRefusal.neverRoom(people: 11).answer)
            #expect(try await desk.shiftDay() == nil)
            // Where there is room nobody waits.
            #expect(try await desk.book(10, as: bob) { $0.wait = true }.state == .confirmed)
            for number in 1...200 {
                #expect(try await desk.book(1, as: .user("n\(number)")) { $0.wait = true }.ahead == Int(number - 1))
            }
            let line = try await desk.refused(1, as: carla) { $0.wait = true }
            #expect(line == BarRefusal.waitListFull(shift: "dinner-1").answer)
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
            #expect(try await desk.shiftDay()?.waiting == 0)
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
        var (held, waiting) = (ID<Booking>(""), ID<Booking>(""))
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
        var (first, second) = (ID<Booking>(""), ID<Booking>(""))
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
            #expect(
                try await desk.probe.refusal { try await desk.get(booked.id, as: bob) } == BarRefusal.noBooking.answer)
            #expect(try await desk.shiftDay() == nil)
        }
    }
}
