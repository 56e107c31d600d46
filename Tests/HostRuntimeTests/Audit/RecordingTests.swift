@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import Foundation
import HostConfig
import HostSystem
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// What `ConfigurationManager` writes to the audit log.
@Suite(.timeLimit(.minutes(1))) struct RecordingTests {
    private static let target = OverrideTarget(.featureEnabled, of: "b")

    @Test func `each revision and each command of an operator has its record`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            try await stand.override(true, because: "rain")
            try await stand.override(nil)
            _ = try await stand.apply("features: { a: { settings: { size: 2 } } }", confirmWithin: .seconds(60))
            _ = try await stand.configuration.confirm(by: KeepingStand.ann)
            _ = try await stand.rollBack(to: 1)
            try await stand.save("features: { a: {}, c: {} }")
            let records = try await stand.records().reversed().map { record in
                [
                    record.text("deed"), record.text("target"), record.text("by"), record.text("reason"),
                    record["before"]?.json, record["after"]?.json, record.text("revision"),
                ].map { $0 ?? "-" }.joined(separator: " ")
            }
            let file = stand.folder["plugins.yaml"]
            #expect(
                records == [
                    "start \(file) - - - - 1", "override features/b/enabled ann rain - true 2",
                    "reset features/b/enabled ann - true - 3", "apply new.yaml ann a test - - 4",
                    "confirm revision 4 ann - - - 4", "rollback revision 1 ann - - - 5", "document \(file) - - - - 6",
                ])
            let change = try await stand.records()[3]
            #expect(
                change["differences"]
                    == [["path": "features.a.settings", "new": ["size": 2]]], "\(change.json)")
            let verdict = try await stand.configuration.verifyAudit(expecting: nil)
            #expect(verdict.isWhole, "\(verdict)")
        }
    }

    @Test func `overrides that expire together share one record`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            try await stand.override(true, for: .seconds(60))
            let record = try #require(try await stand.records().first)
            #expect(record["until"] != nil)
            await stand.clock.sleepers(atLeast: 1)
            stand.clock.advance(by: .seconds(61))
            while stand.configuration.journal.last?.number != 3, !Task.isCancelled { await Task.yield() }
            await stand.configuration.inTurn {}
            let expiry = try #require(try await stand.records().first)
            #expect(expiry["deed"] == "lapse" && expiry["by"] == nil)
            #expect(expiry["before"] == true && expiry["after"] == nil)
        }
    }

    @Test func `a record that a crash prevented is written at the next start`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            try await stand.override(true, because: "rain")
            let lost = try await stand.records()[0]
            // After a crash: the revision, and half of its record.
            let path = stand.folder["state/audit/00000001.jsonl"]
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            try bytes.dropLast(50).write(to: URL(fileURLWithPath: path))
            try await stand.succeeded { next in
                try await next.save("features: { a: {} }")
                let records = try await next.records()
                #expect(records.map { $0.text("deed") } == ["override", "cutOff", "start"])
                #expect(records[0]["late"] == true)
                for name in ["by", "reason", "before", "after", "revision", "cause", "content", "at", "target"] {
                    #expect(records[0][name] == lost[name], "\(name)")
                }
                #expect(try await next.configuration.verifyAudit(expecting: nil).problem == nil)
            }
        }
    }

    @Test func `a history without an audit log gets one, and a history that lost revisions is reported`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            let index = stand.folder["state/revisions.json"]
            let early = try Data(contentsOf: URL(fileURLWithPath: index))
            try await stand.override(true)
            try await stand.override(nil)
            try FileManager.default.removeItem(atPath: stand.folder["state/audit"])
            try await stand.succeeded { next in
                try await next.save("features: { a: {} }")
                let records = try await next.records()
                #expect(records.map { $0["late"] } == [true, true, true, nil])
                #expect(records.last?["deed"] == "chainBroken")
                #expect(try await next.configuration.verifyAudit(expecting: nil).problem == nil)
            }
            try early.write(to: URL(fileURLWithPath: index))
            try await stand.succeeded { next in
                try await next.save("features: { a: {} }")
                let lost = try #require(try await next.records().first)
                #expect(lost["deed"] == "historyLost" && lost["revision"] == 1)
                try await next.override(true, because: "again")
                #expect(try await next.configuration.verifyAudit(expecting: nil).problem == nil)
            }
        }
    }

    @Test func `a history that differs from the audit log is detected`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            try await stand.override(true, because: "rain")
            var journal = stand.configuration.journal
            let audit = stand.configuration.audit
            #expect(try await audit.verify(journal).problem == nil)
            let last = try #require(journal.last)
            journal.revisions[1] = Revision(
                number: 2, at: last.at, author: Author(name: "bob", user: 1000), reason: last.reason, cause: last.cause,
                hash: last.hash, summary: "")
            #expect(
                try await audit.verify(journal).problem
                    == "record 2 says something else of revision 2 than the history")
            journal.revisions[1] = last
            journal.revisions.append(
                Revision(number: 3, at: last.at, author: nil, reason: nil, cause: .start, hash: last.hash, summary: ""))
            #expect(try await audit.verify(journal).problem == "revision 3 has no record")
            #expect(audit.status.broken == nil)
            // What the host's own check finds is reported once: by `/readyz` and in a record.
            for _ in 1...2 {
                let verdict = try await audit.verify(journal, asHost: true)
                #expect(verdict.problem == "revision 3 has no record")
                #expect(
                    audit.status.broken
                        == .init(kind: .history, what: "revision 3 has no record", isTold: false))
            }
            let records = try await audit.page(AuditQuery()).records
            let told = records.filter { $0["deed"] == "historyDiffers" }
            #expect(told.count == 1 && told.first?["reason"] == "revision 3 has no record")
            // The next host finds the record and is ready; the difference remains.
            let next = AuditLog(state: stand.folder["state"])
            #expect(try await next.verify(journal, asHost: true).problem == "revision 3 has no record")
            #expect(next.status.broken?.isTold == true)
            #expect(try await next.page(AuditQuery()).records.count == records.count)
            // A hash that one caller expects and the chain lacks is reported to that caller only.
            let other = AuditLog(state: stand.folder["state"])
            journal.revisions.removeLast()
            let missing = try await other.verify(journal, expecting: String(repeating: "a", count: 64), asHost: true)
            #expect(missing.problem == "the chain does not hold the hash that was asked for")
            #expect(other.status.broken == nil)
        }
    }

    @Test func `if no record can be written, an operator's change is refused before it applies`() async throws {
        try await KeepingStand.run { stand async throws in
            // A file in place of the folder prevents all writing.
            try stand.write("state/audit", "")
            try await stand.save("features: { a: {} }")
            let revision = stand.configuration.journal.last?.number
            await #expect(throws: OverrideProblem.self) { try await stand.override(true) }
            await #expect(throws: ConfigProblem.self) { try await stand.apply("features: { b: {} }") }
            #expect(stand.configuration.journal.last?.number == revision && stand.state("b") == "off")
            // A saved document applies, and gets its record as soon as one can be written.
            #expect(try await stand.save("features: { b: {} }") == .applied)
            #expect(stand.state("b") == "active")
            try FileManager.default.removeItem(atPath: stand.folder["state/audit"])
            await stand.configuration.recordWhatIsOwed()
            #expect(try await stand.records().map { $0["revision"] } == [2, 1])
            #expect(try await stand.configuration.verifyAudit(expecting: nil).problem == nil)
            try await stand.override(false)
        }
    }
}

extension KeepingStand {
    fileprivate func override(
        _ isOn: Bool?, because reason: String? = nil, for lifetime: Duration? = nil
    ) async throws {
        _ = try await configuration.override(
            OverrideTarget(.featureEnabled, of: "b"),
            isOn.map { OverrideRequest(.truth($0), because: reason, for: lifetime) }, by: Self.ann, within: .seconds(10)
        )
    }

    /// The newest first.
    fileprivate func records() async throws -> [Value] {
        // The late record follows.
        await configuration.audit.rest()
        return try await configuration.audit.page(AuditQuery()).records
    }
}
