import FeatureKit

/// Answers who the caller is, and waits when it is told to.
struct Delivery: Feature {
    static let contracts: [Contract] = [
        .reads(.hostFeatures), .serves(.deliveryWho), .serves(.deliveryWait), .serves(.deliveryHold),
    ]

    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) { self.context = context }

    func run() async throws {
        let features = try context.bus.messages(on: .hostFeatures)
        try context.routes.serve(.deliveryWho) { asked, call in
            let attributes = call.caller.attributes.mapValues { value in
                if case .text(let text) = value { text } else { value.json }
            }
            return Who(
                times: asked.times, key: call.caller.key, origin: call.caller.origin.description,
                attributes: attributes)
        }
        try context.routes.serve(.deliveryWait) { _, _ in
            context.log.info("waiting")
            // Ends early when the feature is asked to stop.
            do { try await context.clock.sleep(for: .seconds(600)) } catch {}
            return Nothing()
        }
        try context.routes.serve(.deliveryHold) { _, _ in
            context.log.info("holding")
            // Ends only when it is cancelled, not when it is asked to stop.
            try? await Task.sleep(for: .seconds(600))
            return Nothing()
        }
        context.ready()
        for await _ in features {}
    }
}

struct Asked: Shaped, Codable {
    var times: Int
    static let shape = Shape.object([Field("times", .integer(in: 1...9), "How often.", default: 1)])
}

struct Who: Shaped, Codable {
    var times: Int
    var key: String?
    var origin: String
    var attributes: [String: String]
    static let shape = Shape.object([
        Field("times", .integer(), "How often."), Field("key", .text(), "The caller's key.", optional: true),
        Field("origin", .text(), "How the caller connected."), Field("attributes", .map(of: .text()), "What is known."),
    ])
}

extension Route where Request == Asked, Reply == Who {
    static var deliveryWho: Self { .init("delivery.who", .post, "/who", access: .everyone) }
}

extension Route where Request == Nothing, Reply == Nothing {
    static var deliveryWait: Self { .init("delivery.wait", .post, "/wait", access: .everyone) }
    static var deliveryHold: Self { .init("delivery.hold", .post, "/hold", access: .everyone) }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { FeatureEntry.open(Delivery.self) }
