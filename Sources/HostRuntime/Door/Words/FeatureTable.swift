package import FeatureKit

/// How a host's features are, for people.
package enum FeatureTable {
    /// The table of what `GET /ops/v1/features` answers.
    package static func text(_ reply: Value) -> String {
        TextTable.text([["id", "state", "wanted", "by", "since", "reason"]] + reply.list("features").map(row))
            + (reply["stopping"] == true ? "the host is stopping\n" : "")
    }

    /// Why a feature is as it is, by what `GET /ops/v1/features/{id}` answers.
    package static func why(_ feature: Value) -> String {
        let sentences = feature.texts("why")
        let fallback = "\(feature.text("id") ?? "") is \(feature.text("state") ?? "")"
        return (sentences.isEmpty ? [fallback] : sentences).map { $0.onOneLine + "\n" }.joined()
    }

    private static func row(_ feature: Value) -> [String] {
        let toggle = feature["toggle"]
        let toggledBy = toggle?.text("by")
        return [
            feature.text("id") ?? "", feature.text("state") ?? "", feature["on"] == true ? "on" : "off",
            toggledBy ?? (feature.text("document") == nil ? "-" : "document"),
            feature.text("since").map(toTheSecond) ?? "-",
            feature.text("reason") ?? toggle?.text("reason") ?? "",
        ]
    }

    /// A time without fractions of a second, which nobody reads in a table.
    static func toTheSecond(_ time: String) -> String {
        time.firstIndex(of: ".").map { time[..<$0] + "Z" } ?? time
    }
}
