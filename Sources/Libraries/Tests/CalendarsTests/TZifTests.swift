import FeatureKit
import Foundation
import Testing

@testable import Calendars

struct TZifTests {
    /// A small file of version 2: an hour ahead from 1000 on, and a rule.
    static func file(
        version: UInt8 = UInt8(ascii: "2"), counts: [Int32] = [0, 0, 0, 1, 2, 8], turns: [Int64] = [1_000],
        kinds: [UInt8] = [1], types: [(Int32, UInt8, UInt8)] = [(0, 0, 0), (3_600, 0, 4)], rest: String = "\nCET-1\n"
    ) -> [UInt8] {
        func header(_ counts: [Int32]) -> [UInt8] {
            Array("TZif".utf8) + [version] + Array(repeating: 0, count: 15) + counts.flatMap { bytes($0) }
        }
        let names = Array("UTC\0CET\0".utf8)
        return header([0, 0, 0, 0, 1, 1]) + [0, 0, 0, 0, 0, 0, 0] + header(counts) + turns.flatMap { bytes($0) } + kinds
            + types.flatMap { bytes($0.0) + [$0.1, $0.2] } + names + Array(rest.utf8)
    }

    static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private func damage(_ bytes: [UInt8]) -> ZoneDamage? {
        do throws(ZoneDamage) { _ = try TZif(bytes) } catch { return error }
        return nil
    }

    @Test func aFileIsRead() throws {
        let file = try TZif(Self.file())
        #expect(file.first == 0 && file.transitions == [1_000] && file.offsets == [3_600])
        #expect(file.rule == ZoneRule(standard: 3_600, summer: nil))
        #expect(try TZif(Self.file(rest: "\n\n")).rule == nil)
        for version in "34".utf8 { #expect(damage(Self.file(version: version)) == nil) }
    }

    @Test func theFirstVersionHasShortTimesAndNoRule() throws {
        let counts: [Int32] = [0, 0, 0, 1, 1, 4]
        let file =
            Array("TZif".utf8) + [UInt8](repeating: 0, count: 16) + counts.flatMap { Self.bytes($0) }
            + Self.bytes(Int32(-5)) + [0] + Self.bytes(Int32(-3_600)) + [0, 0] + Array("XXX\0".utf8)
        #expect(try TZif(file).transitions == [-5] && TZif(file).offsets == [-3_600])
        #expect(damage(file + [0]) == .tooLong)
    }

    @Test func eachDamageIsSaid() {
        #expect(damage([]) == .notTZif)
        #expect(damage(Array("TZip".utf8) + Self.file().dropFirst(4)) == .notTZif)
        #expect(damage(Self.file(version: UInt8(ascii: "5"))) == .version)
        #expect(damage(Self.file(version: 1)) == .version)
        #expect(damage(Self.file(counts: [0, 0, 0, 1, 0, 8])) == .counts)
        #expect(damage(Self.file(counts: [0, 0, 0, 1, 2, 0])) == .counts)
        #expect(damage(Self.file(counts: [1, 0, 0, 1, 2, 8])) == .counts)
        #expect(damage(Self.file(counts: [0, 0, 0, -1, 2, 8])) == .counts)
        #expect(damage(Self.file(counts: [0, 0, 0, 2_001, 2, 8])) == .counts)
        #expect(damage(Self.file(counts: [0, 0, 1, 1, 2, 8])) == .leapSeconds)
        #expect(damage(Self.file(counts: [0, 0, 0, 2, 2, 8], turns: [1_000, 1_000], kinds: [0, 1])) == .order)
        #expect(damage(Self.file(kinds: [2])) == .type)
        #expect(damage(Self.file(types: [(0, 0, 0), (93_600, 0, 4)])) == .type)
        #expect(damage(Self.file(types: [(0, 0, 0), (3_600, 2, 4)])) == .type)
        #expect(damage(Self.file(types: [(0, 0, 0), (3_600, 0, 8)])) == .type)
        #expect(damage(Self.file(rest: "\nCET\n")) == .rule)
        #expect(damage(Self.file(rest: "\nCET-1")) == .tooShort)
        #expect(damage(Self.file(rest: "")) == .tooShort)
        #expect(damage(Self.file(rest: "\nCET-1\n\n")) == .tooLong)
        #expect(damage(Array(repeating: 0, count: TZif.mostBytes + 1)) == .tooLarge)
    }

    @Test func aFileThatWasCutIsNone() throws {
        for bytes in [Self.file(), try Self.madrid()] {
            for count in 0..<bytes.count { #expect(damage(Array(bytes.prefix(count))) != nil, "\(count)") }
        }
    }

    /// Whatever is read of damaged bytes can be asked, about any time, without a trap.
    @Test func damagedBytesAreReadOrRefused() throws {
        var random = SystemRandomNumberGenerator()
        let whole = [Self.file(), try Self.madrid()]
        var (read, refused) = (0, 0)
        for _ in 0..<4_000 {
            var bytes = whole.randomElement(using: &random) ?? []
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            do throws(ZoneDamage) {
                let zone = Zone(name: "damaged", try TZif(bytes))
                for nanoseconds in [Int64.min, -1, 0, 1_800_000_000_000_000_000, .max] {
                    let moment = Timestamp(nanoseconds: nanoseconds)
                    #expect(Zone.offsets.contains(zone.offset(at: moment)))
                    _ = zone.moment(zone.day(at: moment), secondOfDay: 7_200)
                }
                read += 1
            } catch {
                refused += 1
                #expect(!error.description.isEmpty)
            }
        }
        #expect(read > 100 && refused > 100)
    }

    private static func madrid() throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(Zone.usualFolder)/Europe/Madrid")))
    }
}

struct ZoneFileTests {
    private func problem(_ name: String, in folder: String = Zone.usualFolder) -> String? {
        do throws(ZoneProblem) { _ = try Zone(named: name, in: folder) } catch { return error.description }
        return nil
    }

    @Test(arguments: [
        "", "/Europe/Madrid", "Europe/", "Europe//Madrid", "../Madrid", "Europe/../Europe/Madrid", ".",
        "tzdata.zi", "Europe/Mádrid", "Europe/Madrid\0", "Europe Madrid", String(repeating: "A", count: 65),
    ])
    func whatIsNoNameIsNotOpened(_ name: String) {
        #expect(problem(name) == "a time zone is called something like Europe/Madrid, not \"\(name)\"")
    }

    @Test func whatIsNotThereIsSaid() {
        #expect(problem("Europe/Madird") == "this machine knows no time zone \"Europe/Madird\"")
        #expect(problem("Europe") == "this machine knows no time zone \"Europe\"")
        #expect(problem("Europe/Madrid/Sol") == "this machine knows no time zone \"Europe/Madrid/Sol\"")
        #expect(problem("UTC", in: "/nowhere") == "this machine knows no time zone \"UTC\"")
    }

    @Test func whatIsDamagedIsSaid() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zones-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ name: String, _ bytes: [UInt8]) throws {
            try Data(bytes).write(to: folder.appendingPathComponent(name))
        }
        try write("Empty", [])
        try write("Cut", Array(TZifTests.file().dropLast()))
        try write("Large", Array(repeating: 0, count: TZif.mostBytes + 1))
        try write("Good", TZifTests.file())
        let made = unsafe mkfifo(folder.appendingPathComponent("Pipe").path, 0o600)
        #expect(made == 0)
        #expect(
            problem("Empty", in: folder.path)
                == "the time zone \"Empty\" can't be used: its file is not of the tz database")
        #expect(problem("Cut", in: folder.path) == "the time zone \"Cut\" can't be used: its file ends too early")
        #expect(
            problem("Large", in: folder.path)
                == "the time zone \"Large\" can't be used: its file has more than 262144 bytes")
        #expect(problem("Pipe", in: folder.path) == "this machine knows no time zone \"Pipe\"")
        #expect(problem("Good", in: folder.path) == nil)
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "\(Zone.usualFolder)/right/UTC"), "there is no right/UTC"))
    func zonesThatCountLeapSecondsAreRefused() {
        #expect(problem("right/UTC") == "the time zone \"right/UTC\" can't be used: it counts leap seconds")
    }
}
