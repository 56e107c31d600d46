package import FeatureKit

/// The list of revisions that the local socket answers, as text for people.
package enum HistoryTable {
    private static let columns = ["by", "source", "reason", "what"]

    /// What `flagstand confirm` prints.
    package static func confirmed(_ revision: Value) -> String {
        "revision \(revision.text("revision") ?? "") is confirmed".onOneLine + "\n"
    }

    /// The table of `flagstand history`, the newest first.
    package static func text(_ reply: Value) -> String {
        let revisions = reply.list("revisions")
        guard !revisions.isEmpty else { return "There are no revisions yet.\n" }
        let names = [["revision", "when", "by", "source", "reason", "what"]]
        let waiting = reply["confirmation"].flatMap { confirmation in
            confirmation.text("formerly").map { previous in
                "revision \(confirmation.text("revision") ?? "") waits to be confirmed until "
                    + "\(confirmation.text("until") ?? ""), or revision \(previous) becomes active again\n"
            }
        }
        let rows = revisions.map { revision in
            let when = revision.text("at")?.timeToTheSecond ?? ""
            return [revision.text("revision") ?? "", when] + columns.map { revision.text($0) ?? "" }
        }
        return TextTable.text(names + rows) + (waiting ?? "")
    }
}
