import Calendars
import FeatureKit
import Testing

@testable import BarsFeature

/// Bookings as events of a calendar.
struct CalendarTests {
    private static let bar = Bar(
        name: "La Pepita, 2", capacity: 40, type: "meat", location: GeoPoint(lat: -41.5, lon: 0.0000012),
        address: "C. Major; 1", owner: "a:pepa", made: Timestamp(nanoseconds: 0))

    private static func booking(_ state: Booking.State, _ change: (inout Booking) -> Void = { _ in }) throws -> Booking
    {
        let starts = try #require(Timestamp("2026-11-23T20:00:00Z"))
        var booking = Booking(
            bar: ID("b1"), barName: "La Pepita, 2", user: "a:ada", state: state, people: 4, date: "2026-11-23",
            shift: "dinner-1", starts: starts, ends: starts.advanced(by: .seconds(4_500)),
            made: Timestamp(nanoseconds: 0), shiftDay: ID("b1/2026-11-23/dinner-1"))
        change(&booking)
        return booking
    }

    private func calendar(_ booking: Booking, of bar: Bar? = bar, tables: [String] = []) throws -> [String] {
        let now = try #require(Timestamp("2026-11-22T10:00:00.75Z"))
        let ics = booking.calendar(id: ID("k7"), of: bar, tables: tables, reminder: .hours(2), at: now)
        return String(decoding: ics.bytes, as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test func aBookingIsAnEvent() throws {
        let booking = try Self.booking(.confirmed) {
            $0.changes = 3
            $0.note = "A pram, and\nno nuts"
        }
        #expect(
            try calendar(booking, tables: ["T1", "T2"]) == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Flagstand//bars//EN", "BEGIN:VEVENT",
                "UID:k7@bars.flagstand", "DTSTAMP:20261122T100000Z", "DTSTART:20261123T200000Z",
                "DTEND:20261123T211500Z", "SEQUENCE:3", "STATUS:CONFIRMED", "SUMMARY:La Pepita\\, 2\\, 4 people",
                "DESCRIPTION:Booked.\\nTables: T1\\, T2\\nA pram\\, and\\nno nuts",
                "LOCATION:La Pepita\\, 2\\, C. Major\\; 1", "GEO:-41.500000;0.000001",
                "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT2H", "DESCRIPTION:La Pepita\\, 2\\, 4 people",
                "END:VALARM",
                "END:VEVENT", "END:VCALENDAR", "",
            ])
    }

    @Test func eachStateHasItsStatus() throws {
        func told(_ state: Booking.State, _ change: (inout Booking) -> Void = { _ in }) throws -> [String] {
            try calendar(Self.booking(state, change)).filter {
                ["STATUS", "SEQUENCE", "DESCRIPTION", "TRIGGER"].contains(String($0.prefix { $0 != ":" }))
            }
        }
        let later = try #require(Timestamp("2026-11-22T10:05:00Z"))
        let over = try #require(Timestamp("2026-11-22T10:00:00Z"))
        #expect(
            try told(.held) { $0.until = later } == [
                "SEQUENCE:0", "STATUS:TENTATIVE", "DESCRIPTION:Held\\, not booked yet: confirm it.",
            ])
        // Nobody has written it down yet.
        #expect(
            try told(.held) { $0.until = over } == [
                "SEQUENCE:1", "STATUS:CANCELLED", "DESCRIPTION:It was not confirmed in time.",
            ])
        #expect(try told(.waiting) == ["SEQUENCE:0", "STATUS:TENTATIVE", "DESCRIPTION:You are on the wait list."])
        #expect(
            try told(.cancelled) {
                $0.why = "closed"
                $0.changes = 2
            } == ["SEQUENCE:3", "STATUS:CANCELLED", "DESCRIPTION:Cancelled: closed"])
        #expect(try told(.noShow) == ["SEQUENCE:0", "STATUS:CONFIRMED", "DESCRIPTION:You did not come."])
    }

    @Test func aBarThatIsGoneHasNoPlace() throws {
        let lines = try calendar(Self.booking(.confirmed) { $0.people = 1 }, of: nil)
        #expect(lines.contains("SUMMARY:La Pepita\\, 2\\, 1 person"))
        #expect(!lines.contains { $0.hasPrefix("LOCATION") || $0.hasPrefix("GEO") })
    }

    @Test func nobodyWritesLinesIntoIt() throws {
        let booking = try Self.booking(.confirmed) { $0.note = "x\r\nEND:VEVENT\r\nBEGIN:VEVENT" }
        #expect(try calendar(booking).count { $0.hasPrefix("END:VEVENT") } == 1)
    }
}
