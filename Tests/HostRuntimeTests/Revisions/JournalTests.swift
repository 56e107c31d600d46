@_spi(Hosting) import FeatureKit
import HostConfig
import TestSupport
import Testing

@testable import HostRuntime

/// Revisions are numbered for ever, the oldest go first, and equal contents have equal hashes.
struct JournalTests {
    /// An outline of a content of so many bytes.
    private func outline(_ name: String, bytes: Int = 0) -> ContentOutline {
        let digest = SHA256.hexDigest(of: Array(name.utf8))
        let text = ContentOutline.Text(name: name, contentType: nil, digest: digest, count: bytes)
        return ContentOutline(
            list: SHA256.hexDigest(of: Array("list \(name)".utf8)), documents: .init(local: [text]),
            overrides: KeptValue([:]))
    }

    @discardableResult
    private func append(_ outline: ContentOutline, to journal: inout Journal) -> Revision {
        journal.append(
            outline, at: Timestamp(nanoseconds: 1), by: nil, because: nil, cause: .start, summary: "something")
    }

    @Test func `Numbers go on for ever, and the last 200 are kept`() {
        var journal = Journal()
        #expect(journal.last == nil && journal[1] == nil)
        for number in 1...(Journal.mostRevisions + 5) {
            #expect(append(outline("\(number)"), to: &journal).number == number)
        }
        #expect(journal.revisions.map(\.number) == Array(6...205) && journal.outlines.count == 200)
        #expect(journal[5] == nil && journal[6]?.number == 6 && journal.last?.number == 205)
    }

    @Test func `Too many bytes let go of the oldest, but a text that many hold counts once`() {
        var journal = Journal()
        let half = Journal.mostBytes / 2
        append(outline("a", bytes: half), to: &journal)
        for _ in 0..<5 { append(outline("b", bytes: half - 10), to: &journal) }
        #expect(journal.revisions.count == 6)
        append(outline("c", bytes: half), to: &journal)
        #expect(journal.revisions.map(\.number) == [2, 3, 4, 5, 6, 7])
        append(outline("d", bytes: half), to: &journal)
        #expect(journal.revisions.map(\.number) == [7, 8])
        append(outline("e", bytes: 2 * half), to: &journal)
        #expect(journal.revisions.map(\.number) == [8, 9], "what a change goes back to stays, however large")
    }

    @Test func `What a confirmation needs stays`() {
        var journal = Journal()
        append(outline("1"), to: &journal)
        append(outline("2"), to: &journal)
        journal.confirmation = Confirmation(revision: 2, formerly: 1, until: Timestamp(nanoseconds: 5))
        for number in 3...300 { append(outline("\(number)"), to: &journal) }
        #expect(journal.revisions.map(\.number) == [1, 2] + Array(103...300))
        journal.confirmation = nil
        append(outline("301"), to: &journal)
        #expect(journal.revisions.map(\.number) == [2] + Array(103...301))
    }

    @Test func `Equal contents have equal hashes, whatever their order, and others have others`() {
        func content(_ body: (inout RevisionContent) -> Void = { _ in }) -> RevisionContent {
            var content = RevisionContent()
            content.layers.local = [JournalScript.text("a", "1"), JournalScript.text("b", "2")]
            content.flags = ["x": JournalScript.text("x", "3"), "y": JournalScript.text("y", "4")]
            content.overrides = ["p": ["q": 1, "r": [true, nil]], "s": "t"]
            body(&content)
            return content
        }
        func hash(_ content: RevisionContent) -> String { ContentOutline(content).hash }
        let first = hash(content())
        #expect(
            first
                == hash(
                    content {
                        $0.flags = ["y": JournalScript.text("y", "4"), "x": JournalScript.text("x", "3")]
                        $0.overrides = ["s": "t", "p": ["r": [true, nil], "q": 1]]
                    }))
        let others: [(inout RevisionContent) -> Void] = [
            { $0.layers.local.reverse() }, { $0.layers.local.removeLast() }, { $0.overrides = [:] },
            { $0.overrides = .null }, { $0.overrides = ["p": ["q": 1, "r": [nil, true]], "s": "t"] },
            { $0.layers.remote = JournalScript.text("", "") }, { $0.layers.retained = JournalScript.text("", "") },
            { $0.flags["x"] = JournalScript.text("x", "3", type: "") }, { $0.flags["x"] = nil },
            { $0.layers.local[0] = JournalScript.text("a", "2") },
            { $0.layers.local[0] = JournalScript.text("c", "1") },
        ]
        let hashes = Set(others.map { hash(content($0)) } + [first])
        #expect(hashes.count == others.count + 1)
    }

    @Test func `A text that was hashed before has the same digest`() {
        let known = TextDigests()
        let texts = [[1, 2, 3], [], [3, 2, 1], [1, 2, 3]] as [[UInt8]]
        let digests = texts.map { SHA256.hexDigest(of: $0) }
        #expect(known.digests(of: texts) == digests)
        #expect(known.digests(of: texts.reversed()) == digests.reversed())
        #expect(known.digests(of: []) == [] && known.digests(of: texts) == digests)
    }
}
