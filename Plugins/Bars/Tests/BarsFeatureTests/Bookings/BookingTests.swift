import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

/// Booking, rule by rule.
@Suite(.timeLimit(.minutes(2))) struct BookingTests {
    @Test func whoBooksHasATableTomorrow() async throws {
        try await Desk.open { desk in
            let booked = try await desk.book(4, as: bob) { $0.note = "a window" }
            #expect(booked.state == .confirmed)
            #expect(booked.date == "2026-11-23")
            #expect(booked.starts == Timestamp("2026-11-23T20:00:00Z"))
            #expect(booked.ends == Timestamp("2026-11-23T21:15:00Z"))
            #expect(booked.cancelUntil == Timestamp("2026-11-23T18:00:00Z"))
            #expect(booked.note == "a window" && booked.until == nil && booked.ahead == nil && booked.user == nil)
            #expect(booked.id.utf8.count > 20)
            #expect(try await desk.taken() == 4)
            #expect(try await desk.get(booked.id, as: bob) == booked)
            let seen = try await desk.get(booked.id, as: ada)
            #expect(seen.user == bob.key)
            let told = try await desk.probe.expect(.barsBookings)
            #expect(
                told
                    == BookingTold(
                        booking: booked.id, bar: "pepita", user: bob.key ?? "", what: .confirmed, date: "2026-11-23",
                        shift: "dinner-1", people: 4))
            for stranger in [carla, Caller.anybody] {
                let refusal = try await desk.probe.refusal { try await desk.get(booked.id, as: stranger) }
                #expect(refusal == (stranger == carla ? .noBooking : .notSignedIn))
            }
            try await desk.check()
        }
    }

    @Test func whatMakesNoSenseIsRefusedInWords() async throws {
        try await Desk.open(.init(mostPeople: 8)) { desk in
            #expect(
                try await desk.refused(nil, as: bob)?.detail
                    == "say how many you are; none of your parties is remembered")
            for people: Int64 in [0, -1, 9, .max, .min] {
                let refusal = try await desk.refused(people, as: bob)
                #expect(refusal == .invalid("a booking is for 1 to 8 people"))
            }
            #expect(
                try await desk.refused(2, as: bob, shift: "dinner-3")
                    == .invalid("there is no shift \"dinner-3\"; did you mean \"dinner-1\"?"))
            #expect(try await desk.refused(2, as: bob, at: "nobodys") == .noBar)
            #expect(
                try await desk.refused(2, as: bob) { $0.date = "2026-11-31" }
                    == .invalid("date: \"2026-11-31\" is no day such as 2026-11-23"))
            let refusal = try await desk.refused(2, as: bob) { $0.date = "2026-11-22" }
            #expect(refusal?.code == "not-tomorrow" && refusal?.status == 409)
            #expect(refusal?.detail == "tables are booked for tomorrow, which is 2026-11-23 there, not 2026-11-22")
            #expect(refusal?.data == ["tomorrow": "2026-11-23"])
            #expect(try await desk.refused(2, as: .anybody) == .notSignedIn)
            #expect(try await desk.sitting() == nil)
            #expect(try await desk.book(2, as: bob) { $0.date = "2026-11-23" }.people == 2)
            // How many they were is remembered.
            #expect(try await desk.book(nil, as: bob, shift: "dinner-2").people == 2)
        }
    }

    @Test func whereItIsClosedNobodyBooks() async throws {
        try await Desk.open { desk in
            try await desk.probe.store.collection(.bars).update("pepita") {
                $0.opening = Opening(
                    shifts: ["lunch-1", "lunch-2", "dinner-1"],
                    closures: [Closure(from: "2026-11-24", to: "2026-11-24")])
            }
            let refusal = try await desk.refused(2, as: bob, shift: "dinner-2")
            #expect(refusal == .init(code: "closed", status: 409, "the bar is closed for dinner-2 on 2026-11-23"))
            let booked = try await desk.book(2, as: bob)
            let moved = try await desk.probe.refusal { try await desk.change(booked.id, as: bob, shift: "dinner-2") }
            #expect(moved?.code == "closed")
            await desk.probe.advance(.hours(24))
            #expect(
                try await desk.refused(2, as: bob, shift: "lunch-1")?.detail
                    == "the bar is closed for lunch-1 on 2026-11-24")
        }
    }

    @Test func whatIsFullIsSaidWithWhatIsFree() async throws {
        try await Desk.open { desk in
            _ = try await desk.book(8, as: bob)
            _ = try await desk.book(10, as: bob, shift: "lunch-1")
            let refusal = try await desk.refused(3, as: carla)
            #expect(refusal?.code == "full" && refusal?.status == 409)
            #expect(refusal?.detail == "there is no room for 3 in dinner-1")
            #expect(refusal?.data == ["free": 2, "waiting": 0, "shifts": ["lunch-2", "dinner-2"]])
            let room = try await desk.probe.call(.barsRoom, Room(bar: "pepita", people: 3))
            #expect(room.date == "2026-11-23")
            #expect(room.shifts.map(\.free) == [0, 10, 2, 10])
            #expect(room.shifts.map(\.fits) == [false, true, false, true])
            #expect(try await desk.book(2, as: carla).state == .confirmed)
            #expect(try await desk.taken() == 10)
            #expect(try await desk.refused(1, as: dani)?.data?["free"] == 0)
        }
    }

    @Test func onePersonHasOneBookingInAShiftWhereverThatIs() async throws {
        try await Desk.open { desk in
            let first = try await desk.book(2, as: bob)
            for bar in ["pepita", "other"] {
                let refusal = try await desk.refused(2, as: bob, at: bar)
                #expect(refusal?.code == "booked-already" && refusal?.status == 409)
                #expect(refusal?.detail == "you have booked dinner-1 on 2026-11-23 already")
                #expect(refusal?.data == ["booking": .text(first.id)])
            }
            // It is said also where it is full.
            _ = try await desk.book(8, as: carla)
            #expect(try await desk.refused(2, as: bob)?.code == "booked-already")
            // Another shift can be booked, but not moved into.
            let second = try await desk.book(2, as: bob, shift: "dinner-2", at: "other")
            let moved = try await desk.probe.refusal { try await desk.change(second.id, as: bob, shift: "dinner-1") }
            #expect(moved?.code == "booked-already")
            _ = try await desk.cancel(first.id, as: bob)
            #expect(try await desk.change(second.id, as: bob, shift: "dinner-1").shift == "dinner-1")
            try await desk.check()
        }
        try await Desk.open(.init(severalPerShift: true)) { desk in
            _ = try await desk.book(2, as: bob)
            #expect(try await desk.book(2, as: bob).state == .confirmed)
        }
    }

    /// A key of somebody does not reach into what others are called.
    @Test func claimsAndKeysAreEachOnesOwn() async throws {
        try await Desk.open { desk in
            let (short, long) = (Caller.user("a"), Caller.user("a|b"))
            let one = try await desk.book(1, as: short) { $0.idempotencyKey = "b|c" }
            let other = try await desk.book(1, as: long) { $0.idempotencyKey = "c" }
            #expect(one.id != other.id)
            #expect(try await desk.taken() == 2)
        }
    }

    @Test func moreIsSoldOnlyWhereTheSettingsSaySo() async throws {
        try await Desk.open(.init(overbooking: 25)) { desk in
            #expect(try await desk.book(12, as: bob).state == .confirmed)
            #expect(try await desk.refused(1, as: carla)?.code == "full")
            try await desk.check(overbooking: 25)
        }
        let tables = [Table(id: "1", seats: 4), Table(id: "2", seats: 4)]
        try await Desk.open(.init(overbooking: 50), tables: tables) { desk in
            let first = try await desk.book(4, as: bob)
            _ = try await desk.book(4, as: carla)
            let third = try await desk.book(4, as: dani)
            #expect(first.tables == ["1"] && third.tables == [])
            #expect(try await desk.refused(1, as: staff)?.code == "full")
            _ = try await desk.cancel(first.id, as: bob)
            #expect(try await desk.get(third.id, as: dani).tables == ["1"])
            try await desk.check(overbooking: 50)
        }
    }

    @Test func tablesAreGivenByThePlan() async throws {
        let tables = [
            Table(id: "window", seats: 2), Table(id: "bar", seats: 4, joins: ["long"]),
            Table(id: "long", seats: 6, least: 4),
        ]
        try await Desk.open(tables: tables) { desk in
            let first = try await desk.book(2, as: bob)
            #expect(first.tables == ["window"])
            let second = try await desk.book(2, as: carla)
            #expect(second.tables == ["bar"])
            #expect(
                try await desk.probe.call(.barsRoom, Room(bar: "pepita", people: 6)).shifts.map(\.fits) == [
                    true, true, true, true,
                ])
            let large = try await desk.probe.refusal { try await desk.book(7, as: dani) }
            #expect(large?.data?["free"] == 8)
            let third = try await desk.book(5, as: dani)
            #expect(third.tables == ["long"])
            // For three there is the bar, once the window takes bob.
            _ = try await desk.cancel(first.id, as: bob)
            #expect(try await desk.change(second.id, as: carla, people: 4).tables == ["bar"])
            try await desk.check()
            #expect(try await desk.sitting()?.fits == 2)
        }
    }

    @Test func theSameKeyIsTheSameBooking() async throws {
        let store = MemoryStore()
        var first: BookingShown?
        try await Desk.open(store: store) { desk in
            first = try await desk.book(4, as: bob) { $0.idempotencyKey = "one" }
            let again = try await desk.book(4, as: bob) { $0.idempotencyKey = "one" }
            #expect(again == first)
            #expect(try await desk.taken() == 4)
            let other = try await desk.refused(5, as: bob) { $0.idempotencyKey = "one" }
            #expect(other == .init(code: "key-reused", status: 422, "this idempotency key was used for something else"))
            for change: (inout Book) -> Void in [
                { $0.shift = "dinner-2" }, { $0.bar = "other" }, { $0.note = "x" }, { $0.hold = true },
                { $0.wait = true },
                { $0.date = "2026-11-23" }, { $0.people = nil },
            ] {
                let refusal = try await desk.refused(4, as: bob) {
                    $0.idempotencyKey = "one"
                    change(&$0)
                }
                #expect(refusal?.code == "key-reused")
            }
            // The key is one person's.
            #expect(try await desk.book(2, as: carla) { $0.idempotencyKey = "one" }.id != first?.id)
        }
        // The answer was lost, the host was started again, and it is another day.
        try await Desk.open(store: store, at: noon.advanced(by: .days(1))) { desk in
            let again = try await desk.book(4, as: bob) { $0.idempotencyKey = "one" }
            #expect(again.id == first?.id && again.date == "2026-11-23")
            _ = try await desk.cancel(again.id, as: ada)
            #expect(try await desk.book(4, as: bob) { $0.idempotencyKey = "one" }.state == .cancelled)
        }
    }

    /// Each question is about the day that it is when it is answered.
    @Test func aSecondBeforeMidnightItIsAnotherTomorrow() async throws {
        let night = try #require(Timestamp("2026-11-22T22:59:59.9Z"))
        try await Desk.open(at: night) { desk in
            #expect(try await desk.book(2, as: bob).date == "2026-11-23")
            await desk.probe.advance(.milliseconds(99))
            #expect(try await desk.book(2, as: carla).date == "2026-11-23")
            await desk.probe.advance(.milliseconds(1))
            let refusal = try await desk.refused(2, as: dani) { $0.date = "2026-11-23" }
            #expect(refusal?.code == "not-tomorrow" && refusal?.data == ["tomorrow": "2026-11-24"])
            #expect(try await desk.book(2, as: dani).date == "2026-11-24")
            #expect(try await desk.probe.call(.barsRoom, Room(bar: "pepita")).date == "2026-11-24")
        }
        // Of a bar in the Canaries it is an hour longer, and a shift at midnight has not begun before it.
        try await Desk.open(.init(shifts: [Shift(id: "late", starts: "00:00")]), at: night) { desk in
            try await desk.probe.store.collection(.bars).update("other") { $0.zone = "Atlantic/Canary" }
            let held = try await desk.book(2, as: bob, shift: "late") { $0.hold = true }
            #expect(held.starts == Timestamp("2026-11-22T23:00:00Z"))
            #expect(held.until == held.starts)
            await desk.probe.advance(.milliseconds(100))
            let refusal = try await desk.probe.refusal { try await desk.confirm(held.id, as: bob) }
            #expect(refusal?.code == "hold-over")
            #expect(try await desk.book(2, as: bob, shift: "late", at: "other").date == "2026-11-23")
        }
    }

    @Test func whoDidNotComeTooOftenBooksNoMore() async throws {
        try await Desk.open(.init(noShows: .init(most: 2, within: .days(30)))) { desk in
            for _ in 1...2 {
                let booked = try await desk.book(2, as: bob)
                await desk.probe.advance(.hours(34))
                #expect(try await desk.noShow(booked.id).state == .noShow)
                await desk.probe.advance(.hours(14))
            }
            let refusal = try await desk.refused(2, as: bob)
            #expect(
                refusal
                    == .init(
                        code: "too-many-no-shows", status: 403, "you did not come 2 times; you can't book for a while"))
            #expect(try await desk.book(2, as: carla).state == .confirmed)
            await desk.probe.advance(.days(28))
            #expect(try await desk.book(2, as: bob).state == .confirmed)
        }
    }

    @Test func onlyTheOwnerSaysWhoCameAndOnlyOnceItHasBegun() async throws {
        try await Desk.open { desk in
            let booked = try await desk.book(4, as: bob)
            let early = try await desk.probe.refusal { try await desk.arrived(booked.id) }
            #expect(early?.code == "too-early")
            #expect(early?.detail == "this starts at 2026-11-23T20:00:00Z; nobody knows yet who comes")
            await desk.probe.advance(.hours(33))
            #expect(try await desk.probe.refusal { try await desk.noShow(booked.id, as: bob) } == .notYours)
            #expect(try await desk.probe.refusal { try await desk.noShow(booked.id, as: carla) } == .noBooking)
            #expect(try await desk.noShow(booked.id).state == .noShow)
            #expect(try await desk.taken() == 0)
            #expect(try await desk.noShow(booked.id, as: staff).state == .noShow)
            #expect(try await desk.taken() == 0)
            let people = try await desk.probe.store.collection(.people).query(where: [.equals("key", bob.key ?? "")])
            #expect(people.items.first?.document.noShows.count == 1)
            // They were late.
            #expect(try await desk.arrived(booked.id).state == .arrived)
            #expect(try await desk.arrived(booked.id).state == .arrived)
            #expect(try await desk.taken() == 4)
            let after = try await desk.probe.store.collection(.people).query(where: [.equals("key", bob.key ?? "")])
            #expect(after.items.first?.document.noShows == [])
            let cancel = try await desk.probe.refusal { try await desk.cancel(booked.id, as: ada) }
            #expect(
                cancel
                    == .init(
                        code: "not-possible", status: 409, "that can't be done with this booking: they have arrived"))
            #expect(try await desk.noShow(booked.id).state == .noShow)
            try await desk.check()
        }
    }
}
