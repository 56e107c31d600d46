package import HostConfig

/// What operators do with documents.
extension DocumentKeeper {
    /// Says what a document would change that stood in for the local layer.
    package func plan(_ text: SourceText) async throws(ConfigProblem) -> ChangePlan { throw .notStarted }

    /// Lets a document stand in for the local layer until the files there change.
    ///
    /// - Parameter limit: How long it counts unless somebody confirms it; nil for good.
    /// - Returns: Once what it moves has come to rest, or has had a while for it.
    package func apply(
        _ text: SourceText, by author: Author, because reason: String?, confirmWithin limit: Duration?
    ) async throws(ConfigProblem) -> ChangeOutcome { throw .notStarted }

    /// Lets what counts for a while only count for good.
    package func confirm(by author: Author) async throws(ConfigProblem) -> Revision { throw .nothingToConfirm }

    /// Makes what a revision said count again.
    package func rollBack(
        to revision: Int, by author: Author, because reason: String?, confirmWithin limit: Duration?
    ) async throws(ConfigProblem) -> ChangeOutcome { throw .notStarted }

    /// What the host remembers of its configuration.
    package nonisolated var journal: Journal { Journal() }

    /// What a revision held.
    package func content(of revision: Int) async throws(ConfigProblem) -> RevisionContent {
        throw .unknownRevision(revision, known: nil)
    }
}
