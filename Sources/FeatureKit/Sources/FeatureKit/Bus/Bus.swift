/// A feature's access to the message bus.
///
/// Only the topics and routes that `feature.yaml` declares can be used; using any other is an error.
public struct Bus: Sendable {
    package let member: Member

    /// Gives a run of a feature access to the bus.
    @_spi(Hosting) public init(member: Member) { self.member = member }

    /// Opens a topic for publishing.
    ///
    /// - Throws: `BusError` where the topic is not declared, or has another Shape elsewhere.
    public func publisher<Payload>(on topic: Topic<Payload>) throws(BusError) -> Publisher<Payload> {
        let place = try member.place(on: topic.name, Payload.shape, keeping: topic.retention.kind)
        return Publisher(topic: topic, place: place, member: member)
    }

    /// Subscribes to a topic from now on; a topic that keeps values delivers all of them first, however small the
    /// buffer is.
    ///
    /// - Parameters:
    ///   - topic: The topic to read.
    ///   - overflow: Which messages to drop when the loop is slower than the publishers.
    /// - Throws: `BusError` where the topic is not declared, or has another Shape elsewhere.
    public func messages<Payload>(
        on topic: Topic<Payload>, overflow: Overflow = .dropOldest()
    ) throws(BusError) -> Messages<Payload> {
        if let uplink = member.core.uplink {
            return Messages(
                subscription: try Subscription(
                    to: topic.name, Payload.shape, over: uplink, member: member, overflow: overflow))
        }
        let hub = try member.hub(topic.name, Payload.shape, in: .reads)
        return Messages(subscription: Subscription(hub: hub, member: member, overflow: overflow))
    }

    /// Sends a request to another feature and waits for its reply.
    ///
    /// - Parameters:
    ///   - route: The route to call.
    ///   - request: What to send.
    ///   - limit: How long to wait. The handler sees the end as `call.deadline`; it is not interrupted.
    ///   - cause: What led to the request; inside a route's handler it is the cause of the call by default.
    public func request<Request, Reply>(
        _ route: Route<Request, Reply>, _ request: Request, within limit: Duration, because cause: Cause? = nil
    ) async throws(RequestError) -> Reply {
        guard !member.isCutOff else { throw .stopped(member.id) }
        let cause = cause ?? Cause.current
        if let uplink = member.core.uplink {
            return try await uplink.request(route.name, request, as: Reply.self, within: limit, because: cause)
        }
        let reply = try await ask(
            route.name, request, RouteShapes(request: Request.shape, reply: Reply.shape), within: limit,
            because: cause)
        do { return try ServedRoute.read(reply) } catch { throw .unreadable(route.name) }
    }

    /// Sends a request whose types are known only at run time; the reply has the type that the answering feature gave
    /// it.
    package func ask(
        _ route: String, _ request: any Shaped, _ shapes: RouteShapes, within limit: Duration, because cause: Cause?
    ) async throws(RequestError) -> any Shaped {
        guard !member.isCutOff else { throw .stopped(member.id) }
        guard member.wiring.requests.contains(route) else {
            let declared = member.wiring.requests
            let error = BusError.undeclared(route, by: "requests", of: member.id, declared: declared)
            throw .undeclared(member.noting(error))
        }
        return try await member.core.routes.request(
            route, request, shapes, within: limit, because: cause, clock: member.clock)
    }

    /// Opens a topic for plain data whose Shape is known only at run time, for code that acts on a feature's behalf.
    ///
    /// - Throws: `BusError` where the topic is not declared, or has another Shape elsewhere.
    @_spi(Hosting) public func publisher(
        onPlain topic: String, _ shape: Shape, keeping retention: TopicRetention = .nothing
    ) throws(BusError) -> Publisher<Value> {
        let place = try member.place(on: topic, shape, keeping: retention)
        // Whether the topic waits is checked where its type is known.
        return Publisher(topic: Topic(topic, waits: true), place: place, member: member)
    }
}
