@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import HostSystem
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// Writing, and finding again.
struct AuditLogTests {
    private var stand: AuditStand

    init() throws { stand = try AuditStand() }

    @Test func `a full file makes room for the next, and the oldest goes with a record`() async throws {
        var stand = stand
        stand.limits.file = 4_096
        stand.limits.all = 16_384
        let audit = stand.open()
        try await stand.fill(audit, 100)
        let verdict = try await audit.verify(Journal())
        #expect(verdict.isWhole, "\(verdict)")
        #expect((verdict.first ?? 0) > 1)
        let files = try stand.files
        #expect(files.count <= 5)
        #expect(try files.allSatisfy { try stand.bytes($0).count <= 4_096 })
        var query = AuditQuery()
        query.what = "fileDropped"
        let dropped = try await audit.page(query).records
        #expect(dropped.first?["after"]?["last"] == .integer(Int64((verdict.first ?? 0) - 1)))
        // The next host goes on, and knows what was dropped.
        let next = stand.open()
        try await stand.fill(next, 1)
        #expect(try await next.verify(Journal()).isWhole)
        // Another file that goes is missed, the first as well as one between.
        try FileManager.default.removeItem(atPath: stand.folder["audit/\(files[2])"])
        #expect(try await stand.verdict().problem?.contains("stands where") ?? false)
        try FileManager.default.removeItem(atPath: stand.folder["audit/\(files[0])"])
        #expect(try await stand.verdict().problem?.hasSuffix("is gone") ?? false)
    }

    @Test func `pages stay what they are while records come`() async throws {
        var stand = stand
        stand.limits.file = 4_096
        let audit = stand.open()
        try await stand.fill(audit, 100)
        var (query, seen) = (AuditQuery(), [Int]())
        query.limit = 7
        repeat {
            let page = try await audit.page(query)
            seen += page.records.compactMap {
                if case .integer(let number)? = $0["number"] { Int(number) } else { nil }
            }
            query.before = page.next
            try await stand.fill(audit, 2, from: 1_000)
        } while query.before != nil
        #expect(seen == (1...100).reversed())
    }

    @Test func `who, what, on what and when`() async throws {
        let audit = stand.open()
        try await stand.fill(audit, 10)
        let ann = Author(name: "ci", way: .token(id: "k3Jw9QmZ", address: "10.0.0.7"))
        try await audit.add(
            AuditEntry(.override, of: "features/ble/enabled", by: ann, before: nil, after: false, at: AuditStand.start))
        try await audit.add(
            AuditEntry(.lapse, of: "features/blend/enabled, flags/x/serve", before: true, at: AuditStand.start))
        func count(_ change: (inout AuditQuery) -> Void) async throws -> Int {
            var query = AuditQuery()
            change(&query)
            return try await audit.page(query).records.count
        }
        #expect(try await count { $0.who = "ann" } == 5)
        #expect(try await count { $0.who = "ci" } == 1)
        #expect(try await count { $0.who = "k3Jw9QmZ" } == 1)
        #expect(try await count { $0.what = "call" } == 10)
        #expect(try await count { $0.target = "features/ble" } == 1)
        #expect(try await count { $0.target = "features" } == 2)
        #expect(try await count { $0.target = "flags/x" } == 1)
        #expect(try await count { $0.target = "features/bl" } == 0)
        #expect(
            try await count { $0.since = Timestamp(nanoseconds: AuditStand.start.nanoseconds + 9_000_000_000) } == 2)
        #expect(try await count { $0.until = AuditStand.start } == 2)
    }

    @Test func `what waits together shares a write`() async throws {
        let audit = stand.open()
        try await stand.fill(audit, 1)
        let before = stand.disk.count(.sync)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<1_000 { group.addTask { try await audit.add(AuditStand.entry(number)) } }
            try await group.waitForAll()
        }
        #expect(stand.disk.count(.sync) - before < 500)
        let verdict = try await audit.verify(Journal())
        #expect(verdict.isWhole && verdict.records == 1_001)
    }

    @Test(arguments: [FaultyDisk.Call.append, .sync], [ENOSPC, EIO, EROFS])
    func `what can't be written was not written, and what is owed comes later`(
        call: FaultyDisk.Call, code: Int32
    ) async throws {
        let audit = stand.open()
        try await stand.fill(audit, 2)
        stand.disk.fail(call, code, after: 100)
        let problem = AuditProblem.notWritten(path: stand.folder["audit"], because: SystemError(code: code))
        await #expect(throws: problem) { try await audit.add(AuditStand.entry(3)) }
        var owed = AuditStand.entry(4)
        owed.isLate = true
        let receipt = audit.owe(owed)
        await #expect(throws: problem) { try await receipt.wait() }
        #expect(audit.status.owes == 1)
        #expect(audit.status.failure == "\(problem)")
        stand.disk.fail(call, nil)
        await audit.retry()
        #expect(audit.status == AuditStatus())
        let records = try await audit.page(AuditQuery()).records.map { $0["reason"] }
        #expect(records == ["why 4", "why 2", "why 1"])
        #expect(try await audit.verify(Journal()).isWhole)
    }

    @Test func `an action whose record is being written is not dropped when too many wait`() async throws {
        let (audit, receipts) = (stand.open(), Lock<[AuditReceipt]>([]))
        try await stand.fill(audit, 1)
        let most = AuditLimits.waiting + AuditLimits.owed
        stand.disk.during(.append) {
            for number in 1...most { receipts.withLock { $0.append(audit.owe(AuditStand.entry(number + 2))) } }
        }
        try await audit.owe(AuditStand.entry(2)).wait()
        let later = receipts.withLock { $0 }
        await #expect(throws: AuditProblem.tooMany(AuditLimits.owed)) { try await later.first?.wait() }
        for receipt in later.dropFirst() { try await receipt.wait() }
        let verdict = try await audit.verify(Journal())
        #expect(verdict.isWhole && verdict.records == 1 + most)
    }

    @Test func `room is made sure of before anything happens`() async throws {
        let audit = stand.open()
        stand.disk.fail(.reserve, ENOSPC)
        await #expect(throws: AuditProblem.self) { try await audit.makeRoom() }
        stand.disk.fail(.reserve, nil)
        try await audit.makeRoom()
        // From here on a full disk takes nothing away.
        stand.disk.fail(.reserve, ENOSPC)
        try await audit.makeRoom()
        try await audit.add(AuditStand.entry(1))
        var found = stat()
        #expect(unsafe stat(stand.folder["audit/00000001.jsonl"], &found) == 0)
        #expect(Int(found.st_blocks) * 512 > Int(found.st_size) + AuditLimits.record)
    }

    @Test func `the longest record fits, and says what it leaves out`() async throws {
        let audit = stand.open()
        let long = String(repeating: "\u{1}", count: 5_000)
        var entry = AuditEntry(
            .apply, of: long, by: Author(name: long, way: .token(id: long, address: long)),
            because: String(repeating: "🎏", count: 500), before: .text(long), after: .text(long), at: AuditStand.start)
        let old = Value.object(Members((0..<500).map { ("name \($0)", .text(long)) }))
        entry.differences = Differences(from: old, to: [:], most: AuditLimits.differences)
        entry.seal = RevisionSeal(cause: long, hash: AuditLine.nothing, author: nil, reason: nil)
        try await audit.add(entry)
        let line = try stand.bytes()
        #expect(line.count <= AuditLimits.record)
        let record = try #require(try await audit.page(AuditQuery()).records.first)
        #expect(record["reason"] == .text(String(repeating: "🎏", count: 500)))
        #expect(record["before"] == ["bytes": 30_002])
        guard case .list(let told)? = record["differences"], case .integer(let more)? = record["more"] else {
            Issue.record("there are no differences")
            return
        }
        #expect(told.count + Int(more) == 500 && told.count <= 100 && !told.isEmpty)
        #expect(try await audit.verify(Journal()).isWhole)
    }

    @Test func `a clock that goes back changes nothing about the order`() async throws {
        let audit = stand.open()
        for seconds in [100, 50, 0, -1_000] {
            let at = Timestamp(nanoseconds: AuditStand.start.nanoseconds + Int64(seconds) * 1_000_000_000)
            try await audit.add(AuditEntry(.call, of: "\(seconds)", at: at))
        }
        #expect(try await audit.page(AuditQuery()).records.map { $0["target"] } == ["-1000", "0", "50", "100"])
        var query = AuditQuery()
        query.since = Timestamp(nanoseconds: AuditStand.start.nanoseconds + 50_000_000_000)
        #expect(try await audit.page(query).records.map { $0["target"] } == ["50", "100"])
        #expect(try await audit.verify(Journal()).isWhole)
    }

    @Test func `names and reasons forge no lines in the table`() async throws {
        let audit = stand.open()
        try await audit.add(
            AuditEntry(
                .override, of: "features/a\n2  now/enabled", by: Author(name: "ann\r\u{1B}[2J", user: 1),
                because: "x\n3  2026", before: true, after: false, at: AuditStand.start))
        let text = AuditTable.text(try await audit.page(AuditQuery()).value)
        #expect(text.split(separator: "\n").count == 2)
        #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
        #expect(text.contains("true → false"))
    }
}
