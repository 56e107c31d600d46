import FeatureKit
import HostConfig

/// Features whose settings a Shape knows.
extension BigDocument {
    /// What the host knows of them.
    static let known: [String: KnownFeature] = Dictionary(
        uniqueKeysWithValues: (0..<featureCount).map {
            (id($0), KnownFeature(summary: "Feature \($0) of the circuit.", settings: shape))
        })

    static func id(_ index: Int) -> String { "feature\(index)" }

    private static let shape = Shape.object([
        Field("title", .text(length: 1...80), "What it is called."),
        Field("capacity", .integer(in: 1...100_000), "How many it serves.", default: 100),
        Field("ratio", .number(in: 0...1), "How much of them at once.", default: 0.5),
        Field("every", .duration(in: .milliseconds(1) ... .seconds(86_400)), "How often it looks.", default: "30s"),
        Field("mode", .choice(["slow", "fast", "auto"]), "How it works.", default: "auto"),
        Field("places", .list(of: .text(), count: 0...50), "Where it works.", default: []),
        Field("limits", .map(of: .integer(in: 0...1_000_000)), "How much of each.", default: [:]),
    ])

    mutating func section(_ index: Int) -> String {
        var text = "  \(Self.id(index)):\n    enabled: \(chance(80))\n    settings:\n"
        text += "      title: Feature number \(index)\n      capacity: \(number(1...9_999))\n"
        text += "      ratio: 0.\(number(1...9))\n      every: \(number(1...59))s\n"
        text += "      mode: \(one(of: ["slow", "fast", "auto"]))\n"
        text += "      places: [\(some(1...6, of: Self.places))]\n"
        text += "      limits: {gates: \(number(1...99)), buses: \(number(1...99)), people: \(number(1...9_999))}\n"
        if chance(20) { text += "    when: {plan: [pro, team]}\n    rollout: \(number(1...99))%\n" }
        if chance(10) { text += "    log: debug\n" }
        return text
    }

    static let places = ["north", "south", "east", "west", "paddock", "tribune-g", "tribune-k", "parking-c", "gate-3"]
}
