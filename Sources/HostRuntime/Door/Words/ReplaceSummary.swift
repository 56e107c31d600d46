package import FeatureKit

/// What came of replacing a feature's unit, for people.
package struct ReplaceSummary: CustomStringConvertible {
    /// Whether the feature is as it was wanted.
    package let isReached: Bool
    /// A line, and why where it did not get there.
    package let description: String

    /// Reads what `/ops/v1/features/{id}/replace` answers.
    package init(_ outcome: Value) {
        isReached = outcome["reached"] == true
        let (id, state) = (outcome.text("id") ?? "", outcome.text("state") ?? "")
        let name = outcome.text("version").map { "\(id) \($0)" } ?? id
        let since = outcome.text("since").map { " since \($0.timeToTheSecond)" } ?? ""
        let end = outcome["override"]?.text("until").map { ", until \($0.timeToTheSecond)" } ?? ""
        let former = outcome.text("former") ?? "the previous one"
        let rest: String =
            if outcome["handedOver"] != true {
                "; it was not active before, so nothing had to be handed over"
            } else if outcome["draining"] == true {
                "; \(former) still answers what it was asked"
            } else { "; \(former) has ended after its last answers" }
        let lines =
            ["\(name) is \(state)\(since)\(end)\(rest)"] + (isReached ? [] : outcome.texts("why").map { "  " + $0 })
        description = lines.map { $0.onOneLine + "\n" }.joined()
    }
}
