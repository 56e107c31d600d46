@_spi(Hosting) internal import FeatureKit

/// The host's end of a link: does on the feature's behalf what its worker asks for.
///
/// The worker's messages arrive on the thread that reads the wire, and are not trusted: whatever breaks the protocol
/// ends the link, and nothing here waits. What has to wait is done by the `Jobs` of the feature's run.
final class HostEnd: Sendable {
    private let context: FeatureContext
    private let connection: any WireConnection
    private let calls: WireCalls
    private let jobs: Jobs
    private let topics: HostTopics
    private let routes: HostRoutes
    private let seats: HostSeats
    private let ending = Lock<WorkerEnding?>(nil)
    private let levels = Lock<(any AnyObject & Sendable)?>(nil)

    init(_ context: FeatureContext, _ connection: any WireConnection, _ jobs: Jobs) {
        self.context = context
        self.connection = connection
        self.jobs = jobs
        calls = WireCalls(connection, isHost: true)
        topics = HostTopics(context.bus, connection, jobs)
        routes = HostRoutes(context.bus.member, connection, calls, jobs)
        seats = HostSeats(context, jobs, bodies: (connection as? TimedConnection)?.bodies) {
            connection.send(reply: $0)
        }
    }

    // MARK: - What the worker says

    /// Takes a message of the worker.
    func receive(_ message: WireMessage) throws(WireError) {
        switch message.kind {
        case .publish, .take, .openPublisher, .publishWaiting, .lost, .subscribe, .dropped, .unsubscribe:
            try topics.receive(message)
        case .reply, .refusal, .media, .next, .end: try calls.answer(message)
        case .serve, .withdraw: try routes.receive(message)
        case .request: try request(message)
        case .read, .write, .operation, .finish, .changes, .untilChanged, .misuse, .flag, .sleep:
            try seats.receive(message)
        case .forget: jobs.forget(message.conversation)
        case .log: try log(message)
        case .ready:
            try message.readNothing()
            context.ready()
        case .drained:
            try message.readNothing()
            routes.close()
            context.bus.member.drain()
        case .ended:
            let ending = try message.read { (reader) throws(WireError) in try reader.ending() }
            self.ending.withLock { $0 = ending }
        default: throw .malformed("\(message.kind.rawValue) is nothing that a worker says")
        }
    }

    private func request(_ message: WireMessage) throws(WireError) {
        let request = try message.read { (reader) throws(WireError) in try RemoteRequest(&reader) }
        let conversation = message.conversation
        try jobs.begin(conversation) { [context, connection] in
            let answer: WireMessage
            do throws(RequestError) {
                let reply = try await context.bus.ask(
                    request.route, request.content, request.shapes, within: request.limit, because: request.cause)
                let message = WireMessage.reply(reply, to: conversation)
                if message.problem != nil { throw .unreadable(request.route) }
                answer = message
            } catch {
                let refusal = WireMessage(.refusal, conversation) { $0.requestError(error) }
                // The data of a refusal may be too large for the wire.
                answer =
                    refusal.problem == nil
                    ? refusal
                    : WireMessage(.refusal, conversation) { $0.requestError(.unreadable(request.route)) }
            }
            connection.send(reply: answer)
        }
    }

    private func log(_ message: WireMessage) throws(WireError) {
        let record = try message.read { (reader) throws(WireError) in try reader.record(of: context.id) }
        // The level may have changed since the worker learnt it.
        let sink = context.log.sink
        if sink.takes(record.level, from: context.id) { sink.write(record) }
    }

    // MARK: - What the host says

    /// Lets the feature begin.
    func begin(_ settings: Value) {
        let start = WorkerStart(settings: settings, leastLevel: leastLevel)
        _ = connection.send(WireMessage(.begin) { $0.start(start) })
        let watch = context.log.sink.watchLevels { [weak self] in self?.tellLevel() }
        levels.withLock { $0 = watch }
        // The level may have changed before it was watched.
        if leastLevel != start.leastLevel { tellLevel() }
    }

    private var leastLevel: UInt8 {
        let (sink, id) = (context.log.sink, context.id)
        return UInt8(LogLevel.all.firstIndex { sink.takes($0, from: id) } ?? LogLevel.all.count)
    }

    private func tellLevel() { _ = connection.send(WireMessage(.logLevel) { $0.byte(leastLevel) }) }

    /// Tells the feature to stop, after every request that it has to answer.
    func drain() async {
        await routes.closeAndSend()
        _ = connection.send(WireMessage(.drain))
    }

    /// The same before anybody could send it a request.
    func drainNow() {
        routes.close()
        _ = connection.send(WireMessage(.drain))
    }

    /// Tells the feature that it is cancelled.
    func cancel() { _ = connection.send(WireMessage(.cancel)) }

    /// Gives the feature new settings; false where it has to be restarted to take them.
    func reconfigure(_ settings: Value) async throws -> Bool {
        let answer: WireMessage
        do { answer = try await calls.ask(.reconfigure) { $0.value(settings) } } catch WireError.closed {
            return false
        }
        guard answer.kind == .reply else { throw RemoteFailure(description: try answer.words()) }
        return try answer.read { (reader) throws(WireError) in try reader.flag() }
    }

    // MARK: - The end

    /// The worker has gone: everyone who waits for it is told at once.
    func closed() {
        levels.withLock { $0 = nil }
        routes.close()
        seats.close()
        calls.closed()
    }

    /// How the worker's run has ended.
    ///
    /// - Throws: The error of its feature, or that it ended without saying why.
    func result() throws {
        switch ending.withLock({ $0 }) {
        case .returned: return
        case .cancelled: throw CancellationError()
        case .failed(let words): throw RemoteFailure(description: words)
        case nil: throw WireError.closed
        }
    }
}

extension WireMessage {
    func readNothing() throws(WireError) { try read { (_) throws(WireError) in } }

    /// Reads an error of which only the text is known.
    func words() throws(WireError) -> String { try read { (reader) throws(WireError) in try reader.text() } }
}
