internal import FeatureKit
package import HostSystem
package struct JournalStore: Sendable {
    package struct Found { package var journal = Journal(); package var content: RevisionContent?; package var problems: [String] = [] }
    package init(folder: String) { path = folder + "/revisions.json" }
    package let path: String
    static let kept = Lock<[String: (Journal, [Int: RevisionContent])]>([:])
    package func read() -> Found {
        guard let (journal, contents) = Self.kept.withLock({ $0[path] }) else { return Found() }
        return Found(journal: journal, content: journal.last.flatMap { contents[$0.number] })
    }
    package func commit(_ journal: Journal, _ content: RevisionContent?) async throws(SystemError) {
        Self.kept.withLock { kept in
            var contents = kept[path]?.1 ?? [:]
            if let content, let last = journal.last { contents[last.number] = content }
            kept[path] = (journal, contents)
        }
    }
    package func content(of number: Int) async throws(JournalProblem) -> RevisionContent {
        guard let content = Self.kept.withLock({ $0[path]?.1[number] }) else { throw JournalProblem() }
        return content
    }
}
package struct JournalProblem: Error {}
extension Journal {
    @discardableResult
    mutating func append(
        _ content: RevisionContent, at: Timestamp, author: Author?, reason: String?, cause: Revision.Cause, summary: String
    ) -> Revision {
        let revision = Revision(number: (last?.number ?? 0) + 1, at: at, author: author, reason: reason, cause: cause, hash: "", summary: summary)
        revisions.append(revision)
        return revision
    }
    var numbers: ClosedRange<Int>? { revisions.isEmpty ? nil : revisions[0].number...revisions[revisions.count - 1].number }
    func before(_ revision: Revision) -> Int? { revisions.last { $0.number < revision.number }?.number }
}
extension Revision.Cause { var inWords: String { "changed" } }
