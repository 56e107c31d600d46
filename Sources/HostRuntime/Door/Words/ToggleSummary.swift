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
        let time = outcome.text("took").map { " after \($0)" } ?? ""
        let verdict = isReached ? "is \(state)\(time)" : "is \(state)\(time), not yet \(wanted)"
        let lines = ["\(id) \(verdict)\(others.joined())"] + (isReached ? [] : outcome.texts("why").map { "  " + $0 })
        description = lines.map { $0.onOneLine + "\n" }.joined()
    }
}
