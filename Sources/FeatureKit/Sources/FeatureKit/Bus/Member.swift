internal import Synchronization

/// What a feature may use on the bus, as its contracts declare.
@_spi(Hosting) public struct Wiring: Sendable, Equatable {
    /// Topics that it publishes.
    public var publishes: Set<String>
    /// Topics that it reads.
    public var reads: Set<String>
    /// Routes that it serves.
    public var serves: Set<String>
    /// The routes of other features that it calls.
    public var requests: Set<String>

    /// Lists what may be used.
    public init(
        publishes: Set<String> = [], reads: Set<String> = [], serves: Set<String> = [], requests: Set<String> = []
    ) {
        self.publishes = publishes
        self.reads = reads
        self.serves = serves
        self.requests = requests
    }

    /// Lists what a feature declares.
    public init(_ contracts: [Contract]) {
        func names(_ role: Contract.Role) -> Set<String> { Set(contracts.lazy.filter { $0.role == role }.map(\.name)) }
        self.init(
            publishes: names(.publishes), reads: names(.reads), serves: names(.serves), requests: names(.requests))
    }
}

/// One run of one feature on the bus; what it opened is closed with it.
@_spi(Hosting) public final class Member: Sendable {
    enum Section: String { case publishes, reads }

    private struct State {
        var isDrained = false
        var misuses: [BusError] = []
        var mailboxes: [ObjectIdentifier: Mailbox] = [:]
        var served: [String] = []
    }

    /// The feature's id.
    public let id: String
    let wiring: Wiring
    let core: BusCore
    let routeQueue: RouteQueue
    package let log: Log
    var clock: any ClockSource { core.clock }
    let turn: Turn
    private let lateCount = Atomic<UInt64>(0)
    private let state = Lock(State())

    init(
        id: String, wiring: Wiring, core: BusCore, log: Log, lanes: [any LentThread] = [],
        standing: Standing = .counts
    ) {
        turn = Turn(standing)
        routeQueue = RouteQueue(lanes: lanes)
        self.id = id
        self.wiring = wiring
        self.core = core
        self.log = log
    }

    /// Ends its subscriptions, withdraws its routes and accepts no new ones; it may still publish.
    public func drain() {
        let (mailboxes, served) = state.withLock { state in
            state.isDrained = true
            defer {
                state.mailboxes = [:]
                state.served = []
            }
            return (Array(state.mailboxes.values), state.served)
        }
        for route in served { core.routes.withdraw(route, of: self) }
        for mailbox in mailboxes { mailbox.close() }
        routeQueue.close()
        // Its mailboxes and routes are in the host.
        core.uplink?.drained()
    }

    /// Drains it, and from then on drops all that it publishes and refuses all its requests.
    public func revoke() {
        lateCount.add(turn.revoke(), ordering: .relaxed)
        drain()
        routeQueue.abandon(.unavailable("\(id) was stopped before it answered"))
    }

    /// The first uses of the bus that were refused because the manifest does not declare them.
    public var misuses: [BusError] { state.withLock { $0.misuses } }

    /// How many misuses are kept.
    private static let mostMisuses = 100

    /// Records a misuse for those who test the feature, and returns it.
    func noting(_ error: BusError) -> BusError {
        state.withLock { if $0.misuses.count < Self.mostMisuses { $0.misuses.append(error) } }
        return error
    }

    /// Answers requests to its routes until it is drained, for code that acts on a feature's behalf; the runs of real
    /// features do so by themselves.
    public func work() async { await routeQueue.work() }

    /// Withdraws one of its routes.
    public func withdraw(_ route: String) {
        if let uplink = core.uplink { return uplink.withdraw(route) }
        state.withLock { $0.served.removeAll { $0 == route } }
        core.routes.withdraw(route, of: self)
    }

    /// How many messages it tried to publish after it was revoked.
    public var publishedTooLate: UInt64 { lateCount.load(ordering: .relaxed) }

    var isCutOff: Bool { turn.standing == .revoked }

    /// Whether what it publishes is no longer kept for late readers.
    var isSuperseded: Bool { turn.standing == .superseded }

    /// Publishes a parcel, or holds it back until `publishHeld(after:)`; after `revoke()` it is dropped and counted.
    func publish(_ parcel: Parcel, on hub: TopicHub, from seat: TopicHub.Seat) {
        var wakeups = Wakeups()
        publish(parcel, on: hub, from: seat, waking: &wakeups)
        wakeups.wake()
    }

    /// Does the same without waking anybody; the caller wakes the readers in `wakeups`.
    func publish(_ parcel: Parcel, on hub: TopicHub, from seat: TopicHub.Seat, waking wakeups: inout Wakeups) {
        hub.mark(parcel)
        switch turn.standing {
        case .counts, .superseded: break
        case .held, .awaiting: if turn.hold(parcel, on: hub, from: seat, of: self) { return }
        case .revoked: break
        }
        guard mayPublish() else { return }
        hub.publish(parcel, from: seat, by: self, waking: &wakeups)
    }

    func mayPublish() -> Bool {
        guard isCutOff else { return true }
        lateCount.add(1, ordering: .relaxed)
        return false
    }

    /// Opens a topic for publishing, here or over the uplink.
    func place(on topic: String, _ shape: Shape, keeping retention: TopicRetention) throws(BusError) -> PublisherPlace {
        if let uplink = core.uplink {
            return .far(try uplink.publisher(on: topic, shape, keeping: retention))
        }
        let hub = try hub(topic, shape, in: .publishes)
        if let problem = retention.problem(in: shape) {
            throw noting(.cannotKeep(retention, on: topic, because: problem))
        }
        return .near(hub, try hub.seat(for: id, keeping: retention))
    }

    func hub(_ topic: String, _ shape: Shape, in section: Section) throws(BusError) -> TopicHub {
        let declared = section == .publishes ? wiring.publishes : wiring.reads
        guard declared.contains(topic) else {
            throw noting(.undeclared(topic, by: section.rawValue, of: id, declared: declared))
        }
        guard !state.withLock({ $0.isDrained }) else { throw .stopped(id) }
        let hub = core.hub(topic)
        switch section {
        case .publishes: try hub.agree(onPublishing: shape, by: id)
        case .reads: try hub.agree(onReading: shape, by: id)
        }
        return hub
    }

    func opened(_ mailbox: Mailbox) {
        let isLate = state.withLock { state in
            guard !state.isDrained else { return true }
            state.mailboxes[ObjectIdentifier(mailbox)] = mailbox
            return false
        }
        if isLate { mailbox.close() }
    }

    func closed(_ mailbox: Mailbox) { state.withLock { $0.mailboxes[ObjectIdentifier(mailbox)] = nil } }

    package func serve(_ route: ServedRoute) throws(BusError) {
        if let uplink = core.uplink { return try uplink.serve(route) }
        guard wiring.serves.contains(route.name) else {
            throw noting(.undeclared(route.name, by: "serves", of: id, declared: wiring.serves))
        }
        try core.routes.offer(route)
        let isLate = state.withLock { state in
            guard !state.isDrained else { return true }
            state.served.append(route.name)
            return false
        }
        guard isLate else { return }
        core.routes.withdraw(route.name, of: self)
        throw .stopped(id)
    }
}
