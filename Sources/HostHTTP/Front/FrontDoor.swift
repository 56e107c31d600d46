@_spi(Hosting) package import FeatureKit
package import HTTPServer
package import HostAccess
package import HostRuntime
package import HostSystem

/// Sends each request to what stands at its path: an endpoint of the host, a route or a topic of a feature.
package final class FrontDoor: Responder {
    /// What a door needs from the host; of a class, since everyone on the way of a request holds it.
    package final class Surroundings: Sendable {
        let bus: BusCore
        let clock: any ClockSource
        let log: any LogSink
        let streams: Streams
        let authenticator: (any Authenticator)?
        /// Nil where everyone may ask as often as they like.
        let rates: Rates?
        let slots: RouteSlots
        let flags: FlagBoard
        /// The streams of features that not everybody has.
        let leashes: Leashes
        /// The streams of those who have signed in.
        let userStreams: UserStreams
        /// Whether a request brings an operator's token.
        let isOperator: @Sendable (Request) -> Bool

        /// - Parameters:
        ///   - bus: Who serves which route.
        ///   - log: Takes what features did wrong.
        ///   - streams: The topics that apps follow.
        ///   - authenticator: Knows users.
        ///   - rates: Lets in who does not ask too often.
        ///   - flags: Who has which feature.
        ///   - userStreams: Ended when those who read them have not signed in any more.
        ///   - isOperator: Whether a request brings an operator's token.
        ///   - slots: What routes are counted as.
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
            leashes = Leashes(FlagAsker(flags, clock: clock))
            self.bus = bus
            self.clock = clock
            self.log = log
            self.streams = streams
            self.authenticator = authenticator
        }
    }

    /// The most bytes of a body, unless an endpoint takes more.
    static let bodyLimit = 1024 * 1024
    /// As long as the server waits before it answers `overdue`.
    static let answerTime = ServerLimits().answerTime

    let surroundings: Surroundings
    let largestBody: Int
    /// Lets operators in who come over the network; nil at the door, whoever may open which is an admin.
    let gate: OperatorGate?
    private let firstLane: Int?
    private let fixtures: [Fixture]
    private let desks: [LoopDesk]
    private let observe: @Sendable (ExchangeRecord) -> Void

    /// Makes a door, at which nothing but the host itself is to be found before the first update.
    ///
    /// - Parameters:
    ///   - loops: How many loops the server has.
    ///   - firstLane: Where the first of them stands among the executors that features are lent, if it does.
    ///   - fixtures: What the host itself answers.
    ///   - gate: Lets operators in; nil where whoever comes is one.
    ///   - observe: Told of each request once it is answered; its note is a `Journey`.
    init(
        loops: Int, firstLane: Int?, fixtures: [Fixture], in surroundings: Surroundings, gate: OperatorGate? = nil,
        observe: @escaping @Sendable (ExchangeRecord) -> Void = { _ in }
    ) {
        self.surroundings = surroundings
        self.firstLane = firstLane
        self.fixtures = fixtures
        self.observe = observe
        self.gate = gate
        // What operators alone may send is nothing that strangers may have the host read.
        largestBody = fixtures.filter { gate == nil || $0.role == nil }.map(\.endpoint.bodyLimit).reduce(
            Self.bodyLimit, max)
        // Until the features are known nobody can say that something is not there.
        let table = FrontTable(FrontContent(), fixtures: fixtures, in: surroundings, absence: .starting)
        desks = (0..<max(1, loops)).map { _ in
            LoopDesk(table, flags: FlagAsker(surroundings.flags, clock: surroundings.clock))
        }
    }

    /// Shows something else from now on; requests on their way go where they were going.
    ///
    /// - Returns: What could not be put where it wants to be, for the log.
    package func update(_ content: FrontContent) -> [String] {
        let table = FrontTable(content, fixtures: fixtures, in: surroundings)
        for desk in desks { desk.table = table }
        // Who has lost a feature hears no more of it; behind the new table, so that nobody comes after this.
        surroundings.leashes.tighten()
        return table.problems
    }

    /// This machine's own clients and those of proxies are many; who they are is not told by the address.
    package func isShared(_ address: IPAddress) -> Bool {
        address.isLoopback || surroundings.rates?.isProxy(address) == true
    }

    package func finished(_ record: ExchangeRecord) { observe(record) }

    /// A desk to look something up at.
    var anyDesk: LoopDesk { desks[0] }

    /// What is kept for the loop of an exchange.
    func desk(of exchange: any Exchange) -> LoopDesk { desks[Int(UInt(bitPattern: exchange.loop)) % desks.count] }

    /// Where a route is answered that an exchange asks: on its own loop where features are lent that.
    func place(of exchange: any Exchange) -> RoutePlace { firstLane.map { .lent($0 &+ exchange.loop) } ?? .own }
}
