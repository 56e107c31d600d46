package import FeatureKit

/// The audit log as text for people.
package enum AuditTable {
    /// The table of what `GET /ops/v1/audit` answers, the newest first.
    package static func text(_ reply: Value) -> String {
        let records = reply.list("records")
        guard !records.isEmpty else { return "There are no such records.\n" }
        let names = ["number", "when", "who", "how", "what", "why"]
        return TextTable.text([names] + records.map(row))
    }

    /// What `flagstand audit verify` says.
    package static func verdict(_ verdict: Value) -> String {
        let count = verdict.text("records") ?? "0"
        let records = count == "1" ? "1 record" : "\(count) records"
        let since = verdict.text("since").map { " from \($0.timeToTheSecond)" } ?? ""
        let last = verdict.text("last").map { "; the last is \($0) \(verdict.text("hash") ?? "")" } ?? ""
        let told = verdict.text("problem")
        guard let told else { return "\(records)\(since), the chain is whole\(last)".onOneLine + "\n" }
        return "error: \(told)".onOneLine + "\n" + "\(records)\(since)\(last)".onOneLine + "\n"
    }

    private static func row(_ record: Value) -> [String] {
        [
            record.text("number") ?? "", record.text("at")?.timeToTheSecond ?? "", record.text("by") ?? "–",
            how(record), cut(what(record)), record.text("reason") ?? "",
        ]
    }

    /// A table is to fit on a screen; `--json` has all of it.
    private static func cut(_ text: String) -> String {
        text.count <= longest ? text : text.prefix(longest - 1) + "…"
    }

    private static let longest = 100

    /// How the author reached the host; for what the host did by itself, the cause.
    private static func how(_ record: Value) -> String {
        if let token = record.text("token") { return "token \(token) from \(record.text("from") ?? "?")" }
        guard record.text("by") == nil else { return "local socket" }
        let action = record.text("deed") ?? ""
        return causes[action] ?? action
    }

    private static func what(_ record: Value) -> String { said(record) + (record["forced"] == true ? " by force" : "") }

    private static func said(_ record: Value) -> String {
        let (action, target) = (record.text("deed") ?? "", record.text("target") ?? "")
        let verb = verbs[action] ?? action
        let subject = verb.isEmpty ? target : target.isEmpty ? verb : "\(verb) \(target)"
        if record["differences"] != nil {
            let differences = record.list("differences")
            guard let first = differences.first else { return subject }
            let more = differences.count - 1 + (record.text("more").flatMap(Int.init) ?? 0)
            let words = Difference.words(first.text("path") ?? "", first["old"], first["new"])
            return "\(subject): \(words)" + (more > 0 ? "; and \(more) more" : "")
        }
        switch (record["before"], record["after"]) {
        case (nil, nil): return subject
        case (nil, let after?) where !overriding.contains(action): return "\(subject): \(shown(after))"
        case (let before, let after): return "\(subject): \(shown(before)) → \(shown(after))"
        }
    }

    private static func shown(_ value: Value?) -> String {
        switch value {
        case nil: "–"
        case .text(let text)?: text
        case let value?: Difference.shown(value)
        }
    }

    /// The causes to show for actions of the host itself, where the action's name says too little.
    private static let causes = ["lapse": "expiry", "tokenLapsed": "expiry", "goneBack": "rollback"]

    /// The actions that have a value before and after.
    private static let overriding: Set<String> = ["override", "reset", "lapse", "replace", "rollback"]

    private static let verbs = [
        "override": "overrode", "reset": "reset", "lapse": "override", "apply": "applied", "rollback": "rolled back to",
        "goneBack": "rolled back automatically from", "confirm": "confirmed", "replace": "replaced",
        "tokenMade": "made token",
        "tokenRevoked": "revoked token", "tokenLapsed": "expired token", "call": "called", "storeBackup": "copied",
        "storeCompact": "compacted",
        "document": "document", "flags": "flags of", "start": "start with", "chainBroken": "the chain is broken in",
        "fileDropped": "removed", "cutOff": "put aside half a record of", "historyLost": "revisions are gone from",
        "historyDiffers": "the history differs from",
    ]
}
