import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

struct DayTests {
    private let pepa = Caller.user("a:pepa")

    private func with(
        at now: String = Village.now, _ prepare: @escaping (Village) async throws -> Void,
        _ body: (Probe) async throws -> Void
    ) async throws {
        try await withFeature(
            Bars.self, settings: .init(), clock: try Village.clock(at: now),
            prepare: { store, _ in try await prepare(Village(store)) }, body)
    }

    @Test func anOwnerSeesWhoComesAndWhoWaits() async throws {
        try await with({ village in
            try await village.bar("b1")
            try await village.booking("k1", at: "b1", on: "2026-11-22", user: "a:ada", people: 3)
            try await village.booking("k2", at: "b1", on: "2026-11-22", .noShow, user: "a:bob")
            try await village.booking("k3", at: "b1", on: "2026-11-22", .cancelled, user: "a:cy")
            try await village.booking("k4", at: "b1", on: "2026-11-22", .held, user: "a:di", until: Village.now)
            try await village.booking("w2", at: "b1", on: "2026-11-22", .waiting, user: "a:eve", place: 9)
            try await village.booking("w1", at: "b1", on: "2026-11-22", .waiting, user: "a:fay", place: 10)
            try await village.booking("k5", at: "b1", on: "2026-11-22", shift: "supper", user: "a:gus")
            try await village.booking("k6", at: "b2", on: "2026-11-22", user: "a:hal")
            try await village.booking("k7", at: "b1", on: "2026-11-23", user: "a:ian")
            try await village.sitting(
                at: "b1", on: "2026-11-22", "dinner-1",
                ["taken": 3, "waiting": 2, "parties": [["booking": "k1", "people": 3, "tables": ["T1", "T2"]]]])
        }) { probe in
            let day = try await probe.call(.barsDay, AskDay(bar: "b1"), as: pepa)
            #expect(day.date == "2026-11-22" && day.left == 0)
            #expect(day.shifts.map(\.shift) == ["lunch-1", "lunch-2", "dinner-1", "dinner-2", "supper"])
            let dinner = day.shifts[2]
            #expect(dinner.starts.description == "2026-11-22T20:00:00Z" && dinner.isOpen && dinner.capacity == 40)
            #expect(dinner.taken == 3)
            #expect(dinner.bookings.map(\.id) == ["k1", "k2"] && dinner.bookings.map(\.user) == ["a:ada", "a:bob"])
            #expect(dinner.bookings[0].tables == ["T1", "T2"])
            #expect(dinner.waiting.map(\.id) == ["w2", "w1"] && dinner.waiting.map(\.ahead) == [0, 1])
            // A shift that there is no more.
            #expect(day.shifts[4].bookings.map(\.id) == ["k5"] && !day.shifts[4].isOpen)
            #expect(day.shifts[4].starts.description == "2026-11-22T17:00:00Z")
            let tomorrow = try await probe.call(.barsDay, AskDay(bar: "b1", date: "2026-11-23"), as: pepa)
            #expect(tomorrow.shifts[2].bookings.map(\.id) == ["k7"])
            let past = try await probe.call(.barsDay, AskDay(bar: "b1", date: "1999-12-31"), as: pepa)
            #expect(past.shifts.allSatisfy { $0.bookings.isEmpty && $0.waiting.isEmpty })
        }
    }

    @Test func itIsForTheOwnerAndStaff() async throws {
        try await with({ try await $0.bar("b1") }) { probe in
            let asked: [(Caller, AskDay, RouteError?)] = [
                (.user("a:ada"), AskDay(bar: "b1"), .notYours),
                (.user("a:eve", roles: ["staff"]), AskDay(bar: "b1"), nil),
                (pepa, AskDay(bar: "b2"), .noBar),
                (pepa, AskDay(bar: "b1", date: "2026-02-29"), .noDay("2026-02-29")),
                (pepa, AskDay(bar: "b1", date: "2026-11-2x"), .noDay("2026-11-2x")),
                (pepa, AskDay(bar: "b1", date: "2262-04-12"), .noDay("2262-04-12")),
                (pepa, AskDay(bar: "b1", date: "1677-09-22"), nil),
                (pepa, AskDay(bar: "b1", date: "2262-04-11"), nil),
            ]
            for (caller, request, expected) in asked {
                let refusal = try await probe.refusal { try await probe.call(.barsDay, request, as: caller) }
                #expect(refusal == expected)
            }
        }
    }

    @Test(arguments: [("2026-11-22T22:59:59.999Z", "2026-11-22"), ("2026-11-22T23:00:00Z", "2026-11-23")])
    func todayIsTheBars(_ now: String, _ today: String) async throws {
        try await with(
            at: now,
            { village in
                try await village.bar("b1")
                try await village.bar("far", zone: "Pacific/Kiritimati")
            }
        ) { probe in
            let (here, far) = (
                try await probe.call(.barsDay, AskDay(bar: "b1"), as: pepa),
                try await probe.call(.barsDay, AskDay(bar: "far"), as: pepa)
            )
            #expect(here.date == today && far.date == "2026-11-23")
        }
    }

    @Test func whatIsTooMuchIsCounted() async throws {
        try await with({ village in
            try await village.bar("b1")
            let hours = try Hours(Bars.Settings())
            let start = hours.zone.moment(try #require(Day("2026-11-22")), secondOfDay: 0)
            let bookings = village.bookings
            try await village.store.transaction { tx in
                for index in 0..<Office.mostOfDay + 7 {
                    try tx.insert(
                        bookings,
                        Booking(
                            bar: "b1", barName: "b1", user: "a:\(index)", state: .confirmed, people: 1,
                            date: "2026-11-22",
                            shift: "lunch-1", starts: start, ends: start, made: start, sitting: "b1/2026-11-22/lunch-1")
                    )
                }
            }
        }) { probe in
            let day = try await probe.call(.barsDay, AskDay(bar: "b1"), as: pepa)
            #expect(day.shifts[0].bookings.count == Office.mostOfDay && day.left == 7)
        }
    }
}
