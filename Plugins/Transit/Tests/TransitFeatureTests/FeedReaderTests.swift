import Calendars
import Days
import FeatureKit
import GTFS
import Testing
import TransitEngine

@testable import TransitFeature

@Suite struct FeedReaderTests {
    private let today = Day(daysSince1970: 20_784)

    /// Reads the invented timetable with rows added to its files.
    private func read(adding rows: [String: String]) throws -> FeedReader {
        var tables = DemoFeed.tables(for: today)
        for (file, text) in rows { tables[file, default: []] += Array("\n\(text)".utf8) }
        return try FeedReader(
            [FeedTables(tables, name: "demo", prefix: "")], today: today, zones: Zones(), walk: 300, pace: 1.25)
    }

    /// 5,000 days are kept, with today among them, and it is said that others are not.
    @Test(arguments: ["long_ago,1,1,1,1,1,1,1,19700101,19700201", "for_ever,1,1,1,1,1,1,1,20260101,20991231"])
    func daysFarFromTodayAreLeftOut(row: String) throws {
        let reader = try read(adding: ["calendar.txt": row + "\n"])
        #expect(reader.network.days.count <= 5_000)
        #expect((reader.network.days.first..<reader.network.days.first + reader.network.days.count).contains(20_784))
        #expect(reader.report.errors == 1)
        #expect(reader.report.findings.first?.what.contains("too far from today") == true)
        let daily = try #require(reader.network.trips.first.map { reader.network.services[Int($0.service)] })
        #expect(daily.contains(20_784 - reader.network.days.first))
    }

    @Test func nobodyWalksFromOrToAStopWithoutAPlace() throws {
        let plain = try read(adding: [:])
        let reader = try read(adding: [
            "stops.txt": "NOWHERE_1,Nowhere,,\nNOWHERE_2,Nowhere,,\n",
            "stop_times.txt":
                "DEMO_R2N_A_608,23:58:00,23:58:00,NOWHERE_1,98\nDEMO_R2N_A_608,23:59:00,23:59:00,NOWHERE_2,99\n",
        ])
        #expect(reader.network.calls.count == plain.network.calls.count + 2)
        #expect(reader.network.footpaths.count == plain.network.footpaths.count)
        #expect(reader.report.errors == plain.report.errors + 2)
    }

    /// However many rows are wrong, and however long: so many are listed, with so many characters, the others counted.
    @Test func ofManyBadRowsTheFirstAreListed() throws {
        let long = String(repeating: "n", count: 10_000)
        let rows = [
            "stop_times.txt": String(repeating: "\(long),10:00:00,10:00:00,DEMO_SANTS,1\n", count: 1_000)
                + String(repeating: "none,10:00:00,10:00:00,DEMO_SANTS,1\n", count: 1_000_000),
            "stops.txt": String(repeating: "DEMO_SANTS,Twice,1,1\n", count: 1_500),
        ]
        let plain = try read(adding: [:])
        let reader = try read(adding: rows)
        #expect(reader.report.errors == plain.report.errors + 1_002_500)
        #expect(reader.report.findings.count == 2_000 && reader.report.unlisted == plain.report.errors + 1_000_500)
        #expect(reader.report.findings.map(\.what.count).max() == 2_000)
        #expect(try LoadingReport.shape.problems(in: Value(encoding: reader.report)) == [])
        #expect(reader.report.findings.first?.line == 13 && reader.report.findings.last?.file == "stop_times.txt")
        #expect(reader.network.calls.count == plain.network.calls.count)
    }

    /// What is wrong with a trip is said where it begins in the table.
    @Test func aTripWhoseTimesGoBackIsLeftOutAndItsLineSaid() throws {
        let plain = try read(adding: [:])
        let rows =
            "a,9:00:00,9:00:00,DEMO_SANTS,1\na,8:00:00,8:00:00,DEMO_CLOT,2\nb,,,DEMO_SANTS,1\nb,8:00:00,8:00:00,DEMO_CLOT,2\n"
        let reader = try read(adding: [
            "trips.txt": "DEMO_L1,daily,a,,0,\nDEMO_L1,daily,b,,0,\n", "stop_times.txt": rows,
        ])
        let found = reader.report.findings.filter { $0.what.contains("times that go back") }
        // A blank line and the rows of the others lie before them.
        let first = plain.network.calls.count + 3
        #expect(found.map(\.line) == [first, first + 2] && reader.report.errors == plain.report.errors + 2)
        #expect(reader.network.trips.count == plain.network.trips.count)
    }
}
