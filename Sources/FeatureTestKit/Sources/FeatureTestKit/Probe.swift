@_spi(Hosting) public import FeatureKit
public import Testing

/// A test's hold on a feature that runs: it plays the neighbours and sees everything that the feature publishes.
public final class Probe: Sendable {
    /// The clock that the feature sees.
    public let clock: TestClock
    /// What the feature logs.
    public let log: CapturedLog
    /// What the feature keeps, for the test to read and write; no failure touches it.
    public let store: Store
    /// The blobs that the feature keeps.
    public let blobs: Blobs
    private let feature: String
    private let core: BusCore
    private let neighbour: Bus
    private let neighbourRoutes: Routes
    private let arrivals: Arrivals

    init(
        feature: String, on core: BusCore, neighbour: Member, kept: StoreAccess, clock: TestClock, log: CapturedLog,
        arrivals: Arrivals
    ) {
        self.feature = feature
        self.core = core
        self.clock = clock
        self.log = log
        store = kept.store
        blobs = kept.blobs
        self.neighbour = Bus(member: neighbour)
        neighbourRoutes = Routes(member: neighbour)
        self.arrivals = arrivals
    }

    /// Publishes as a neighbour what the feature reads.
    public func publish<Payload>(_ payload: Payload, on topic: Topic<Payload>) throws {
        try neighbour.publisher(on: topic)(payload)
    }

    /// Serves as a neighbour what the feature asks.
    public func serve<Request, Reply>(
        _ route: Route<Request, Reply>, _ handler: @escaping @Sendable (Request, Call) async throws -> Reply
    ) throws { try neighbourRoutes.serve(route, handler) }

    /// Asks the feature.
    public func call<Request, Reply>(
        _ route: Route<Request, Reply>, _ request: Request, as caller: Caller = .system
    ) async throws -> Reply {
        try await neighbour.request(
            route, request, within: Limits.event, because: Cause(caller: caller, id: "test"))
    }

    /// Asks a route of the feature that streams; the replies come one after the other.
    ///
    /// Who stops reading is, for the feature, a client that has gone.
    public func replies<Request, Reply>(
        of route: Route<Request, Reply>, _ request: Request, as caller: Caller = .system,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> AsyncThrowingStream<Reply, any Error> {
        let served = try #require(
            core.route(route.name), "\(feature) does not serve \(route.name)", sourceLocation: sourceLocation)
        let replies = Replies<Reply>(to: request)
        let call = Call(
            caller: caller, deadline: clock.source.uptime + Limits.event, cause: Cause(caller: caller, id: "test"))
        let receipt = served.ask(replies, call)
        #expect(receipt == .taken, "\(feature) takes no more questions", sourceLocation: sourceLocation)
        return replies.stream
    }

    /// The next message that the feature publishes on a topic, from the start of its run on.
    public func expect<Payload>(
        _ topic: Topic<Payload>, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Payload {
        let value = await arrivals.next(on: topic.name)
        return try #require(
            try value?.decoded(as: Payload.self), "\(feature) published nothing on \(topic.name)",
            sourceLocation: sourceLocation)
    }

    /// The first message on a topic that meets a condition; earlier ones are passed over.
    public func expect<Payload>(
        _ topic: Topic<Payload>, sourceLocation: SourceLocation = #_sourceLocation,
        where isWanted: (Payload) -> Bool
    ) async throws -> Payload {
        while true {
            let payload = try await expect(topic, sourceLocation: sourceLocation)
            if isWanted(payload) { return payload }
        }
    }

    /// Waits until the feature sleeps and moves the time on.
    public func advance(by duration: Duration) async {
        await clock.sleepers(atLeast: 1)
        clock.advance(by: duration)
    }
}

/// What a feature published and nobody has expected yet, by topic.
final class Arrivals: Sendable {
    private struct State {
        var values: [String: [Value]] = [:]
        var waiting: [(topic: String, arrived: Signal)] = []
    }

    private let state = Lock(State())

    func add(_ value: Value, on topic: String) {
        let waiting = state.withLock { state in
            state.values[topic, default: []].append(value)
            defer { state.waiting.removeAll { $0.topic == topic } }
            return state.waiting.filter { $0.topic == topic }
        }
        for waiter in waiting { waiter.arrived.raise() }
    }

    func next(on topic: String) async -> Value? {
        while true {
            let arrived = Signal()
            let value = state.withLock { state -> Value? in
                guard var values = state.values[topic], !values.isEmpty else {
                    state.waiting.append((topic, arrived))
                    return nil
                }
                let first = values.removeFirst()
                state.values[topic] = values
                return first
            }
            if let value { return value }
            guard await Limits.wait(for: arrived) else { return nil }
        }
    }
}
