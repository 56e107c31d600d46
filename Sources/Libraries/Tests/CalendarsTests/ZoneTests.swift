import FeatureKit
import Foundation
import Testing

@testable import Calendars

struct ZoneTests {
    /// What a zone's clocks do: at a moment, and for a time that they show.
    struct Case: CustomTestStringConvertible {
        let zone: String
        let day: String
        let time: String
        /// When that is.
        let moment: String
        var testDescription: String { "\(zone) \(day) \(time)" }

        init(_ zone: String, _ day: String, _ time: String, _ moment: String) {
            (self.zone, self.day, self.time, self.moment) = (zone, day, time, moment)
        }
    }

    @Test(arguments: [
        // A day without the hour from 2 to 3, and one that has it twice.
        Case("Europe/Madrid", "2026-03-29", "01:59:59", "2026-03-29T00:59:59Z"),
        Case("Europe/Madrid", "2026-03-29", "02:00:00", "2026-03-29T01:00:00Z"),
        Case("Europe/Madrid", "2026-03-29", "02:30:00", "2026-03-29T01:30:00Z"),
        Case("Europe/Madrid", "2026-03-29", "03:00:00", "2026-03-29T01:00:00Z"),
        Case("Europe/Madrid", "2026-03-29", "14:00:00", "2026-03-29T12:00:00Z"),
        Case("Europe/Madrid", "2026-03-28", "14:00:00", "2026-03-28T13:00:00Z"),
        Case("Europe/Madrid", "2026-10-25", "02:30:00", "2026-10-25T00:30:00Z"),
        Case("Europe/Madrid", "2026-10-25", "03:00:00", "2026-10-25T02:00:00Z"),
        Case("Europe/Madrid", "2026-10-25", "22:30:00", "2026-10-25T21:30:00Z"),
        // Half an hour of summer.
        Case("Australia/Lord_Howe", "2026-10-04", "02:15:00", "2026-10-03T15:45:00Z"),
        Case("Australia/Lord_Howe", "2026-04-05", "01:45:00", "2026-04-04T14:45:00Z"),
        Case("Australia/Lord_Howe", "2026-04-05", "02:00:00", "2026-04-04T15:30:00Z"),
        // The furthest ahead, and behind UTC by half an hour.
        Case("Pacific/Kiritimati", "2026-11-23", "00:00:00", "2026-11-22T10:00:00Z"),
        Case("America/St_Johns", "2026-11-23", "21:00:00", "2026-11-24T00:30:00Z"),
        // Summer is the standard there, and winter an hour behind it.
        Case("Europe/Dublin", "2026-10-25", "01:30:00", "2026-10-25T00:30:00Z"),
        Case("Europe/Dublin", "2026-07-01", "12:00:00", "2026-07-01T11:00:00Z"),
        Case("Europe/Dublin", "2050-01-01", "12:00:00", "2050-01-01T12:00:00Z"),
        // An hour behind only during Ramadan.
        Case("Africa/Casablanca", "2026-03-01", "12:00:00", "2026-03-01T12:00:00Z"),
        Case("Africa/Casablanca", "2026-06-01", "12:00:00", "2026-06-01T11:00:00Z"),
        // A whole day that never was, the 30th.
        Case("Pacific/Apia", "2011-12-29", "23:59:59", "2011-12-30T09:59:59Z"),
        Case("Pacific/Apia", "2011-12-30", "12:00:00", "2011-12-30T22:00:00Z"),
        Case("Pacific/Apia", "2011-12-31", "00:00:00", "2011-12-30T10:00:00Z"),
        // Long after the last turn that is written down, and before the first.
        Case("Europe/Madrid", "2199-07-01", "14:00:00", "2199-07-01T12:00:00Z"),
        Case("Europe/Madrid", "2200-03-30", "02:30:00", "2200-03-30T01:30:00Z"),
        Case("Europe/Madrid", "1850-01-01", "12:00:00", "1850-01-01T12:14:44Z"),
        Case("America/Santiago", "2199-01-15", "21:00:00", "2199-01-16T00:00:00Z"),
        Case("America/Nuuk", "2060-03-27", "12:00:00", "2060-03-27T14:00:00Z"),
        Case("UTC", "2026-11-23", "12:00:00", "2026-11-23T12:00:00Z"),
    ])
    func clocksShowWhatTheyShow(_ example: Case) throws {
        let zone = try Zone(named: example.zone)
        let day = try #require(Day(example.day))
        let parts = example.time.split(separator: ":").compactMap { Int($0) }
        let moment = zone.moment(day, secondOfDay: parts[0] * 3_600 + parts[1] * 60 + parts[2])
        #expect(moment.description == example.moment)
    }

    @Test(arguments: [
        ("2026-11-22T22:59:59.999999999Z", "2026-11-22"), ("2026-11-22T23:00:00Z", "2026-11-23"),
        ("2026-03-28T22:59:59Z", "2026-03-28"), ("2026-03-28T23:00:00Z", "2026-03-29"),
        ("2026-03-29T21:59:59Z", "2026-03-29"), ("2026-03-29T22:00:00Z", "2026-03-30"),
        ("1969-12-31T22:59:59.5Z", "1969-12-31"), ("1969-12-31T23:00:00Z", "1970-01-01"),
    ])
    func aDayBeginsWhenTheClockSaysSo(_ moment: String, _ day: String) throws {
        let moment = try #require(Timestamp(moment))
        #expect(try Zone(named: "Europe/Madrid").day(at: moment).description == day)
    }

    @Test(arguments: [
        ("2026-10-24T23:59:00Z", "2026-10-25", "01:59"), ("2026-10-25T00:30:00Z", "2026-10-25", "02:30"),
        ("2026-10-25T01:30:00Z", "2026-10-25", "02:30"), ("1969-12-31T22:59:59Z", "1969-12-31", "23:59"),
    ])
    func clocksShowADayAndATime(_ moment: String, _ day: String, _ time: String) throws {
        let (zone, moment) = (try Zones().zone("Europe/Madrid"), try #require(Timestamp(moment)))
        #expect(zone.day(at: moment).description == day && zone.time(at: moment).description == time)
    }

    @Test func theEndsOfWhatCanBeCountedAreNoTrap() throws {
        let zone = try Zone(named: "Pacific/Kiritimati")
        for moment in [Timestamp(nanoseconds: .min), Timestamp(nanoseconds: .max)] {
            let day = zone.day(at: moment)
            for days in -1...1 { _ = zone.moment(day.advanced(by: days), secondOfDay: 86_399) }
        }
        #expect(zone.moment(Day(daysSince1970: 1_000_000), secondOfDay: 0) == Timestamp(nanoseconds: .max))
    }

    /// What else lies in the folder is this machine's own, or counts in other ways.
    @Test(arguments: [
        "Factory", "localtime", "posixrules", "posix/Europe/Madrid", "right/Europe/Madrid", "leapseconds",
    ])
    func whatOthersDoNotKnowIsNoZone(_ name: String) {
        #expect(throws: ZoneProblem.self) { try Zone(named: name) }
    }

    // MARK: - Held against another reader

    /// Thousands of moments and times of all zones, as Python's zoneinfo has them.
    @Test(.enabled(if: Python.isHere, "there is no python3 with zoneinfo to hold it against"))
    func itAgreesWithPython() throws {
        let lines = try Python.run(Python.zones).split(separator: "\n")
        #expect(lines.count > 20_000)
        var zones: [Substring: Zone] = [:]
        var wrong: [String] = []
        for line in lines {
            let words = line.split(separator: " ")
            let zone = try zones[words[0]] ?? Zone(named: String(words[0]))
            zones[words[0]] = zone
            let numbers = words.dropFirst(2).compactMap { Int($0) }
            let isRight =
                if words[1] == "at" {
                    zone.offset(at: Timestamp(nanoseconds: 0).advanced(by: .seconds(numbers[0]))) == numbers[1]
                } else {
                    zone.moment(Day(daysSince1970: numbers[0]), secondOfDay: numbers[1])
                        == Timestamp(nanoseconds: 0).advanced(by: .seconds(numbers[2]))
                }
            if !isRight { wrong.append(String(line)) }
        }
        #expect(zones.count > 400)
        #expect(wrong.count == 0, "\(wrong.count) of \(lines.count), such as \(wrong.prefix(5))")
    }
}

/// Another reader of the same files.
enum Python {
    static let isHere = (try? run("import zoneinfo; print(len(zoneinfo.available_timezones()) > 0)")) == "True\n"

    /// Around each turn of the offset from 1850 to 2100, in each zone that counts no leap seconds, and at random.
    static let zones = """
        import random, zoneinfo
        from datetime import datetime, timedelta, timezone
        random.seed(7)
        epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
        plain = datetime(1970, 1, 1)
        first, last = -3786825600, 4102444800
        def offset(zone, second):
            return int((epoch + timedelta(seconds=second)).astimezone(zone).utcoffset().total_seconds())
        def shown(name, zone, local):
            when = (plain + timedelta(seconds=local)).replace(tzinfo=zone)
            moment = local - int(when.utcoffset().total_seconds())
            print(name, "shows", local // 86400, local % 86400, moment)
        for name in sorted(zoneinfo.available_timezones() - {"Factory", "localtime"}):
            zone = zoneinfo.ZoneInfo(name)
            seconds = [random.randrange(first, last) for _ in range(10)]
            before = offset(zone, first)
            for week in range(first + 604800, last, 604800 * 20):
                after = offset(zone, week)
                if after != before:
                    low, high = week - 604800 * 20, week
                    while high - low > 1:
                        middle = (low + high) // 2
                        if offset(zone, middle) == before: low = middle
                        else: high = middle
                    if random.random() < 0.2 or high > 4000000000:
                        seconds += [high - 1, high, high + 1]
                        for local in (before, after):
                            for near in (-7200, -1800, -1, 0, 1, 1800, 5400):
                                shown(name, zone, high + local + near)
                before = after
            for second in seconds:
                print(name, "at", second, offset(zone, second))
                shown(name, zone, second)
        """

    static func run(_ program: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: bytes, as: UTF8.self) : ""
    }
}

@Suite struct ShownMomentTests {
    @Test func whatClocksShowIsWrittenAndRead() throws {
        let zone = try Zones().zone("Europe/Madrid")
        let moment = try #require(Timestamp("2026-07-01T22:30:05Z"))
        #expect(zone.shown(moment) == "2026-07-02T00:30:05" && zone.moment(shown: "2026-07-02T00:30:05") == moment)
        for text in ["2026-07-02 00:30:05", "2026-07-02T24:30:05", "2026-02-30T00:30:05", "2026-07-02T00:30"] {
            #expect(zone.moment(shown: text) == nil)
        }
    }
}
