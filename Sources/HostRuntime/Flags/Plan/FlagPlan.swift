package import FeatureKit
package import FlagEngine

/// The flags that orders mean, ready to count.
package struct FlagPlan: Sendable {
    /// What the document's sources say.
    let sources: [FlagSet]
    package let book: FlagBook
    package let snapshot: FlagBoard.Snapshot
    /// What the engine finds wrong or odd.
    package let problems: [FlagProblem]

    /// Whether nothing of it may count.
    package var hasErrors: Bool { problems.contains { $0.severity == .error } }

    /// Compiles them.
    ///
    /// - Parameters:
    ///   - former: What counts now; where all flags stay the same its revision does too.
    ///   - history: How splits divided people before, and the greatest revision that there was.
    package init(
        _ orders: Orders, sources: [FlagSet], former: FlagBoard.Snapshot, history: FlagHistory, now: Timestamp
    ) {
        let book = FlagBook(orders, sources: sources)
        var problems: [FlagProblem] = []
        let revision = max(history.revision, former.program.revision) + 1
        var program = FlagProgram(book, revision: revision, former: history.allocations, problems: &problems)
        let metadata = sources.commonMetadata
        let etag = program.digest(book, metadata)
        let isSame = etag == former.etag
        // The same answers, perhaps from other lines, which explanations name.
        if isSame { program = FlagProgram(program, revision: former.program.revision) }
        self.sources = sources
        self.book = book
        self.problems = problems
        snapshot = FlagBoard.Snapshot(program, etag: etag, since: isSame ? former.since : now, metadata: metadata)
    }
}

extension [FlagSet] {
    /// What all sets with flags say of themselves alike.
    fileprivate var commonMetadata: Members {
        let said = filter { !$0.flags.isEmpty }.map(\.metadata)
        guard let first = said.first else { return Members() }
        return Members(first.filter { name, value in said.allSatisfy { $0[name] == value } }.map { ($0.0, $0.1) })
    }
}
