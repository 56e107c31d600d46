@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HTTPServer
import HostAccess
import HostRuntime
import Testing

@testable import HostHTTP

/// A `Router` with a running feature and without sockets.
struct TestFront: Sendable {
    static let bars = MountedFeature(
        id: "bars", mounts: ["/api/v1/bars"], contracts: Bars.contracts)

    let router: Router
    let bus: BusCore
    let clock: TestClock
    let log: CapturedLog
    let flags: FlagBoard
    let streams: Streams
    /// The feature's run.
    let feature: FeatureInstance
    /// A feature beside it, for what the test itself publishes.
    let neighbour: Member

    /// Sends a request and gives back where its answer goes.
    @discardableResult
    func send(_ request: Request, clientIsSlow: Bool = false) -> TestExchange {
        let exchange = TestExchange(clientIsSlow: clientIsSlow)
        router.respond(to: request, via: exchange)
        return exchange
    }

    /// Sends a request and waits for its answer.
    func ask(
        _ method: Method, _ target: String, fields: [(String, String)] = [], body: String = "",
        at place: SourceLocation = #_sourceLocation
    ) async throws -> Response {
        let request = Request(method, target, fields: fields, body: Array(body.utf8))
        return try await send(request).response(at: place)
    }

    /// Sends a request and waits for the status of its answer.
    func status(
        _ method: Method, _ target: String, fields: [(String, String)] = [], body: String = "",
        at place: SourceLocation = #_sourceLocation
    ) async throws -> Int {
        try await ask(method, target, fields: fields, body: body, at: place).status.code
    }

    /// Shows the feature, or not.
    func show(_ features: [MountedFeature] = [bars], cors: CORSPolicy? = nil, callers: CallerPolicy = CallerPolicy()) {
        streams.update(features)
        let problems = router.update(FrontContent(features: features, cors: cors, callers: callers))
        #expect(problems == [])
    }
}

/// Runs a test with a `Router` and the running feature `Bars`.
func withFront(
    fixtures: [Fixture] = [], authenticator: (any Authenticator)? = nil, rates: Rates? = nil,
    clock: TestClock = TestClock(),
    _ body: (TestFront) async throws -> Void
) async throws {
    let log = CapturedLog()
    let flags = FlagBoard(.none(since: clock.source.now))
    let bus = BusCore(clock: clock.source)
    let streams = Streams(bus: bus, clock: clock.source)
    let ready = Signal()
    let contracts = Bars.contracts
    let wiring = Wiring(
        publishes: Set(contracts.filter { $0.role == .publishes }.map(\.name)),
        serves: Set(contracts.filter { $0.role == .serves }.map(\.name)))
    let feature = FeatureInstance(
        id: "bars", entry: FeatureEntry(Bars.self), settings: .object([:]),
        in: .init(bus: bus, wiring: wiring, flags: NoFlags(), log: log.sink, onReady: ready.raise))
    let router = Router(
        loops: 2, firstLane: nil, fixtures: fixtures,
        in: .init(
            bus: bus, clock: clock.source, log: log.sink, streams: streams, flags: flags, authenticator: authenticator,
            rates: rates))
    let neighbour = bus.join(
        "neighbour", wiring: Wiring(publishes: wiring.publishes, requests: wiring.serves),
        log: Log(feature: "neighbour", sink: log.sink))
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await feature.run() }
        group.addTask { await streams.run() }
        #expect(await Waiting.for(ready), "bars did not become ready")
        let front = TestFront(
            router: router, bus: bus, clock: clock, log: log, flags: flags, streams: streams, feature: feature,
            neighbour: neighbour)
        front.show()
        defer {
            feature.cancel()
            group.cancelAll()
        }
        try await body(front)
    }
}

private struct NoFlags: FlagSource {
    func value(of key: String, for caller: Caller) -> Value? { nil }
}
