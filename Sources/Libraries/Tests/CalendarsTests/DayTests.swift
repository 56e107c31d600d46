import FeatureKit
import Foundation
import Testing

@testable import Calendars

struct DayTests {
    @Test func daysAreReadAndWritten() throws {
        let day = try #require(Day("2026-11-23"))
        #expect(day.description == "2026-11-23" && day.weekday == .monday)
        #expect(day.advanced(by: 8).description == "2026-12-01" && day < day.advanced(by: 1))
        #expect(Day(daysSince1970: -1).description == "1969-12-31" && Day(daysSince1970: -1).weekday == .wednesday)
        for wrong in ["2026-02-29", "2026-13-01", "26-11-23", "2026-11-23 ", "2026-11-2x", ""] {
            #expect(Day(wrong) == nil, "\(wrong)")
        }
        #expect(Day(utc: Timestamp(nanoseconds: -1)).description == "1969-12-31")
    }

    @Test func timesOfDayAreReadAndWritten() throws {
        #expect(TimeOfDay("14:05")?.second == 14 * 3_600 + 300)
        #expect(TimeOfDay("00:00") == .midnight && TimeOfDay("23:59")?.description == "23:59")
        for wrong in ["24:00", "12:60", "1:00", "12-00", "12:0x", "٠١:00", ""] { #expect(TimeOfDay(wrong) == nil) }
    }

    @Test func aPatternHasItsWeekdaysWithoutClosures() throws {
        let monday = try #require(Day("2026-11-23"))
        let week = (0..<7).map(monday.advanced)
        #expect(week.allSatisfy(WeekPattern().contains))
        let weekend = WeekPattern([.saturday, .sunday], without: [week[6]...week[6].advanced(by: 3)])
        #expect(week.filter(weekend.contains) == [week[5]])
        #expect(weekend.contains(week[5].advanced(by: 7)))
    }

    // MARK: - Zones

    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zones-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// A zone whose file can't be read for a moment is not taken for another one later.
    @Test func aFailedReadIsNotRemembered() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("Somewhere").path
        // A link to itself can't be opened, not even by root.
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: file)
        let zones = Zones(in: folder.path)
        do throws(ZoneProblem) {
            _ = try zones.zone("Somewhere")
            Issue.record("it was read")
        } catch { #expect(error.isTemporary) }
        try FileManager.default.removeItem(atPath: file)
        try Data(TZifTests.file()).write(to: URL(fileURLWithPath: file))
        #expect(try zones.zone("Somewhere").offset(at: Timestamp(nanoseconds: 2_000_000_000_000)) == 3_600)
        // Once it was read it is known.
        try FileManager.default.removeItem(atPath: file)
        #expect(try zones.zone("Somewhere").name == "Somewhere")
        do throws(ZoneProblem) { _ = try zones.zone("Elsewhere") } catch { #expect(!error.isTemporary) }
    }

    @Test func theNextMidnightIsTheEarliestOfAllZones() throws {
        let zones = Zones()
        let now = try #require(Timestamp("2026-11-22T12:00:00Z"))
        #expect(zones.nextMidnight(after: now) == now.advanced(by: .seconds(86_400)))
        _ = try zones.zone("Europe/Madrid")
        #expect(zones.nextMidnight(after: now).description == "2026-11-22T23:00:00Z")
        _ = try zones.zone("Pacific/Auckland")
        #expect(zones.nextMidnight(after: now).description == "2026-11-22T23:00:00Z")
        _ = try zones.zone("Asia/Tokyo")
        #expect(zones.nextMidnight(after: now).description == "2026-11-22T15:00:00Z")
        let later = now.advanced(by: .seconds(3 * 3_600))
        #expect(zones.isOtherDay(now, than: later) && !zones.isOtherDay(now, than: now.advanced(by: .seconds(1))))
    }
}
