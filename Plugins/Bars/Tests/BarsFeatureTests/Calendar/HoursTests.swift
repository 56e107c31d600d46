import FeatureKit
import Testing

@testable import BarsFeature

struct HoursTests {
    private func hours(_ change: (inout Bars.Settings) -> Void = { _ in }) throws(HoursProblem) -> Hours {
        var settings = Bars.Settings()
        change(&settings)
        return try Hours(settings)
    }

    private func bar(zone: String? = nil, _ opening: Opening = Opening()) -> Bar {
        Bar(
            name: "La Pepita", capacity: 40, type: "meat", location: GeoPoint(lat: 41.55, lon: 2.24), owner: "a:pepa",
            zone: zone, opening: opening, made: Timestamp(nanoseconds: 0))
    }

    @Test func tomorrowIsTheBarsOwn() throws {
        let hours = try hours()
        let evening = try #require(Timestamp("2026-11-22T22:59:59.999Z"))
        let night = try #require(Timestamp("2026-11-22T23:00:00Z"))
        #expect(hours.tomorrow(bar(), evening).description == "2026-11-23")
        #expect(hours.tomorrow(bar(), night).description == "2026-11-24")
        #expect(hours.tomorrow(bar(zone: "Atlantic/Canary"), night).description == "2026-11-23")
        #expect(hours.today(bar(zone: "Pacific/Kiritimati"), night).description == "2026-11-23")
    }

    @Test func shiftsStartAsTheClockSays() throws {
        let hours = try hours()
        let dinner = try #require(hours.shift("dinner-2"))
        func span(_ day: String) throws -> String {
            let span = hours.span(dinner, try #require(Day(day)), bar())
            return "\(span.lowerBound) \(span.upperBound)"
        }
        #expect(try span("2026-03-28") == "2026-03-28T21:30:00Z 2026-03-28T22:45:00Z")
        #expect(try span("2026-03-29") == "2026-03-29T20:30:00Z 2026-03-29T21:45:00Z")
        #expect(try span("2026-10-25") == "2026-10-25T21:30:00Z 2026-10-25T22:45:00Z")
    }

    @Test func aShiftLastsAsLongWhereTheClockIsMoved() throws {
        let hours = try hours { $0.shifts = [Shift(id: "late", starts: "23:30", lasts: .seconds(5 * 3_600))] }
        for day in ["2026-03-28", "2026-10-24", "2026-12-31"] {
            let span = hours.span(hours.shifts[0], try #require(Day(day)), bar())
            #expect(span.upperBound == span.lowerBound.advanced(by: .seconds(5 * 3_600)))
        }
        // One that starts at a time that is skipped starts after the gap.
        let skipped = try self.hours { $0.shifts = [Shift(id: "night", starts: "02:30")] }
        let span = skipped.span(skipped.shifts[0], try #require(Day("2026-03-29")), bar())
        #expect(span.lowerBound.description == "2026-03-29T01:30:00Z")
    }

    @Test func openingSaysWhen() throws {
        let hours = try hours()
        let (lunch, dinner) = (hours.shifts[0], hours.shifts[2])
        let (sunday, monday) = (try #require(Day("2026-11-22")), try #require(Day("2026-11-23")))
        #expect(hours.isOpen(bar(), lunch, sunday))
        let weekends = bar(Opening(days: [.saturday, .sunday]))
        #expect(hours.isOpen(weekends, lunch, sunday) && !hours.isOpen(weekends, lunch, monday))
        let dinners = bar(Opening(shifts: ["dinner-1"]))
        #expect(hours.isOpen(dinners, dinner, monday) && !hours.isOpen(dinners, lunch, monday))
        let closed = bar(Opening(closures: [Closure(from: "2026-11-23", to: "2026-11-24")]))
        #expect(
            (-1...2).map { hours.isOpen(closed, lunch, monday.advanced(by: $0)) } == [true, false, false, true])
    }

    @Test func everythingThatIsWrongIsSaidAtOnce() throws {
        let problem = #expect(throws: HoursProblem.self) {
            _ = try hours {
                $0.zone = "Europe/Madird"
                $0.shifts = [
                    Shift(id: "lunch", starts: "14:00"), Shift(id: "lunch", starts: "24:00"),
                    Shift(id: "tea", starts: "5 pm "),
                ]
            }
        }
        #expect(
            problem?.description == """
                shifts: there are two that are called lunch; shifts: lunch starts at "24:00", which is no time such as 14:00; \
                shifts: tea starts at "5 pm ", which is no time such as 14:00; \
                zone: this machine knows no time zone "Europe/Madird"
                """)
    }

    @Test(arguments: ["14:60", "1:000", "14.00", "-1:00", "１4:0", "14:0", "", "ab:cd"])
    func whatIsNoTimeIsNone(_ text: String) { #expect(Shift(id: "x", starts: text).secondOfDay == nil) }

    @Test func zonesOfBarsAreChecked() throws {
        let hours = try hours()
        #expect(throws: Never.self) { try hours.check(zone: "Atlantic/Canary") }
        #expect(throws: RouteError.invalid("zone: this machine knows no time zone \"Europe/Madird\"")) {
            try hours.check(zone: "Europe/Madird")
        }
        // One that the machine has forgotten since counts as the town's.
        #expect(hours.zone(of: bar(zone: "Europe/Madird")).name == "Europe/Madrid")
        #expect(hours.zone(of: bar(zone: "Atlantic/Canary")).name == "Atlantic/Canary")
    }
}
