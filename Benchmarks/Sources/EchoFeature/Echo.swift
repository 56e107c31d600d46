import FeatureKit

/// Answers questions in the ways that there are, and tells everyone who watches when it is asked to.
struct Echo: Feature {
    static let contracts: [Contract] = EchoRoutes.routes + [.publishes(.tick, watchable: true)]

    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) throws { self.context = context }

    func run() async throws {
        try EchoRoutes(ticks: try context.bus.publisher(on: .tick)).serve(on: context.routes)
        context.ready()
        await context.untilStopped()
    }
}

@Routes("bench") struct EchoRoutes: RouteGroup {
    let ticks: Publisher<Tick>

    /// Answers at once.
    @Post("/echo", .everyone)
    func echo(_ question: Question) -> Answer { Answer(key: "x", beta: question.context.beta) }

    /// Answers later.
    @Post("/echo-later", .everyone)
    func echoLater(_ question: Question) async -> Answer { Answer(key: "x", beta: question.context.beta) }

    /// Answers a question without a body.
    @Get("/echo/{key}", .everyone)
    func lookUp(_ lookup: Lookup) -> Answer { Answer(key: lookup.key, beta: lookup.beta) }

    /// Publishes a number.
    @Post("/tick", .everyone)
    func tick(_ tick: Tick) { ticks(tick) }
}

extension Topic where Payload == Tick {
    static var tick: Topic<Tick> { .init("bench.tick") }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Echo.self) }
