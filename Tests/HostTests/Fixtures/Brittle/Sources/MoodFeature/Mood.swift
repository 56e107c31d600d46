import FeatureKit

/// Says once how it is, and never again.
struct Moody: Feature {
    static let contracts: [Contract] = [.publishes(.mood)]

    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) { self.context = context }

    func run() async throws {
        let moods = try context.bus.publisher(on: .mood)
        moods(Mood(words: "sunny"))
        context.ready()
        await context.untilStopped()
    }
}

struct Mood: Shaped, Codable {
    var words: String
    static let shape = Shape.object([Field("words", .text(), "How it is.")])
}

extension Topic where Payload == Mood { static var mood: Self { .init("mood.now", retain: .latest) } }

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Moody.self) }
