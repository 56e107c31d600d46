package import FeatureKit
package import FlagEngine

/// The compiled flags of a configuration, ready to become active.
package struct FlagPlan: Sendable {
    /// The flags of the configuration's sources.
    let sources: [FlagSet]
    package let book: FlagDefinitions
    package let snapshot: FlagBoard.Snapshot
    /// The engine's errors, warnings and remarks.
    package let problems: [FlagProblem]

    /// Whether it has errors and must not become active.
    package var hasErrors: Bool { problems.contains { $0.severity == .error } }

    /// Compiles them.
    ///
    /// - Parameters:
    ///   - previous: The active flags; their revision is kept where no flag changes.
    ///   - history: The previous divisions of splits, and the highest revision so far.
    package init(
        _ orders: Orders, sources: [FlagSet], previous: FlagBoard.Snapshot, history: FlagHistory, now: Timestamp
    ) {
        let book = FlagDefinitions(orders, sources: sources)
        var problems: [FlagProblem] = []
        let revision = max(history.revision, previous.program.revision) + 1
        var program = FlagProgram(book, revision: revision, previous: history.allocations, problems: &problems)
        let metadata = sources.commonMetadata
        let etag = program.digest(book, metadata)
        let isSame = etag == previous.etag
        // All answers are the same, but explanations may name other lines.
        if isSame { program = FlagProgram(program, revision: previous.program.revision) }
        self.sources = sources
        self.book = book
        self.problems = problems
        snapshot = FlagBoard.Snapshot(program, etag: etag, since: isSame ? previous.since : now, metadata: metadata)
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
