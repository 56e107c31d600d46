/// Who serves what, and the way of a question there and back.
final class RouteTable: Sendable {
    private let served = Lock<[String: ServedRoute]>([:])
    private let gate: (any RouteGate)?

    init(gate: (any RouteGate)?) { self.gate = gate }

    var all: [(route: String, feature: String)] {
        served.withLock { $0.map { ($0, $1.feature) } }.sorted { $0.0 < $1.0 }
    }

    func route(_ name: String) -> ServedRoute? { served.withLock { $0[name] } }

    func offer(_ route: ServedRoute) throws(BusError) {
        let other = served.withLock { served in
            if let other = served[route.name] { return Optional(other.feature) }
            served[route.name] = route
            return nil
        }
        if let other { throw .alreadyServed(route.name, by: other) }
    }

    func withdraw(_ name: String, of member: Member) {
        served.withLock { served in
            if served[name]?.member === member { served[name] = nil }
        }
    }

    func request(
        _ route: String, _ request: any Shaped, _ shapes: RouteShapes, within limit: Duration, because cause: Cause?,
        clock: any ClockSource
    ) async throws(RequestError) -> any Shaped {
        guard let served = self.route(route) else { throw .unserved(route) }
        let cause = cause ?? Cause(caller: .system, id: "\(route)@\(clock.now.nanoseconds)")
        // Before anything else that could tell that it is there.
        if let gate, !gate.lets(cause.caller, have: served.feature) { throw .unserved(route) }
        if let difference = shapes.request.difference(from: served.requestShape)
            ?? shapes.reply.difference(from: served.replyShape)
        {
            throw .shapeDiffers(route, difference, serving: served.feature)
        }
        guard served.kind != .stream else { throw .streams(route) }
        let call = Call(caller: cause.caller, deadline: clock.uptime + limit, cause: cause)
        let answer = Answer(to: request)
        switch served.ask(answer, call) {
        case .taken: break
        case .full: throw .busy(served.feature)
        // It was drained since it was looked up.
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

/// What whoever asks means by a route.
package struct RouteShapes: Sendable, Equatable {
    /// What is asked.
    package let request: Shape
    /// What is replied.
    package let reply: Shape

    /// Puts both together.
    package init(request: Shape, reply: Shape) {
        self.request = request
        self.reply = reply
    }
}

/// A feature that asks another one: a reply that comes later, once.
private final class Answer: RouteAsker {
    let came = Signal()
    private let question: any Shaped
    private let given = Lock<Result<any Shaped, RouteError>?>(nil)

    init(to question: any Shaped) { self.question = question }

    var result: Result<any Shaped, RouteError>? { given.withLock { $0 } }

    func request<Request: Shaped>(as type: Request.Type) throws -> Request { try ServedRoute.read(question) }
    func answered<Reply: Shaped>(_ reply: Reply) { give(.success(reply)) }
    func refused(_ error: RouteError) { give(.failure(error)) }
    // Routes that stream are not asked over the bus.
    func next<Reply: Shaped>(_ reply: Reply) async throws { throw CancellationError() }
    func untilGone() async {}
    func ended() {}

    private func give(_ result: Result<any Shaped, RouteError>) {
        given.withLock { if $0 == nil { $0 = result } }
        came.raise()
    }
}
