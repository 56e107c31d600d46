import Calendars
import FeatureKit
import Foundation
import Testing

@testable import BarsFeature

struct ScheduleTests {
    @Test func aShiftLastsAsLongWhereClocksAreSet() throws {
        var settings = Bars.Settings()
        settings.shifts = [Shift(id: "late", starts: "23:30", lasts: .seconds(5 * 3_600))]
        let schedule = try Schedule(settings)
        for day in ["2026-03-28", "2026-10-24", "2026-12-31"] {
            let span = try schedule.span(settings.shifts[0], try #require(Day(day)), .some)
            #expect(span.upperBound == span.lowerBound.advanced(by: .seconds(5 * 3_600)))
        }
    }

    /// A bar whose zone can't be read just now is refused, and never has another bar's clock.
    @Test func aZoneThatCannotBeReadIsNoOtherZone() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zones-\(UUID())")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("Europe"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let madrid = "/usr/share/zoneinfo/Europe/Madrid"
        try FileManager.default.copyItem(atPath: madrid, toPath: folder.path + "/Europe/Madrid")
        let tokyo = folder.path + "/Tokyo"
        // A link to itself can't be opened, not even by root.
        try FileManager.default.createSymbolicLink(atPath: tokyo, withDestinationPath: tokyo)
        let schedule = try Schedule(Bars.Settings(), zones: Zones(in: folder.path))
        let bar = Bar.some { $0.zone = "Tokyo" }
        #expect(throws: BarRefusal.zoneUnreadable(zone: "Tokyo")) { try schedule.today(bar, noon) }
        try FileManager.default.removeItem(atPath: tokyo)
        // A zone that the machine does not know is that of the settings.
        #expect(try schedule.zone(named: "Tokyo").name == "Europe/Madrid")
        try FileManager.default.copyItem(atPath: "/usr/share/zoneinfo/Asia/Tokyo", toPath: tokyo)
        let late = noon.advanced(by: .seconds(5 * 3_600))
        #expect(try schedule.today(bar, late).description == "2026-11-23")
        #expect(try schedule.today(.some, late).description == "2026-11-22")
    }

    @Test func wrongSettingsAreToldAllAtOnce() {
        var settings = Bars.Settings()
        settings.shifts = [Shift(id: "tea", starts: "25:00"), Shift(id: "tea", starts: "17:00")]
        settings.zone = "Europe/Madird"
        settings.types = ["meat", "fish", "meat"]
        #expect(
            Bars.problems(in: settings).map { "\($0.path)" } == ["zone", "shifts[0]", "shifts[1]", "types[2]"])
        #expect(Bars.problems(in: .init()).isEmpty)
    }
}
