import FeatureKit

/// Answers one question in the two ways that there are, and tells everyone who watches when it is asked to.
struct Echo: Feature {
    static let contracts: [Contract] = [
        .publishes(.tick, watchable: true), .serves(.echo), .serves(.echoLater), .serves(.tick),
    ]

    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) throws { self.context = context }

    func run() async throws {
        let ticks = try context.bus.publisher(on: .tick)
        try context.routes.answer(.echo) { question, _ in Answer(to: question) }
        try context.routes.serve(.echoLater) { question, _ in Answer(to: question) }
        try context.routes.answer(.tick) { tick, _ in
            ticks(tick)
            return Nothing()
        }
        context.ready()
        await context.untilStopped()
    }
}

extension Route {
    static var echo: Route<Question, Answer> { .init("bench.echo", .post, "/echo", access: .everyone) }
    static var echoLater: Route<Question, Answer> { .init("bench.echo-later", .post, "/echo-later", access: .everyone) }
    static var tick: Route<Tick, Nothing> { .init("bench.tick", .post, "/tick", access: .everyone) }
}

extension Topic where Payload == Tick {
    static var tick: Topic<Tick> { .init("bench.tick") }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Echo.self) }
