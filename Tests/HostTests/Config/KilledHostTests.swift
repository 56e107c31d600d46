@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// The real host is killed at random moments while changes of all kinds come from several connections; what was
/// acknowledged has to be there afterwards, and nothing by halves.
@Suite(.timeLimit(.minutes(15)))
struct KilledHostTests {
    private static let people = (0..<40).map { "person-\($0)" }

    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test(arguments: Seeds.forThisRun(count: 1))
    func `killed at any moment, a host has all that it acknowledged`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let crowd = try await prepare()
        /// What the host before told when it was asked, and what came then.
        var before: (history: History, storm: ChangeStorm)?
        var (acknowledged, unanswered) = (0, 0)
        for round in 1...Soak.rounds {
            try expectNothingByHalves("round \(round)")
            let (earlier, current) = (before, generator)
            (before, generator) = try await HostProcess.run(folder.run()) { host in
                try await host.expectReady("ble active, track active")
                let history = try await History(folder)
                if let earlier {
                    unanswered += try await check(
                        history, since: earlier.history, earlier.storm.outcome, "round \(round)")
                }
                try await expectAudited(history, "round \(round)")
                #expect(try await colors() == crowd, "round \(round)")
                var generator = current
                let storm = ChangeStorm(
                    in: folder, after: history.last.number, from: round * 10_000, using: &generator)
                try await storm.rage(at: host)
                try await host.expectExit(.signal(SIGKILL))
                acknowledged += storm.outcome.acknowledged.count
                return ((history, storm), generator)
            }
        }
        print("killed \(Soak.rounds) times: \(acknowledged) changes acknowledged, \(unanswered) others were kept too")
        #expect(acknowledged > Soak.rounds)
    }

    /// A check that never finds anything proves nothing.
    @Test func `what is taken away after it was acknowledged is missed`() async throws {
        _ = try await prepare()
        let before = try folder.contents(of: "state/revisions.json")
        var generator = SeededGenerator(seed: 1)
        let (history, storm) = try await HostProcess.run(folder.run()) { host in
            try await host.expectReady()
            let history = try await History(folder)
            let storm = ChangeStorm(
                in: folder, after: history.last.number, from: 10_000, acknowledged: 3...3, using: &generator)
            try await storm.rage(at: host)
            return (history, storm)
        }
        try folder.write("state/revisions.json", before)
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady()
            let now = try await History(folder)
            try await withKnownIssue {
                _ = try await check(now, since: history, storm.outcome, "afterwards")
            } matching: { issue in
                "\(issue.comments)".contains("was acknowledged")
            }
        }
    }

    /// Lets people be divided as no new host would divide them.
    private func prepare() async throws -> [String] {
        try folder.write("plugins.yaml", ChangeStorm.document(0, steady: ["red": 10, "blue": 45, "green": 45]).json)
        return try await HostProcess.run(folder.run()) { host in
            try await host.expectReady("ble active, track active")
            let seen = host.errors.lines.count
            try folder.write("plugins.yaml", ChangeStorm.document(1).json)
            try await host.expectRecord("document applied", after: seen)
            return try await colors()
        }
    }

    /// Who gets what of the flag that no document changes any more.
    private func colors() async throws -> [String] {
        var colors: [String] = []
        for person in Self.people {
            let answer = try await folder.localSocket.flag("steady", for: ["targetingKey": .text(person)])
            if case .text(let color)? = try answer.json()["value"] { colors.append(color) }
        }
        return colors
    }

    /// What lies on the disk while no host runs can be read, all of it.
    private func expectNothingByHalves(_ round: String) throws {
        let found = JournalStore(folder: folder["state"]).read()
        #expect(found.problems == [], "\(round)")
        #expect(found.revision == found.journal.last?.number, "\(round)")
    }

    /// The audit is whole, and says the same of each revision as the history does, once.
    private func expectAudited(_ history: History, _ round: String) async throws {
        let verdict = try await folder.localSocket.get("/ops/v1/audit/verify").json()
        #expect(verdict["whole"] == true, "\(round): \(verdict.json)")
        var told: [Int: [Value]] = [:]
        var place = ""
        repeat {
            let page = try await folder.localSocket.get("/ops/v1/audit?limit=1000\(place)").json()
            for record in page.list("records") {
                guard record["content"] != nil, case .integer(let number)? = record["revision"] else { continue }
                told[Int(number), default: []].append(record)
            }
            place = page.text("next").map { "&before=\($0)" } ?? ""
        } while !place.isEmpty
        for revision in history.revisions {
            let records = told[revision.number] ?? []
            #expect(records.count == 1, "\(round): \(revision)")
            #expect(records.first?.text("content") == revision.hash, "\(round): \(revision)")
            #expect(records.first?.text("reason") == revision.reason, "\(round): \(revision)")
        }
        // There is none of a revision that never counted.
        #expect(told.keys.max() == history.last.number, "\(round)")
    }

    /// Holds what a host has against what the one before it acknowledged.
    ///
    /// - Returns: How many changes are there that were not acknowledged.
    private func check(
        _ now: History, since former: History, _ outcome: ChangeStorm.State, _ round: String
    ) async throws -> Int {
        let fresh = now.revisions.filter { $0.number > former.last.number }
        #expect(fresh.map(\.number) == Array(former.last.number + 1..<former.last.number + 1 + fresh.count), "\(round)")
        var numbers: [String: [Int]] = [:]
        for acknowledgement in outcome.acknowledged {
            let found = fresh.filter { $0.reason == acknowledgement.order.reason }
            #expect(found.count == 1, "\(round): \(acknowledgement) was acknowledged")
            guard let found = found.first else { continue }
            if let number = acknowledgement.revision {
                #expect(found.number == number && found.hash == acknowledgement.hash, "\(round)")
            }
            let writer = String(acknowledgement.order.reason.prefix { $0 != " " })
            #expect(found.number > numbers[writer]?.last ?? 0, "\(round): \(acknowledgement) came in its turn")
            numbers[writer, default: []].append(found.number)
        }
        let orders = outcome.acknowledged.map(\.order) + outcome.pending.values
        var (state, saved) = (try await content(of: former.last.number), -1)
        for revision in fresh {
            let next = try await content(of: revision.number)
            let order = orders.first { $0.reason == revision.reason }
            switch order?.kind {
            case .override(let target, let value):
                #expect(next.local == state.local, "\(round): \(revision)")
                var overrides = state.overrides
                overrides[target] = value
                #expect(next.overrides == overrides, "\(round): \(revision)")
            case .apply(let document):
                #expect(next.local == document.json && next.overrides == state.overrides, "\(round): \(revision)")
            case .rollback(let number):
                let hash = now.revisions.first { $0.number == number }?.hash
                #expect(revision.hash == hash, "\(round): \(revision)")
            case nil:
                // Saved; what was saved before it does not come back.
                let index = outcome.saved.firstIndex(of: next.local) ?? -1
                #expect(revision.reason == nil && index > saved, "\(round): \(revision)")
                #expect(next.overrides == state.overrides, "\(round): \(revision)")
                saved = index
            }
            state = next
        }
        try await expectCounting(state, now.last.number, round)
        let unanswered = fresh.filter { revision in outcome.pending.values.contains { $0.reason == revision.reason } }
        return unanswered.count
    }

    /// What counts is what the last revision holds.
    private func expectCounting(_ content: Content, _ number: Int, _ round: String) async throws {
        #expect(try await folder.revision() == number, "\(round)")
        let told = try await folder.localSocket.get("/ops/v1/overrides").json()["overrides"]
        guard case .list(let list)? = told else {
            Issue.record("there is no list of overrides: \(round)")
            return
        }
        #expect(list.count == content.overrides.count, "\(round)")
        for entry in list {
            guard case .text(let target)? = entry["target"] else { continue }
            #expect(content.overrides[target] == entry["value"], "\(round): \(target)")
        }
        let document = try Value(json: content.local)
        let number = try await folder.localSocket.flag("number").json()["value"]
        #expect(number == document["flags"]?["number"], "\(round)")
        let note = try await folder.localSocket.flag("note").json()["variant"]
        #expect(note == content.overrides["flags/note/serve"] ?? "a", "\(round)")
    }

    // MARK: - What a host tells

    private struct Content {
        let local: String
        let overrides: [String: Value]
    }

    private func content(of revision: Int) async throws -> Content {
        let told = try await folder.localSocket.get("/ops/v1/revisions/\(revision)").json()
        var overrides: [String: Value] = [:]
        if case .object(let members)? = told["overrides"]?["overrides"] {
            for (target, entry) in members { overrides[target] = entry["value"] }
        }
        guard case .list(let layers)? = told["layers"], layers.count == 1, case .text(let text)? = layers[0]["text"]
        else { throw CocoaError(.fileReadCorruptFile) }
        return Content(local: text, overrides: overrides)
    }
}

/// The revisions of a host, the oldest first.
private struct History: Sendable {
    struct Revision: Sendable {
        let number: Int
        let hash: String
        let reason: String?
    }

    let revisions: [Revision]
    let last: Revision

    /// Asks the host of a folder.
    init(_ folder: TestFolder) async throws {
        guard
            case .list(let list)? = try await folder.localSocket.get("/ops/v1/revisions?limit=200").json()["revisions"]
        else {
            throw CocoaError(.fileReadCorruptFile)
        }
        revisions = list.reversed().compactMap { entry in
            guard case .integer(let number)? = entry["revision"], case .text(let hash)? = entry["hash"] else {
                return nil
            }
            let reason: String? = if case .text(let reason)? = entry["reason"] { reason } else { nil }
            return Revision(number: Int(number), hash: hash, reason: reason)
        }
        last = try #require(revisions.last)
    }
}
