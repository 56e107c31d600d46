/// Who serves what, and the way of a question there and back.
final class RouteTable: Sendable {
    private let served = Lock<[String: ServedRoute]>([:])

    var all: [(route: String, feature: String)] {
        served.withLock { $0.map { ($0, $1.member.id) } }.sorted { $0.0 < $1.0 }
    }

    func offer(_ route: ServedRoute) throws(BusError) {
        let other = served.withLock { served in
            if let other = served[route.name] { return Optional(other.member.id) }
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

    func request<Request, Reply>(
        _ route: Route<Request, Reply>, _ request: Request, within limit: Duration, because cause: Cause?,
        clock: any ClockSource
    ) async throws(RequestError) -> Reply {
        guard let served = served.withLock({ $0[route.name] }) else { throw .unserved(route.name) }
        if let difference = Request.shape.difference(from: served.requestShape)
            ?? Reply.shape.difference(from: served.replyShape)
        {
            throw .shapeDiffers(route.name, difference, serving: served.member.id)
        }
        let cause = cause ?? Cause(caller: .system, id: "\(route.name)@\(clock.now.nanoseconds)")
        let call = Call(caller: cause.caller, deadline: clock.uptime + limit, cause: cause)
        let answer = Answer()
        // The handler is a child of the serving feature's group, not of this task: a handler that never ends can't
        // hold the asker beyond its limit.
        let receipt = served.member.desk.submit { answer.give(await served.answer(request, call)) }
        switch receipt {
        case .taken: break
        case .full: throw .busy(served.member.id)
        // It was drained since it was looked up.
        case .closed: throw .unserved(route.name)
        }
        guard let came = try? await answer.came.wait(until: call.deadline, on: clock) else {
            throw .cancelled(route.name)
        }
        guard came, let result = answer.result else { throw .timedOut(route.name, limit) }
        switch result {
        case .failure(let error): throw .refused(error)
        case .success(let reply):
            do { return try ServedRoute.read(reply) } catch {
                throw .refused(RouteError(code: "internal", status: 500, "the reply of \(route.name) can't be read"))
            }
        }
    }
}

/// A reply that comes later, once.
private final class Answer: Sendable {
    let came = Signal()
    private let given = Lock<Result<any Shaped, RouteError>?>(nil)

    var result: Result<any Shaped, RouteError>? { given.withLock { $0 } }

    func give(_ result: Result<any Shaped, RouteError>) {
        given.withLock { $0 = result }
        came.raise()
    }
}
