@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import Glibc
import HTTPServer
import HostConfig
import HostStore
import HostSystem
import HostWorker
import JSON
import TestSupport
import Testing

@testable import HostHTTP
@testable import HostRuntime

/// A host without libraries and sockets: a document, operators, those who watch, and features that run.
struct House: Sendable {
    let inside: HostServices
    let router: Router
    /// What the network sees: apps, and operators with tokens.
    let apps: Router
    /// What operators can ask.
    let fixtures: [Fixture]
    let observers: Observers
    let folder: TestFolder
    /// The other end of the log.
    let log: Descriptor

    /// A process of the user 0, as the local socket sees it.
    static let root = Peer.process(pid: 42, user: 0)

    /// Sends a request over the local socket and waits for the answer.
    func ask(
        _ method: Method, _ target: String, body: String? = nil, peer: Peer = root,
        at place: SourceLocation = #_sourceLocation
    ) async throws -> Response {
        try await send(method, target, body: body, peer: peer).response(at: place)
    }

    /// Sends a request over the local socket.
    func send(
        _ method: Method, _ target: String, body: String? = nil, peer: Peer = root, clientIsSlow: Bool = false
    ) -> TestExchange {
        let exchange = TestExchange(clientIsSlow: clientIsSlow)
        let fields = body == nil ? [] : [("Content-Type", "application/json")]
        let request = Request(method, target, fields: fields, body: Array((body ?? "").utf8), peer: peer)
        router.respond(to: request, via: exchange)
        return exchange
    }

    /// Sends a request over the network, as the server does: no body is read if the request is refused before.
    func askApps(
        _ method: Method, _ target: String, token: String? = nil, fields: [(String, String)] = [],
        body: String? = nil, from peer: Peer = .address("192.0.2.1", port: 4711),
        at place: SourceLocation = #_sourceLocation
    ) async throws -> Response {
        var fields = fields + (token.map { [("Authorization", "Bearer \($0)")] } ?? [])
        if let body {
            if !fields.contains(where: { $0.0 == "Content-Type" }) {
                fields.append(("Content-Type", "application/json"))
            }
            fields.append(("Content-Length", "\(body.utf8.count)"))
        }
        let request = Request(method, target, fields: fields, body: Array((body ?? "").utf8), peer: peer)
        if case .refuse(let refused) = apps.admit(request) { return refused.response }
        let exchange = TestExchange()
        apps.respond(to: request, via: exchange)
        return try await exchange.response(at: place)
    }

    /// Makes a token over the local socket.
    func token(_ name: String, _ role: String) async throws -> String {
        let response = try await ask(.post, "/ops/v1/tokens", body: #"{"name":"\#(name)","role":"\#(role)"}"#)
        guard case .text(let text)? = try Value(json: response.body)["token"] else {
            throw WrongAnswer(description: response.text)
        }
        return text
    }

    /// Writes the document and lets the host read it.
    func read(_ document: String) async throws -> ConfigurationManager.Outcome {
        try Self.write(document, to: folder)
        let outcome = await inside.configuration.read(force: true)
        await inside.registry.settled()
        return outcome
    }

    static func write(_ text: String, to folder: TestFolder) throws {
        let file = try Descriptor { unsafe open(folder["plugins.yaml"], O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
        let bytes = Array(text.utf8)
        try SystemError.check { unsafe Glibc.write(file.number, bytes, bytes.count) }
    }
}

/// Publishes what it is asked to, with whatever it is asked.
struct Crier: Feature {
    static let contracts: [Contract] = [.serves(.cry), .publishes(.news)]
    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) throws { self.context = context }

    func run() async throws {
        let out = try context.bus.publisher(on: .news)
        try context.routes.answer(.cry) { cry, call in
            out(cry)
            return Who(
                key: call.caller.key, country: call.caller.attributes["country"], origin: "\(call.caller.origin)",
                cause: call.cause.id)
        }
        context.ready()
        await context.untilStopped()
    }
}

/// Hears what the crier says, and fails where it is told to.
struct Listener: Feature {
    static let contracts: [Contract] = [.reads(.news), .reads(.hostFeatures)]
    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) throws { self.context = context }

    func run() async throws {
        let news = try context.bus.messages(on: .news)
        context.ready()
        for await message in news where message.payload.text == "fall" { throw RouteError.unavailable("fell") }
    }
}

struct Cry: Shaped, Codable, Equatable {
    let text: String
    let loud: Bool

    static let shape = Shape.object([
        Field("text", .text(length: 1...10), "What."), Field("loud", .boolean, "How.", default: false),
    ])
}

extension Route where Request == Cry, Reply == Who {
    static var cry: Self { .init("crier.cry", .post, "/cry", access: .role("crier")) }
}

extension Topic where Payload == Cry {
    static var news: Self { .init("crier.news", retain: .latest) }
}

/// Runs a test in a house with the features `crier` and `listener`, which needs it.
func withHouse(
    document: String? = "features: { crier: {}, listener: {} }", _ body: (House) async throws -> Void
) async throws {
    let folder = try TestFolder()
    var survey = Survey()
    try survey.add(
        "crier", "stage: beta", FeatureEntry(Crier.self))
    try survey.add(
        // It is not started again after a failure, so that a test finds it failed.
        "listener", "needs: [crier]\nrestart: { most: 1, within: 60s }", FeatureEntry(Listener.self))

    var ends: [Int32] = [0, 0]
    try SystemError.check { unsafe pipe(&ends) }
    let logEnd = Descriptor(owning: ends[0])
    let log = try LogWriter(
        to: ends[1], style: .json, levels: LogLevels(standard: .warning, features: ["http": .debug]))
    let clock = SystemClock()
    let pool = ThreadPool(name: "house", count: 2)
    let thread = SerialThread(name: "house-registry") { clock.uptime }
    let flags = FlagBoard(.none(since: clock.now))
    let flagPool = FlagPool(flags, clock: clock)
    let bus = BusCore(clock: clock, gate: flagPool)
    let registry = try FeatureRegistry(
        .init(bus: bus, pool: pool, share: 2, log: log, flags: flagPool), thread: thread, seed: 1)
    let configuration = try ConfigurationManager(
        path: folder["plugins.yaml"], state: folder.path, board: flags, bus: bus, registry: registry,
        log: Log(feature: "host", sink: log), ask: { _, _ in .failed("no network") },
        survey: { [survey] _, _, _, _ in survey }, apply: { _ in })
    let inside = HostServices(
        options: HostOptions(document: folder["plugins.yaml"], program: "/flagstand", environment: [:]), bus: bus,
        registry: registry, configuration: configuration, audit: configuration.audit, flags: flags,
        exposures: try Exposures(stores: MemoryStore(), bus: bus, clock: clock, log: Log(feature: "host", sink: log)),
        stores: StoreManager(state: folder.path, files: SQLiteFiles(), log: Log(feature: "host", sink: log)),
        tokens: OperatorTokens(state: folder.path, clock: clock, log: Log(feature: "host", sink: log)),
        workers: LiveWorkers(), clock: clock, log: log, executor: thread, loop: try DescriptorLoop(),
        state: folder.path, started: clock.uptime)
    let background = BackgroundWork()
    let streams = Streams(bus: bus, clock: clock)
    let operators = Operators(inside, background: background, flags: FlagSheets(flags))
    let observers = Observers(inside, version: "1.2.3", background: background, slots: RouteSlots(), loops: [.apps: 2])
    {
        side in
        side == .localSocket ? nil : ServerCounts()
    }
    let router = Router(
        loops: 2, firstLane: nil, fixtures: operators.fixtures + observers.fixtures,
        in: .init(bus: bus, clock: clock, log: log, streams: streams, flags: flags))
    operators.call(through: router)
    let apps = Router(
        loops: 2, firstLane: nil, fixtures: operators.fixtures + observers.fixtures,
        in: .init(bus: bus, clock: clock, log: log, streams: streams, flags: flags),
        gate: OperatorGate(inside.tokens, clock: clock))
    let features = survey.loaded.map {
        MountedFeature(id: $0.id, mounts: ["/api/v1/\($0.id)"], contracts: $0.entry.contracts)
    }
    #expect(router.update(FrontContent(features: features)) == [])
    let cors = CORSPolicy(origins: ["https://app.example"], credentials: true, callers: CallerPolicy())
    var network = FrontContent(features: features, cors: cors)
    // Those about TLS say it themselves.
    network.takesPlainOperators = true
    #expect(apps.update(network) == [])

    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await log.run() }
        group.addTask { try await pool.run() }
        group.addTask { try await thread.run() }
        group.addTask { await background.run() }
        group.addTask { await streams.run() }
        let ended = Signal()
        group.addTask {
            await registry.run()
            ended.raise()
        }
        let house = House(
            inside: inside, router: router, apps: apps, fixtures: operators.fixtures, observers: observers,
            folder: folder,
            log: logEnd)
        let result: Result<Void, any Error>
        do {
            if let document { #expect(try await house.read(document) == .applied) }
            result = .success(try await body(house))
        } catch { result = .failure(error) }
        registry.shutDown()
        await ended.wait()
        pool.close()
        thread.close()
        group.cancelAll()
        try await group.waitForAll()
        close(ends[1])
        try result.get()
    }
}

extension Survey {
    /// Adds a feature.
    fileprivate mutating func add(
        _ id: String, _ manifest: String, _ entry: FeatureEntry
    ) throws {
        let text = "id: \(id)\nversion: 1.0.0\nsummary: The \(id).\n\(manifest)\n"
        let checked = Manifest.read(Array(text.utf8), origin: Origin(name: "feature.yaml", folder: "/\(id)"))
        let manifest = try #require(checked.content, "\(checked.diagnostics.text)")
        manifests[id] = manifest
        folders[id] = "/features/\(id)"
        loaded.append(LoadedFeature(id: id, entry: entry))
    }
}
