@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// What operators can ask and do, by the local door, and over the network where their role reaches.
package final class Operators: Sendable {
    /// What a request of the operators' own may take; a call's body goes to a route.
    static let bodyLimit = 16 * 1024
    static let callBodyLimit = 1024 * 1024

    private let keeper: DocumentKeeper
    private let reporter: Reporter
    private let endpoints: OperatorEndpoints
    private let access: OperatorAccess
    private let deeds: OperatorDeeds
    private let audit: OperatorAudit
    private let traces: TraceReplies
    private let flags: OperatorFlags
    private let overrides: OperatorOverrides
    private let replacing: OperatorReplacing
    private let config: OperatorConfig
    private let stores: OperatorStores
    private let preflights: Preflights
    private let door = Lock(Door())

    /// Held weakly: the door holds the fixtures, and with them this.
    private struct Door: Sendable {
        weak var front: FrontDoor?
    }

    /// - Parameters:
    ///   - host: Whose operators they are.
    ///   - errands: Where what they ask is done.
    ///   - flags: What they ask about flags.
    init(_ host: HostInside, errands: Errands, flags: FlagSheets) {
        keeper = host.keeper
        let answers = IdempotentAnswers(
            state: host.state, clock: host.clock, log: Log(feature: "host", sink: host.log),
            counting: { [keeper = host.keeper] in keeper.counting })
        endpoints = OperatorEndpoints(errands, host.keeper, answers)
        deeds = OperatorDeeds(host.audit, clock: host.clock)
        audit = OperatorAudit(host.audit, host.keeper)
        access = OperatorAccess(host.tokens, clock: host.clock)
        self.flags = OperatorFlags(flags, exposures: host.exposures, keeper: host.keeper, clock: host.clock)
        preflights = Preflights(host)
        overrides = OperatorOverrides(host.keeper, preflights)
        replacing = OperatorReplacing(host.keeper)
        config = OperatorConfig(host.keeper)
        stores = OperatorStores(host.stores, deeds)
        reporter = Reporter(host)
        traces = TraceReplies(bus: host.bus, clock: host.clock)
    }

    /// Says through which door routes are called.
    package func call(through front: FrontDoor) { door.withLock { $0.front = front } }

    /// Where it can be asked.
    package var fixtures: [Fixture] {
        let own = [
            Fixture(.get, "/ops/v1/features", endpoints.telling { [self] _ in features }),
            Fixture(.get, "/ops/v1/features/{id}", endpoints.telling(feature)),
            Fixture(.get, "/ops/v1/trace", TraceEndpoint(endpoints.errands, traces) { [self] in topics }),
            Fixture(.get, "/ops/v1/wiring", endpoints.asking(wiring)),
            Fixture(
                .post, "/ops/v1/call/{route}",
                CallEndpoint(endpoints.errands, deeds) { [door] in door.withLock { $0.front } }),
        ]
        let others = [
            flags.fixtures(endpoints), overrides.fixtures(endpoints), replacing.fixtures(endpoints),
            config.fixtures(endpoints), stores.fixtures(endpoints), access.fixtures(endpoints),
            audit.fixtures(endpoints),
        ]
        return (own + others.flatMap(\.self)).map(\.forOperators)
    }

    /// Ends what is tried, since the host stops.
    package func stop() { preflights.stop() }

    /// Ends what operators look on at, since nothing goes on any more.
    package func end() async { await traces.end() }

    private var features: Response {
        .json(["features": .list(reporter.features.map(\.brief)), "stopping": .boolean(keeper.isClosed)])
    }

    private func feature(_ visit: Visit) throws(Problem) -> Response {
        let id = visit.path["id"] ?? ""
        guard let report = reporter.feature(id) else {
            throw Problem(OverrideProblem.unknown(id, nearest: reporter.nearest(to: id)))
        }
        return .json(report.full)
    }

    /// The topics of all features, on or off, and of the host.
    private var topics: [String] {
        reporter.features.flatMap(\.topics).map(\.name) + [
            Topic.hostFeatures.name, Topic.flagExposure.name, Topic.configRejected.name,
        ]
    }

    private static let drawing = EndpointQuestion(WantedDrawing.self, in: .query)

    private func wiring(_ visit: Visit) throws(Problem) -> Response {
        let wanted = try Self.drawing.read(visit.request)
        let map = WiringMap(reporter.features)
        switch wanted.format {
        case .json: return .json(map.value)
        case .dot: return .text(map.dot, "text/vnd.graphviz; charset=utf-8")
        case .mermaid: return .text(map.mermaid, "text/plain; charset=utf-8")
        }
    }
}

/// How the wiring shall be shown.
struct WantedDrawing: Shaped, Codable {
    enum Format: String, CaseIterable, Codable {
        case json
        case dot
        case mermaid
    }

    let format: Format

    static let shape = Shape.object([
        Field("format", .choice(of: Format.self), "As data, or as a drawing.", default: "json")
    ])
}

extension Response {
    /// Data that nobody keeps.
    static func json(_ value: Value) -> Response { .text(value.json, "application/json") }

    static func text(_ text: String, _ type: String) -> Response {
        Response(.ok, ["Content-Type": type, "Cache-Control": "no-store"], body: Array(text.utf8))
    }
}
