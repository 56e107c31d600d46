@_spi(Hosting) package import FeatureKit
internal import HostConfig
internal import HostStore
package import HostWorker

/// Tells what runs and why, out of what the host knows anyway; asking it keeps nothing waiting.
package struct Reporter: Sendable {
    private let configuration: ConfigurationManager
    private let registry: FeatureRegistry
    private let bus: BusCore
    private let damage: @Sendable () -> [String: String]
    private let workers: LiveWorkers
    private let clock: any ClockSource

    /// - Parameters:
    ///   - damage: What is wrong with features' stores.
    ///   - workers: The processes that features run in.
    package init(
        configuration: ConfigurationManager, registry: FeatureRegistry, bus: BusCore,
        damage: @escaping @Sendable () -> [String: String] = { [:] }, workers: LiveWorkers = LiveWorkers(),
        clock: any ClockSource = SystemClock()
    ) {
        self.workers = workers
        self.configuration = configuration
        self.registry = registry
        self.bus = bus
        self.damage = damage
        self.clock = clock
    }

    /// Reports on a host.
    package init(_ host: HostServices) {
        self.init(
            configuration: host.configuration, registry: host.registry, bus: host.bus,
            damage: { [host] in host.stores.troubles },
            workers: host.workers, clock: host.clock)
    }

    /// What the host was told; nil before its first document counts.
    package var orders: Orders? { configuration.orders }

    /// Every feature that is known, by id.
    package var features: [FeatureReport] {
        guard let view = view() else { return [] }
        return view.orders.survey.folders.keys.sorted().map(view.report)
    }

    /// One feature; nil where nobody knows it.
    package func feature(_ id: String) -> FeatureReport? {
        guard let view = view(), view.orders.survey.folders[id] != nil else { return nil }
        return view.report(of: id)
    }

    /// What was probably meant by the name of a feature that is not there.
    package func nearest(to id: String) -> String? {
        Suggestion.closest(to: id, in: configuration.orders?.survey.folders.keys.sorted() ?? [])
    }

    private func view() -> FeatureView? {
        configuration.orders.map { orders in
            FeatureView(
                orders: orders, statuses: registry.statuses, topics: bus.report,
                served: Set(bus.servedRoutes.map(\.route)), damage: damage(), workers: workers, uptime: clock.uptime)
        }
    }
}

/// Everything that reports are made of, at one point in time.
struct FeatureView {
    let orders: Orders
    private let states: [String: FeatureStatus]
    private let traffic: [String: TopicTraffic]
    private let served: Set<String>
    private let workers: LiveWorkers
    let why: Why

    init(
        orders: Orders, statuses: [FeatureStatus], topics: [TopicReport] = [], served: Set<String> = [],
        damage: [String: String] = [:], workers: LiveWorkers = LiveWorkers(), uptime: Duration
    ) {
        self.workers = workers
        self.orders = orders
        states = Dictionary(uniqueKeysWithValues: statuses.map { ($0.id, $0) })
        traffic = Dictionary(uniqueKeysWithValues: topics.map { ($0.name, TopicTraffic($0)) })
        self.served = served
        why = Why(orders: orders, states: states, damage: damage, uptime: uptime)
    }

    func report(of id: String) -> FeatureReport {
        let manifest = orders.survey.manifests[id]
        let status = states[id]
        let contracts = orders.survey.contracts(of: id)
        return FeatureReport(
            id: id, state: status?.state ?? .off, since: status?.since, starts: status?.starts ?? 0,
            isOn: orders.wants(id), document: orders.documentSays(of: id), toggle: orders.toggle(of: id),
            rollout: orders.rollout(of: id), manifest: manifest, folder: orders.survey.folders[id] ?? "",
            needed: needed(of: id),
            why: why.sentences(of: id), shutGate: why.shutGate(of: id), routes: routes(contracts, manifest),
            topics: topics(contracts), requests: contracts.names(.requests), keeps: contracts.names(.keeps),
            flags: orders.survey.flags(of: id),
            kit: orders.survey.kit(of: id), settings: orders.document.features[id]?.settings?.redacted,
            runs: status?.runs ?? [], runsIn: way(of: id), worker: worker(of: id))
    }

    /// As the document has it; a manifest that can't be used says nothing.
    private func way(of id: String) -> RunMode { orders.document.features[id]?.runs ?? .host }

    private func worker(of id: String) -> WorkerReport? {
        guard way(of: id) == .worker else { return nil }
        let limits = orders.document.features[id].map { WorkerLimits($0.worker) } ?? WorkerLimits()
        return WorkerReport(process: workers.process(of: id), limits: limits)
    }

    private func needed(of id: String) -> [String] {
        orders.survey.manifests.values.filter { $0.needs.contains(id) }.map(\.id).sorted()
    }

    private func routes(_ contracts: [Contract], _ manifest: Manifest?) -> [FeatureReport.Route] {
        contracts.compactMap { contract in
            guard let endpoint = contract.endpoint else { return nil }
            return FeatureReport.Route(
                name: contract.name, method: endpoint.method.description,
                path: endpoint.path(below: manifest?.mounts ?? []),
                access: endpoint.access.description, isServed: served.contains(contract.name))
        }
    }

    private func topics(_ contracts: [Contract]) -> [FeatureReport.Topic] {
        let (publishes, reads) = (contracts.names(.publishes), contracts.names(.reads))
        let watchable = Set(contracts.filter(\.isWatchable).map(\.name))
        return Set(publishes + reads).sorted().map { name in
            FeatureReport.Topic(
                name: name, publishes: publishes.contains(name), reads: reads.contains(name),
                isWatchable: watchable.contains(name), traffic: traffic[name] ?? TopicTraffic())
        }
    }
}

extension [Contract] {
    /// The names of all with a role.
    package func names(_ role: Contract.Role) -> [String] { filter { $0.role == role }.map(\.name) }
}

extension TopicTraffic {
    /// All readers together, those of now and those that have left.
    package init(_ report: TopicReport) {
        published = report.published
        delivered = report.readers.reduce(report.endedReaders.delivered) { $0 &+ $1.delivered }
        dropped = report.readers.reduce(report.endedReaders.dropped) { $0 &+ $1.dropped }
        waiting = report.readers.reduce(0) { $0 &+ $1.waiting }
        lost = report.lost
        kept = report.kept
        forgotten = report.forgotten
    }
}
