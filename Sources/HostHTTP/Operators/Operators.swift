@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// What operators can ask and do, over the local socket, and over the network as far as their role allows.
package final class Operators: Sendable {
    /// The most bytes of an operator's request; the body of a call goes to a route and may be larger.
    static let bodyLimit = 16 * 1024
    static let callBodyLimit = 1024 * 1024

    private let configuration: ConfigurationManager
    private let reporter: Reporter
    private let endpoints: OperatorEndpoints
    private let access: OperatorAccess
    private let actions: OperatorActions
    private let audit: OperatorAudit
    private let traces: TraceReplies
    private let flags: OperatorFlags
    private let overrides: OperatorOverrides
    private let replacing: OperatorReplacing
    private let config: OperatorConfig
    private let stores: OperatorStores
    private let preflights: Preflights
    private let router = Lock(WeakRouter())

    /// A weak reference, since the router holds the fixtures, and they hold this object.
    private struct WeakRouter: Sendable {
        weak var router: Router?
    }

    /// - Parameters:
    ///   - host: The host that the operators manage.
    ///   - background: Runs the tasks of their requests.
    ///   - flags: The flags that they ask about.
    init(_ host: HostServices, background: BackgroundWork, flags: FlagSheets) {
        configuration = host.configuration
        let answers = IdempotentAnswers(
            state: host.state, clock: host.clock, log: Log(feature: "host", sink: host.log),
            counting: { [configuration = host.configuration] in configuration.counting })
        endpoints = OperatorEndpoints(background, host.configuration, answers)
        actions = OperatorActions(host.audit, clock: host.clock)
        audit = OperatorAudit(host.audit, host.configuration)
        access = OperatorAccess(host.tokens, clock: host.clock)
        self.flags = OperatorFlags(
            flags, exposures: host.exposures, configuration: host.configuration, clock: host.clock)
        preflights = Preflights(host)
        overrides = OperatorOverrides(host.configuration, preflights)
        replacing = OperatorReplacing(host.configuration)
        config = OperatorConfig(host.configuration)
        stores = OperatorStores(host.stores, actions)
        reporter = Reporter(host)
        traces = TraceReplies(bus: host.bus, clock: host.clock)
    }

    /// Sets the router through which routes are called.
    package func call(through router: Router) { self.router.withLock { $0.router = router } }

    /// The operators' endpoints.
    package var fixtures: [Fixture] {
        let own = [
            Fixture(.get, "/ops/v1/features", endpoints.telling { [self] _ in features }),
            Fixture(.get, "/ops/v1/features/{id}", endpoints.telling(feature)),
            Fixture(.get, "/ops/v1/trace", TraceEndpoint(endpoints.background, traces) { [self] in topics }),
            Fixture(.get, "/ops/v1/wiring", endpoints.asking(wiring)),
            Fixture(
                .post, "/ops/v1/call/{route}",
                CallEndpoint(endpoints.background, actions) { [router] in router.withLock { $0.router } }),
        ]
        let others = [
            flags.fixtures(endpoints), overrides.fixtures(endpoints), replacing.fixtures(endpoints),
            config.fixtures(endpoints), stores.fixtures(endpoints), access.fixtures(endpoints),
            audit.fixtures(endpoints),
        ]
        return (own + others.flatMap(\.self)).map(\.forOperators)
    }

    /// Ends running preflights, since the host stops.
    package func stop() { preflights.stop() }

    /// Ends the operators' traces, since no more messages come.
    package func end() async { await traces.end() }

    private var features: Response {
        .json(["features": .list(reporter.features.map(\.brief)), "stopping": .boolean(configuration.isClosed)])
    }

    private func feature(_ context: RequestContext) throws(Problem) -> Response {
        let id = context.path["id"] ?? ""
        guard let report = reporter.feature(id) else {
            throw Problem(OverrideProblem.unknown(id, nearest: reporter.nearest(to: id)))
        }
        return .json(report.full)
    }

    /// The topics of all modules, on or off, and of the host.
    private var topics: [String] {
        reporter.features.flatMap(\.topics).map(\.name) + [
            Topic.hostFeatures.name, Topic.flagExposure.name, Topic.configRejected.name,
        ]
    }

    private static let drawing = EndpointQuestion(WiringRequest.self, in: .query)

    private func wiring(_ context: RequestContext) throws(Problem) -> Response {
        let wanted = try Self.drawing.read(context.request)
        let map = WiringMap(reporter.features)
        switch wanted.format {
        case .json: return .json(map.value)
        case .dot: return .text(map.dot, "text/vnd.graphviz; charset=utf-8")
        case .mermaid: return .text(map.mermaid, "text/plain; charset=utf-8")
        }
    }
}

/// The format in which the wiring is shown.
struct WiringRequest: Shaped, Codable {
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
    /// A JSON response that must not be cached.
    static func json(_ value: Value) -> Response { .text(value.json, "application/json") }

    static func text(_ text: String, _ type: String) -> Response {
        Response(.ok, ["Content-Type": type, "Cache-Control": "no-store"], body: Array(text.utf8))
    }
}
