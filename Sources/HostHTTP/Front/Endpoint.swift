import FeatureKit
package import HTTPServer
import HostAccess
package import HostRuntime

/// Answers the requests to a path of the host.
package protocol Endpoint: Sendable {
    /// The most bytes of a body that it accepts.
    var bodyLimit: Int { get }

    /// Answers at once, or later through the exchange; called on a loop's thread.
    func answer(_ context: RequestContext)

    /// The refusal of a larger body, for clients that expect another form than the usual one; nil for the usual one.
    func tooLarge(_ request: Request) -> Response?
}

extension Endpoint {
    package func tooLarge(_ request: Request) -> Response? { nil }
}

/// A request to an endpoint of the host.
package struct RequestContext: Sendable {
    package let request: Request
    package let exchange: any Exchange
    /// The values of the path's `{names}`, decoded.
    package let path: [String: String]
    /// The trace that it belongs to.
    package let trace: TraceContext
    /// The operator who came over the network; nil for everyone else, and on the local socket.
    package let `operator`: Operator?
    private let callers: CallerReader
    /// Whether anonymous callers are let in.
    private let allowsAnonymous: Bool
    /// The streams of signed-in users.
    let userStreams: UserStreams?

    init(
        _ request: Request, _ exchange: any Exchange, path: [String: String], trace: TraceContext,
        callers: CallerReader = CallerReader(CallerPolicy()), allowsAnonymous: Bool = true,
        userStreams: UserStreams? = nil, operator: Operator? = nil
    ) {
        self.operator = `operator`
        self.request = request
        self.exchange = exchange
        self.path = path
        self.trace = trace
        self.callers = callers
        self.allowsAnonymous = allowsAnonymous
        self.userStreams = userStreams
    }

    /// The attributes of the caller that the headers give.
    var attributes: [String: Value] { callers.attributes(of: request) }

    /// The user who has signed in; nil for an anonymous caller, if those are let in.
    func user() throws(Problem) -> Identity? {
        let user = try callers.user(of: request, at: exchange.loop)
        if user == nil, !allowsAnonymous { throw .unauthenticated }
        try callers.count(user)
        return user
    }
}
