import Calendars
import FeatureKit
import Testing

@Suite struct DailyHoursTests {
    @Test(
        arguments: [
            ("22:00", "07:30", "2026-11-25T20:59:59Z", nil),
            ("22:00", "07:30", "2026-11-25T21:00:00Z", "2026-11-26T06:30:00Z"),
            ("22:00", "07:30", "2026-11-26T06:29:59Z", "2026-11-26T06:30:00Z"),
            ("22:00", "07:30", "2026-11-26T06:30:00Z", nil),
            ("13:00", "15:00", "2026-11-25T13:00:00Z", "2026-11-25T14:00:00Z"),
            ("07:00", "07:00", "2026-11-25T13:00:00Z", nil), ("7h", "08:00", "2026-11-25T06:30:00Z", nil),
            // The night in which the clocks go forward.
            ("22:00", "07:30", "2026-03-29T00:30:00Z", "2026-03-29T05:30:00Z"),
        ] as [(String, String, String, String?)]) func hoursEndInTheirZone(
            from: String, to: String, now: String, end: String?
        ) throws
    {
        let hours = DailyHours(from: from, to: to, zone: "Europe/Madrid")
        let now = try #require(Timestamp(now))
        #expect(hours.end(at: now, in: Zones())?.description == end)
        #expect(hours.isValid(in: Zones()) == (from != "7h"))
    }

    @Test func aZoneThatThereIsNotHasNoHours() {
        let hours = DailyHours(from: "22:00", to: "07:30", zone: "Europe/Madird")
        #expect(!hours.isValid(in: Zones()) && hours.end(at: .init(nanoseconds: 0), in: Zones()) == nil)
    }
}
