@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// `POST /ops/v1/call/{route}`: calls a route as the caller that the operator names.
struct CallEndpoint: Endpoint {
    let bodyLimit = Operators.callBodyLimit
    private let background: BackgroundWork
    private let actions: OperatorActions
    private let router: @Sendable () -> Router?
    private static let question = EndpointQuestion(CallRequest.self, in: .body)

    init(_ background: BackgroundWork, _ actions: OperatorActions, through router: @escaping @Sendable () -> Router?) {
        self.background = background
        self.actions = actions
        self.router = router
    }

    func answer(_ context: RequestContext) {
        let route = context.path["route"] ?? ""
        // Noted now, since the route is called off the loop, where the route can't be noted any more.
        context.exchange.keep(ShortJourney(context.trace, route: router()?.knows(route) == true ? route : nil))
        background.go(for: context) { () async throws(Problem) in
            guard let router = router() else { throw .stopping }
            let call = try Self.question.read(context.request)
            let wording = try call.wording()
            // The audit log says who acted as whom, and never what they asked.
            try await actions.note(.call, of: route, for: context, after: call.audited)
            router.ask(route, wording, as: call.caller, for: context)
        }
    }
}

/// What an operator asks, and as which caller.
struct CallRequest: Shaped, Codable {
    /// The question as data.
    let request: Value?
    /// The question as names and texts.
    let arguments: [[String]]?
    /// The caller's key.
    let `as`: String?
    /// The caller's roles.
    let roles: [String]
    /// The caller's attributes.
    let with: [String: Value]

    static let shape = Shape.object([
        Field("request", .anything, "What is asked, as the route's Shape has it.", optional: true),
        Field(
            "arguments", .list(of: .list(of: .text(), count: 2...2), count: 0...256),
            "What is asked, as names and texts like those of a query.", optional: true),
        Field("as", .text(length: 1...256), "The key of the caller.", optional: true),
        Field(
            "roles", .list(of: .text(length: 1...64), count: 0...32), "What the caller may do, such as staff.",
            default: []),
        Field(
            "with", .map(of: .anything, count: 0...64), "What is known of the caller, such as a country.",
            default: [:]),
    ])

    func wording() throws(Problem) -> Router.Wording {
        guard let request else {
            return .arguments((arguments ?? []).map { TargetQuery.Pair($0.first ?? "", $0.last ?? "") })
        }
        guard arguments == nil else {
            let detail = Problem.Detail(
                path: ValuePath([.member("arguments")]), part: "body",
                message: "comes beside \"request\"; one is enough")
            throw .invalid([detail])
        }
        return .value(request)
    }

    var caller: Caller { Caller(key: self.as, attributes: with, roles: Set(roles), origin: .cli) }

    /// The caller in whose name the operator acts, for the audit log; nil if there is none.
    var audited: Value? {
        guard let key = self.as else { return nil }
        return roles.isEmpty ? ["as": .text(key)] : ["as": .text(key), "roles": .texts(roles)]
    }
}
