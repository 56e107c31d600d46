/// The routes that a feature serves.
public struct Routes: Sendable {
    let member: Member

    /// Gives a run of a feature its routes.
    @_spi(Hosting) public init(member: Member) { self.member = member }

    /// Serves a route until the feature is drained.
    ///
    /// Handlers run at the same time as `run()` and as each other, in the feature's own task group. Those of callers
    /// over HTTP run on the threads that serve HTTP, so what computes for more than a few milliseconds belongs on a
    /// thread of its own. A handler that throws a `RouteError` or a `Refusal` refuses with it; any other error is
    /// answered as `internal` and goes to the feature's log.
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

    /// Serves a route at once: the handler runs on the calling thread and must not wait, compute for long or block.
    ///
    /// It is the quickest way to answer from data that the feature has at hand; everything else is as with `serve`.
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

    /// Serves a route that streams: one reply after the other, until the handler returns.
    ///
    /// The handler has to return when the feature is asked to stop; then its `Messages` end and `clock.sleep` throws.
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

    /// Serves a route with plain data whose Shapes are known only at run time, for code that acts on a feature's
    /// behalf.
    ///
    /// - Throws: `BusError` where the route is not declared, or another feature serves it.
    @_spi(Hosting) public func serve(
        plain name: String, request: Shape, reply: Shape,
        _ handler: @escaping @Sendable (Value, Call) async throws -> Value
    ) throws(BusError) {
        try member.serve(.plain(name, request: request, reply: reply, by: member, handler))
    }
}

/// One request to a route: who makes it, and until when the answer is wanted.
public struct Call: Sendable {
    /// Who makes the request.
    public let caller: Caller
    /// The uptime of the feature's clock after which nobody waits for the answer any more.
    public let deadline: Duration
    /// What led to the request.
    public let cause: Cause

    /// Describes a request.
    @_spi(Hosting) public init(caller: Caller, deadline: Duration, cause: Cause) {
        self.caller = caller
        self.deadline = deadline
        self.cause = cause
    }
}
