import FeatureKit
package import HTTPServer
import HostAccess
package import HostRuntime

/// Something that answers requests to paths of its own.
package protocol Endpoint: Sendable {
    /// The most bytes of a body that it takes.
    var bodyLimit: Int { get }

    /// Answers at once, or later through the exchange; called on a loop's thread.
    func answer(_ visit: Visit)

    /// Refuses a larger body, where clients need it said in another way than the front says it.
    func tooLarge(_ request: Request) -> Response?
}

extension Endpoint {
    package func tooLarge(_ request: Request) -> Response? { nil }
}

/// A request on its way through the host.
package struct Visit: Sendable {
    package let request: Request
    package let exchange: any Exchange
    /// What the path's `{names}` stand for, decoded.
    package let path: [String: String]
    /// Which trace it belongs to.
    package let trace: TraceContext
    /// The operator who came over the network; nil for everyone else, and for those at the door.
    package let `operator`: Operator?
    private let callers: CallerReader
    /// Whether those get in who have not signed in.
    private let letsStrangersIn: Bool
    /// The streams of those who have.
    let userStreams: UserStreams?

    init(
        _ request: Request, _ exchange: any Exchange, path: [String: String], trace: TraceContext,
        callers: CallerReader = CallerReader(CallerPolicy()), letsStrangersIn: Bool = true,
        userStreams: UserStreams? = nil, operator: Operator? = nil
    ) {
        self.operator = `operator`
        self.request = request
        self.exchange = exchange
        self.path = path
        self.trace = trace
        self.callers = callers
        self.letsStrangersIn = letsStrangersIn
        self.userStreams = userStreams
    }

    /// What headers tell of the caller.
    var attributes: [String: Value] { callers.attributes(of: request) }

    /// Who has signed in; nil for a stranger, where those get in.
    func user() throws(Problem) -> Identity? {
        let user = try callers.user(of: request, at: exchange.loop)
        if user == nil, !letsStrangersIn { throw .unauthenticated }
        try callers.count(user)
        return user
    }
}
