import FeatureKit

/// Answers questions, and publishes as many messages as it is told to.
struct Wired: Feature {
    static let contracts: [Contract] = [.serves(.wiredEcho), .publishes(.wiredTick), .reads(.wiredGo)]

    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) throws { self.context = context }

    func run() async throws {
        try context.routes.serve(.wiredEcho) { request, _ in request }
        let ticks = try context.bus.publisher(on: .wiredTick)
        let orders = try context.bus.messages(on: .wiredGo)
        context.ready()
        for await order in orders {
            guard order.payload.number > 0 else { fatalError("told to trap") }
            for number in 0..<order.payload.number { ticks(Number(number: number)) }
        }
    }
}

struct Number: Shaped, Codable {
    var number: Int
    static let shape = Shape.object([Field("number", .integer(), "A number.")])
}

extension Route where Request == Number, Reply == Number {
    static var wiredEcho: Self { .init("wired.echo", .post, "/echo", access: .everyone) }
}
extension Topic where Payload == Number {
    static var wiredTick: Self { .init("wired.tick") }
    static var wiredGo: Self { .init("wired.go") }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Wired.self) }
