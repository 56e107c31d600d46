import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

struct MineTests {
    private let ada = Caller.user("a:ada")

    private func with(
        at now: String = Village.now, _ prepare: @escaping (Village) async throws -> Void,
        _ body: (Probe) async throws -> Void
    ) async throws {
        try await withFeature(
            Bars.self, settings: .init(), clock: try Village.clock(at: now),
            prepare: { store, _ in try await prepare(Village(store)) }, body)
    }

    // MARK: - The party

    @Test func aPartyIsRemembered() async throws {
        try await with({ _ in }) { probe in
            #expect(try await probe.call(.barsParty, Nothing(), as: ada).people == 2)
            #expect(try await probe.call(.barsPartyPut, Party(people: 5), as: ada).people == 5)
            #expect(try await probe.call(.barsPartyPut, Party(people: 6), as: ada).people == 6)
            #expect(try await probe.call(.barsParty, Nothing(), as: ada).people == 6)
            #expect(try await probe.call(.barsParty, Nothing(), as: .user("a:bob")).people == 2)
            #expect(try await probe.store.collection(.people).count() == 1)
            let refusal = try await probe.refusal { try await probe.call(.barsPartyPut, Party(people: 21), as: ada) }
            #expect(refusal == .partySize(20))
        }
    }

    @Test func strangersHaveNothing() async throws {
        try await with({ _ in }) { probe in
            let nobody = Caller(origin: .cli)
            let long = Caller(key: String(repeating: "k", count: 901), origin: .bus)
            for caller in [nobody, long] {
                let refusals = [
                    try await probe.refusal { try await probe.call(.barsParty, Nothing(), as: caller) },
                    try await probe.refusal { try await probe.call(.barsMine, Mine(), as: caller) },
                    try await probe.refusal { try await probe.call(.barsMyBookings, MyBookings(), as: caller) },
                ]
                #expect(refusals == [.notSignedIn, .notSignedIn, .notSignedIn])
            }
        }
    }

    // MARK: - Bars

    @Test func myBarsComePageByPage() async throws {
        try await with({ village in
            for index in 0..<7 { try await village.bar("z\(9 - index)", made: index) }
            try await village.bar("other", owner: "a:bob")
        }) { probe in
            let pepa = Caller.user("a:pepa")
            var (found, after): ([String], String?) = ([], nil)
            repeat {
                let page = try await probe.call(.barsMine, Mine(limit: 3, after: after), as: pepa)
                found += page.items.map(\.id)
                #expect(page.items.allSatisfy { $0.isYours })
                after = page.next
            } while after != nil
            #expect(found == ["z9", "z8", "z7", "z6", "z5", "z4", "z3"])
            #expect(try await probe.call(.barsMine, Mine(), as: ada).items == [])
            let refusal = try await probe.refusal { try await probe.call(.barsMine, Mine(after: "x"), as: pepa) }
            #expect(refusal?.status == 400)
        }
    }

    @Test func barsThatIBookedComeOnceTheLatestFirst() async throws {
        try await with({ village in
            for id in ["b1", "b2", "b3", "b4", "b5"] { try await village.bar(id) }
            try await village.booking("k1", at: "b1", on: "2026-11-23")
            try await village.booking("k2", at: "b1", on: "2026-10-01", .arrived)
            try await village.booking("k3", at: "b2", on: "2026-11-01", .arrived)
            try await village.booking("k4", at: "b3", on: "2026-11-02", .noShow)
            try await village.booking("k5", at: "b4", on: "2026-11-23", .cancelled, shift: "lunch-1")
            try await village.booking("k6", at: "b4", on: "2026-11-23", .held, shift: "lunch-2", until: Village.now)
            try await village.booking("k7", at: "b5", on: "2026-11-23", user: "a:bob")
            try await village.booking("k8", at: "gone", on: "2026-11-03", .arrived)
        }) { probe in
            func bars(_ request: Mine) async throws -> BarPage {
                try await probe.call(.barsMyBookedBars, request, as: ada)
            }
            #expect(try await bars(Mine()).items.map(\.id) == ["b1", "b3", "b2"])
            let first = try await bars(Mine(limit: 1))
            #expect(first.items.map(\.id) == ["b1"])
            // The one that is gone takes its place on a page.
            let second = try await bars(Mine(limit: 2, after: first.next))
            #expect(second.items.map(\.id) == ["b3"])
            let third = try await bars(Mine(limit: 2, after: second.next))
            #expect(third.items.map(\.id) == ["b2"] && third.next == nil)
            let refusal = try await probe.refusal { try await bars(Mine(after: "yesterday b1")) }
            #expect(refusal == .noCursor)
        }
    }

    // MARK: - Bookings

    @Test func whatIsToComeAndWhatIsPast() async throws {
        try await with(
            at: "2026-11-22T20:30:00Z",
            { village in
                try await village.bar("b1")
                try await village.booking("tomorrow", at: "b1", on: "2026-11-23")
                try await village.booking("now", at: "b1", on: "2026-11-22", .arrived)
                try await village.booking("lunch", at: "b1", on: "2026-11-22", .arrived, shift: "lunch-1")
                try await village.booking("missed", at: "b1", on: "2026-11-22", .noShow, shift: "dinner-2")
                try await village.booking("off", at: "b1", on: "2026-11-23", .cancelled, shift: "lunch-1")
                try await village.booking(
                    "over", at: "b1", on: "2026-11-23", .held, shift: "lunch-1", until: "2026-11-22T20:30:00Z")
                try await village.booking(
                    "held", at: "b1", on: "2026-11-23", .held, shift: "lunch-2", until: "2026-11-22T20:31:00Z")
                try await village.booking("old", at: "b1", on: "2026-01-01", .arrived)
                try await village.booking("bobs", at: "b1", on: "2026-11-23", user: "a:bob")
            }
        ) { probe in
            let page = try await probe.call(.barsMyBookings, MyBookings(), as: ada)
            #expect(page.items.map(\.id) == ["now", "held", "tomorrow"] && page.next == nil)
            #expect(page.items.allSatisfy { $0.user == nil })
            let past = try await probe.call(.barsMyBookings, MyBookings(past: true), as: ada)
            #expect(past.items.map(\.id) == ["off", "over", "missed", "lunch", "old"])
            #expect(past.items.map(\.state) == [.cancelled, .over, .noShow, .arrived, .arrived])
        }
    }

    @Test(arguments: [true, false]) func pagesMissNothingAndShowNothingTwice(past: Bool) async throws {
        let long = String(repeating: "u", count: Person.mostKeyBytes)
        try await with({ village in
            for index in 0..<60 {
                let date = try #require(Day("2026-11-22")).advanced(by: past ? -index : index)
                try await village.booking(
                    "k\(100 + index)", at: "b1", on: date.description, index % 3 == 0 ? .confirmed : .cancelled,
                    user: long)
            }
        }) { probe in
            let me = Caller(key: long, origin: .http)
            var (found, after, pages): ([String], String?, Int) = ([], nil, 0)
            repeat {
                let page = try await probe.call(.barsMyBookings, MyBookings(past: past, limit: 3, after: after), as: me)
                #expect(page.items.count <= 3)
                found += page.items.map(\.id)
                after = page.next
                pages += 1
            } while after != nil && pages < 100
            let expected = (0..<60).filter { past ? $0 > 0 : $0 % 3 == 0 }.map { "k\(100 + $0)" }
            #expect(found == expected)
        }
    }

    @Test func whoWaitsIsToldHowManyAreAhead() async throws {
        try await with({ village in
            try await village.bar("b1")
            for index in 1...4 {
                try await village.booking(
                    "k\(index)", at: "b1", on: "2026-11-23", index == 2 ? .cancelled : .waiting,
                    user: index == 4 ? "a:ada" : "a:bob\(index)", place: Int64(index), until: "2026-11-23T20:00:00Z")
            }
        }) { probe in
            let page = try await probe.call(.barsMyBookings, MyBookings(), as: ada)
            #expect(page.items.map(\.ahead) == [2])
        }
    }

    @Test func tablesAreShown() async throws {
        try await with({ village in
            try await village.bar("b1")
            try await village.booking("k1", at: "b1", on: "2026-11-23")
            try await village.sitting(
                at: "b1", on: "2026-11-23", "dinner-1",
                ["taken": 2, "parties": [["booking": "k1", "people": 2, "tables": ["T3"]]]])
        }) { probe in
            #expect(try await probe.call(.barsMyBookings, MyBookings(), as: ada).items.map(\.tables) == [["T3"]])
            let media = try await probe.call(.barsCalendar, NamedBooking(booking: "k1"), as: ada)
            #expect(media.type == "text/calendar; charset=utf-8")
            let text = String(decoding: media.bytes, as: UTF8.self)
            #expect(text.contains("\r\nDTSTART:20261123T200000Z\r\n") && text.contains("Tables: T3"))
            let others: [(Caller, RouteError)] = [
                (.user("a:bob"), .noBooking), (.user("a:pepa"), .notYourBooking),
                (.user("a:eve", roles: ["staff"]), .notYourBooking),
            ]
            for (caller, expected) in others {
                let refusal = try await probe.refusal {
                    try await probe.call(.barsCalendar, NamedBooking(booking: "k1"), as: caller)
                }
                #expect(refusal == expected)
            }
            let refusal = try await probe.refusal {
                try await probe.call(.barsCalendar, NamedBooking(booking: "k2"), as: ada)
            }
            #expect(refusal == .noBooking)
        }
    }
}
