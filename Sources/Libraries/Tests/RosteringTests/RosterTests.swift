import Calendars
import FeatureKit
import LibraryTestSupport
import Rostering
import Testing

@Suite struct RosterTests {
    private let madrid: Zone
    private let rules = RosterRules()

    init() throws { madrid = try Zones().zone("Europe/Madrid") }

    /// A shift of Ana's on a day, by the clock of Madrid; one that ends before it begins ends on the next day.
    private func shift(
        _ id: String, _ day: String, _ from: String, _ to: String, person: String? = "ana", vehicle: String? = nil
    ) throws -> PlannedShift {
        let (day, from, to) = (try #require(Day(day)), try #require(TimeOfDay(from)), try #require(TimeOfDay(to)))
        return PlannedShift(
            id: id, person: person, vehicle: vehicle, start: madrid.moment(day, from),
            end: madrid.moment(to <= from ? day.advanced(by: 1) : day, to))
    }

    private func found(_ shifts: PlannedShift...) -> [String] {
        rules.breaches(of: shifts, in: madrid).map { "\($0.rule) \($0.shifts.joined(separator: "+")): \($0.reason)" }
    }

    @Test func `work is as long as it is where clocks change`() throws {
        #expect(try shift("a", "2026-03-28", "22:00", "06:00").length == .hours(7))
        #expect(try shift("b", "2026-10-24", "22:00", "06:00").length == .hours(9))
        #expect(try shift("c", "2026-06-01", "22:00", "06:00").length == .hours(8))
    }

    @Test func `a split day is no breach, and shifts may follow at once`() throws {
        #expect(try found(shift("a", "2026-06-01", "09:00", "13:00"), shift("b", "2026-06-01", "13:00", "18:00")) == [])
        #expect(try found(shift("a", "2026-06-01", "09:00", "14:00"), shift("b", "2026-06-02", "02:00", "06:00")) == [])
    }

    @Test func `each rule tells what breaks it`() throws {
        #expect(
            try found(shift("a", "2026-06-01", "09:00", "14:00"), shift("b", "2026-06-01", "13:59", "15:00"))
                == ["overlap a+b: two shifts at once"])
        #expect(
            try found(shift("a", "2026-06-01", "08:00", "13:00"), shift("b", "2026-06-01", "14:00", "18:30"))
                == ["day a+b: 9 h 30 min on 2026-06-01, at most 9 h"])
        #expect(
            try found(shift("a", "2026-06-01", "16:00", "22:30"), shift("b", "2026-06-02", "10:00", "12:00"))
                == ["rest a+b: 11 h 30 min of rest before 2026-06-02, at least 12 h"])
        let week = try (1...6).map { try shift("\($0)", "2026-06-0\($0)", "09:00", "16:00") }
        #expect(
            rules.breaches(of: week, in: madrid).map(\.reason) == ["42 h in the week of 2026-06-01, at most 40 h"])
        #expect(
            try found(
                shift("a", "2026-06-01", "09:00", "12:00", person: "ana", vehicle: "1234 BCD"),
                shift("b", "2026-06-01", "11:00", "13:00", person: nil, vehicle: "1234 BCD"))
                == ["vehicleOverlap a+b: 1234 BCD is driven twice at once"])
    }

    @Test func `of what is planned elsewhere nothing is told but that it is in the way`() throws {
        var other = try shift("secret", "2026-06-01", "13:00", "21:30")
        other.isElsewhere = true
        #expect(found(other) == [])
        #expect(
            try found(shift("a", "2026-06-01", "12:00", "14:00"), other)
                == ["day a: more than 9 h on 2026-06-01, with work elsewhere", "overlap a: works elsewhere then"])
        #expect(
            try found(other, shift("b", "2026-06-02", "08:00", "12:00"))
                == ["rest b: less than 12 h of rest before 2026-06-02, with work elsewhere"])
    }

    @Test func `time off is kept free, and other times are told`() throws {
        let shift = try shift("a", "2026-06-01", "09:00", "12:00")
        let off = RosterAbsence(person: "ana", start: shift.end.advanced(by: .seconds(-1)), end: shift.end)
        let after = try #require(RosterAbsence(person: "ana", "2026-06-02", "2026-06-03", in: madrid))
        #expect(RosterAbsence(person: "ana", "2026-06-03", "2026-06-02", in: madrid) == nil)
        func found(_ hours: [WeekHours]) -> [RosterBreach] {
            rules.breaches(of: [shift], absences: [off, after], availability: ["ana": hours], in: madrid)
        }
        let short = WeekHours(day: .monday, from: "09:00", to: "11:00")
        #expect(found([short]).map(\.rule) == [.availability, .timeOff])
        #expect(found([short]).map(\.severity) == [.warning, .critical])
        #expect(found([short, WeekHours(day: .monday, from: "11:00", to: "12:00")]).map(\.rule) == [.timeOff])
        #expect(found([]).map(\.rule) == [.timeOff])
    }

    @Test func `a vehicle that is back earlier can be driven again`() throws {
        var early = try shift("a", "2026-06-01", "09:00", "14:00", person: "ana", vehicle: "1")
        let next = try shift("b", "2026-06-01", "12:00", "15:00", person: "leo", vehicle: "1")
        #expect(found(early, next) == ["vehicleOverlap a+b: 1 is driven twice at once"])
        early.vehicleBack = next.start
        #expect(found(early, next) == [])
    }

    @Test func `many shifts upon one another are told once each`() throws {
        let shifts = try (0..<1_000).map { try shift("\($0)", "2026-06-01", "09:00", "18:00") }
        #expect(rules.breaches(of: shifts, in: madrid).count { $0.rule == .overlap } == 999)
    }

    @Test func `a shift belongs to the day on which it begins`() throws {
        // Nine hours over midnight are those of Monday; five more on Tuesday are Tuesday's.
        #expect(try found(shift("a", "2026-06-01", "22:00", "07:00"), shift("b", "2026-06-02", "19:00", "23:00")) == [])
        // On the night when clocks are set back the same hours are one more.
        #expect(
            try found(shift("a", "2026-10-24", "21:30", "06:00"))
                == ["day a: 9 h 30 min on 2026-10-24, at most 9 h"])
    }

    @Test func `only what is new can be told too late`() throws {
        let shifts = try [shift("a", "2026-06-03", "09:00", "12:00"), shift("b", "2026-06-04", "09:00", "12:00")]
        let now = madrid.moment(try #require(Day("2026-06-01")), try #require(TimeOfDay("09:00")))
        let late = rules.breaches(of: shifts, in: madrid, now: now, new: ["b"])
        #expect(late.map(\.shifts) == [["b"]] && late.map(\.severity) == [.warning])
        #expect(late.first?.reason == "told less than 120 h before it begins")
        let early = now.advanced(by: .zero - .hours(100))
        #expect(rules.breaches(of: shifts, in: madrid, now: early, new: ["a", "b"]).isEmpty)
    }

    /// Against counting minute by minute.
    @Test(arguments: SeededRandom.seeds(3)) func `random plans are judged as by counting`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        // Around the night when clocks are set back.
        let first = madrid.moment(try #require(Day("2026-10-22")), try #require(TimeOfDay("00:00")))
        for round in 0..<60 {
            let shifts = (0..<Int.random(in: 1...7, using: &random)).map { number in
                let start = first.advanced(by: .seconds(1_800 * Int.random(in: 0...260, using: &random)))
                return PlannedShift(
                    id: "\(number)", person: "ana", start: start,
                    end: start.advanced(by: .seconds(1_800 * Int.random(in: 1...22, using: &random))))
            }
            let breaches = rules.breaches(of: shifts, in: madrid)
            var minutes: [Day: Int] = [:]
            var isTwice = false
            for step in 0..<350 {
                let moment = first.advanced(by: .seconds(1_800 * step))
                let working = shifts.filter { $0.start <= moment && moment < $0.end }
                isTwice = isTwice || working.count > 1
                for shift in working { minutes[madrid.day(at: shift.start), default: 0] += 30 }
            }
            #expect(breaches.contains { $0.rule == .overlap } == isTwice, "seed \(seed), round \(round)")
            let long = minutes.filter { $0.value > 540 }.keys.map { "on \($0)," }
            for day in long {
                #expect(breaches.contains { $0.rule == .day && $0.reason.contains(day) }, "seed \(seed)")
            }
            #expect(breaches.filter { $0.rule == .day }.count == long.count, "seed \(seed), round \(round)")
        }
    }

    @Test func `a week of 500 people is judged quickly enough`() throws {
        let monday = madrid.moment(try #require(Day("2026-06-01")), try #require(TimeOfDay("08:00")))
        let shifts = (0..<5_000).map { number in
            let (day, half) = (number % 10 / 2, number % 2)
            let start = monday.advanced(by: .hours(Int64(24 * day + 5 * half)))
            return PlannedShift(
                id: "\(number)", person: "p\(number / 10)", start: start, end: start.advanced(by: .hours(4)))
        }
        #expect(rules.breaches(of: shifts, in: madrid).isEmpty)
    }
}
