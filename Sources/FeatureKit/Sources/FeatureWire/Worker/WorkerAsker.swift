@_spi(Hosting) internal import FeatureKit

/// A request of the host to a route of a worker's feature.
final class WorkerAsker: RouteAsker {
    private struct State {
        var isAnswered = false
        /// Raised when the reply that was sent last has been taken.
        var taken: Signal?
    }

    private let conversation: UInt32
    private let route: String
    private let content: any Shaped
    private let log: Log
    private let connection: any WireConnection
    private let onEnd: @Sendable (UInt32) -> Void
    private let gone = Signal()
    private let state = Lock(State())

    init(
        _ conversation: UInt32, route: String, _ content: any Shaped, _ log: Log, _ connection: any WireConnection,
        onEnd: @escaping @Sendable (UInt32) -> Void
    ) {
        self.conversation = conversation
        self.route = route
        self.content = content
        self.log = log
        self.connection = connection
        self.onEnd = onEnd
    }

    // MARK: - What the handler says

    func request<Request: Shaped>(as type: Request.Type) throws -> Request { try ServedRoute.read(content) }

    func answered<Reply: Shaped>(_ reply: Reply) { end(.reply(reply, to: conversation)) }

    func refused(_ error: RouteError) { end(WireMessage(.refusal, conversation) { $0.routeError(error) }) }

    func ended() { end(WireMessage(.end, conversation)) }

    func next<Reply: Shaped>(_ reply: Reply) async throws {
        guard !gone.isRaised else { throw CancellationError() }
        let message = WireMessage(.next, conversation) { $0.encoded(reply) }
        if let problem = message.problem { throw RemoteFailure(description: problem) }
        let taken = Signal()
        state.withLock { $0.taken = taken }
        guard connection.send(message) else { throw CancellationError() }
        await taken.wait()
        try Task.checkCancellation()
        guard !gone.isRaised else { throw CancellationError() }
    }

    func untilGone() async { await gone.wait() }

    private func end(_ message: WireMessage) {
        let isFirst = state.withLock { state in
            defer { state.isAnswered = true }
            return !state.isAnswered
        }
        guard isFirst else { return }
        onEnd(conversation)
        guard let problem = message.problem else {
            connection.send(reply: message)
            return
        }
        log.error("a route's answer can't be sent", [("route", route), ("error", problem)])
        let error = RouteError(
            code: "internal", status: 500, "\(route) failed; the log of \(log.feature) says why")
        _ = connection.send(WireMessage(.refusal, conversation) { $0.routeError(error) })
    }

    // MARK: - What the host says

    /// The reader has taken the last reply.
    func take() { state.withLock { $0.taken.take() }?.raise() }

    /// Nobody reads any more.
    func leave() {
        gone.raise()
        take()
    }
}
