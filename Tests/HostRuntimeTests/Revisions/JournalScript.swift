@_spi(Hosting) import FeatureKit
import FlagEngine
import HostConfig

@testable import HostRuntime

/// A sequence of commits of one host, which tests replay.
struct JournalScript {
    struct Step {
        let journal: Journal
        /// The content for the store; nil if it did not change.
        let given: RevisionContent?
        /// The journal after the commit.
        let content: RevisionContent?
    }

    /// The state before the first commit, and after each.
    private(set) var steps = [Step(journal: Journal(), given: nil, content: nil)]
    /// The content of each revision.
    private(set) var contents: [Int: RevisionContent] = [:]

    private var journal = Journal()
    private var content = RevisionContent()

    static func text(_ name: String, _ text: String, type: String? = nil) -> SourceText {
        SourceText(name: name, bytes: Array(text.utf8), contentType: type)
    }

    /// Allocations of a number of splits.
    static func allocations(_ count: Int, seed: String) -> Allocations {
        let splits = (0..<count).map { number -> (String, Value) in
            let ranges: Value = [[.integer(30_000), "a"], [.integer(Int64(Allocation.places)), .null]]
            return (
                "split-\(number)", ["by": "key", "seed": .text(seed), "bucketing": "v2", "ranges": ranges]
            )
        }
        var problems: [AllocationProblem] = []
        return Allocations(["version": 1, "splits": .object(Members(splits))], problems: &problems)
    }

    /// A number of overrides.
    static func overrides(_ count: Int, because reason: String) -> Value {
        .object(
            Members(
                (0..<count).map { ("features/f-\($0)/enabled", ["value": false, "reason": .text(reason), "uid": 0]) }))
    }

    /// A life in which everything that a journal holds changes.
    init() {
        content.layers.local = [Self.text("plugins.yaml", "features: {}\n")]
        commit("first")
        content.overrides = Self.overrides(1, because: "rain")
        commit("a small override")
        content.overrides = Self.overrides(60, because: "snow")
        journal.history.revision = 7
        commit("overrides that take a file")
        content.layers.local = [
            Self.text("a.yaml", "features: { ble: {} }"), Self.text("b.yaml", ""),
            Self.text("c.yaml", "features: {}\n"),
        ]
        content.layers.remote = Self.text("https://config.example/x", "{}", type: "application/json")
        content.flags["flags.yaml"] = Self.text("flags.yaml", "flags: { a: 1 }")
        journal.history.allocations = Self.allocations(40, seed: "s")
        commit("all at once")
        let previous = journal.revisions.count - 1
        journal.confirmation = Confirmation(
            revision: journal.revisions[previous].number, formerly: journal.revisions[previous - 1].number,
            until: Timestamp(nanoseconds: 1_800_000_000_000_000_001))
        journal.aside = [.local: "l", .remote: "r", .flags("flags.yaml"): "f"]
        step(given: nil)
        journal.confirmation = nil
        journal.history.allocations = Self.allocations(41, seed: "t")
        step(given: nil)
        content.layers.retained = Self.text("retained", "features: { ble: { enabled: false } }")
        content.overrides = [:]
        commit("back", cause: .goneBack(from: 4))
        letGo(of: 3)
        content.layers.local = [Self.text("plugins.yaml", "features: {}\n")]
        content.flags = [:]
        journal.aside = [:]
        commit("what was there before")
        letGo(of: 1)
        journal.history.allocations = Self.allocations(1, seed: "u")
        content.layers.local = [Self.text("plugins.yaml", "features: { track: {} }\n")]
        commit("the last one", cause: .rollback(to: 1))
    }

    private mutating func commit(_ summary: String, cause: Revision.Cause = .document("plugins.yaml")) {
        let revision = journal.append(
            ContentOutline(content), at: Timestamp(nanoseconds: Int64(steps.count)),
            by: Author(name: "anna", user: 7), because: "because", cause: cause, summary: summary)
        contents[revision.number] = content
        step(given: content)
    }

    private mutating func step(given: RevisionContent?) {
        steps.append(Step(journal: journal, given: given, content: content))
    }

    private mutating func letGo(of count: Int) {
        for revision in journal.revisions.prefix(count) { journal.outlines[revision.number] = nil }
        journal.revisions.removeFirst(count)
    }
}
