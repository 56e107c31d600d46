import FeatureKit
import FeatureTestKit
import LibraryTestSupport
import Seating
import Testing

@testable import BarsFeature

/// Whatever is asked, in whatever order, however many ask at once: what is kept adds up.
@Suite(.timeLimit(.minutes(5))) struct BookingTransactionTests {
    @Test(arguments: [false, true], [Int(0), 30])
    func itAddsUpWhateverIsAsked(hasTables: Bool, overbooking: Int) async throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededRandom(seed: seed)
        let tables = hasTables ? Self.plan(&random) : []
        let what: Comment = "seed \(seed), \(tables)"
        let guests = (0..<8).map { Caller.user("guest-\($0)") }
        try await BarsHarness.open(.init(overbooking: overbooking), seats: 14, tables: tables) { bars in
            var bookings: [(id: ID<Booking>, caller: Caller)] = []
            for _ in 0..<400 {
                let guest = guests[Int.random(in: 0..<8, using: &random)]
                let shift = Bool.random(using: &random) ? "dinner-1" : "dinner-2"
                let people = Int.random(in: 1...7, using: &random)
                let one = bookings.randomElement(using: &random)
                let (holds, waits) = (Bool.random(using: &random), Bool.random(using: &random))
                do throws(any Error) {
                    switch Int.random(in: 0..<12, using: &random) {
                    case 0...4:
                        let shown = try await bars.book(people, as: guest, shift: shift) {
                            ($0.hold, $0.wait) = (holds, waits)
                        }
                        bookings.append((shown.id, guest))
                    case 5: _ = try await one.asyncMap { try await bars.confirm($0.id, as: $0.caller) }
                    case 6, 7: _ = try await one.asyncMap { try await bars.cancel($0.id, as: $0.caller) }
                    case 8: _ = try await one.asyncMap { try await bars.change($0.id, as: $0.caller, people: people) }
                    case 9:
                        _ = try await one.asyncMap {
                            try await bars.change($0.id, as: $0.caller, people: people, shift: shift)
                        }
                    case 10: await bars.probe.advance(.minutes(Int64.random(in: 1...20, using: &random)))
                    default: _ = try await one.asyncMap { try await bars.noShow($0.id) }
                    }
                } catch let refusal as RouteError {
                    #expect([400, 403, 404, 409].contains(refusal.status), "\(refusal), \(what)")
                }
                try await bars.check(overbooking: overbooking, what)
            }
            #expect(bookings.count > 30, what)
            // Everything is given back in the end.
            for (id, caller) in bookings { _ = try await bars.probe.refusal { try await bars.cancel(id, as: caller) } }
            for shift in ["dinner-1", "dinner-2"] {
                guard let shiftDay = try await bars.shiftDay(shift) else { continue }
                #expect(shiftDay.taken == 0 && shiftDay.waiting == 0 && shiftDay.parties.isEmpty, what)
            }
        }
    }

    /// Sixty-four want the last seats at once, and every body runs some times without effect.
    @Test func theLastSeatsAreSoldOnce() async throws {
        let store = MemoryStore()
        try await BarsHarness.open(seats: 20, store: store) { bars in
            store.contend(times: 3)
            let states = try await withThrowingTaskGroup { group in
                for number in 0..<64 {
                    group.addTask {
                        do {
                            let shown = try await bars.book(Int(number % 3 + 1), as: .user("n\(number)")) {
                                $0.wait = number % 4 == 0
                                $0.hold = number % 2 == 0
                            }
                            return shown.state.rawValue
                        } catch let refusal as RouteError { return refusal.code }
                    }
                }
                return try await group.reduce(into: [String]()) { $0.append($1) }
            }
            #expect(Set(states).isSubset(of: ["confirmed", "held", "waiting", "full"]), "\(Set(states))")
            #expect(try await bars.taken() == 20)
            try await bars.check()
            await bars.probe.advance(.minutes(5))
            try await bars.check()
        }
    }

    /// One person asks for one shift at many bars, all at once.
    @Test func onePersonGetsOneHoweverManyAreAsked() async throws {
        try await BarsHarness.open(seats: 100) { bars in
            let outcomes = try await withThrowingTaskGroup { group in
                for number in 0..<64 {
                    group.addTask {
                        let bar = number % 2 == 0 ? "pepita" : "other"
                        return try await bars.refused(1, as: bob, at: bar) {
                            $0.idempotencyKey = number < 32 ? "one" : nil
                        }?
                        .code
                    }
                }
                return try await group.reduce(into: [String?]()) { $0.append($1) }
            }
            let told = Set(outcomes.compactMap(\.self))
            #expect(told.isSubset(of: ["booked-already", "key-reused", "in-progress"]), "\(told)")
            #expect(try await bars.probe.store.collection(Booking.documents).count() == 1)
            try await bars.check()
        }
    }

    /// The same cancellation many times, and changes beside it.
    @Test func whatIsGivenBackAtOnceIsGivenBackOnce() async throws {
        try await BarsHarness.open(seats: 12) { bars in
            let booked = try await bars.book(6, as: bob)
            _ = try await bars.book(6, as: carla)
            for name in ["x", "y", "z"] { _ = try await bars.book(3, as: .user(name)) { $0.wait = true } }
            try await withThrowingTaskGroup { group in
                for number in 0..<32 {
                    group.addTask {
                        _ = try await bars.probe.refusal {
                            number % 2 == 0
                                ? try await bars.cancel(booked.id, as: bob)
                                : try await bars.change(booked.id, as: bob, people: Int(number % 5 + 1))
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await bars.get(booked.id, as: bob).state == .cancelled)
            #expect(try await bars.taken() == 12)
            #expect(try await bars.shiftDay()?.waiting == 1)
            try await bars.check()
        }
    }

    @Test func aStoreThatFailsChangesNothing() async throws {
        let store = MemoryStore()
        try await BarsHarness.open(store: store) { bars in
            let booked = try await bars.book(4, as: bob)
            store.fail(.unavailable)
            for ask in [
                { try await bars.book(2, as: carla) }, { try await bars.cancel(booked.id, as: bob) },
                { try await bars.change(booked.id, as: bob, people: 2) },
            ] {
                #expect(try await bars.probe.refusal { _ = try await ask() }?.status == 503)
            }
            store.repair()
            #expect(try await bars.get(booked.id, as: bob).people == 4)
            #expect(try await bars.probe.expect(BookingEvent.topic).what == .confirmed)
            await bars.probe.expectNone(BookingEvent.topic)
            try await bars.check()
        }
    }

    // MARK: - Bars that change

    @Test func whatIsInTheWayIsFoundAndNothingElse() async throws {
        try await BarsHarness.open { bars in
            let first = try await bars.book(6, as: bob)
            await bars.probe.advance(.seconds(1))
            let second = try await bars.book(3, as: carla)
            _ = try await bars.book(2, as: dani, shift: "dinner-2")
            func inTheWay(_ change: @escaping @Sendable (inout Bar) -> Void) async throws -> [ID<Booking>] {
                let refusal = try await bars.probe.refusal {
                    try await bars.probe.call(BarsService.changeRoute, Self.edit(change), as: ada)
                }
                let data = try refusal?.data?.decoded(as: [String: Value].self)
                let bookings = try data?["bookings"]?.decoded(as: [[String: Value]].self) ?? []
                return try bookings.compactMap { try $0["id"]?.decoded(as: ID<Booking>.self) }
            }
            #expect(try await inTheWay { $0.capacity = 9 } == [])
            #expect(try await inTheWay { $0.capacity = 8 } == [second.id])
            #expect(try await inTheWay { $0.capacity = 5 } == [first.id])
            #expect(
                try await inTheWay { $0.tables = [Table(id: "1", seats: 6), Table(id: "2", seats: 2)] } == [second.id])
            #expect(try await inTheWay { $0.opening = Opening(shifts: ["dinner-2"]) } == [first.id, second.id])
            try await bars.check()
        }
    }

    private static func edit(_ change: (inout Bar) -> Void) -> Bar.Change {
        var bar = Bar.some
        change(&bar)
        return Bar.Change(
            bar: ID("pepita"), capacity: bar.tables.isEmpty ? bar.capacity : nil,
            opening: .init(days: bar.opening.days, shifts: bar.opening.shifts, closures: bar.opening.closures),
            tables: bar.tables.isEmpty ? nil : bar.tables)
    }

    @Test func aPlanReplacesSeatsAndBack() async throws {
        try await BarsHarness.open { bars in
            let first = try await bars.book(2, as: bob)
            _ = try await bars.book(4, as: carla) { $0.hold = true }
            _ = try await bars.book(10, as: dani) { $0.wait = true }
            let plan = [Table(id: "a", seats: 2), Table(id: "b", seats: 4, joins: ["c"]), Table(id: "c", seats: 6)]
            _ = try await bars.probe.call(BarsService.changeRoute, Bar.Change(bar: bars.bar, tables: plan), as: ada)
            #expect(try await bars.get(first.id, as: bob).tables == ["a"])
            try await bars.check()
            // The hold is over; then there are two tables for ten, which fit.
            await bars.probe.advance(.minutes(5))
            #expect(try await bars.shiftDay()?.waiting == 0)
            #expect(try await bars.taken() == 12)
            try await bars.check()
            _ = try await bars.probe.call(
                BarsService.changeRoute, Bar.Change(bar: bars.bar, capacity: 14, tables: []), as: ada)
            #expect(try await bars.shiftDay()?.parties == [])
            #expect(try await bars.shiftDay()?.fits == nil)
            _ = try await bars.cancel(first.id, as: bob)
            #expect(try await bars.taken() == 10)
            try await bars.check()
        }
    }

    @Test func whereSeatsAreAddedWhoWaitsIsPromoted() async throws {
        try await BarsHarness.open { bars in
            _ = try await bars.book(10, as: bob)
            let waiting = try await bars.book(4, as: carla) { $0.wait = true }
            _ = try await bars.probe.call(BarsService.changeRoute, Bar.Change(bar: bars.bar, capacity: 14), as: ada)
            #expect(try await bars.get(waiting.id, as: carla).state == .held)
            #expect(try await bars.taken() == 14)
            try await bars.check()
        }
    }

    @Test func withTheBarGoesWhatIsToCome() async throws {
        try await BarsHarness.open { bars in
            let booked = try await bars.book(10, as: bob)
            await bars.probe.advance(.seconds(1))
            let waiting = try await bars.book(4, as: carla) { $0.wait = true }
            _ = try await bars.probe.call(
                BarsService.removeRoute, .init(bar: bars.bar, cancelBookings: true), as: ada)
            for (id, caller) in [(booked.id, bob), (waiting.id, carla)] {
                let seen = try await bars.get(id, as: caller)
                #expect(seen.state == .cancelled && seen.why == "the bar is gone" && seen.barName == "La Pepita")
                #expect(
                    try await bars.probe.expect(BookingEvent.topic, where: { $0.what == .cancelled }).booking.id == id)
                #expect(
                    try await bars.probe.refusal { try await bars.confirm(id, as: caller) } == BarRefusal.noBar.answer)
            }
            #expect(try await bars.shiftDay() == nil)
            // Their claims are free again.
            #expect(try await bars.book(2, as: bob, at: "other").state == .confirmed)
            await bars.probe.advance(.days(2))
        }
    }
}

extension BookingTransactionTests {
    private static func plan(_ random: inout SeededRandom) -> [Table] {
        (0..<Int.random(in: 5...8, using: &random)).map { number in
            Table(
                id: "t\(number)", seats: .random(in: 1...4, using: &random), least: .random(in: 1...2, using: &random),
                joins: number % 2 == 0 ? [] : ["t\(number - 1)"])
        }
    }
}

extension Optional where Wrapped: Sendable {
    fileprivate func asyncMap<Other>(_ transform: (Wrapped) async throws -> Other) async rethrows -> Other? {
        guard let self else { return nil }
        return try await transform(self)
    }
}
