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

    /// A unit is known by the first letters of what is in it.
    private static func shown(_ value: String) -> String {
        guard let name = UnitName(value) else { return value }
        return "\(name.version)@\(name.digest.prefix(12))"
    }

    private static func row(_ override: Value) -> [String] {
        [
            override.text("target") ?? "",
            shown(override.text("value") ?? "") + (override["forced"] == true ? " by force" : ""),
            override.text("by") ?? "",
            override.text("at")?.timeToTheSecond ?? "", override.text("until")?.timeToTheSecond ?? "-",
            override["counts"] == true ? "yes" : "no: \(override.text("note") ?? "")", override.text("reason") ?? "",
        ]
    }
}
