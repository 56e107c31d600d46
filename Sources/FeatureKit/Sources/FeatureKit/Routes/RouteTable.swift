/// Which run serves which route, and how requests and replies get from one feature to another.
final class RouteTable: Sendable {
    private struct State {
        var served: [String: ServedRoute] = [:]
        /// The routes of runs that are to take over from others.
        var coming: [String: ServedRoute] = [:]
        /// Raised when one more route is served.
        var news = Signal()
    }

    private let state = Lock(State())
    private let gate: (any RouteGate)?

    init(gate: (any RouteGate)?) { self.gate = gate }

    var all: [(route: String, feature: String)] {
        state.withLock { $0.served.map { ($0, $1.feature) } }.sorted { $0.0 < $1.0 }
    }

    func route(_ name: String) -> ServedRoute? { state.withLock { $0.served[name] } }

    /// A signal that is raised once one more route is served.
    var news: Signal { state.withLock { $0.news } }

    func offer(_ route: ServedRoute) throws(BusError) {
        let (other, news) = state.withLock { state -> (String?, Signal?) in
            let (name, isComing) = (route.name, route.member.isHeld)
            // Two runs of one feature don't conflict as long as one of them waits to take over.
            if let other = state.served[name], !isComing || other.feature != route.feature {
                return (other.feature, nil)
            }
            if let other = state.coming[name], isComing || other.feature != route.feature {
                return (other.feature, nil)
            }
            if isComing {
                state.coming[name] = route
                return (nil, nil)
            }
            state.served[name] = route
            defer { state.news = Signal() }
            return (nil, state.news)
        }
        news?.raise()
        if let other { throw .alreadyServed(route.name, by: other) }
    }

    func withdraw(_ name: String, of member: Member) {
        state.withLock { state in
            if state.served[name]?.member === member { state.served[name] = nil }
            if state.coming[name]?.member === member { state.coming[name] = nil }
        }
    }

    /// Replaces all that one run serves by what another run serves, in one step; false where that run was not held.
    func handOver(from other: Member?, to member: Member) -> Bool {
        let news = state.withLock { state -> Signal? in
            guard member.beginTakingOver() else { return nil }
            if let other { state.served = state.served.filter { $0.value.member !== other } }
            for (name, route) in state.coming where route.member === member {
                state.coming[name] = nil
                state.served[name] = route
            }
            defer { state.news = Signal() }
            return state.news
        }
        news?.raise()
        return news != nil
    }

    func request(
        _ route: String, _ request: any Shaped, _ shapes: RouteShapes, within limit: Duration, because cause: Cause?,
        clock: any ClockSource
    ) async throws(RequestError) -> any Shaped {
        guard let served = self.route(route) else { throw .unserved(route) }
        let cause = cause ?? Cause(caller: .system, id: "\(route)@\(clock.now.nanoseconds)")
        // Before anything else that could reveal that the route exists.
        if let gate, !gate.lets(cause.caller, have: served.feature) { throw .unserved(route) }
        if let refusal = served.access.refusal(of: cause.caller) { throw .refused(refusal) }
        if let difference = shapes.request.difference(asking: served.requestShape)
            ?? shapes.reply.difference(reading: served.replyShape)
        {
            throw .shapeDiffers(route, difference, serving: served.feature)
        }
        guard served.kind != .stream else { throw .streams(route) }
        let call = Call(caller: cause.caller, deadline: clock.uptime + limit, cause: cause)
        let answer = Answer(to: request)
        switch served.ask(answer, call, orOf: { self.route(route) }) {
        case .taken: break
        case .full: throw .busy(served.feature)
        // It was drained after it was looked up.
        case .closed: throw .unserved(route)
        }
        guard let came = try? await answer.came.wait(until: call.deadline, on: clock) else {
            throw .cancelled(route)
        }
        guard came, let result = answer.result else { throw .timedOut(route, limit) }
        switch result {
        case .failure(let error): throw .refused(error)
        case .success(let reply): return reply
        }
    }
}

/// The Shapes that the calling side has for a route.
package struct RouteShapes: Sendable, Equatable {
    /// The Shape of the request.
    package let request: Shape
    /// The Shape of the reply.
    package let reply: Shape

    /// Puts both together.
    package init(request: Shape, reply: Shape) {
        self.request = request
        self.reply = reply
    }
}

/// A feature that calls another one: one reply, which comes later.
private final class Answer: RouteAsker {
    let came = Signal()
    private let question: any Shaped
    private let given = Lock<Result<any Shaped, RouteError>?>(nil)

    init(to question: any Shaped) { self.question = question }

    var result: Result<any Shaped, RouteError>? { given.withLock { $0 } }

    func request<Request: Shaped>(as type: Request.Type) throws -> Request { try ServedRoute.read(question) }
    func answered<Reply: Shaped>(_ reply: Reply) { give(.success(reply)) }
    func refused(_ error: RouteError) { give(.failure(error)) }
    // Routes that stream can't be called over the bus.
    func next<Reply: Shaped>(_ reply: Reply) async throws { throw CancellationError() }
    func untilGone() async {}
    func ended() {}

    private func give(_ result: Result<any Shaped, RouteError>) {
        given.withLock { if $0 == nil { $0 = result } }
        came.raise()
    }
}
