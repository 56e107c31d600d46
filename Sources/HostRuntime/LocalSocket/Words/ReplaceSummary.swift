package import FeatureKit

/// The result of replacing a feature's unit, as text for people.
package struct ReplaceSummary: CustomStringConvertible {
    /// Whether the feature has reached the wanted state.
    package let isReached: Bool
    /// A line about the result, and the reasons where the wanted state was not reached.
    package let description: String

    /// Reads what `/ops/v1/features/{id}/replace` answers.
    package init(_ outcome: Value) {
        isReached = outcome["reached"] == true
        let (id, state) = (outcome.text("id") ?? "", outcome.text("state") ?? "")
        let name = outcome.text("version").map { "\(id) \($0)" } ?? id
        let since = outcome.text("since").map { " since \($0.timeToTheSecond)" } ?? ""
        let end = outcome["override"]?.text("until").map { ", until \($0.timeToTheSecond)" } ?? ""
        let previous = outcome.text("former") ?? "the previous one"
        let rest: String =
            if outcome["handedOver"] != true {
                "; it was not active before, so nothing had to be handed over"
            } else if outcome["draining"] == true {
                "; \(previous) still answers what it was asked"
            } else { "; \(previous) has ended after its last answers" }
        let lines =
            ["\(name) is \(state)\(since)\(end)\(rest)"] + (isReached ? [] : outcome.texts("why").map { "  " + $0 })
        description = lines.map { $0.onOneLine + "\n" }.joined()
    }
}
