import FeatureKit

/// Logs what `glow` says and what it answers.
struct Witness: Feature {
    static let contracts: [Contract] = [.reads(.glowSeen), .requests(.glowAsked)]

    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) { self.context = context }

    func run() async throws {
        let seen = try context.bus.messages(on: .glowSeen, overflow: .dropNewest(8))
        context.ready()
        for await message in seen {
            let answer = try await context.bus.request(.glowAsked, Nothing(), within: .seconds(10))
            context.log.info(
                "glow",
                [
                    ("seen", "\(message.payload.level)"), ("asked", "\(answer.level)"), ("from", message.source),
                    ("number", "\(message.sequence)"),
                ])
        }
    }
}

/// The same Shape as `glow`'s own type.
struct Seen: Shaped, Codable {
    var level: Int
    static let shape = Shape.object([Field("level", .integer(in: 0...100), "What was seen.")])
}

extension Topic where Payload == Seen {
    static var glowSeen: Self { .init("glow.lit", retain: .latest) }
}

extension Route where Request == Nothing, Reply == Seen {
    static var glowAsked: Self { .init("glow.level", .get, "/level", access: .everyone) }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { FeatureEntry.open(Witness.self) }
