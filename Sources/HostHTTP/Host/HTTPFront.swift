@_spi(Hosting) package import FeatureKit
import Glibc
import HTTPServer
import HostAccess
package import HostConfig
import HostProof
package import HostRuntime
import HostSystem

/// Makes a host reachable: for apps over TCP, for operators over the local socket.
package final class HTTPFront: HostFront {
    /// How long the last answers may take to be sent once the modules have stopped.
    private static let lastAnswers = Duration.seconds(1)

    private let host: HostServices
    private let log: Log
    private let streams: Streams
    private let background = BackgroundWork()
    /// Separate, so that requests of apps and scrapers never keep operators out.
    private let operatorWork = BackgroundWork()
    private let operators: Operators
    private let ofrep: OFREP
    private let access: Access
    private let userStreams: UserStreams
    private let rates: Rates
    private let certificates: Certificates
    private let fronts: [Observers.Side: Router]
    private let documents: [Observers.Side: OpenAPIEndpoint]
    private let servers = Servers()
    /// Raised once it is known whether there is a server for apps.
    private let opened = Signal()
    private let ended = Signal()
    private let told = Lock(Told())

    /// What was logged last, so that nothing is logged twice.
    private struct Told {
        var problems: [String] = []
        var listen: [ListenAddress]?
        var hasTLS: Bool?
        var refusal: ListenRefusal?
        /// The addresses on which it listens, once that was decided.
        var addresses: [ListenAddress]?
    }

    /// Opens the local socket; apps have to wait for the first configuration.
    package init(of host: HostServices) {
        self.host = host
        log = Log(feature: "http", sink: host.log)
        let streams = Streams(bus: host.bus, clock: host.clock)
        self.streams = streams
        let ofrep = OFREP(host.flags, exposures: host.exposures, clock: host.clock, background: background)
        self.ofrep = ofrep
        let operators = Operators(host, background: operatorWork, flags: ofrep.sheets)
        self.operators = operators
        let userStreams = UserStreams(clock: host.clock)
        self.userStreams = userStreams
        let access = Access(
            loops: Self.appLoops,
            in: .init(
                bus: host.bus, clock: host.clock, log: Log(feature: "access", sink: host.log), watch: host.loop,
                state: host.state),
            changed: { userStreams.look() })
        self.access = access
        let rates = Rates(clock: host.clock)
        self.rates = rates
        let certificates = Certificates(clock: host.clock, log: log)
        self.certificates = certificates
        let slots = RouteSlots()
        let observers = Observers(
            host, version: Program.flagstand.version, background: background, slots: slots,
            loops: [.apps: Self.appLoops, .localSocket: 1],
            servers: { [servers] in servers[$0]?.counts }, limited: { rates.limited(by: $0) },
            certificate: { certificates.status }, issuers: { access.keyStandings })
        let gate = OperatorGate(host.tokens, clock: host.clock)
        // Operators on the local socket are not rate-limited.
        func surroundings(_ side: Observers.Side) -> Router.Surroundings {
            Router.Surroundings(
                bus: host.bus, clock: host.clock, log: host.log, streams: streams, flags: host.flags,
                authenticator: access, rates: side == .apps ? rates : nil, slots: slots, userStreams: userStreams,
                isOperator: { (try? gate.admit($0)) != nil })
        }
        let documents = Dictionary(uniqueKeysWithValues: Observers.Side.allCases.map { ($0, OpenAPIEndpoint()) })
        self.documents = documents
        func front(_ side: Observers.Side, loops: Int, firstLane: Int?, gate: OperatorGate? = nil) -> Router {
            let document = documents[side].map { [Fixture(.get, "/openapi.json", $0, isForOperators: true)] } ?? []
            return Router(
                loops: loops, firstLane: firstLane,
                fixtures: observers.fixtures + document + ofrep.fixtures(loops: loops) + operators.fixtures,
                in: surroundings(side), gate: gate,
                observe: { observers.note($0, at: side) })
        }
        let local = front(.localSocket, loops: 1, firstLane: nil)
        fronts = [.localSocket: local, .apps: front(.apps, loops: Self.appLoops, firstLane: 0, gate: gate)]
        operators.call(through: local)
        openLocalSocket(local)
    }

    private func openLocalSocket(_ front: Router) {
        let place = ListenPlace.socket(path: Path.join(host.state, LocalSocket.name))
        do throws(ListenProblem) {
            var limits = ServerLimits()
            limits.answerTime = Self.operatorsPatience
            let options = ServerOptions([place], loops: 1, name: "local", limits: limits)
            servers[.localSocket] = try HTTPServer(options, responder: front)
        } catch {
            log.warning("operators can't reach this host", [("socket", "\(place)"), ("because", "\(error.error)")])
        }
    }

    /// How long operators may wait for an answer: a preflight, and then the module's change of state.
    private static let operatorsPatience = ProofLimits.preflight + OperatorOverrides.patience * 2

    private static var appLoops: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    package func open(_ document: CheckedDocument) throws {
        defer { opened.raise() }
        let addresses = try addresses(document)
        told.withLock { $0.addresses = addresses }
        warnOfOpenTokens(document, addresses)
        guard !addresses.isEmpty, let front = fronts[.apps] else { return }
        let places = addresses.map { ListenPlace.address($0.host, port: $0.port) }
        let tls = try document.http.tls.map(certificates.open)
        do throws(ListenProblem) {
            var limits = ServerLimits()
            limits.patience = Self.operatorsPatience
            let options = ServerOptions(places, loops: Self.appLoops, limits: limits, tls: tls)
            servers[.apps] = try HTTPServer(options, responder: front)
        } catch {
            guard let address = addresses.first(where: { "\($0)" == "\(error.place)" }) else { throw error.error }
            let holder = error.error.code == EADDRINUSE ? PortHolder.find(at: address) : nil
            throw ListenFailure(address, error.error, holder: holder)
        }
    }

    private func warnOfOpenTokens(_ document: CheckedDocument, _ addresses: [ListenAddress]) {
        let http = document.http
        guard http.tls == nil else { return }
        let tokensComeOpenly = !document.access.issuers.isEmpty || (host.tokens.areAny && http.takesPlainOperators)
        for address in addresses where !address.isLoopback {
            if tokensComeOpenly {
                log.warning(
                    "tokens come to this address in the open, for anyone on the way to take",
                    [("address", "\(address)")])
            } else if host.tokens.areAny, http.proxies.isEmpty {
                log.warning(
                    "operators are refused at this address, since it has no TLS; \"http: { plain: true }\" lets them in",
                    [("address", "\(address)")])
            }
        }
    }

    package func show(_ orders: Orders) {
        let http = orders.document.http
        // Before the content, so that the limits apply from the first request on.
        rates.update(
            address: TokenRate(http.rates.address), caller: TokenRate(http.rates.caller),
            proxies: Proxies(http.proxies))
        servers[.apps]?.limit(connectionsOfAddress: http.connectionsPerAddress)
        if let tls = http.tls { certificates.follow(tls) }
        var content = FrontContent(orders, isSecure: certificates.status != nil)
        // Before modules start, so that none of their messages about sessions is missed.
        access.update(orders.document.access)
        // Streams first, so that requests that use the new table find their feeds.
        streams.update(content.features)
        // Both servers leave out the same routes.
        let addresses = told.withLock { $0.addresses } ?? wanted(http)
        let allowsAnonymous = ListenPlan.allowsAnonymous(http, at: addresses)
        content.takesPlainOperators = http.takesPlainOperators
        let hosts = HostNames(http, at: addresses)
        let problems = fronts.map { side, front in
            // Everyone who can connect to the local socket is an admin.
            content.allowsAnonymous = side == .localSocket || allowsAnonymous
            content.hosts = side == .localSocket ? nil : hosts
            return front.update(content)
        }
        ofrep.limit(TokenRate(http.flagRate))
        for (side, document) in documents {
            document.update(OpenAPISource(orders, at: side, allowsAnonymous: side == .localSocket || allowsAnonymous))
        }
        tell(problems.first ?? [], orders.document)
    }

    private func tell(_ problems: [String], _ settings: CheckedDocument) {
        let listen = settings.http.listen
        let refusal = refusal(of: settings)
        let hasTLS = settings.http.tls != nil
        let (news, isMoved, isRefused, isRecast) = told.withLock { told in
            defer {
                told.problems = problems
                told.hasTLS = told.hasTLS ?? hasTLS
                told.listen = told.listen ?? listen
                told.refusal = refusal
            }
            return (
                problems.filter { !told.problems.contains($0) }, told.listen.map { $0 != listen } ?? false,
                refusal != told.refusal, told.hasTLS.map { $0 != hasTLS } ?? false
            )
        }
        if isRefused, let refusal {
            for address in refusal.addresses {
                log.warning(
                    "the next start will be refused: \(ListenAddress.complaint(document: refusal.document))",
                    [("address", "\(address)")])
            }
        }
        for problem in news { log.warning(problem) }
        if isMoved, host.options.listen == nil { log.warning("another address to listen at counts at the next start") }
        if isRecast { log.warning("whether addresses speak TLS counts at the next start") }
    }

    /// Why a host could not start with these settings; nil if it could.
    private func refusal(of settings: CheckedDocument) -> ListenRefusal? {
        do throws(ListenRefusal) {
            _ = try addresses(settings)
            return nil
        } catch { return error }
    }

    private func wanted(_ settings: HTTPSettings) -> [ListenAddress] {
        host.options.listen.map { [$0] } ?? settings.listen
    }

    private func addresses(_ settings: CheckedDocument) throws(ListenRefusal) -> [ListenAddress] {
        try ListenPlan.addresses(
            settings, option: host.options.listen, document: Path.name(of: host.options.document))
    }

    package var links: [String] {
        let scheme = certificates.status == nil ? "http" : "https"
        return servers[.apps]?.addresses.map { "\(scheme)://\($0)" } ?? []
    }

    package func lanes(for feature: String, beside own: any TaskExecutor) -> [any LentThread] {
        guard let server = servers[.apps] else { return [] }
        let conduct = Conduct(Log(feature: feature, sink: host.log))
        return server.executors.map { FeatureLane(on: $0, beside: own, conduct, clock: host.clock) }
    }

    package func run() async throws {
        defer { ended.raise() }
        try await withThrowingTaskGroup { group in
            group.addTask { await self.streams.run() }
            group.addTask { await self.background.run() }
            group.addTask { await self.operatorWork.run() }
            group.addTask { await self.ofrep.run() }
            group.addTask { await self.access.run() }
            group.addTask { await self.userStreams.run(knowing: self.access) }
            group.addTask { await self.certificates.run(watching: self.host.loop) }
            try await withThrowingTaskGroup { servers in
                servers.addTask { try await self.servers[.localSocket]?.run() }
                servers.addTask {
                    await self.opened.wait()
                    try await self.servers[.apps]?.run()
                }
                try await servers.waitForAll()
            }
            group.cancelAll()
        }
    }

    package func stop() {
        streams.stop()
        operators.stop()
    }

    package func close() async {
        opened.raise()
        await operators.end()
        for side in Observers.Side.allCases { servers[side]?.drain(within: Self.lastAnswers) }
        await ended.wait()
    }
}

/// The running servers by side.
private final class Servers: Sendable {
    private let all = Lock<[Observers.Side: HTTPServer]>([:])

    subscript(_ side: Observers.Side) -> HTTPServer? {
        get { all.withLock { $0[side] } }
        set { all.withLock { $0[side] = newValue } }
    }
}

extension FrontContent {
    /// The content for orders: every module that is to run and whose library is open.
    fileprivate init(_ orders: Orders, isSecure: Bool) {
        let features = orders.survey.loaded.compactMap { feature -> MountedFeature? in
            guard orders.wants(feature.id), let manifest = orders.survey.manifests[feature.id] else { return nil }
            return MountedFeature(
                id: feature.id, mounts: manifest.mounts, contracts: feature.entry.contracts,
                isGated: orders.isGated(feature.id))
        }
        let http = orders.document.http
        let callers = CallerPolicy(
            cookie: http.callers.keyCookie, header: http.callers.keyHeader, attributes: http.callers.attributes)
        self.init(
            features: features,
            cors: http.cors.map { cors in
                CORSPolicy(
                    origins: cors.origins.list, credentials: cors.credentials, maxAge: cors.maxAge, callers: callers)
            },
            callers: callers, isSecure: isSecure)
    }
}

extension HostNames {
    /// The host names that requests have to name; nil if the host listens on no loopback address.
    fileprivate init?(_ http: HTTPSettings, at addresses: [ListenAddress]) {
        let own = addresses.filter(\.isLoopback)
        guard !own.isEmpty else { return nil }
        self.init(http.names + own.map { $0.host.contains(":") ? "[\($0.host)]" : $0.host })
    }
}

extension OpenAPISource {
    /// The description of the routes for one of the servers.
    fileprivate init(_ orders: Orders, at side: Observers.Side, allowsAnonymous: Bool) {
        let features = orders.survey.loaded.compactMap { feature -> Feature? in
            guard orders.wants(feature.id), let manifest = orders.survey.manifests[feature.id] else { return nil }
            return Feature(
                id: feature.id, summary: manifest.summary, mounts: manifest.mounts, contracts: feature.entry.contracts)
        }
        self.init(
            version: Program.flagstand.version, features: features, hasOperators: side == .localSocket,
            allowsAnonymous: allowsAnonymous)
    }
}

extension TokenRate {
    /// The rate of a configuration; nil if it has none.
    fileprivate init?(_ rate: HTTPSettings.Rate?) {
        guard let rate else { return nil }
        self.init(interval: .seconds(1) / rate.perSecond, burst: rate.burst)
    }
}

extension HTTPSettings.CORS.Origins {
    fileprivate var list: [String] {
        switch self {
        case .every: ["*"]
        case .these(let origins): origins
        }
    }
}
