@_spi(Hosting) import FeatureKit
package import HTTPServer
import HostAccess
import HostRuntime

extension Router {
    package func respond(to request: Request, via exchange: any Exchange) {
        let loopState = loopState(of: exchange)
        let table = loopState.table
        var finding = table.find(request)
        if let gate, Self.isForOperators(finding, request) {
            if gate.isOpen { return respond(to: request, finding, at: gate, loopState, table, via: exchange) }
            if case .found = finding { finding = .nothing }
        }
        let extra = table.cors?.fields(for: request["origin"]) ?? Fields()
        let match: PathTree<Place>.Match
        let sight: Sight
        switch finding {
        case .found(let found):
            match = found
            sight = self.sight(of: found.element, for: request, at: loopState, exchange.loop, table.callers)
        case .nothing:
            let key = keyForAnonymous(request, at: loopState, exchange.loop, table)
            return answerNothing(request, table, extra, key, via: exchange)
        case .malformed:
            let trace = TraceContext.of(request)
            exchange.keep(ShortJourney(trace))
            return exchange.answer(Problem.malformedPath.response(request: trace.id).adding(extra))
        }
        guard let place = sight.place else {
            return answerNothing(request, table, extra, sight.issued, via: exchange)
        }
        guard let handler = place.handler(for: request.method) else {
            return answer(request, at: place, table, extra.adding(sight.issued ?? Fields()), via: exchange)
        }
        if request.bodyCount > 0, let coding = request["content-encoding"], coding.lowercased() != "identity" {
            let trace = TraceContext.of(request)
            exchange.keep(ShortJourney(trace))
            return exchange.answer(Problem.codedBody(coding).response(request: trace.id).adding(extra))
        }
        let routed = RoutedRequest(
            request: request, exchange: exchange, loopState: loopState, table: table, extra: extra,
            arrival: sight.arrival)
        switch handler.target {
        case .route(let target): ask(target, for: routed, bound: match.names)
        case .endpoint(let endpoint): call(endpoint, of: handler, for: routed, match.names)
        case .topic(let feed): follow(feed, of: handler, for: routed)
        }
    }

    package func admit(_ request: Request) -> Admission {
        surroundings.rates?.locate(request)
        if let refused = refusalOfHost(request) { return .refuse(refused) }
        if let rates = surroundings.rates, let refused = refusal(of: request, by: rates) { return .refuse(refused) }
        if let gate, gate.isOpen {
            let table = anyLoopState.table
            let finding = table.find(request)
            if Self.isForOperators(finding, request) { return admit(request, finding, at: gate, table) }
        }
        var limit = largestBody
        // Most bodies are small, so their route need not be looked up.
        if request.isChunked || request.announcedLength.map({ $0 > limit }) == true {
            do throws(Problem) { limit = max(limit, try largerBody(of: request)) } catch {
                let trace = TraceContext.of(request)
                return .refuse(Refused(refusal(error, of: request, trace), note: ShortJourney(trace)))
            }
        }
        if let length = request.announcedLength, length > limit { return .refuse(tooLarge(request)) }
        if request["expect"] != nil, let refused = refusal(ofBodyOf: request) { return .refuse(refused) }
        return .body(upTo: limit)
    }

    /// The most bytes of a body that a route accepts unparsed; zero for everything else.
    ///
    /// A caller without access is refused before the host reads that much.
    private func largerBody(of request: Request) throws(Problem) -> Int {
        let table = anyLoopState.table
        guard let target = route(of: request, table), let limit = target.bodyLimit, limit > largestBody else {
            return 0
        }
        if !target.isForEveryone || !table.allowsAnonymous {
            try target.access.check(try table.callers.arrival(of: request), allowsAnonymous: table.allowsAnonymous)
        }
        return limit
    }

    /// The route that a request asks, if its caller can see it.
    private func route(of request: Request, _ table: FrontTable) -> RouteTarget? {
        guard case .found(let found) = table.find(request) else { return nil }
        let sight = sight(of: found.element, for: request, at: anyLoopState, 0, table.callers)
        guard case .route(let target)? = sight.place?.handler(for: request.method)?.target else { return nil }
        return target
    }

    /// Why a client that sends `Expect: 100-continue` should not send its body; nil if it should, as far as is known.
    private func refusal(ofBodyOf request: Request) -> Refused? {
        let trace = TraceContext.of(request)
        func refused(_ problem: Problem) -> Refused {
            Refused(refusal(problem, of: request, trace), note: ShortJourney(trace))
        }
        let table = anyLoopState.table
        switch table.find(request) {
        case .malformed: return refused(.malformedPath)
        case .nothing:
            let extra = table.cors?.fields(for: request["origin"]) ?? Fields()
            return Refused(table.absence.adding(extra), note: ShortJourney(trace))
        case .found(let match):
            let place = match.element
            // An operators' path is answered by `respond`, as if it did not exist.
            guard gate == nil || !place.isOperators else { return nil }
            // Whether this caller can see it is checked by `respond`, with the whole request.
            guard !place.isGated, request.method != .options else { return nil }
            guard let handler = place.handler(for: request.method) else {
                return refused(.methodNotAllowed(request.method.description, place.allowed))
            }
            if case .route(let target) = handler.target {
                guard let limit = target.bodyLimit, let length = request.announcedLength, length > limit else {
                    return nil
                }
                return refused(.tooLarge(limit))
            }
            guard case .endpoint(let endpoint) = handler.target, let length = request.announcedLength,
                length > endpoint.bodyLimit
            else { return nil }
            return endpoint.tooLarge(request) == nil ? refused(.tooLarge(endpoint.bodyLimit)) : tooLarge(request)
        }
    }

    package func tooLarge(_ request: Request) -> Refused {
        let trace = TraceContext.of(request)
        let note = ShortJourney(trace)
        let table = anyLoopState.table
        if let limit = operatorsLimit(request, table) {
            return Refused(Problem.tooLarge(limit).response(request: trace.id), note: note)
        }
        // An endpoint may have a refusal of its own form.
        if case .found(let found) = table.find(request),
            case .endpoint(let endpoint)? = found.element.handler(for: request.method)?.target,
            let response = endpoint.tooLarge(request)
        {
            return Refused(response.adding(table.cors?.fields(for: request["origin"]) ?? Fields()), note: note)
        }
        let limit = route(of: request, table)?.bodyLimit ?? largestBody
        return Refused(refusal(.tooLarge(limit), of: request, trace), note: note)
    }

    package func overdue(_ request: Request) -> Response { refusal(.timedOut, of: request, TraceContext.of(request)) }

    /// A refusal outside of `respond`, where the loop is unknown.
    private func refusal(_ problem: Problem, of request: Request, _ trace: TraceContext) -> Response {
        let table = anyLoopState.table
        // Pages of other origins may not read answers to operators.
        let isOperators = gate?.isOpen == true && Self.isForOperators(table.find(request), request)
        let extra = isOperators ? Fields() : table.cors?.fields(for: request["origin"]) ?? Fields()
        return problem.response(request: trace.id).adding(extra)
    }

    // MARK: - Missing paths

    /// The methods that a preflight allows at a path that does not exist.
    private static let anyMethod = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"

    /// Answers at a path that does not exist, or that the caller can't see.
    ///
    /// Preflights come without cookies, so it is unknown whether the caller has a gated module. They are allowed, and
    /// the request that follows gets the real answer.
    private func answerNothing(
        _ request: Request, _ table: FrontTable, _ extra: Fields, _ issued: Fields?, via exchange: any Exchange
    ) {
        exchange.keep(ShortJourney(TraceContext.of(request)))
        if request.method == .options, let cors = table.cors, let origin = request["origin"],
            request["access-control-request-method"] != nil
        {
            let allowed = cors.preflightFields(for: origin, methods: Self.anyMethod)
            if !allowed.bytes.isEmpty { return exchange.answer(Response(.noContent, extra.adding(allowed))) }
        }
        exchange.answer(table.absence.adding(extra).adding(issued ?? Fields()))
    }

    /// Answers `OPTIONS`, and a method that no handler at the path accepts.
    private func answer(
        _ request: Request, at place: Place, _ table: FrontTable, _ extra: Fields, via exchange: any Exchange
    ) {
        let trace = TraceContext.of(request)
        exchange.keep(ShortJourney(trace))
        guard request.method == .options else {
            let problem = Problem.methodNotAllowed(request.method.description, place.allowed)
            return exchange.answer(problem.response(request: trace.id).adding(extra))
        }
        var fields: Fields = ["Allow": place.allowed]
        fields.add(extra)
        if let cors = table.cors, let origin = request["origin"], request["access-control-request-method"] != nil {
            fields.add(cors.preflightFields(for: origin, methods: place.allowed))
        }
        exchange.answer(Response(.noContent, fields))
    }
}

/// A request whose handler was found.
struct RoutedRequest {
    let request: Request
    let exchange: any Exchange
    let loopState: LoopState
    let table: FrontTable
    /// The header fields for every answer to it.
    let extra: Fields
    /// Its caller, if that is known already.
    var arrival: CallerReader.Arrival?
    /// The operator who sent it over the network.
    var `operator`: Operator?
}

extension Router {
    // MARK: - Endpoints and topics

    func call(_ endpoint: any Endpoint, of handler: Place.Handler, for routed: RoutedRequest, _ bound: [String]) {
        let trace = TraceContext.of(routed.request)
        // A `HEAD` is not counted under the slot of `GET`, although it is answered as one.
        let slot = routed.request.method == handler.method ? handler.slot : nil
        routed.exchange.keep(ShortJourney(trace, slot: slot))
        do throws(Problem) {
            guard routed.request.bodyCount <= endpoint.bodyLimit else {
                guard let response = endpoint.tooLarge(routed.request) else { throw .tooLarge(endpoint.bodyLimit) }
                return routed.exchange.answer(response.adding(routed.extra))
            }
            if handler.isForOperators, !routed.table.allowsAnonymous {
                if routed.request["authorization"] != nil { try Self.checkPrivacy(of: routed.request, routed.table) }
                guard surroundings.isOperator(routed.request) else { throw .unauthenticated }
            }
            let path = bound.isEmpty ? [:] : Dictionary(zip(handler.names, bound)) { first, _ in first }
            let exchange = routed.extra.bytes.isEmpty ? routed.exchange : FieldedExchange(routed.exchange, routed.extra)
            endpoint.answer(
                RequestContext(
                    routed.request, exchange, path: path, trace: trace, callers: routed.table.callers,
                    allowsAnonymous: routed.table.allowsAnonymous, userStreams: surroundings.userStreams,
                    operator: routed.operator))
        } catch {
            routed.exchange.answer(error.response(request: trace.id).adding(routed.extra))
        }
    }

    private func follow(_ feed: EventFeed, of handler: Place.Handler, for routed: RoutedRequest) {
        let trace = TraceContext.of(routed.request)
        routed.exchange.keep(ShortJourney(trace))
        guard routed.request.takes("text/event-stream") else {
            let problem = Problem.notAcceptable("text/event-stream")
            return routed.exchange.answer(problem.response(request: trace.id).adding(routed.extra))
        }
        guard routed.request.method != .head else {
            return routed.exchange.answer(StreamReply.head.adding(routed.extra))
        }
        let user: Identity?
        do throws(Problem) {
            if let arrival = routed.arrival {
                user = arrival.user
            } else {
                user = try routed.table.callers.user(of: routed.request, at: routed.exchange.loop)
            }
            if user == nil, !routed.table.allowsAnonymous { throw .unauthenticated }
            try routed.table.callers.count(user)
        } catch { return routed.exchange.answer(error.response(request: trace.id).adding(routed.extra)) }
        // The answer sets a new key here too: without it, a caller let in by that key would not be let in again.
        let extra = routed.arrival?.issued.map(routed.extra.adding) ?? routed.extra
        let last = routed.request["last-event-id"]
        guard handler.isGated || user != nil else { return routed.exchange.follow(feed, extra, after: last) }
        let journey = TopicJourney(trace, routed.exchange)
        routed.exchange.keep(journey)
        routed.exchange.follow(feed, extra, after: last)
        if handler.isGated, let arrival = routed.arrival {
            surroundings.gatedStreams.add(journey, of: handler.owner, for: arrival.caller)
        }
        if let user { surroundings.userStreams.add(journey, of: user) }
    }
}
