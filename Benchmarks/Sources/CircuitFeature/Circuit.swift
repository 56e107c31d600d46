import FeatureKit

/// Does nothing with settings of every kind, as one of the hundred features of `config/`'s document.
struct Circuit: Feature {
    struct Settings: Shaped, Codable, Equatable {
        let title: String
        let capacity: Int
        let ratio: Double
        let every: Duration
        let mode: String
        let places: [String]
        let limits: [String: Int]

        static let shape = Shape.object([
            Field("title", .text(length: 1...80), "What it is called."),
            Field("capacity", .integer(in: 1...100_000), "How many it serves.", default: 100),
            Field("ratio", .number(in: 0...1), "How much of them at once.", default: 0.5),
            Field("every", .duration(in: .milliseconds(1) ... .seconds(86_400)), "How often it looks.", default: "30s"),
            Field("mode", .choice(["slow", "fast", "auto"]), "How it works.", default: "auto"),
            Field("places", .list(of: .text(), count: 0...50), "Where it works.", default: []),
            Field("limits", .map(of: .integer(in: 0...1_000_000)), "How much of each.", default: [:]),
        ])
    }

    let context: FeatureContext

    init(settings: Settings, context: FeatureContext) { self.context = context }

    func run() async throws {
        context.ready()
        await context.untilStopped()
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Circuit.self) }
