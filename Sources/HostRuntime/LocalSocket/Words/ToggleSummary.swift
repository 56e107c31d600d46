package import FeatureKit

/// What came of a toggle, for people.
package struct ToggleSummary: CustomStringConvertible {
    /// Whether the feature is as it was wanted.
    package let isReached: Bool
    /// A line, and why where it did not get there.
    package let description: String

    /// Reads what `/ops/v1/features/{id}/toggle` answers.
    package init(_ outcome: Value) {
        isReached = outcome["reached"] == true
        let (id, state) = (outcome.text("id") ?? "", outcome.text("state") ?? "")
        let wanted = outcome["on"] == true ? "on" : "off"
        let others = [("stops", "stops"), ("starts", "starts")].compactMap { name, verb in
            let ids = outcome.texts(name)
            return ids.isEmpty ? nil : "; with it \(verb): \(ids.joined(separator: ", "))"
        }
        let end = outcome.text("until").map { ", until \($0.timeToTheSecond)" } ?? ""
        let time = (outcome.text("took").map { " after \($0)" } ?? "") + end
        let verdict = isReached ? "is \(state)\(time)" : "is \(state)\(time), not yet \(wanted)"
        let lines =
            ["\(id) \(verdict)\(others.joined())\(Self.loss(until: outcome.text("until"), outcome["replaced"]))"]
            + (isReached ? [] : outcome.texts("why").map { "  " + $0 })
        description = lines.map { $0.onOneLine + "\n" }.joined()
    }

    /// A note that a temporary override replaces a permanent one, which does not come back; empty where it does not.
    static func loss(until end: String?, _ old: Value?) -> String {
        guard end != nil, let old, let author = old.text("by"), old.text("until") == nil else { return "" }
        let value = old.text("value") ?? (old["on"] == true ? "on" : "off")
        return "; this replaces \"\(value)\" by \(author), which does not come back"
    }
}
