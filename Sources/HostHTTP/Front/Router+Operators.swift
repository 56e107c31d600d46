import FeatureKit
import HTTPServer
import HostRuntime
import HostSystem

/// Requests of operators that come over the network.
///
/// The token is checked before anything else. A request without a valid one learns nothing about what exists, not even
/// from how its method is answered, and its body is not read.
extension Router {
    /// The path below which everything is for operators, whether or not an endpoint exists.
    private static let trunk: StaticString = "/ops/"

    /// Whether only operators get an answer at the request's path.
    static func isForOperators(_ finding: PathTree<Place>.Finding, _ request: Request) -> Bool {
        if case .found(let match) = finding { return match.element.isOperators }
        return request.withPath { path in
            guard path.count >= trunk.utf8CodeUnitCount else { return false }
            for index in 0..<trunk.utf8CodeUnitCount where unsafe path[index] != trunk.utf8Start[index] { return false }
            return true
        }
    }

    /// Whether a request came by TLS or from this machine, so that nobody on the network could read it.
    private static func isPrivate(_ request: Request, _ table: FrontTable) -> Bool {
        if let wasByTLS = request.wasForwardedByTLS { return wasByTLS }
        return table.isSecure || request.clientAddress.map(\.isLoopback) ?? true
    }

    /// Refuses an operator's token that crossed the network unencrypted, unless the configuration allows that.
    static func checkPrivacy(of request: Request, _ table: FrontTable) throws(Problem) {
        guard table.takesPlainOperators || isPrivate(request, table) else { throw .plainOperators }
    }

    /// An operator's request after authorization: the operator and what answers it.
    private struct Entrance {
        let `operator`: Operator
        let handler: Place.Handler
        let names: [String]
    }

    private func entrance(
        for request: Request, _ finding: PathTree<Place>.Finding, at gate: OperatorGate, _ table: FrontTable
    ) throws(Problem) -> Entrance {
        try Self.checkPrivacy(of: request, table)
        let known = try gate.admit(request)
        let match: PathTree<Place>.Match
        switch finding {
        case .malformed: throw .malformedPath
        case .nothing: throw .notFound
        case .found(let found): match = found
        }
        guard let handler = match.element.handler(for: request.method) else {
            throw .methodNotAllowed(request.method.description, match.element.allowed)
        }
        // Without a declared role, an admin is required.
        let role = handler.role ?? .admin
        guard known.role >= role else { throw .roleNeeded(role) }
        return Entrance(operator: known, handler: handler, names: match.names)
    }

    func respond(
        to request: Request, _ finding: PathTree<Place>.Finding, at gate: OperatorGate, _ loopState: LoopState,
        _ table: FrontTable, via exchange: any Exchange
    ) {
        let trace = TraceContext.of(request)
        do throws(Problem) {
            let entrance = try entrance(for: request, finding, at: gate, table)
            if request.bodyCount > 0, let coding = request["content-encoding"], coding.lowercased() != "identity" {
                throw .codedBody(coding)
            }
            guard case .endpoint(let endpoint) = entrance.handler.target else { throw .notFound }
            exchange.takeTime()
            let routed = RoutedRequest(
                request: request, exchange: OperatorExchange(exchange, of: entrance.operator, at: gate),
                loopState: loopState,
                table: table, extra: Fields(), operator: entrance.operator)
            call(endpoint, of: entrance.handler, for: routed, entrance.names)
        } catch {
            exchange.keep(ShortJourney(trace))
            exchange.answer(error.response(request: trace.id))
        }
    }

    /// Decides, before the body is read, whether to accept a request.
    func admit(
        _ request: Request, _ finding: PathTree<Place>.Finding, at gate: OperatorGate, _ table: FrontTable
    ) -> Admission {
        let trace = TraceContext.of(request)
        do throws(Problem) {
            let entrance = try entrance(for: request, finding, at: gate, table)
            guard case .endpoint(let endpoint) = entrance.handler.target else { throw .notFound }
            if let length = request.announcedLength, length > endpoint.bodyLimit { throw .tooLarge(endpoint.bodyLimit) }
            return .body(upTo: endpoint.bodyLimit)
        } catch { return .refuse(Refused(error.response(request: trace.id), note: ShortJourney(trace))) }
    }

    /// The most bytes that an operator may send to the request's endpoint; nil if the endpoint is not for operators.
    func operatorsLimit(_ request: Request, _ table: FrontTable) -> Int? {
        guard let gate, gate.isOpen, case .found(let match) = table.find(request), match.element.isOperators,
            case .endpoint(let endpoint)? = match.element.handler(for: request.method)?.target
        else { return nil }
        return endpoint.bodyLimit
    }
}

extension Problem {
    static let plainOperators = Problem(
        403, "tls-required",
        "operators' tokens are not taken unencrypted over a network; come by TLS (\"http: { tls: … }\"), or by one of"
            + " \"http: { proxies: … }\" that says X-Forwarded-Proto: https, or write \"http: { plain: true }\" in the"
            + " host's document")
}
