package import FeatureKit
internal import HostConfig

/// How a host's features are, for people.
package enum FeatureTable {
    /// The table of what `GET /ops/v1/features` answers.
    package static func text(_ reply: Value) -> String {
        let features = reply.list("features")
        // A column of its own, where anything has an end.
        let hasEnds = features.contains { $0["toggle"]?.text("until") != nil }
        let hasWorkers = features.contains { $0.text("runsIn") == RunMode.worker.word }
        let names =
            ["id", "state", "wanted", "by"] + (hasWorkers ? ["in"] : []) + ["since"] + (hasEnds ? ["until"] : []) + [
                "reason"
            ]
        return TextTable.text([names] + features.map { row($0, hasEnds: hasEnds, hasWorkers: hasWorkers) })
            + (reply["stopping"] == true ? "the host is stopping\n" : "")
    }

    /// Why a feature is as it is, by what `GET /ops/v1/features/{id}` answers.
    package static func why(_ feature: Value) -> String {
        let sentences = feature.texts("why")
        let fallback = "\(feature.text("id") ?? "") is \(feature.text("state") ?? "")"
        let lines = (sentences.isEmpty ? [fallback] : sentences) + FeatureEvidence.lines(of: feature)
        return lines.map { $0.onOneLine + "\n" }.joined()
    }

    private static func row(_ feature: Value, hasEnds: Bool, hasWorkers: Bool) -> [String] {
        let toggle = feature["toggle"]
        let toggledBy = toggle?.text("by")
        return [
            feature.text("id") ?? "", feature.text("state") ?? "", feature["on"] == true ? "on" : "off",
            toggledBy ?? (feature.text("document") == nil ? "-" : "document"),
        ] + (hasWorkers ? [feature.text("runsIn") ?? "-"] : []) + [
            feature.text("since")?.timeToTheSecond ?? "-"
        ] + (hasEnds ? [toggle?.text("until")?.timeToTheSecond ?? "-"] : []) + [
            feature.text("reason") ?? toggle?.text("reason") ?? ""
        ]
    }
}
