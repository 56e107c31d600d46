import Archives
import CSV
import Calendars
import Foundation
import GTFS
import Protobuf
import Testing

@Suite struct FeedTablesTests {
    private static let least = [
        "agency.txt", "routes.txt", "stops.txt", "trips.txt", "stop_times.txt", "calendar_dates.txt",
    ]

    private func zip(_ names: [String]) throws -> [UInt8] {
        try ArchiveWriter.bytes(of: names.map { ArchiveWriter.File($0, Array("a,b\n1,\($0)\n".utf8)) })
    }

    private func rows(_ table: CSVTable) -> [String] {
        var rows: [String] = []
        table.each { rows.append($0.text("b")) }
        return rows
    }

    @Test func tablesAreReadFromAZipFileAlsoWhereTheyLieInAFolder() throws {
        for folder in ["", "feed/2026/"] {
            let tables = try FeedTables(
                zip: try zip(Self.least.map { folder + $0 } + ["readme.md"]), name: "x", prefix: "P_")
            #expect(tables.name == "x" && tables.prefix == "P_")
            #expect(rows(tables["stops.txt"]) == [folder + "stops.txt"] && rows(tables["shapes.txt"]) == [])
        }
    }

    @Test func tablesAreReadFromAFolder() throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "gtfs-\(UUID())")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        for name in Self.least { try Data("b\n\(name)\n".utf8).write(to: place.appending(path: name)) }
        #expect(rows(try FeedTables(path: place.path, prefix: "")["trips.txt"]) == ["trips.txt"])
        try FileManager.default.removeItem(at: place.appending(path: "trips.txt"))
        #expect(throws: FeedProblem(place.path, "it has no trips.txt")) { try FeedTables(path: place.path, prefix: "") }
    }

    @Test func aFeedWithoutWhatItNeedsIsRefused() throws {
        for name in Self.least {
            let rest = try zip(Self.least.filter { $0 != name })
            let error = #expect(throws: FeedProblem.self) { try FeedTables(zip: rest, name: "x", prefix: "") }
            #expect(error?.description.hasPrefix("x: it has n") == true && error?.description.contains(name) == true)
        }
        #expect(throws: FeedProblem.self) { try FeedTables(zip: [1, 2], name: "x", prefix: "") }
        #expect(throws: FeedProblem.self) { try FeedTables(path: "/nowhere.zip", prefix: "") }
    }

    @Test(
        arguments: [
            ("8:05:00", 29_100), ("08:05:09", 29_109), ("25:10:00", 90_600), ("0:00:00", 0), ("8:05", nil),
            ("8:60:00", nil),
            ("8:05:60", nil), ("", nil), ("::", nil), ("8::5", nil), ("8:5:5", 29_105), ("1:2:3:4", nil),
            ("-1:00:00", nil), ("99999:00:00", nil),
            ("8h", nil),
        ] as [(String, Int32?)]) func aTimeMayLieBeyondMidnight(text: String, seconds: Int32?)
    {
        #expect(Int32(clock: text) == seconds)
        CSVTable(Array("t,x\n\(text),1".utf8)).each { #expect($0.time("t") == seconds && $0.time(0) == seconds) }
    }

    @Test func aDayHasEightDigits() {
        #expect(Day(compact: "20261127") == Day("2026-11-27"))
        for text in ["2026-11-27", "20261327", "2026112", "", "2026112a"] { #expect(Day(compact: text) == nil) }
    }

    @Test func aMessageHasAHeaderAndEntities() throws {
        // Version 2.0, differential, made at 300; an entity "a" with a field, and one "b" that is deleted.
        let bytes: [UInt8] = [
            0x0A, 10, 0x0A, 3, 0x32, 0x2E, 0x30, 0x10, 1, 0x18, 0xAC, 2, 0x12, 5, 0x0A, 1, 0x61, 0x1A, 0, 0x12, 5, 0x0A,
            1,
            0x62, 0x10, 1,
        ]
        let message = try RealtimeMessage(bytes)
        #expect(message.made == 300 && message.isDifferential)
        #expect(message.entities.map(\.id) == ["a", "b"])
        #expect(message.entities.map { $0.bytes.map(Array.init) } == [[0x0A, 1, 0x61, 0x1A, 0], nil])
        for damaged in [Array(bytes.dropLast()), Array(bytes.dropFirst(12)), []] {
            #expect(throws: WireMessage.Damage.self) { try RealtimeMessage(damaged) }
        }
    }
}
