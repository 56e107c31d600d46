/// The routes that a feature serves.
public struct Routes: Sendable {
    let member: Member

    /// Makes a feature's routes.
    @_spi(Hosting) public init(member: Member) { self.member = member }

    /// Answers a route until the feature is drained.
    ///
    /// Handlers run at the same time as `run()` and as each other, in the feature's own task group; those of callers
    /// over HTTP on the threads that serve HTTP, so what computes for more than a few milliseconds belongs on a thread
    /// of its own. A handler that throws a `RouteError` or a `Refusal` refuses with it; any other error is answered as
    /// `internal` and goes to the feature's log.
    ///
    /// - Throws: `BusError` where `feature.yaml` does not declare the route, another feature serves it, or it streams.
    public func serve<Request, Reply>(
        _ route: Route<Request, Reply>,
        _ handler: @escaping @Sendable (Request, Call) async throws -> Reply
    ) throws(BusError) {
        guard !route.streams else { throw .streams(route.name) }
        guard !route.isIdempotent else { throw .idempotent(route.name) }
        guard route.limit != nil else { return try member.serve(.later(route, by: member, handler)) }
        let limit = LimitedRoute(route, member.clock)
        try member.serve(
            .later(route, by: member) { request, call in
                try limit.check(call)
                return try await handler(request, call)
            })
    }

    /// Answers a route at once: the handler runs on the thread that asks and must not wait, compute long or block.
    ///
    /// It is the quickest way to answer from what the feature has at hand. Otherwise it is as `serve`.
    ///
    /// - Throws: `BusError` where `feature.yaml` does not declare the route, another feature serves it, or it streams.
    public func answer<Request, Reply>(
        _ route: Route<Request, Reply>, _ handler: @escaping @Sendable (Request, Call) throws -> Reply
    ) throws(BusError) {
        guard !route.streams else { throw .streams(route.name) }
        guard !route.isIdempotent else { throw .idempotent(route.name) }
        guard route.limit != nil else { return try member.serve(.atOnce(route, by: member, handler)) }
        let limit = LimitedRoute(route, member.clock)
        try member.serve(
            .atOnce(route, by: member) { request, call in
                try limit.check(call)
                return try handler(request, call)
            })
    }

    /// Answers a route that streams: with one reply after the other, until the handler returns.
    ///
    /// A handler has to return when the feature is asked to stop; `Messages` end and `clock.sleep` throws then.
    ///
    /// - Throws: `BusError` where `feature.yaml` does not declare the route, another feature serves it, or it does not
    ///   stream.
    public func stream<Request, Reply>(
        _ route: Route<Request, Reply>,
        _ handler: @escaping @Sendable (Request, Call, ReplyStream<Reply>) async throws -> Void
    ) throws(BusError) {
        guard route.streams else { throw .doesNotStream(route.name) }
        let limit = LimitedRoute(route, member.clock)
        try member.serve(
            .stream(route, by: member) { request, call, out in
                try limit.check(call)
                try await handler(request, call, out)
            })
    }

    /// Answers a route with plain data of Shapes that are known only now: for whoever plays a feature.
    ///
    /// - Throws: `BusError` where the route is not declared, or another feature serves it.
    @_spi(Hosting) public func serve(
        plain name: String, request: Shape, reply: Shape,
        _ handler: @escaping @Sendable (Value, Call) async throws -> Value
    ) throws(BusError) {
        try member.serve(.plain(name, request: request, reply: reply, by: member, handler))
    }
}

/// One question to a route: who asks, and until when the answer is wanted.
public struct Call: Sendable {
    /// Who asks.
    public let caller: Caller
    /// The uptime of the feature's clock after which nobody waits for the answer any more.
    public let deadline: Duration
    /// What the question goes back to.
    public let cause: Cause

    /// Makes the circumstances of a question.
    @_spi(Hosting) public init(caller: Caller, deadline: Duration, cause: Cause) {
        self.caller = caller
        self.deadline = deadline
        self.cause = cause
    }
}
