/// The routes that a feature serves.
public struct Routes: Sendable {
    let member: Member

    /// Makes a feature's routes.
    @_spi(Hosting) public init(member: Member) { self.member = member }

    /// Answers a route until the feature is drained.
    ///
    /// Handlers run at the same time as `run()` and as each other, in the feature's own task group. A handler that
    /// throws a `RouteError` refuses with it; any other error is answered as `internal` and goes to the feature's log.
    ///
    /// - Throws: `BusError` where `feature.yaml` does not declare the route or another feature serves it.
    public func serve<Request, Reply>(
        _ route: Route<Request, Reply>,
        _ handler: @escaping @Sendable (Request, Call) async throws -> Reply
    ) throws(BusError) {
        try member.serve(ServedRoute(route, by: member, handler))
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
}
