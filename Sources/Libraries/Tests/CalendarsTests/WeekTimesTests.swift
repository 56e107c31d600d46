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
        #expect(hours.contains(begin, end, in: madrid))
        #expect(hours.contains(try moment("2026-03-29", "01:00"), end, in: madrid))
        #expect(!hours.contains(begin.advanced(by: .seconds(-1)), end, in: madrid))
        #expect(!hours.contains(begin, end.advanced(by: .seconds(1)), in: madrid))
        #expect(!WeekHours(day: .saturday, from: "22:00", to: "26:00").isValid)
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
