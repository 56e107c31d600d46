internal import FeatureKit

/// Compares the records of revisions with the revisions that are kept.
struct HistoryWalk {
    /// What the record of each revision has to say, by its number.
    private let wanted: [Int: [String: Value]]
    /// How many records each revision has.
    private var found: [Int: Int] = [:]
    /// The first record that differs from the history.
    private var other: (record: Int, revision: Int)?

    /// The members of a record that are compared.
    private static let names = ["cause", "content", "by", "uid", "token", "from", "reason"]

    /// - Parameter waiting: The revisions that have no record yet.
    init(_ journal: Journal, but waiting: Set<Int>) {
        var wanted: [Int: [String: Value]] = [:]
        for revision in journal.revisions where !waiting.contains(revision.number) {
            wanted[revision.number] = Self.compared(
                .object(AuditEntry(revision, nil).members(through: nil, lost: 0)))
        }
        self.wanted = wanted
    }

    private static func compared(_ record: Value) -> [String: Value] {
        Dictionary(uniqueKeysWithValues: names.compactMap { name in record[name].map { (name, $0) } })
    }

    mutating func take(_ record: Value, _ number: Int) {
        guard case .integer(let revision)? = record["revision"], let revision = Int(exactly: revision) else { return }
        if record["deed"] == .text(AuditAction.historyLost.name) {
            // The revisions after it are lost, and their numbers are used again.
            found = found.filter { $0.key <= revision }
            if let other, other.revision > revision { self.other = nil }
        }
        guard record["content"] != nil, let wanted = wanted[revision] else { return }
        found[revision, default: 0] += 1
        if Self.compared(record) != wanted, other == nil { other = (number, revision) }
    }

    /// The first mismatch.
    var problem: String? {
        if let other {
            return "record \(other.record) says something else of revision \(other.revision) than the history"
        }
        for revision in wanted.keys.sorted() {
            switch found[revision] ?? 0 {
            case 0: return "revision \(revision) has no record"
            case 1: continue
            case let count: return "revision \(revision) has \(count) records"
            }
        }
        return nil
    }
}
