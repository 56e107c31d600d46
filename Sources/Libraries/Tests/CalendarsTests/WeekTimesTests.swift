import Calendars
import FeatureKit
import Testing

@Suite struct WeekTimesTests {
    private let madrid: Zone

    init() throws { madrid = try Zones().zone("Europe/Madrid") }

    private func moment(_ day: String, _ time: String) throws -> Timestamp {
        madrid.moment(try #require(Day(day)), try #require(TimeOfDay(time)))
    }

    @Test func `a night's hours begin on the day before`() throws {
        let hours = WeekHours(day: .saturday, from: "22:00", to: "06:00")
        let (begin, end) = (try moment("2026-03-28", "22:00"), try moment("2026-03-29", "06:00"))
        #expect([hours].cover(begin, end, in: madrid))
        #expect([hours].cover(try moment("2026-03-29", "01:00"), end, in: madrid))
        #expect(![hours].cover(begin.advanced(by: .seconds(-1)), end, in: madrid))
        #expect(![hours].cover(begin, end.advanced(by: .seconds(1)), in: madrid))
        #expect(!WeekHours(day: .saturday, from: "22:00", to: "26:00").isValid)
    }

    @Test func `hours that adjoin are one span, and those between which there is none are not`() throws {
        let hours = [("14:00", "18:00"), ("10:00", "14:00"), ("19:00", "00:00")].map {
            WeekHours(day: .monday, from: $0, to: $1)
        }
        func cover(_ from: String, _ to: String) throws -> Bool {
            hours.cover(try moment("2026-03-23", from), try moment("2026-03-23", to), in: madrid)
        }
        #expect(try cover("10:00", "18:00") && cover("11:00", "14:30") && cover("20:00", "23:59"))
        #expect(try !cover("09:59", "18:00") && !cover("17:00", "19:30"))
        let always = Weekday.allCases.map { WeekHours(day: $0, from: "00:00", to: "00:00") }
        #expect(always.cover(try moment("2026-03-23", "20:00"), try moment("2026-03-30", "04:00"), in: madrid))
    }

    @Test func `days are read as a range, which has moments`() throws {
        let days = try #require(ClosedRange("2026-03-28", "2026-03-29"))
        #expect(days.count == 2 && days.lowerBound.week == ClosedRange("2026-03-23", "2026-03-29"))
        let moments = days.moments(in: madrid)
        #expect(moments.lowerBound.duration(to: moments.upperBound) == .hours(47))
        #expect(try moments.lowerBound == moment("2026-03-28", "00:00"))
        #expect(ClosedRange("2026-03-29", "2026-03-28") == nil && ClosedRange("2026-02-30", "2026-03-28") == nil)
    }

    @Test func `a span keeps its times of day where clocks are set ahead`() throws {
        let monday = try #require(Day("2026-03-23"))
        let span = WeekSpan(
            from: try moment("2026-03-28", "22:00"), to: try moment("2026-03-29", "06:00"), weekOf: monday, in: madrid)
        #expect(span.day == 5 && span.endDay == 6)
        let (start, end) = span.moments(weekOf: monday.advanced(by: 7), in: madrid)
        #expect(try start == moment("2026-04-04", "22:00"))
        #expect(try end == moment("2026-04-05", "06:00"))
        #expect(start.duration(to: end) == .hours(8))
    }

    @Test func `days know their week and month`() throws {
        #expect(try #require(Day("2026-03-29")).monday.description == "2026-03-23")
        #expect(try #require(Day("1969-12-29")).monday.description == "1969-12-29")
        #expect(try #require(Day("2026-02-28")).firstOfMonth.description == "2026-02-01")
    }
}
