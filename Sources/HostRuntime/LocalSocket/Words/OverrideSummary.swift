package import FeatureKit

/// The result of an override, as text for people.
package struct OverrideSummary: CustomStringConvertible {
    /// Whether the wanted state is reached.
    package let isReached: Bool
    /// A line on the result, and further lines where something is unexpected.
    package let description: String

    /// Reads what `/ops/v1/overrides/{target}` answers.
    package init(_ outcome: Value) {
        isReached = outcome["reached"] == true
        let target = outcome.text("target") ?? ""
        var lines: [String]
        if let override = outcome["override"], let value = override.text("value") {
            let end = override.text("until").map { ", until \($0.timeToTheSecond)" } ?? ""
            let loss = ToggleSummary.loss(until: override.text("until"), outcome["replaced"])
            lines = ["\(target) is \(value)\(end)\(loss)"]
        } else if let replaced = outcome["replaced"], let value = replaced.text("value") {
            lines = ["\(target) is reset; it was \(value) by \(replaced.text("by") ?? "")"]
        } else {
            lines = ["\(target) was not overridden"]
        }
        if let note = outcome.text("note") { lines.append("  " + note) }
        let head = lines.map { $0.onOneLine + "\n" }.joined()
        let feature = outcome["feature"].flatMap { $0.text("id") == nil ? nil : ToggleSummary($0).description }
        description = head + (feature ?? "")
    }
}
