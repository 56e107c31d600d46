/// The bus itself: every topic and every route of a host, a worker or a test.
///
/// It lives in the kit because the host and the test kit have to run the very same one, and so that publishing never
/// leaves one library.
@_spi(Hosting) public final class BusCore: Sendable {
    let clock: any ClockSource
    let routes: RouteTable
    /// The link to the host's bus, in a worker; where there is one, nothing is published, read or served here.
    let uplink: (any Uplink)?
    private let tracers = Tracers()
    private let hubs = Lock<[String: TopicHub]>([:])

    /// Makes a bus without topics.
    ///
    /// - Parameter gate: Decides which caller may use which feature; without one everybody may use all.
    public init(clock: any ClockSource, gate: (any RouteGate)? = nil) {
        self.clock = clock
        routes = RouteTable(gate: gate)
        uplink = nil
    }

    /// Makes the bus of a worker, which passes everything on to the host's.
    package init(clock: any ClockSource, uplink: any Uplink) {
        self.clock = clock
        self.uplink = uplink
        routes = RouteTable(gate: nil)
    }

    /// Adds a run of a feature to the bus.
    ///
    /// - Parameters:
    ///   - lanes: Executors on which its routes may be answered beside its own threads.
    ///   - isSuccessor: Whether another run of the feature is on the bus, from which it may take over.
    public func join(
        _ id: String, wiring: Wiring, log: Log, lanes: [any LentThread] = [], isSuccessor: Bool = false
    ) -> Member {
        Member(id: id, wiring: wiring, core: self, log: log, lanes: lanes, standing: isSuccessor ? .held : .counts)
    }

    /// Shows the messages of all topics whose names match a pattern, for people.
    ///
    /// - Parameters:
    ///   - pattern: Words with dots between them; `*` stands for one word, `**` for any number.
    ///   - limit: How many messages wait at most for a slow reader; older ones are dropped and counted.
    public func trace(_ pattern: String, limit: Int = 1_000) -> Trace {
        Trace(pattern: TopicPattern(pattern), overflow: .dropOldest(limit), tracers: tracers)
    }

    /// Reads one topic as plain data, with the values that it keeps first.
    ///
    /// - Parameters:
    ///   - topic: The topic's name.
    ///   - reader: The reader's name, for the report.
    ///   - limit: How many messages wait at most beside those that it keeps; older ones are dropped and counted.
    public func watch(_ topic: String, as reader: String, limit: Int = 256) -> Trace {
        Trace(hub: hub(topic), reader: reader, overflow: .dropOldest(limit))
    }

    /// What a topic keeps for late readers.
    public func retention(of topic: String) -> TopicRetention { hub(topic).retention }

    /// The route that is served under a name now; nil where there is none.
    public func route(_ name: String) -> ServedRoute? { routes.route(name) }

    /// The numbers of every topic, by name.
    public var report: [TopicReport] {
        hubs.withLock { Array($0.values) }.map(\.report).sorted { $0.name < $1.name }
    }

    /// Which feature serves which route now.
    public var servedRoutes: [(route: String, feature: String)] { routes.all }

    /// Lets one run read in place of another.
    func handOver(from other: Member?, to member: Member) {
        for hub in hubs.withLock({ Array($0.values) }) { hub.handOver(from: other, to: member) }
    }

    func hub(_ name: String) -> TopicHub {
        hubs.withLock { hubs in
            if let hub = hubs[name] { return hub }
            let hub = TopicHub(name: name, clock: clock, tracers: tracers)
            hubs[name] = hub
            return hub
        }
    }
}
