/// A route that a feature serves now, without its static types.
@_spi(Hosting) public final class ServedRoute: Sendable {
    private enum Handler: Sendable {
        case later(@Sendable (any RouteAsker, Call) async throws -> Void)
        case atOnce(@Sendable (any RouteAsker, Call) throws -> Void)
        case elsewhere(@Sendable (any RouteAsker, Call) throws -> RouteReceipt)
    }

    /// The route's name.
    public let name: String
    /// How it is answered.
    public let kind: RouteKind
    /// The Shape of the request.
    public let requestShape: Shape
    /// The Shape of the reply, or of each reply of a stream.
    public let replyShape: Shape
    /// Who may call it.
    public let access: RouteAccess
    let member: Member
    private let handler: Handler

    private init(
        _ name: String, _ request: Shape, _ reply: Shape, _ access: RouteAccess, by member: Member, _ kind: RouteKind,
        _ handler: Handler
    ) {
        self.name = name
        self.access = access
        self.kind = kind
        requestShape = request
        replyShape = reply
        self.member = member
        self.handler = handler
    }

    private convenience init<Request, Reply>(
        _ route: Route<Request, Reply>, by member: Member, _ kind: RouteKind, _ handler: Handler
    ) { self.init(route.name, Request.shape, Reply.shape, route.access, by: member, kind, handler) }

    static func plain(
        _ name: String, request: Shape, reply: Shape, by member: Member,
        _ handler: @escaping @Sendable (Value, Call) async throws -> Value
    ) -> ServedRoute {
        ServedRoute(
            name, request, reply, .everyone, by: member, .later,
            .later { asker, call in asker.answered(try await handler(asker.request(as: Value.self), call)) })
    }

    /// A route whose handler is elsewhere: `forward` sends the request there, on the calling thread.
    package static func elsewhere(
        _ name: String, _ shapes: RouteShapes, _ access: RouteAccess, streams: Bool, by member: Member,
        _ forward: @escaping @Sendable (any RouteAsker, Call) throws -> RouteReceipt
    ) -> ServedRoute {
        ServedRoute(
            name, shapes.request, shapes.reply, access, by: member, streams ? .stream : .later, .elsewhere(forward))
    }

    static func later<Request, Reply>(
        _ route: Route<Request, Reply>, by member: Member,
        _ handler: @escaping @Sendable (Request, Call) async throws -> Reply
    ) -> ServedRoute {
        ServedRoute(
            route, by: member, .later,
            .later { asker, call in
                asker.answered(try await handler(asker.request(as: Request.self), call))
            })
    }

    static func atOnce<Request, Reply>(
        _ route: Route<Request, Reply>, by member: Member,
        _ handler: @escaping @Sendable (Request, Call) throws -> Reply
    ) -> ServedRoute {
        ServedRoute(
            route, by: member, .atOnce,
            .atOnce { asker, call in asker.answered(try handler(asker.request(as: Request.self), call)) })
    }

    static func stream<Request, Reply>(
        _ route: Route<Request, Reply>, by member: Member,
        _ handler: @escaping @Sendable (Request, Call, ReplyStream<Reply>) async throws -> Void
    ) -> ServedRoute {
        ServedRoute(
            route, by: member, .stream,
            .later { asker, call in
                let request = try asker.request(as: Request.self)
                try await run(for: asker) { try await handler(request, call, ReplyStream(asker: asker)) }
                asker.ended()
            })
    }

    /// Runs a handler for as long as somebody reads: one that has nothing to send would never notice that nobody does.
    private static func run(
        for asker: any RouteAsker, _ handler: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await handler()
                return true
            }
            group.addTask {
                await asker.untilGone()
                return false
            }
            // The first of the two to end ends the other.
            while let hasReturned = try await group.next() {
                group.cancelAll()
                if hasReturned { return }
            }
        }
    }

    /// The id of the feature that serves it.
    public var feature: String { member.id }

    /// Sends a request; the answer goes to the caller.
    ///
    /// A route that answers at once does so before this returns, unless its feature may not use the calling thread. Any
    /// other is answered by the feature's own task group, so that a handler that never ends can't block the caller.
    ///
    /// - Parameter place: Where it is answered; a lent thread that does not exist means the feature's own threads.
    public func ask(_ asker: any RouteAsker, _ call: Call, on place: RoutePlace = .here) -> RouteReceipt {
        switch handler {
        case .atOnce(let handler):
            if answersHere(place, { answer(asker, call, handler) }) { return .taken }
            return member.routeQueue.submit(Lane.Question(asker: asker) { [self] in answer(asker, call, handler) })
        case .later(let handler):
            let lane: Int? = if case .lent(let number) = place { number } else { nil }
            return member.routeQueue.submit(
                Lane.Question(asker: asker, isStream: kind == .stream) { [self] in
                    do {
                        try await Cause.$current.withValue(call.cause) { try await handler(asker, call) }
                    } catch { asker.refused(refusal(for: error, call)) }
                }, lane: lane)
        case .elsewhere(let forward):
            do { return try forward(asker, call) } catch {
                asker.refused(refusal(for: error, call))
                return .taken
            }
        }
    }

    /// Sends a request; where its run accepts no more requests, it goes to the run that took over.
    ///
    /// - Parameter current: The route that is served under this name now.
    public func ask(
        _ asker: any RouteAsker, _ call: Call, on place: RoutePlace = .here, orOf current: () -> ServedRoute?
    ) -> RouteReceipt {
        var asked = self
        while true {
            let receipt = asked.ask(asker, call, on: place)
            guard case .closed = receipt, let next = current(), next !== asked else { return receipt }
            asked = next
        }
    }

    /// Runs an answer on the calling thread; false where that is not allowed.
    private func answersHere(_ place: RoutePlace, _ answer: () -> Void) -> Bool {
        switch place {
        case .here:
            answer()
            return true
        case .lent(let number): return member.routeQueue.thread(number)?.runHere(answer) ?? false
        case .own: return false
        }
    }

    private func answer(
        _ asker: any RouteAsker, _ call: Call, _ handler: @Sendable (any RouteAsker, Call) throws -> Void
    ) {
        do { try Cause.$current.withValue(call.cause) { try handler(asker, call) } } catch {
            asker.refused(refusal(for: error, call))
        }
    }

    private func refusal(for error: any Error, _ call: Call) -> RouteError {
        switch error {
        case let error as RouteError: return error
        case let error as any Refusal: return error.answer
        case let error as StoreError where error.code.status != 500:
            return RouteError(code: error.code.word, status: error.code.status, error.detail)
        case is CancellationError: return .unavailable("\(member.id) is being stopped")
        default:
            // The text of an unknown error may contain anything, so it stays in the log. Over HTTP the cause's id is
            // what the answer calls `request`.
            member.log.error("a route failed", [("route", name), ("request", call.cause.id), ("error", "\(error)")])
            let detail = "\(name) failed; the log of \(member.id) says why"
            return RouteError(code: "internal", status: 500, detail)
        }
    }

    /// The data as the reader's own type: unchanged, or converted where the two sides have different types.
    package static func read<T: Shaped>(_ data: any Shaped) throws -> T {
        if let same = data as? T { return same }
        if let combined = data as? ValueWithMedia { return try combined.decoded(as: T.self) }
        return try data.converted(to: T.self)
    }
}
