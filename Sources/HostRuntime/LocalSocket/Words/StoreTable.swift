package import FeatureKit
internal import HostConfig

/// What features keep, for people.
package enum StoreTable {
    /// The table of what `GET /ops/v1/store` answers.
    package static func text(_ reply: Value) -> String {
        let stores = reply.list("stores")
        guard !stores.isEmpty else { return "No feature keeps anything yet.\n" }
        let names = [["feature", "state", "documents", "of", "blobs", "bytes", "of", "reason"]]
        return TextTable.text(
            names
                + stores.map { store in
                    [
                        store.text("feature") ?? "", store.text("state") ?? "", store.text("documents") ?? "-",
                        store.text("mostDocuments") ?? "-", store.text("blobs") ?? "-", store.size("bytes") ?? "-",
                        store.size("mostBytes") ?? "-", store.text("reason") ?? "",
                    ]
                })
    }

    /// What came of a check, store by store, with what is wrong below each.
    package static func checks(_ reply: Value) -> String {
        reports(reply) { report in
            "\(count(report, "documents", "document")) and \(count(report, "blobs", "blob")) are as they were written"
        }
    }

    /// What came of a backup.
    package static func backups(_ reply: Value) -> String {
        reports(reply) { report in "copied to \(report.text("file") ?? "") (\(report.size("bytes") ?? ""))" }
    }

    /// What came of compacting.
    package static func compactions(_ reply: Value) -> String {
        reports(reply) { report in "\(report.size("before") ?? "") before, \(report.size("after") ?? "") after" }
    }

    /// Whether all is well.
    package static func isFine(_ reply: Value) -> Bool {
        reply.list("reports").allSatisfy { $0["ok"] == true }
            && reply.list("stores").allSatisfy { ["open", "closed"].contains($0.text("state")) }
    }

    private static func reports(_ reply: Value, _ words: (Value) -> String) -> String {
        let reports = reply.list("reports")
        guard !reports.isEmpty else { return "No feature keeps anything yet.\n" }
        return reports.map { report in
            let id = report.text("feature") ?? ""
            guard report["ok"] != true else { return "\(id): \(words(report))".onOneLine + "\n" }
            return report.texts("problems").map { "\(id): error: \($0)".onOneLine + "\n" }.joined()
        }.joined()
    }

    private static func count(_ report: Value, _ name: String, _ noun: String) -> String {
        let count = report.text(name) ?? "0"
        return "\(count) \(noun)\(count == "1" ? "" : "s")"
    }
}

extension Value {
    /// A member that counts bytes, as people read it; nil where there is none.
    fileprivate func size(_ name: String) -> String? {
        guard case .integer(let bytes)? = self[name] else { return nil }
        return SizeText.print(Int(bytes))
    }
}
