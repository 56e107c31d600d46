package import FeatureKit

/// What came of a change, for people.
package struct ChangeSummary: CustomStringConvertible {
    /// Whether it counts, and all that it moves has arrived.
    package let isSettled: Bool
    /// Whether features are still on their way.
    package let isTrying: Bool
    package let description: String

    /// Reads what `/ops/v1/config/apply` and `…/rollback` answer.
    ///
    /// - Parameters:
    ///   - limit: How long it counts unless somebody confirms it, as it was asked.
    ///   - features: How features are, as `GET /ops/v1/features` answers, where they were asked after.
    package init(_ outcome: Value, confirmWithin limit: String?, features: Value? = nil) {
        let end = outcome.text("end")
        isSettled = end == "settled"
        isTrying = end == "trying"
        let plan = outcome["plan"] ?? .null
        let number = outcome["revision"]?.text("revision")
        var lines: [String] = []
        if end == "gone-back" {
            let previous = outcome.text("counts") ?? ""
            lines.append(
                "\(number.map { "revision \($0)" } ?? "the change") failed; revision \(previous) is active, as it was before"
            )
            lines += outcome.texts("reasons").map { "  \($0)" }
        } else if let number {
            lines.append("revision \(number) is active: \(ChangePlanText.verdict(plan))")
        } else {
            lines.append("nothing changes: this configuration is active already")
        }
        if isTrying {
            lines.append("not finished yet:")
            lines += Self.waiting(for: plan, features).map { "  \($0)" }
        }
        if let confirmation = outcome["confirmation"], let previous = confirmation.text("formerly") {
            let time = limit.map { "within \($0)" } ?? "until \(confirmation.text("until") ?? "")"
            lines.append("confirm it \(time), or revision \(previous) becomes active again:  flagstand confirm")
        }
        description = lines.map { $0.onOneLine + "\n" }.joined()
    }

    /// How those features are that the change moves and that have not come to rest where it wants them.
    private static func waiting(for plan: Value, _ features: Value?) -> [String] {
        plan.list("features").compactMap { move in
            let id = move.text("id") ?? ""
            let wanted = move.text("move") == "stop" ? "off" : "active"
            guard move.text("move") != "blocked", let features else { return nil }
            let feature = features.list("features").first { $0.text("id") == id }
            guard let state = feature?.text("state"), state != wanted else { return nil }
            return "\(id) is \(state)" + (feature?.text("reason").map { ": \($0)" } ?? "")
        }
    }
}
