import FeatureKit
import Testing

@testable import Calendars

struct ICSTests {
    private func written(_ body: (inout ICS) -> Void) -> String {
        var ics = ICS()
        body(&ics)
        return String(decoding: ics.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("a\\b;c,d", "a\\\\b\\;c\\,d"), ("one\ntwo\r\nthree\rfour", "one\\ntwo\\nthree\\nfour"),
        ("\n\n\r\r", "\\n\\n\\n\\n"),
        ("a\u{0}b\u{7}c\u{1B}[31m\u{7F}\u{9C}", "abc[31m"), ("tab\there", "tab\there"),
        ("x\u{2028}y\u{85}z", "x\\ny\\nz"),
        ("BEGIN:VEVENT", "BEGIN:VEVENT"), ("e\u{301} 👩‍🍳", "e\u{301} 👩‍🍳"),
    ])
    func textsAreEscaped(_ text: String, _ escaped: String) {
        #expect(Array(ICS.escaped(text).utf8) == Array(escaped.utf8))
    }

    @Test func longLinesAreFoldedBetweenLetters() {
        for letter in ["a", "é", "€", "🍷", "e\u{301}"] {
            for count in 60...160 {
                let value = String(repeating: letter, count: count)
                let text = written { $0.property("X", value) }
                #expect(text.hasSuffix("\r\n"))
                let lines = text.dropLast().split(separator: "\r\n", omittingEmptySubsequences: false)
                for line in lines {
                    #expect(line.utf8.count <= 75)
                    #expect(!line.contains("\u{FFFD}"))
                }
                let unfolded = lines.map(\.unicodeScalars).enumerated().map { $0 == 0 ? $1[...] : $1.dropFirst() }
                    .joined()
                #expect(Array(unfolded) == Array("X:\(value)".unicodeScalars))
                #expect(lines.count <= "X:\(value)".utf8.count / 70 + 1)
            }
        }
        #expect(written { $0.property("X", String(repeating: "a", count: 73)) }.utf8.count == 77)
    }

    @Test func momentsAndPointsAreWritten() throws {
        let moment = try #require(Timestamp("2026-11-22T10:00:00.75Z"))
        #expect(written { $0.moment("DTSTAMP", moment) } == "DTSTAMP:20261122T100000Z\r\n")
        #expect(written { $0.point(GeoPoint(lat: -41.5, lon: 0.0000012)) } == "GEO:-41.500000;0.000001\r\n")
    }

    @Test func anEventSaysWhatItHas() throws {
        let starts = try #require(Timestamp("2026-11-23T20:00:00Z"))
        var event = CalendarEvent(
            uid: "1@a", starts: starts, ends: starts.advanced(by: .seconds(4_500)), sequence: 2, status: .tentative,
            summary: "a,b", description: "c")
        func lines() -> [String] {
            let ics = ICS(product: "-//A//B//EN", event, at: starts)
            return String(decoding: ics.bytes, as: UTF8.self).split(separator: "\r\n").dropFirst(3).map(String.init)
        }
        #expect(
            lines() == [
                "BEGIN:VEVENT", "UID:1@a", "DTSTAMP:20261123T200000Z", "DTSTART:20261123T200000Z",
                "DTEND:20261123T211500Z", "SEQUENCE:2", "STATUS:TENTATIVE", "SUMMARY:a\\,b", "DESCRIPTION:c",
                "END:VEVENT", "END:VCALENDAR",
            ])
        for (alarm, trigger) in [(5_400, "TRIGGER:-PT90M"), (7_200, "TRIGGER:-PT2H")] {
            event.alarm = .seconds(alarm)
            #expect(lines().contains(trigger))
        }
    }

    @Test func aCalendarSaysWhatMadeIt() {
        let ics = ICS(product: "-//A//B//EN") { $0.component("VEVENT") { $0.text("SUMMARY", "a,b") } }
        #expect(
            String(decoding: ics.bytes, as: UTF8.self).split(separator: "\r\n").map(String.init) == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//A//B//EN", "BEGIN:VEVENT", "SUMMARY:a\\,b", "END:VEVENT",
                "END:VCALENDAR",
            ])
    }
}
