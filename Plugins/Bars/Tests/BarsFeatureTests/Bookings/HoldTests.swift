import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

/// Holds that end, and wait lists.
@Suite(.timeLimit(.minutes(2))) struct HoldTests {
    /// What nobody has written down yet counts all the same.
    @Test func aHoldThatIsOverKeepsNobodyFromBooking() async throws {
        let store = MemoryStore()
        try await BarsHarness.open(store: store) { bars in
            let held = try await bars.book(10, as: bob) { $0.hold = true }
            // The loop can't write; the routes can again, before it is tried again.
            store.fail(.unavailable)
            await bars.probe.advance(.minutes(5))
            store.repair()
            #expect(try await bars.get(held.id, as: bob).state == .over)
            #expect(try await bars.shiftDay()?.taken == 10)
            // Elsewhere, where its claim stands in the way, and here, where its seats do.
            #expect(try await bars.book(2, as: bob, at: "other").state == .confirmed)
            #expect(try await bars.taken() == 0)
            #expect(try await bars.book(10, as: carla).state == .confirmed)
            try await bars.check()
        }
    }

    @Test func nobodyWaitsForWhatNeverCanBe() async throws {
        try await BarsHarness.open(.init(mostPeople: 500)) { bars in
            let refusal = try await bars.refused(11, as: bob) { $0.wait = true }
            #expect(refusal == BarRefusal.neverRoom(people: 11).answer)
            #expect(try await bars.shiftDay() == nil)
            // Where there is room nobody waits.
            #expect(try await bars.book(10, as: bob) { $0.wait = true }.state == .confirmed)
            for number in 1...200 {
                #expect(try await bars.book(1, as: .user("n\(number)")) { $0.wait = true }.ahead == Int(number - 1))
            }
            let line = try await bars.refused(1, as: carla) { $0.wait = true }
            #expect(line == BarRefusal.waitListFull(shift: "dinner-1").answer)
        }
    }

    @Test func whoWaitsMayWaitForFewerOrElsewhere() async throws {
        try await BarsHarness.open { bars in
            _ = try await bars.book(8, as: bob)
            _ = try await bars.book(10, as: bob, shift: "dinner-2")
            let waiting = try await bars.book(4, as: carla) { $0.wait = true }
            #expect(try await bars.change(waiting.id, as: carla, people: 3).state == .waiting)
            #expect(
                try await bars.probe.refusal { try await bars.change(waiting.id, as: carla, people: 11) }?.code
                    == "full")
            let there = try await bars.change(waiting.id, as: carla, shift: "dinner-2")
            #expect(there.state == .waiting && there.ahead == 0)
            #expect(try await bars.shiftDay()?.waiting == 0)
            #expect(try await bars.change(waiting.id, as: carla, shift: "lunch-1").state == .confirmed)
            let other = try await bars.book(3, as: dani) { $0.wait = true }
            let held = try await bars.change(other.id, as: dani, people: 2)
            #expect(held.state == .held && held.until == noon.advanced(by: .minutes(30)))
            try await bars.check()
        }
    }

    /// What ended while nobody was here ends at once, and the next in line gets it.
    @Test func aRestartCatchesUp() async throws {
        let store = MemoryStore()
        var (held, waiting) = (ID<Booking>(""), ID<Booking>(""))
        try await BarsHarness.open(store: store) { bars in
            held = try await bars.book(10, as: bob) { $0.hold = true }.id
            waiting = try await bars.book(4, as: carla) { $0.wait = true }.id
        }
        let later = noon.advanced(by: .hours(2))
        try await BarsHarness.open(store: store, at: later) { bars in
            await bars.probe.settle()
            #expect(try await bars.taken() == 4)
            #expect(try await bars.get(held, as: bob).state == .over)
            #expect(try await bars.get(waiting, as: carla).until == later.advanced(by: .minutes(30)))
            try await bars.check()
        }
        // After the start nobody is promoted any more.
        try await BarsHarness.open(store: store, at: later.advanced(by: .days(2))) { bars in
            await bars.probe.settle()
            #expect(try await bars.get(waiting, as: carla).state == .over)
            #expect(try await bars.taken() == 0)
            try await bars.check()
        }
    }

    @Test func whereMoreIsOverbookedThanWasWhoWaitsIsPromoted() async throws {
        let store = MemoryStore()
        var (first, second) = (ID<Booking>(""), ID<Booking>(""))
        try await BarsHarness.open(store: store) { bars in
            _ = try await bars.book(10, as: bob)
            first = try await bars.book(3, as: carla) { $0.wait = true }.id
            second = try await bars.book(2, as: dani) { $0.wait = true }.id
        }
        try await BarsHarness.open(.init(overbooking: 50), store: store) { bars in
            await bars.probe.settle()
            #expect(try await bars.get(first, as: carla).state == .held)
            #expect(try await bars.get(second, as: dani).state == .held)
            try await bars.check(overbooking: 50)
        }
        // And where less is, nobody loses what they have.
        try await BarsHarness.open(store: store) { bars in
            #expect(try await bars.confirm(first, as: carla).state == .confirmed)
            #expect(try await bars.refused(1, as: .user("eva"))?.data?["free"] == 0)
            #expect(try await bars.change(first, as: carla, people: 1).people == 1)
            #expect(try await bars.taken() == 13)
            try await bars.check(overbooking: 50)
        }
    }

    @Test func aClockThatIsSetIsNoticed() async throws {
        try await BarsHarness.open { bars in
            let held = try await bars.book(2, as: bob) { $0.hold = true }
            // Back: it is held for longer, as it says.
            bars.probe.clock.set(now: noon.advanced(by: .zero - .hours(1)))
            await bars.probe.advance(.minutes(5))
            #expect(try await bars.get(held.id, as: bob).state == .held)
            #expect(try await bars.taken() == 2)
            // Ahead: nobody may confirm it, and the loop finds out within a while.
            bars.probe.clock.set(now: noon.advanced(by: .hours(1)))
            #expect(try await bars.get(held.id, as: bob).state == .over)
            #expect(try await bars.probe.refusal { try await bars.confirm(held.id, as: bob) }?.code == "hold-over")
            await bars.probe.advance(.minutes(15))
            #expect(try await bars.taken() == 0)
        }
    }

    @Test func whatIsPastIsForgotten() async throws {
        try await BarsHarness.open(.init(keep: .days(2))) { bars in
            let booked = try await bars.book(2, as: bob)
            await bars.probe.advance(.days(3))
            #expect(try await bars.get(booked.id, as: bob).state == .confirmed)
            await bars.probe.advance(.days(2))
            #expect(
                try await bars.probe.refusal { try await bars.get(booked.id, as: bob) } == BarRefusal.noBooking.answer)
            #expect(try await bars.shiftDay() == nil)
        }
    }
}
