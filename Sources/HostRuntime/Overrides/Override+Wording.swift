internal import FeatureKit

/// The wording of overrides in all messages.
extension Override {
    /// Who did what, when, for how long and why: `switched off by root at 2026-11-21T14:03:05Z: "rain"`.
    var inWords: String {
        "\(action) by \(author.name) at \(at.toTheSecond)\(end)" + (reason.map { ": \"\($0)\"" } ?? "")
    }

    /// What it sets, who set it and when: `rollout by ana since 2026-11-22T10:04:31Z`.
    var asPlace: String { "\(target.kind.words.aspect) by \(author.name) since \(at.toTheSecond)\(end)" }

    /// Its name in explanations.
    var name: String { "override by \(author.name)" }

    /// A remark that it contradicts the configuration; nil where it does not.
    func overruling(_ document: Bool) -> String? {
        guard let isOn, isOn != document else { return nil }
        return "toggled \(Self.word(isOn)) by \(author.name) since \(at.toTheSecond)\(end); the document says "
            + Self.word(document)
    }

    private var action: String {
        switch value {
        case .truth(let isOn): target.feature == nil ? (isOn ? "enabled" : "disabled") : switched(isOn)
        case .part: "rolled out to \(value)"
        case .variant(let name): "set to \"\(name)\""
        case .unit: "replaced by \(value)"
        }
    }

    private func switched(_ isOn: Bool) -> String {
        isForced && !isOn ? "forced off" : "switched \(Self.word(isOn))"
    }

    private var end: String { until.map { " until \($0.toTheSecond)" } ?? "" }

    private static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
}
