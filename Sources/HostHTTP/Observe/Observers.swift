@_spi(Hosting) import FeatureKit
package import HTTPServer
package import HostAccess
import HostConfig
package import HostRuntime
import HostStore

/// Serves what monitoring needs: health, metrics, and an access log line for each request.
package final class Observers: Sendable {
    /// The two servers of a host.
    package enum Side: String, Sendable, CaseIterable {
        /// Over TCP.
        case apps
        /// Over the local socket.
        case localSocket = "local"
    }

    private let host: HostServices
    private let reporter: Reporter
    private let background: BackgroundWork
    private let accessLog: AccessLog
    private let appRequests: RequestCounts
    private let socketRequests: RequestCounts
    private let started: Timestamp
    private let servers: @Sendable (Side) -> ServerCounts?
    private let limited: @Sendable (Rates.Measure) -> Int
    private let certificate: @Sendable () -> CertificateStatus?
    private let issuers: @Sendable () -> [KeyStatus]

    /// - Parameters:
    ///   - host: The host that is observed.
    ///   - version: The host's version.
    ///   - background: Runs the tasks that put metrics together.
    ///   - slots: The slots under which routes are counted.
    ///   - loops: How many loops each server has.
    ///   - servers: The counters of each server; nil if it does not run.
    ///   - limited: How many requests were refused by a rate limit.
    ///   - certificate: The state of the certificate in use; nil without one.
    ///   - issuers: The state of the issuers' keys.
    package init(
        _ host: HostServices, version: String, background: BackgroundWork, slots: RouteSlots, loops: [Side: Int],
        servers: @escaping @Sendable (Side) -> ServerCounts?,
        limited: @escaping @Sendable (Rates.Measure) -> Int = { _ in 0 },
        certificate: @escaping @Sendable () -> CertificateStatus? = { nil },
        issuers: @escaping @Sendable () -> [KeyStatus] = { [] }
    ) {
        self.limited = limited
        self.certificate = certificate
        self.issuers = issuers
        self.host = host
        self.version = version
        self.background = background
        self.servers = servers
        reporter = Reporter(host)
        accessLog = AccessLog(host.log)
        appRequests = RequestCounts(loops: loops[.apps] ?? 1, slots: slots)
        socketRequests = RequestCounts(loops: loops[.localSocket] ?? 1, slots: slots)
        started = host.clock.now.advanced(by: host.started - host.clock.uptime)
    }

    private let version: String

    /// Records a request that was answered; cheap, since it is called for every request.
    package func note(_ record: ExchangeRecord, at side: Side) {
        requests(at: side).note(record)
        accessLog.note(record)
    }

    private func requests(at side: Side) -> RequestCounts {
        switch side {
        case .apps: appRequests
        case .localSocket: socketRequests
        }
    }

    /// The endpoints for monitoring.
    package var fixtures: [Fixture] {
        let readiness = ReadinessEndpoint(readiness: { [self] in self.readiness }, known: { [self] in knownChecks })
        let deeper = ReadinessEndpoint.names.map { "/{\($0)}" }
        return [
            Fixture(.get, "/healthz", HealthEndpoint()),
            Fixture(.get, "/readyz", readiness),
            Fixture(.get, "/readyz" + deeper[0], readiness),
            Fixture(.get, "/readyz" + deeper.joined(), readiness),
            Fixture(
                .get, "/metrics", BackgroundEndpoint(background) { [self] _ in metricsResponse }, isForOperators: true),
        ]
    }

    private var knownChecks: [String]? {
        host.configuration.orders.map { orders in
            ["host", "document", "audit", "operators"] + (certificate() == nil ? [] : ["tls"])
                + issuers().map { "issuer/\($0.issuer)" }
                + orders.survey.folders.keys.map { "feature/\($0)" }
                + orders.survey.folders.keys.filter { !orders.survey.contracts(of: $0).names(.keeps).isEmpty }
                .map { "store/\($0)" }
        }
    }

    private var readiness: Readiness {
        let orders = host.configuration.orders
        let wanted = host.registry.statuses.filter { orders?.wants($0.id) ?? false }
        let troubles = host.configuration.status.troubles
        let failing = host.configuration.sources.filter { $0.failure != nil }.map(\.name)
        return Readiness(
            isStopping: host.configuration.isClosed, hasRested: host.registry.hasRested, hasDocument: orders != nil,
            isRefusing: host.configuration.isRefusing, troubles: troubles, notes: host.configuration.remarks,
            invalidFlags: host.configuration.status.invalidFlags,
            certificate: certificate(),
            failingFlags: failing.filter { name in !troubles.contains { $0.source == name } },
            features: wanted.map { ($0.id, $0.state) },
            damage: host.stores.troubles.filter { orders?.wants($0.key) ?? false }, audit: host.audit.status,
            operators: host.tokens.damage, issuers: issuers())
    }

    private var metricsResponse: Response {
        let features = reporter.features
        let topics = Dictionary(features.flatMap(\.topics).map { ($0.name, $0.traffic) }) { first, _ in first }
        let metrics = HostMetrics(
            version: version, started: started, isReady: readiness.isReady, process: .now(), features: features,
            overrides: host.configuration.orders?.overrides.counts ?? [:], statuses: host.registry.statuses,
            topics: topics.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
            linesLost: host.log.lost, flags: host.flags.current, sources: host.configuration.sources,
            status: host.configuration.status, revision: host.configuration.journal.last?.number ?? 0,
            exposures: host.exposures.counts, stores: host.stores.open,
            damagedStores: host.stores.damage.keys.sorted(),
            servers: Side.allCases.map { side in
                HostMetrics.Server(name: side.rawValue, counts: servers(side), requests: requests(at: side).all)
            },
            limited: Rates.Measure.allCases.map { ($0.rawValue, limited($0)) })
        let fields: Fields = ["Content-Type": Exposition.contentType, "Cache-Control": "no-store"]
        return Response(.ok, fields, body: Array(metrics.text.utf8))
    }
}
