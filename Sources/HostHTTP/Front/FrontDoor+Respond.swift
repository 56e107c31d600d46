@_spi(Hosting) import FeatureKit
package import HTTPServer
import HostAccess
import HostRuntime

extension FrontDoor {
    package func respond(to request: Request, via exchange: any Exchange) {
        let desk = desk(of: exchange)
        let table = desk.table
        var finding = table.find(request)
        if let gate, Self.isForOperators(finding, request) {
            if gate.isOpen { return respond(to: request, finding, at: gate, desk, table, via: exchange) }
            if case .found = finding { finding = .nothing }
        }
        let extra = table.cors?.fields(for: request["origin"]) ?? Fields()
        let match: PathTree<Place>.Match
        let sight: Sight
        switch finding {
        case .found(let found):
            match = found
            sight = self.sight(of: found.element, for: request, at: desk, exchange.loop, table.callers)
        case .nothing:
            let key = keyForStranger(request, at: desk, exchange.loop, table)
            return answerNothing(request, table, extra, key, via: exchange)
        case .malformed:
            let trace = TraceContext.of(request)
            exchange.keep(ShortJourney(trace))
            return exchange.answer(Problem.malformedPath.response(request: trace.id).adding(extra))
        }
        guard let place = sight.place else {
            return answerNothing(request, table, extra, sight.issued, via: exchange)
        }
        guard let tenant = place.tenant(for: request.method) else {
            return answer(request, at: place, table, extra.adding(sight.issued ?? Fields()), via: exchange)
        }
        if request.bodyCount > 0, let coding = request["content-encoding"], coding.lowercased() != "identity" {
            let trace = TraceContext.of(request)
            exchange.keep(ShortJourney(trace))
            return exchange.answer(Problem.codedBody(coding).response(request: trace.id).adding(extra))
        }
        let trip = Trip(
            request: request, exchange: exchange, desk: desk, table: table, extra: extra, arrival: sight.arrival)
        switch tenant.target {
        case .route(let target): ask(target, for: trip, bound: match.names)
        case .endpoint(let endpoint): visit(endpoint, of: tenant, for: trip, match.names)
        case .topic(let feed): follow(feed, of: tenant, for: trip)
        }
    }

    package func admit(_ request: Request) -> Admission {
        surroundings.rates?.locate(request)
        if let refused = refusalOfHost(request) { return .refuse(refused) }
        if let rates = surroundings.rates, let refused = refusal(of: request, by: rates) { return .refuse(refused) }
        if let gate, gate.isOpen {
            let table = anyDesk.table
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
        let table = anyDesk.table
        guard let target = route(of: request, table), let limit = target.bodyLimit, limit > largestBody else {
            return 0
        }
        if !target.isForEveryone || !table.letsStrangersIn {
            try target.access.check(try table.callers.arrival(of: request), letsStrangersIn: table.letsStrangersIn)
        }
        return limit
    }

    /// The route that a request asks, if its caller can see it.
    private func route(of request: Request, _ table: FrontTable) -> RouteTarget? {
        guard case .found(let found) = table.find(request) else { return nil }
        let sight = sight(of: found.element, for: request, at: anyDesk, 0, table.callers)
        guard case .route(let target)? = sight.place?.tenant(for: request.method)?.target else { return nil }
        return target
    }

    /// Why a client that sends `Expect: 100-continue` should not send its body; nil if it should, as far as is known.
    private func refusal(ofBodyOf request: Request) -> Refused? {
        let trace = TraceContext.of(request)
        func refused(_ problem: Problem) -> Refused {
            Refused(refusal(problem, of: request, trace), note: ShortJourney(trace))
        }
        let table = anyDesk.table
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
            guard let tenant = place.tenant(for: request.method) else {
                return refused(.methodNotAllowed(request.method.description, place.allowed))
            }
            if case .route(let target) = tenant.target {
                guard let limit = target.bodyLimit, let length = request.announcedLength, length > limit else {
                    return nil
                }
                return refused(.tooLarge(limit))
            }
            guard case .endpoint(let endpoint) = tenant.target, let length = request.announcedLength,
                length > endpoint.bodyLimit
            else { return nil }
            return endpoint.tooLarge(request) == nil ? refused(.tooLarge(endpoint.bodyLimit)) : tooLarge(request)
        }
    }

    package func tooLarge(_ request: Request) -> Refused {
        let trace = TraceContext.of(request)
        let note = ShortJourney(trace)
        let table = anyDesk.table
        if let limit = operatorsLimit(request, table) {
            return Refused(Problem.tooLarge(limit).response(request: trace.id), note: note)
        }
        // An endpoint may have a refusal of its own form.
        if case .found(let found) = table.find(request),
            case .endpoint(let endpoint)? = found.element.tenant(for: request.method)?.target,
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
        let table = anyDesk.table
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
struct Trip {
    let request: Request
    let exchange: any Exchange
    let desk: LoopDesk
    let table: FrontTable
    /// The header fields for every answer to it.
    let extra: Fields
    /// Its caller, if that is known already.
    var arrival: CallerReader.Arrival?
    /// The operator who sent it over the network.
    var `operator`: Operator?
}

extension FrontDoor {
    // MARK: - Endpoints and topics

    func visit(_ endpoint: any Endpoint, of tenant: Place.Tenant, for trip: Trip, _ bound: [String]) {
        let trace = TraceContext.of(trip.request)
        // A `HEAD` is not counted under the slot of `GET`, although it is answered as one.
        let slot = trip.request.method == tenant.method ? tenant.slot : nil
        trip.exchange.keep(ShortJourney(trace, slot: slot))
        do throws(Problem) {
            guard trip.request.bodyCount <= endpoint.bodyLimit else {
                guard let response = endpoint.tooLarge(trip.request) else { throw .tooLarge(endpoint.bodyLimit) }
                return trip.exchange.answer(response.adding(trip.extra))
            }
            if tenant.isForOperators, !trip.table.letsStrangersIn {
                if trip.request["authorization"] != nil { try Self.checkPrivacy(of: trip.request, trip.table) }
                guard surroundings.isOperator(trip.request) else { throw .unauthenticated }
            }
            let path = bound.isEmpty ? [:] : Dictionary(zip(tenant.names, bound)) { first, _ in first }
            let exchange = trip.extra.bytes.isEmpty ? trip.exchange : FieldedExchange(trip.exchange, trip.extra)
            endpoint.answer(
                Visit(
                    trip.request, exchange, path: path, trace: trace, callers: trip.table.callers,
                    letsStrangersIn: trip.table.letsStrangersIn, userStreams: surroundings.userStreams,
                    operator: trip.operator))
        } catch {
            trip.exchange.answer(error.response(request: trace.id).adding(trip.extra))
        }
    }

    private func follow(_ feed: EventFeed, of tenant: Place.Tenant, for trip: Trip) {
        let trace = TraceContext.of(trip.request)
        trip.exchange.keep(ShortJourney(trace))
        guard trip.request.takes("text/event-stream") else {
            let problem = Problem.notAcceptable("text/event-stream")
            return trip.exchange.answer(problem.response(request: trace.id).adding(trip.extra))
        }
        guard trip.request.method != .head else {
            return trip.exchange.answer(StreamReply.head.adding(trip.extra))
        }
        let user: Identity?
        do throws(Problem) {
            if let arrival = trip.arrival {
                user = arrival.user
            } else {
                user = try trip.table.callers.user(of: trip.request, at: trip.exchange.loop)
            }
            if user == nil, !trip.table.letsStrangersIn { throw .unauthenticated }
            try trip.table.callers.count(user)
        } catch { return trip.exchange.answer(error.response(request: trace.id).adding(trip.extra)) }
        // The answer sets a new key here too: without it, a caller let in by that key would not be let in again.
        let extra = trip.arrival?.issued.map(trip.extra.adding) ?? trip.extra
        let last = trip.request["last-event-id"]
        guard tenant.isGated || user != nil else { return trip.exchange.follow(feed, extra, after: last) }
        let journey = TopicJourney(trace, trip.exchange)
        trip.exchange.keep(journey)
        trip.exchange.follow(feed, extra, after: last)
        if tenant.isGated, let arrival = trip.arrival {
            surroundings.leashes.add(journey, of: tenant.owner, for: arrival.caller)
        }
        if let user { surroundings.userStreams.add(journey, of: user) }
    }
}
