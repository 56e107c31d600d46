@_spi(Hosting) @testable import FeatureKit
@_spi(Hosting) @testable import FeatureWire

/// Where a feature runs.
enum Ground: CaseIterable {
    case host
    case worker

    /// The entry of the scripted feature there, with a test's clock on both sides.
    func entry(clock: any ClockSource) throws -> FeatureEntry {
        let entry = FeatureEntry(Scripted.self)
        guard self == .worker else { return entry }
        let description = try FeatureDescription(FeatureDescription(entry).message)
        let rehearsal = WorkerRehearsal(sharing: RestingExecutor())
        let source = Loopback(id: "lamp", entry: entry, rehearsal: rehearsal)
        return FeatureEntry.remote(description, source: source).rehearsed(clock: clock, holding: nil)
    }
}

/// A feature that does what a test says.
struct Scripted: Reconfigurable {
    struct Settings: Shaped, Codable, Equatable {
        var word = "first"
        static let shape = Shape.object([Field("word", .text(), "Any.", default: "first")])
    }

    /// What a test says; it comes to the feature by a task-local value, since the host makes features from data alone.
    struct Script: Sendable {
        var make: @Sendable (Settings) throws -> Void = { _ in }
        var run: @Sendable (Settings, FeatureContext) async throws -> Void
        var reconfigure: @Sendable (Settings) async throws -> Reconfiguration = { _ in .restart }
    }

    @TaskLocal static var script = Script { _, _ in }

    static let contracts: [Contract] = [
        .publishes(.plain), .publishes(.state), .publishes(.patient), .reads(.plain), .reads(.state),
        .serves(.double as Route<Ask, Ask>), .requests(.other as Route<Ask, Ask>),
    ]

    private let settings: Settings
    private let context: FeatureContext
    private let script: Script

    init(settings: Settings, context: FeatureContext) throws {
        self.settings = settings
        self.context = context
        script = Self.script
        try script.make(settings)
    }

    func run() async throws { try await script.run(settings, context) }
    func reconfigure(_ settings: Settings) async throws -> Reconfiguration { try await script.reconfigure(settings) }
}

/// One run of a scripted feature and what surrounds it.
struct Rehearsal {
    let stage: Stage
    let phone: Member
    let instance: FeatureInstance
    /// Raised when the feature says that it is ready; counted too.
    let ready = Signal()
    let timesReady: Lock<Int>
    private static let served: Set = ["lamp.double", "lamp.count", "lamp.picture", "lamp.copy"]
    private let script: Scripted.Script

    init(on ground: Ground, settings: Value = ["word": "first"], _ script: Scripted.Script) throws {
        let stage = Stage()
        self.init(try ground.entry(clock: stage.clock), on: stage, settings: settings, script)
    }

    init(
        _ entry: FeatureEntry, on stage: Stage = Stage(), settings: Value = ["word": "first"],
        _ script: Scripted.Script
    ) {
        self.stage = stage
        self.script = script
        let ready = ready
        let timesReady = Lock(0)
        self.timesReady = timesReady
        phone = stage.member(
            "phone", publishes: ["plain", "state"], reads: ["plain", "state", "patient"],
            serves: ["lamp.other"], requests: ["lamp.double"])
        instance = FeatureInstance(
            id: "lamp", entry: entry, settings: settings,
            in: .init(
                bus: stage.core,
                wiring: Wiring(
                    publishes: ["plain", "state", "patient"], reads: ["plain", "state"], serves: Self.served,
                    requests: ["lamp.other"]),
                flags: NoFlags(), log: stage.log,
                onReady: {
                    timesReady.withLock { $0 += 1 }
                    ready.raise()
                }))
    }

    func run() async throws { try await Scripted.$script.withValue(script) { try await instance.run() } }

    /// Runs the feature while `body` runs; what both say.
    func play(_ body: () async throws -> Void) async throws {
        async let running: Void = run()
        do { try await body() } catch {
            instance.cancel()
            throw error
        }
        try await running
    }

    func ask(_ number: Int) async throws(RequestError) -> Int {
        try await Bus(member: phone).request(
            .double as Route<Ask, Ask>, Ask(number: number), within: .seconds(60)
        ).number
    }

    /// Whether anything of the run is still on the bus.
    var leavesNothing: Bool {
        stage.core.servedRoutes.isEmpty && stage.clock.sleeperCount == 0
            && stage.core.report.allSatisfy { topic in topic.readers.allSatisfy { $0.feature != "lamp" } }
    }
}

/// Flags that nobody declared.
struct NoFlags: FlagSource {
    func value(of key: String, for caller: Caller) -> Value? { nil }
}
