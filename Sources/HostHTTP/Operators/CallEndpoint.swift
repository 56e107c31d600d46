@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// `POST /ops/v1/call/{route}`: asks a route in the name of whom the operator says.
struct CallEndpoint: Endpoint {
    let bodyLimit = Operators.callBodyLimit
    private let door: @Sendable () -> FrontDoor?
    private static let question = EndpointQuestion(WantedCall.self, in: .body)

    private let errands: Errands
    private let audit: AuditLog
    private let clock: any ClockSource

    /// - Parameters:
    ///   - errands: Where is waited until it is written down.
    ///   - audit: Where that is.
    init(
        _ errands: Errands, _ audit: AuditLog, _ clock: any ClockSource,
        through door: @escaping @Sendable () -> FrontDoor?
    ) {
        self.errands = errands
        self.audit = audit
        self.clock = clock
        self.door = door
    }

    func answer(_ visit: Visit) {
        errands.go(for: visit) { () async throws(Problem) in
            guard let door = door() else { throw .stopping }
            let call = try Self.question.read(visit.request)
            let (route, wording) = (visit.path["route"] ?? "", try call.wording())
            // It acts as somebody else: who, but never what was asked.
            try await audit.note(
                AuditEntry(
                    .call, of: route, by: try await visit.author(), after: ["as": call.as.map { .text($0) } ?? .null],
                    at: clock.now))
            door.ask(route, wording, as: call.caller, for: visit)
        }
    }
}

/// What an operator calls, and in whose name.
struct WantedCall: Shaped {
    /// The question as data.
    let request: Value?
    /// The question as names and texts.
    let arguments: [[String]]?
    /// The caller's key.
    let `as`: String?
    /// The caller's attributes.
    let with: [String: Value]

    static let shape = Shape.object([
        Field("request", .anything, "What is asked, as the route's Shape has it.", optional: true),
        Field(
            "arguments", .list(of: .list(of: .text(), count: 2...2), count: 0...256),
            "What is asked, as names and texts like those of a query.", optional: true),
        Field("as", .text(length: 1...256), "The key of the caller.", optional: true),
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

    var caller: Caller { Caller(key: self.as, attributes: with, origin: .cli) }
}
