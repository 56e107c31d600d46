@_spi(Hosting) package import FeatureKit
package import HTTPServer
import HostAccess
import HostRuntime

extension FrontDoor {
    /// The question that an operator sends to a route.
    package enum Wording: Sendable {
        /// Plain data, as in a body.
        case value(Value)
        /// Names and texts, as in a query, including those of the path.
        case arguments([TargetQuery.Pair])
    }

    /// Asks a route by its name for a known caller, with the access that such a caller has over the bus.
    package func ask(
        _ name: String, _ wording: Wording, as caller: Caller, for visit: Visit
    ) {
        let desk = desk(of: visit.exchange)
        let table = desk.table
        let trip = Trip(request: visit.request, exchange: visit.exchange, desk: desk, table: table, extra: Fields())
        func isThere(_ target: RouteTarget) -> Bool { !target.isGated || desk.lets(caller, have: target.feature) }
        let target = table.routes[name].flatMap { isThere($0) ? $0 : nil }
        do throws(Problem) {
            guard let target else {
                throw .unknownRoute(name, known: table.routes.values.filter(isThere).map(\.name))
            }
            if let refusal = target.access.refusal(of: caller) { throw Problem(refusal) }
            let question = try target.reader.read(wording)
            try ask(target, .question(question), as: caller, for: trip, extra: Fields(), visit.trace)
        } catch { refuse(error, target?.name, trip, Fields(), visit.trace) }
    }

    /// Whether a route with a name exists, for any caller.
    package func knows(_ name: String) -> Bool { anyDesk.table.routes[name] != nil }

    /// Answers a request to a route's path.
    func ask(_ target: RouteTarget, for trip: Trip, bound: [String]) {
        let trace = TraceContext.of(trip.request)
        var extra = trip.extra
        do throws(Problem) {
            try target.checkAccept(of: trip.request)
            let arrival: CallerReader.Arrival
            if let known = trip.arrival {
                arrival = known
            } else {
                arrival = try trip.desk.arrival(of: trip, at: target, trip.table.callers)
            }
            if let issued = arrival.issued { extra.add(issued) }
            try trip.table.callers.count(arrival.user)
            try target.check(arrival, letsStrangersIn: trip.table.letsStrangersIn)
            if trip.request.method == .head, case .events = target.reply {
                trip.exchange.keep(ShortJourney(trace, route: target.name))
                return trip.exchange.answer(StreamReply.head.adding(extra))
            }
            // A stream's head may be sent before its handler has read the question.
            let asked: RouteExchange.Asked =
                if case .events = target.reply {
                    .question(try target.reader.read(trip.request, bound))
                } else {
                    .request(bound)
                }
            try ask(target, asked, as: arrival.caller, arrival.user, for: trip, extra: extra, trace)
        } catch { refuse(error, target.name, trip, extra, trace) }
    }

    private func ask(
        _ target: RouteTarget, _ asked: RouteExchange.Asked, as caller: Caller, _ user: Identity? = nil, for trip: Trip,
        extra: Fields, _ trace: TraceContext
    ) throws(Problem) {
        guard let served = surroundings.bus.route(target.name) else { throw .unavailable(target.feature) }
        let asker = RouteExchange(
            target, asked, of: trip.request, via: trip.exchange, extra: extra, trace: trace,
            servedBy: served, in: surroundings)
        trip.exchange.keep(asker)
        let call = Call(
            caller: caller, deadline: surroundings.clock.uptime + Self.answerTime,
            cause: Cause(caller: caller, trace: (trace.high, trace.low)))
        let receipt = served.ask(asker, call, on: place(of: trip.exchange)) {
            let next = surroundings.bus.route(target.name)
            asker.isServed(by: next)
            return next
        }
        switch receipt {
        case .taken:
            guard let stream = asker.stream else { break }
            surroundings.streams.watch(stream)
            if let user { surroundings.userStreams.add(asker, of: user) }
            if target.isGated { surroundings.leashes.add(asker, of: target.feature, for: caller) }
        case .full: throw .busy(target.feature)
        case .closed: throw .unavailable(target.feature)
        @unknown default: throw .unavailable(target.feature)
        }
    }

    private func refuse(
        _ problem: Problem, _ route: String?, _ trip: Trip, _ extra: Fields, _ trace: TraceContext
    ) {
        trip.exchange.keep(ShortJourney(trace, route: route))
        trip.exchange.answer(problem.response(request: trace.id).adding(extra))
    }
}

extension LoopDesk {
    /// The caller of a request to a route.
    ///
    /// A caller who is signing in may still send an expired token, as apps do that send it with every request. So a
    /// route for signing in ignores an invalid token.
    fileprivate func arrival(
        of trip: Trip, at target: RouteTarget, _ callers: CallerReader
    ) throws(Problem) -> CallerReader.Arrival {
        try tools.withLock { tools throws(Problem) in
            do throws(Problem) {
                return try callers.read(trip.request, at: trip.exchange.loop, making: &tools.keys)
            } catch {
                guard target.access == .beforeSigningIn else { throw error }
                return callers.readStranger(trip.request, making: &tools.keys)
            }
        }
    }

    /// Whether a caller has a feature.
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
    fileprivate func check(_ arrival: CallerReader.Arrival, letsStrangersIn: Bool) throws(Problem) {
        if !isForEveryone || !letsStrangersIn { try access.check(arrival, letsStrangersIn: letsStrangersIn) }
    }
}
