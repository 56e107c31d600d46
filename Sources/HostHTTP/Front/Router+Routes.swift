@_spi(Hosting) package import FeatureKit
package import HTTPServer
import HostAccess
import HostRuntime

extension Router {
    /// The question that an operator sends to a route.
    package enum Wording: Sendable {
        /// Plain data, as in a body.
        case value(Value)
        /// Names and texts, as in a query, including those of the path.
        case arguments([TargetQuery.Pair])

        /// The part of the operator's request that it comes from.
        var part: String {
            switch self {
            case .value: QuestionReader.Rest.body.rawValue
            case .arguments: "arguments"
            }
        }
    }

    /// Asks a route by its name for a known caller, with the access that such a caller has over the bus.
    package func ask(
        _ name: String, _ wording: Wording, as caller: Caller, for context: RequestContext
    ) {
        let loopState = loopState(of: context.exchange)
        let table = loopState.table
        let routed = RoutedRequest(
            request: context.request, exchange: context.exchange, loopState: loopState, table: table, extra: Fields())
        func isThere(_ target: RouteTarget) -> Bool { !target.isGated || loopState.lets(caller, have: target.feature) }
        let target = table.routes[name].flatMap { isThere($0) ? $0 : nil }
        do throws(Problem) {
            guard let target else {
                throw .unknownRoute(name, known: table.routes.values.filter(isThere).map(\.name))
            }
            if let refusal = target.access.refusal(of: caller) { throw Problem(refusal) }
            let question = try target.reader.read(wording)
            try ask(
                target, .question(question, in: wording.part), as: caller, for: routed, extra: Fields(), context.trace)
        } catch { refuse(error, target?.name, routed, Fields(), context.trace) }
    }

    /// Whether a route with a name exists, for any caller.
    package func knows(_ name: String) -> Bool { anyLoopState.table.routes[name] != nil }

    /// Answers a request to a route's path.
    func ask(_ target: RouteTarget, for routed: RoutedRequest, bound: [String]) {
        let trace = TraceContext.of(routed.request)
        var extra = routed.extra
        do throws(Problem) {
            try target.checkAccept(of: routed.request)
            let arrival: CallerReader.Arrival
            if let known = routed.arrival {
                arrival = known
            } else {
                arrival = try routed.loopState.arrival(of: routed, at: target, routed.table.callers)
            }
            if let issued = arrival.issued { extra.add(issued) }
            try routed.table.callers.count(arrival.user)
            try target.check(arrival, allowsAnonymous: routed.table.allowsAnonymous)
            if routed.request.method == .head, case .events = target.reply {
                routed.exchange.keep(ShortJourney(trace, route: target.name))
                return routed.exchange.answer(StreamReply.head.adding(extra))
            }
            // A stream's head may be sent before its handler has read the question.
            let asked: RouteExchange.Asked =
                if case .events = target.reply {
                    .question(try target.reader.read(routed.request, bound))
                } else {
                    .request(bound)
                }
            try ask(target, asked, as: arrival.caller, arrival.user, for: routed, extra: extra, trace)
        } catch { refuse(error, target.name, routed, extra, trace) }
    }

    private func ask(
        _ target: RouteTarget, _ asked: RouteExchange.Asked, as caller: Caller, _ user: Identity? = nil,
        for routed: RoutedRequest,
        extra: Fields, _ trace: TraceContext
    ) throws(Problem) {
        guard let served = surroundings.bus.route(target.name) else { throw .unavailable(target.feature) }
        let asker = RouteExchange(
            target, asked, of: routed.request, via: routed.exchange, extra: extra, trace: trace,
            servedBy: served, in: surroundings)
        routed.exchange.keep(asker)
        let call = Call(
            caller: caller, deadline: surroundings.clock.uptime + Self.answerTime,
            cause: Cause(caller: caller, trace: (trace.high, trace.low)))
        let receipt = served.ask(asker, call, on: place(of: routed.exchange)) {
            let next = surroundings.bus.route(target.name)
            asker.isServed(by: next)
            return next
        }
        switch receipt {
        case .taken:
            guard let stream = asker.stream else { break }
            surroundings.streams.watch(stream)
            if let user { surroundings.userStreams.add(asker, of: user) }
            if target.isGated { surroundings.gatedStreams.add(asker, of: target.feature, for: caller) }
        case .full: throw .busy(target.feature)
        case .closed: throw .unavailable(target.feature)
        @unknown default: throw .unavailable(target.feature)
        }
    }

    private func refuse(
        _ problem: Problem, _ route: String?, _ routed: RoutedRequest, _ extra: Fields, _ trace: TraceContext
    ) {
        routed.exchange.keep(ShortJourney(trace, route: route))
        routed.exchange.answer(problem.response(request: trace.id).adding(extra))
    }
}

extension LoopState {
    /// The caller of a request to a route.
    ///
    /// A caller who is signing in may still send an expired token, as apps do that send it with every request. So a
    /// route for signing in ignores an invalid token.
    fileprivate func arrival(
        of routed: RoutedRequest, at target: RouteTarget, _ callers: CallerReader
    ) throws(Problem) -> CallerReader.Arrival {
        try tools.withLock { tools throws(Problem) in
            do throws(Problem) {
                return try callers.read(routed.request, at: routed.exchange.loop, making: &tools.keys)
            } catch {
                guard target.access == .beforeSigningIn else { throw error }
                return callers.readAnonymous(routed.request, making: &tools.keys)
            }
        }
    }

    /// Whether a caller has a module.
    fileprivate func lets(_ caller: Caller, have feature: String) -> Bool {
        tools.withLock { $0.flags.lets(caller, have: feature) }
    }
}

extension RouteTarget {
    /// Refuses a request that does not accept the media type of the route's reply.
    fileprivate func checkAccept(of request: Request) throws(Problem) {
        guard let type, !request.takes(type) else { return }
        throw .notAcceptable(type)
    }

    /// Refuses callers who don't have access.
    fileprivate func check(_ arrival: CallerReader.Arrival, allowsAnonymous: Bool) throws(Problem) {
        if !isForEveryone || !allowsAnonymous { try access.check(arrival, allowsAnonymous: allowsAnonymous) }
    }
}
