package import FeatureKit

/// What operators decided, for people.
package enum OverrideTable {
    /// The table of what `GET /ops/v1/overrides` answers.
    package static func text(_ reply: Value) -> String {
        let overrides = reply.list("overrides")
        guard !overrides.isEmpty else { return "There are no overrides.\n" }
        return TextTable.text(
            [["target", "value", "by", "since", "until", "counts", "reason"]] + overrides.map(row))
    }

    private static func row(_ override: Value) -> [String] {
        [
            override.text("target") ?? "", override.text("value") ?? "", override.text("by") ?? "",
            override.text("at")?.timeToTheSecond ?? "", override.text("until")?.timeToTheSecond ?? "-",
            override["counts"] == true ? "yes" : "no: \(override.text("note") ?? "")", override.text("reason") ?? "",
        ]
    }
}
