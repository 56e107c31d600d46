@_spi(Hosting) package import FeatureKit
package import HTTPServer
package import HostAccess
package import HostRuntime
package import HostSystem

/// Sends each request to the handler at its path: an endpoint of the host, or a route or a topic of a module.
package final class Router: Responder {
    /// What a router needs from the host; a class, since everything that handles a request holds a reference to it.
    package final class Surroundings: Sendable {
        let bus: BusCore
        let clock: any ClockSource
        let log: any LogSink
        let streams: Streams
        let authenticator: (any Authenticator)?
        /// Nil if requests are not rate-limited.
        let rates: Rates?
        let slots: RouteSlots
        let flags: FlagBoard
        /// The open streams of modules behind a gate.
        let gatedStreams: GatedStreams
        /// The open streams of signed-in users.
        let userStreams: UserStreams
        /// Whether a request has a valid operator's token.
        let isOperator: @Sendable (Request) -> Bool

        /// - Parameters:
        ///   - bus: The bus that knows which module serves which route.
        ///   - log: The log for faults of modules.
        ///   - streams: The topics that apps follow.
        ///   - authenticator: Checks users' tokens.
        ///   - rates: The rate limits.
        ///   - flags: The flags that decide which caller has which module.
        ///   - userStreams: The streams of users, which end when their sign-in does.
        ///   - isOperator: Whether a request has a valid operator's token.
        ///   - slots: The slots under which routes are counted.
        package init(
            bus: BusCore, clock: any ClockSource, log: any LogSink, streams: Streams, flags: FlagBoard,
            authenticator: (any Authenticator)? = nil, rates: Rates? = nil, slots: RouteSlots = RouteSlots(),
            userStreams: UserStreams? = nil, isOperator: @escaping @Sendable (Request) -> Bool = { _ in false }
        ) {
            self.rates = rates
            self.userStreams = userStreams ?? UserStreams(clock: clock)
            self.isOperator = isOperator
            self.slots = slots
            self.flags = flags
            gatedStreams = GatedStreams(FlagAsker(flags, clock: clock))
            self.bus = bus
            self.clock = clock
            self.log = log
            self.streams = streams
            self.authenticator = authenticator
        }
    }

    /// The most bytes of a body, unless an endpoint accepts more.
    static let bodyLimit = 1024 * 1024
    /// How long the server waits before it answers with `overdue`.
    static let answerTime = ServerLimits().answerTime

    let surroundings: Surroundings
    let largestBody: Int
    /// Checks operators' tokens over the network; nil on the local socket, where everyone who can connect is an admin.
    let gate: OperatorGate?
    private let firstLane: Int?
    private let fixtures: [Fixture]
    private let loopStates: [LoopState]
    private let observe: @Sendable (ExchangeRecord) -> Void

    /// Makes a router that serves only the host's own endpoints before the first update.
    ///
    /// - Parameters:
    ///   - loops: How many loops the server has.
    ///   - firstLane: The index of the first loop among the executors lent to modules; nil if none are lent.
    ///   - fixtures: The host's own endpoints.
    ///   - gate: Checks operators' tokens; nil if every caller is an operator.
    ///   - observe: Called with each request once it is answered; its note is a `Journey`.
    init(
        loops: Int, firstLane: Int?, fixtures: [Fixture], in surroundings: Surroundings, gate: OperatorGate? = nil,
        observe: @escaping @Sendable (ExchangeRecord) -> Void = { _ in }
    ) {
        self.surroundings = surroundings
        self.firstLane = firstLane
        self.fixtures = fixtures
        self.observe = observe
        self.gate = gate
        // Anonymous callers must not make the host read bodies of a size that only operators may send.
        largestBody = fixtures.filter { gate == nil || $0.role == nil }.map(\.endpoint.bodyLimit).reduce(
            Self.bodyLimit, max)
        // Until the modules are known, a missing path may still appear, so the answer is that the host is starting.
        let table = FrontTable(FrontContent(), fixtures: fixtures, in: surroundings, absence: .starting)
        loopStates = (0..<max(1, loops)).map { _ in
            LoopState(table, flags: FlagAsker(surroundings.flags, clock: surroundings.clock))
        }
    }

    /// Serves other content from now on; requests in progress keep the old one.
    ///
    /// - Returns: The routes that could not get their path, for the log.
    package func update(_ content: FrontContent) -> [String] {
        let table = FrontTable(content, fixtures: fixtures, in: surroundings)
        for loopState in loopStates { loopState.table = table }
        // Ends the streams of callers who lost a module; after the table's change, so that no new stream is missed.
        surroundings.gatedStreams.endRefused()
        return table.problems
    }

    /// Whether many clients share an address: this machine's own clients, and those behind a proxy, do.
    package func isShared(_ address: IPAddress) -> Bool {
        address.isLoopback || surroundings.rates?.isProxy(address) == true
    }

    package func finished(_ record: ExchangeRecord) { observe(record) }

    /// Any loop's state, for a lookup.
    var anyLoopState: LoopState { loopStates[0] }

    /// The state of an exchange's loop.
    func loopState(of exchange: any Exchange) -> LoopState {
        loopStates[Int(UInt(bitPattern: exchange.loop)) % loopStates.count]
    }

    /// Where an exchange's route is answered: on the exchange's own loop if modules are lent the loops.
    func place(of exchange: any Exchange) -> RoutePlace { firstLane.map { .lent($0 &+ exchange.loop) } ?? .own }
}
