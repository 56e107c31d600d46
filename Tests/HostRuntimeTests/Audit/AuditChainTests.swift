@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import HostSystem
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// Changes that somebody makes to the files of the audit log are detected.
struct AuditChainTests {
    private let stand: AuditStand

    init() throws { stand = try AuditStand() }

    @Test func `a record is a line with its number, the previous hash and its own hash`() async throws {
        let audit = stand.open()
        try await stand.fill(audit, 2)
        let records = try stand.lines().map { try Value(json: Array($0.utf8)) }
        #expect(records.map { $0["number"] } == [1, 2])
        #expect(records[0]["previous"] == .text(String(repeating: "0", count: 64)))
        #expect(records[1]["previous"] == records[0]["hash"])
        #expect(
            try stand.lines()[1].hasPrefix(
                #"{"number":2,"previous":""# + (records[0].text("hash") ?? "")
                    + #"","at":"2026-11-18T11:06:42Z","deed":"call","target":"route.2","by":"ann","uid":1000,"#
                    + #""reason":"why 2","after":{"as":"somebody"},"hash":""#))
        var mode = stat()
        #expect(unsafe stat(stand.folder["audit/00000001.jsonl"], &mode) == 0)
        #expect(mode.st_mode & 0o777 == 0o600)
        let verdict = try await stand.verdict()
        #expect(verdict.isWhole && verdict.records == 2 && verdict.first == 1 && verdict.last == 2)
        #expect(verdict.hash == records[1].text("hash"))
    }

    @Test func `a change of any bit of a file is detected`() async throws {
        let audit = stand.open()
        for target in ["a", "b"] { try await audit.add(AuditEntry(.call, of: target, at: AuditStand.start)) }
        let bytes = try stand.bytes()
        for place in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << UInt8(bit)
                try stand.write(changed)
                let verdict = try await stand.verdict()
                if verdict.isWhole {
                    Issue.record("bit \(bit) of byte \(place) does not count")
                    return
                }
            }
        }
    }

    @Test func `records that are missing, doubled or swapped are named`() async throws {
        try await stand.fill(stand.open(), 5)
        let lines = try stand.lines()
        func told(_ lines: [String]) async throws -> String? {
            try stand.write(Array((lines.joined(separator: "\n") + "\n").utf8))
            return try await stand.verdict().problem
        }
        let name = "00000001.jsonl"
        #expect(try await told(lines) == nil)
        #expect(try await told(Array(lines[1...])) == "\(name): what was written before record 2 is gone")
        #expect(try await told(Array(lines[..<2] + lines[3...])) == "\(name): record 4 stands where 3 belongs")
        #expect(
            try await told([lines[0], lines[2], lines[1], lines[3], lines[4]])
                == "\(name): record 3 stands where 2 belongs")
        #expect(try await told(Array(lines[..<3] + lines[2...])) == "\(name): record 3 stands where 4 belongs")
        #expect(
            try await told(lines[..<2] + [""] + lines[2...]) == "\(name): line 3 is no record, where record 3 belongs")
        // To hide a forged record, one has to recompute its hash and those of all records after it.
        let forged = lines[1].replacing("why 2", with: "why not")
        #expect(try await told([lines[0], forged] + lines[2...]) == "\(name): record 2 is not what was written")
        let place = try #require(AuditLine.place(Array(forged.utf8)[...]))
        let hash = AuditLine.hash(of: Array(forged.utf8)[...], at: place)
        let rehashed = forged.dropLast(66) + hash + "\"}"
        #expect(
            try await told([lines[0], String(rehashed)] + lines[2...])
                == "\(name): record 3 follows another record than the one before it")
        // Only missing records at the end go unnoticed, unless somebody keeps the last hash elsewhere.
        #expect(try await told(Array(lines[..<4])) == nil)
        let last = try Value(json: Array(lines[4].utf8)).text("hash")
        #expect(
            try await stand.verdict(expecting: last).problem
                == "the chain does not hold the hash that was asked for")
        let third = try Value(json: Array(lines[2].utf8)).text("hash")
        #expect(try await stand.verdict(expecting: third).hasExpected == true)
    }

    @Test func `half a line at the end is set aside and reported`() async throws {
        try await stand.fill(stand.open(), 3)
        let bytes = try stand.bytes()
        for cut in [1, 40, 200] {
            try stand.write(Array(bytes.dropLast(cut)))
            let problem = try await stand.verdict().problem
            #expect(problem?.hasPrefix("00000001.jsonl: after record 2 stand ") ?? false)
            let audit = stand.open()
            try await audit.add(AuditStand.entry(9))
            let verdict = try await audit.verify(Journal())
            #expect(verdict.isWhole, "\(verdict)")
            // A record that lacks only its line end is kept.
            #expect(verdict.records == (cut == 1 ? 4 : 4))
            let records = try await audit.page(AuditQuery()).records
            #expect(records[1]["deed"] == (cut == 1 ? "call" : "cutOff"))
            try FileManager.default.removeItem(atPath: stand.folder["audit"])
            try stand.folder.makeFolder("audit")
        }
    }

    @Test func `a broken chain is reported once, and records are still added`() async throws {
        try await stand.fill(stand.open(), 4)
        var lines = try stand.lines()
        lines[1] = lines[1].replacing("why 2", with: "why 3")
        try stand.write(Array((lines.joined(separator: "\n") + "\n").utf8))
        for round in 1...2 {
            let audit = stand.open()
            try await audit.add(AuditStand.entry(9))
            #expect(
                audit.status.broken
                    == .init(what: "00000001.jsonl: record 2 is not what was written", isTold: round == 2))
            let told = try await audit.page(AuditQuery()).records.filter { $0["deed"] == "chainBroken" }
            #expect(told.count == 1)
            #expect(told.first?["reason"] == "00000001.jsonl: record 2 is not what was written")
            #expect(try await audit.verify(Journal()).problem == "00000001.jsonl: record 2 is not what was written")
        }
        #expect(try stand.lines().count == 7)
    }

    @Test func `records that are removed, cut or added while a host runs are detected`() async throws {
        let audit = stand.open()
        try await stand.fill(audit, 4)
        let lines = try stand.lines()
        try stand.write(Array((lines[..<3].joined(separator: "\n") + "\n").utf8))
        #expect(
            try await audit.verify(Journal()).problem == "audit: the records after 3 are gone, up to 4")
        try await audit.add(AuditStand.entry(5))
        #expect(audit.status.broken?.what == "00000001.jsonl: the records after 3 are gone, up to 4")
        #expect(try await audit.verify(Journal()).problem == "00000001.jsonl: record 5 stands where 4 belongs")
        // All of it.
        try FileManager.default.removeItem(atPath: stand.folder["audit"])
        try await audit.add(AuditStand.entry(6))
        let verdict = try await audit.verify(Journal())
        #expect(verdict.first == 7 && verdict.last == 8)
        #expect(verdict.problem == "00000007.jsonl: what was written before record 7 is gone")
    }

    @Test func `the documented ten lines of Python give the same verdict`() async throws {
        let audit = stand.open()
        try await audit.add(
            AuditEntry(.tokenMade, of: "é\u{2028}\u{1}\"\\🎏", by: AuditStand.ann, because: "ünï", at: AuditStand.start))
        try await stand.fill(audit, 20)
        let page = try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/access.md"),
            encoding: .utf8)
        let script = try #require(page.firstRange(of: "```python\n")).upperBound
        let end = try #require(page[script...].firstRange(of: "```")).lowerBound
        func run() throws -> ProgramRun {
            try ProgramRun("/usr/bin/env", ["python3", "-c", String(page[script..<end]), stand.folder["audit"]])
        }
        let hash = try await audit.verify(Journal()).hash
        let verified = try run()
        #expect(verified.exit == .code(0))
        #expect(verified.output == "21 \(hash ?? "")\n")
        var bytes = try stand.bytes()
        bytes[500] ^= 1
        try stand.write(bytes)
        #expect(try run().exit == .code(1))
    }
}
