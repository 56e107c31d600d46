@_spi(Hosting) import FeatureKit
import FlagEngine
import Glibc
import HostConfig
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// Revisions in the state folder: damage is reported and affects nothing else.
@Suite(.timeLimit(.minutes(2)))
struct JournalStoreTests {
    private let script = JournalScript()

    /// A disk that holds the script's first commits.
    private func filled(_ count: Int) throws -> ForgetfulDisk {
        let disk = ForgetfulDisk("/state")
        let store = JournalStore(folder: "/state", disk: disk)
        for step in script.steps[1...count] { try store.commitNow(step.journal, step.given) }
        return disk
    }

    private func store(_ disk: ForgetfulDisk) -> JournalStore { JournalStore(folder: "/state", disk: disk) }

    /// The path of the text that a revision's local layer begins with.
    private func path(_ revision: Int, of journal: Journal) throws -> String {
        let outline = try #require(journal.outlines[revision]?.documents)
        return "/state/revisions/\(outline.texts[0].digest)"
    }

    @Test func `On a real disk the next host reads the journal, and other users can't`() async throws {
        let scratch = try TestFolder()
        let store = JournalStore(folder: scratch.path)
        #expect(store.read().journal == Journal() && store.read().content == nil && store.read().problems == [])
        for step in script.steps.dropFirst() { try await store.commit(step.journal, step.given) }
        let last = try #require(script.steps.last)
        let next = JournalStore(folder: scratch.path)
        let found = next.read()
        #expect(found.journal == last.journal && found.content == last.content && found.problems == [])
        #expect(found.revision == last.journal.last?.number)
        for revision in found.journal.revisions {
            #expect(try await next.content(of: revision.number) == script.contents[revision.number])
        }
        await #expect(throws: ConfigProblem.unknownRevision(1, known: 5...7)) { try await next.content(of: 1) }
        for (name, mode) in [("revisions", 0o700), ("revisions.json", 0o600), ("revisions.json.previous", 0o600)] {
            var about = stat()
            #expect(unsafe stat(scratch[name], &about) == 0 && Int(about.st_mode & 0o777) == mode, "\(name)")
        }
    }

    @Test func `A small override writes only the index, and unchanged texts are not written again`() throws {
        let disk = ForgetfulDisk("/state")
        let store = store(disk)
        var (journal, content) = (Journal(), RevisionContent())
        content.layers.local = [JournalScript.text("plugins.yaml", String(repeating: "# long\n", count: 10_000))]
        func commit() throws -> Int {
            let before = disk.steps
            journal.append(
                store.outline(of: content), at: Timestamp(nanoseconds: 0), by: nil, because: nil, cause: .start,
                summary: "")
            try store.commitNow(journal, content)
            return disk.steps - before
        }
        let first = try commit()
        let blobs = disk.paths.filter { $0.hasPrefix("/state/revisions/") }
        content.overrides = JournalScript.overrides(3, because: "rain")
        let second = try commit()
        content.overrides = JournalScript.overrides(2, because: "snow")
        #expect(try commit() == second && second < first)
        #expect(disk.paths.filter { $0.hasPrefix("/state/revisions/") } == blobs)
    }

    @Test func `A damaged text makes only its revisions unreadable, and another host can restore it`() throws {
        let disk = try filled(4)
        let journal = script.steps[4].journal
        // Revisions 1 to 3 share this text, which revision 4 uses as well.
        let path = try path(1, of: journal)
        disk.damage(path) { $0.dropLast() + [0] }
        var found = store(disk).read()
        #expect(
            found.problems
                == [
                    "\(path): error: is damaged: its checksum is another one; revisions 1–4 can't be brought back",
                    "/state/revisions.json: error: revision 4 can't be read, and no other; nothing of them counts",
                ].reversed())
        #expect(found.journal == journal && found.content == nil && found.revision == nil)

        let next = store(disk)
        _ = next.read()
        var longer = journal
        longer.append(
            next.outline(of: try #require(script.contents[4])), at: Timestamp(nanoseconds: 0), by: nil, because: nil,
            cause: .start, summary: "")
        try next.commitNow(longer, script.contents[4])
        found = store(disk).read()
        #expect(found.problems == [] && found.content == script.contents[4] && found.revision == 5)
        #expect(try next.contentNow(of: 2) == script.contents[2])
    }

    @Test func `If the last revision can't be read, the newest readable one is used`() throws {
        let disk = try filled(4)
        let path = try path(4, of: script.steps[4].journal)
        disk.damage(path) { _ in nil }
        let store = store(disk)
        let found = store.read()
        #expect(
            found.problems == [
                "/state/revisions.json: error: revision 4 can't be read; what revision 3 said counts in its place",
                "\(path): error: is missing; revision 4 can't be brought back",
            ])
        #expect(found.content == script.contents[3] && found.revision == 3)
        #expect(found.journal == script.steps[4].journal)
        #expect(throws: ConfigProblem.unreadableRevision(4, because: "\(path): is missing")) {
            try store.contentNow(of: 4)
        }
        #expect(try store.contentNow(of: 1) == script.contents[1])
        // Other parts of the journal may change meanwhile.
        var journal = found.journal
        journal.aside = [.local: "x"]
        try store.commitNow(journal, nil)
        #expect(self.store(disk).read().journal == journal)
    }

    @Test func `A journal without its last content is refused`() throws {
        let disk = try filled(1)
        let store = store(disk)
        var journal = store.read().journal
        journal.append(
            ContentOutline(try #require(script.contents[4])), at: Timestamp(nanoseconds: 0), by: nil, because: nil,
            cause: .start, summary: "")
        #expect(throws: SystemError(code: ENODATA)) { try store.commitNow(journal, nil) }
        #expect(self.store(disk).read().journal == script.steps[1].journal)
    }

    @Test func `Texts that no index names are removed, those of the previous index stay`() throws {
        let disk = try filled(script.steps.count - 1)
        let store = store(disk)
        let journal = store.read().journal
        let previous = script.steps[script.steps.count - 2].journal
        var named = Set<String>()
        for journal in [journal, previous] {
            named.formUnion(journal.blobs(KeptValue(journal.history.allocations.value)))
        }
        func blobs() -> Set<String> {
            Set(disk.paths.filter { $0.hasPrefix("/state/revisions/") }.map { Path.name(of: $0) })
        }
        #expect(blobs() == named)
        try disk.write([1], to: "/state/revisions/\(String(repeating: "0", count: 64))")
        try disk.write([1], to: "/state/revisions/x.new")
        #expect(self.store(disk).read().problems == [] && blobs() == named)
        // With a damaged index no text is removed that it may have named.
        try disk.write([1], to: "/state/revisions/x.new")
        disk.damage("/state/revisions.json") { _ in [] }
        _ = self.store(disk).read()
        #expect(blobs() == named.union(["x.new"]))
    }

    @Test func `An index that was edited by hand is checked`() throws {
        for (text, what) in [
            ("{", "line 1, column 2: expected a name in double quotes, or \"}\""),
            ("[]", "must be a mapping, not a list"),
            (#"{"version":2}"#, "was written by a newer host (version 2)"),
            (#"{"version":1}"#, "missing key \"revisions\""),
        ] {
            let disk = ForgetfulDisk("/state")
            try disk.write(Array(text.utf8), to: "/state/revisions.json")
            let found = store(disk).read()
            #expect(
                found.problems == [
                    "/state/revisions.json: error: \(what); no revision of it counts, "
                        + "it is kept as /state/revisions.json.bad-1"
                ])
            #expect(found.journal == Journal())
        }
    }

    @Test(arguments: Seeds.forThisRun(count: 60))
    func `Any damage is reported, and the rest is read`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // Without the last commit, so that the previous index names no other texts than this one.
        let disk = try filled(5)
        let path = try #require(disk.paths.randomElement(using: &random))
        let isGone = Bool.random(using: &random)
        disk.damage(path) { bytes in
            var bytes = bytes
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where isGone: return nil
            case 1: return Array(bytes.prefix(Int.random(in: 0..<max(bytes.count, 1), using: &random)))
            case 2: return bytes + [UInt8.random(in: 0...255, using: &random)]
            default:
                guard !bytes.isEmpty else { return [0] }
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    let place = Int.random(in: bytes.indices, using: &random)
                    bytes[place] ^= UInt8.random(in: 1...255, using: &random)
                }
                return bytes
            }
        }
        let store = store(disk)
        let found = store.read()
        let isPrevious = path.hasSuffix(".previous")
        // An empty text can't lose anything, and a text that was changed back is not damaged.
        if try filled(5).bytes(path) != disk.bytes(path) || isPrevious {
            #expect(!found.problems.isEmpty || (isPrevious && isGone), "seed \(seed): \(path)")
        }
        for revision in found.journal.revisions {
            guard let content = try? store.contentNow(of: revision.number) else { continue }
            #expect(content == script.contents[revision.number], "seed \(seed): \(path), revision \(revision.number)")
        }
    }
}

extension ForgetfulDisk {
    fileprivate func bytes(_ path: String) -> [UInt8]? { try? read(path, most: .max) }
}
