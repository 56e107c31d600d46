@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// `POST /ops/v1/call/{route}`: calls a route as the caller that the operator names.
struct CallEndpoint: Endpoint {
    let bodyLimit = Operators.callBodyLimit
    private let errands: Errands
    private let deeds: OperatorDeeds
    private let front: @Sendable () -> FrontDoor?
    private static let question = EndpointQuestion(WantedCall.self, in: .body)

    init(_ errands: Errands, _ deeds: OperatorDeeds, through front: @escaping @Sendable () -> FrontDoor?) {
        self.errands = errands
        self.deeds = deeds
        self.front = front
    }

    func answer(_ visit: Visit) {
        let route = visit.path["route"] ?? ""
        // Noted now, since the route is called off the loop, where the route can't be noted any more.
        visit.exchange.keep(ShortJourney(visit.trace, route: front()?.knows(route) == true ? route : nil))
        errands.go(for: visit) { () async throws(Problem) in
            guard let front = front() else { throw .stopping }
            let call = try Self.question.read(visit.request)
            let wording = try call.wording()
            // The audit log says who acted as whom, and never what they asked.
            try await deeds.note(.call, of: route, for: visit, after: call.audited)
            front.ask(route, wording, as: call.caller, for: visit)
        }
    }
}

/// What an operator asks, and as which caller.
struct WantedCall: Shaped, Codable {
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

    func wording() throws(Problem) -> FrontDoor.Wording {
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
