@_spi(Hosting) public import FeatureKit
@_spi(Hosting) internal import FeatureRig
public import Testing

/// A test's access to a running feature: it acts as the other features and sees everything that the feature publishes.
public final class Probe: Sendable {
    /// The clock that the feature sees.
    public var clock: TestClock { rig.clock }
    /// What the feature logs.
    public var log: CapturedLog { rig.log }
    /// The values of its flags.
    public var flags: RigFlags { rig.flags }
    /// What the feature keeps, for the test to read and write; no failure touches it.
    public let store: Store
    /// The blobs that the feature keeps.
    public let blobs: Blobs
    let rig: Rig
    private let place: SourceLocation
    private let told = Lock<String?>(nil)

    init(of rig: Rig, _ store: Store, _ blobs: Blobs, _ place: SourceLocation) {
        self.rig = rig
        self.store = store
        self.blobs = blobs
        self.place = place
    }

    var id: String { rig.subject.id }

    // MARK: - Neighbours

    /// Publishes, as another feature, what the feature reads.
    public func publish<Payload>(_ payload: Payload, on topic: Topic<Payload>) throws {
        try Bus(member: rig.neighbour).publisher(on: topic)(payload)
    }

    /// Serves, as another feature, a route that the feature calls.
    public func serve<Request, Reply>(
        _ route: Route<Request, Reply>, _ handler: @escaping @Sendable (Request, Call) async throws -> Reply
    ) throws { try Routes(member: rig.neighbour).serve(route, handler) }

    /// Stops serving a route.
    public func withdraw<Request, Reply>(_ route: Route<Request, Reply>) { rig.withdraw(route.name) }

    // MARK: - Asking

    /// Calls a route of the feature.
    ///
    /// - Parameter limit: How much time may pass until it answers; no more passes than is needed.
    /// - Throws: `RouteError` where it refuses.
    public func call<Request, Reply>(
        _ route: Route<Request, Reply>, _ request: Request, as caller: Caller = .system,
        within limit: Duration = .zero, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Reply {
        let replies = Replies<Reply>(to: request)
        rig.ask(route.name, replies, as: caller) { replies.refused($0) }
        let isAnswered = await rig.wait(within: limit) { replies.isOver }
        try #require(isAnswered, "\(id) did not answer \(route.name)", sourceLocation: sourceLocation)
        var answers = replies.stream.makeAsyncIterator()
        return try #require(
            try await answers.next(), "\(id) answered \(route.name) with nothing", sourceLocation: sourceLocation)
    }

    /// Calls a route of the feature that streams; the replies come one after the other.
    ///
    /// Once the test stops reading, the feature sees a client that has gone.
    public func replies<Request, Reply>(
        of route: Route<Request, Reply>, _ request: Request, as caller: Caller = .system
    ) -> AsyncThrowingStream<Reply, any Error> {
        let replies = Replies<Reply>(to: request)
        rig.ask(route.name, replies, as: caller) { replies.refused($0) }
        return replies.stream
    }

    /// The error with which the feature refuses a call in `body`; nil where it does not refuse.
    public func refusal<Reply>(of body: () async throws -> Reply) async throws -> RouteError? {
        do { _ = try await body() } catch let error as RouteError { return error }
        return nil
    }

    // MARK: - Expecting

    /// The next message that the feature publishes on a topic, starting with its first one.
    ///
    /// - Parameter limit: How much time may pass until it comes; no more passes than is needed.
    public func expect<Payload>(
        _ topic: Topic<Payload>, within limit: Duration = .zero, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Payload {
        try await expect(topic, within: limit, sourceLocation: sourceLocation) { _ in true }
    }

    /// The first message on a topic that meets a condition; earlier ones are skipped.
    ///
    /// - Parameter limit: How much time may pass until it comes; no more passes than is needed.
    public func expect<Payload>(
        _ topic: Topic<Payload>, within limit: Duration = .zero, sourceLocation: SourceLocation = #_sourceLocation,
        where isWanted: @escaping @Sendable (Payload) -> Bool
    ) async throws -> Payload {
        let found = await rig.message(on: topic.name, within: limit) { value in
            // What can't be read is handed out all the same, for the error to be seen.
            (try? value.decoded(as: Payload.self)).map(isWanted) ?? true
        }
        let others = found == nil ? await rig.messages(on: topic.name).count : 0
        let complaint =
            others == 0
            ? "\(id) published nothing on \(topic.name)"
            : "\(id) published nothing like that on \(topic.name); what came: \(others)"
        return try #require(
            try found?.value.decoded(as: Payload.self), "\(complaint)", sourceLocation: sourceLocation)
    }

    /// Checks that a topic has no message that the test has not taken, after some time has passed.
    public func expectNone<Payload>(
        _ topic: Topic<Payload>, within limit: Duration = .zero, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await rig.advance(by: limit)
        let all = await rig.messages(on: topic.name)
        #expect(
            all.isEmpty, "\(id) published \(all.last?.value.json ?? "") on \(topic.name)",
            sourceLocation: sourceLocation)
    }

    // MARK: - Time

    /// Moves the time on, from one sleeper to the next; each has finished its work before the next one wakes.
    public func advance(_ duration: Duration) async { await rig.advance(by: duration) }

    /// Returns once the feature has nothing left to do until a request comes or the time moves.
    public func settle(sourceLocation: SourceLocation = #_sourceLocation) async {
        #expect(await rig.settle(), "\(id) computes without a pause", sourceLocation: sourceLocation)
    }

    // MARK: - The run

    /// Starts the feature and waits until it is ready; false where it does not become so, which is told, as it is where a
    /// host would refuse the settings.
    func start<F: Feature>(_ type: F.Type, _ settings: F.Settings) async throws -> Bool {
        let entry = FeatureEntry(type, settings: settings)
        let value = try Value(revealing: settings)
        func problems<C: ChecksSettings>(_ type: C.Type) -> [SettingsProblem] {
            (settings as? C.Settings).map { C.problems(in: $0) } ?? []
        }
        let checks = F.self as? any ChecksSettings.Type
        for problem in checks.map({ problems($0) }) ?? [] {
            Issue.record("settings.\(problem.path): \(problem.sentence)", sourceLocation: place)
            return false
        }
        let state = await rig.start(value, entry: entry)
        if !tellFailure(place), state != .active {
            Issue.record("\(id) did not become ready: it is \(state)", sourceLocation: place)
        }
        return state == .active
    }

    /// Gives the feature new settings while it runs, as a host does; where it can't take them, it is restarted.
    public func reconfigure<F: Feature>(
        _ type: F.Type, _ settings: F.Settings, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        if try await rig.reconfigure(try Value(revealing: settings)) { return }
        try await restart(type, settings, sourceLocation: sourceLocation)
    }

    /// Stops the feature, as a host does, and starts it again; what it has stored stays.
    public func restart<F: Feature>(
        _ type: F.Type, _ settings: F.Settings, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        await stop(sourceLocation)
        _ = try await start(type, settings)
    }

    /// Stops the feature and asserts that nothing is left of it.
    func finish() async { await stop(place) }

    private func stop(_ place: SourceLocation) async {
        tellFailure(place)
        #expect(await rig.stop(), "run() did not return when \(id) was stopped", sourceLocation: place)
        tellFailure(place)
        let leftovers = await rig.leftovers()
        #expect(leftovers.isNothing, "\(id) \(leftovers) after run() returned", sourceLocation: place)
    }

    /// Tells once what a run threw.
    @discardableResult
    private func tellFailure(_ place: SourceLocation) -> Bool {
        guard case .failed(let reason) = rig.state else { return false }
        let isNew = told.withLock { told in
            defer { told = reason }
            return told != reason
        }
        if isNew { Issue.record("run() threw: \(reason)", sourceLocation: place) }
        return true
    }
}
