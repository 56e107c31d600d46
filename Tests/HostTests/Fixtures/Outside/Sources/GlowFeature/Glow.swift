import FeatureKit

/// Shines, says so and answers how much.
struct Glow: Feature {
    struct Settings: Shaped, Codable, Equatable {
        var level: Int
        static let shape = Shape.object([Field("level", .integer(in: 0...100), "How much it shines.", default: 1)])
    }

    static let contracts: [Contract] = [.publishes(.glowLit), .reads(.hostFeatures), .serves(.glowLevel)]

    let settings: Settings
    let context: FeatureContext

    init(settings: Settings, context: FeatureContext) {
        self.settings = settings
        self.context = context
    }

    func run() async throws {
        let lit = Lit(level: settings.level)
        let out = try context.bus.publisher(on: .glowLit)
        let features = try context.bus.messages(on: .hostFeatures)
        try context.routes.serve(.glowLevel) { _, call in
            guard call.caller.origin == .bus || call.caller.origin == .system else {
                throw RouteError.forbidden("who asks?")
            }
            return lit
        }
        out(lit)
        context.ready()
        // Ends when the host asks for it.
        for await message in features where message.payload.isActive(context.id) {
            context.log.info("active", [("id", context.id), ("because", message.source), ("shine", "\(lit.level)")])
        }
    }
}

struct Lit: Shaped, Codable {
    var level: Int
    static let shape = Shape.object([Field("level", .integer(in: 0...100), "How much it shines.")])
}

extension Topic where Payload == Lit {
    static var glowLit: Self { .init("glow.lit", retain: .latest) }
}

extension Route where Request == Nothing, Reply == Lit {
    static var glowLevel: Self { .init("glow.level", .get, "/level", access: .everyone) }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { FeatureEntry.open(Glow.self) }
