@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import Glibc
import HostConfig
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// A host for one test with a document: a folder, features that fail on demand, and a keeper that judges changes by
/// their outcome.
struct KeepingStand {
    /// Becomes active or fails, as its settings say.
    struct Fickle: Feature {
        struct Settings: Shaped, Codable, Equatable {
            var fails = false
            var size = 1
            static let shape = Shape.object([
                Field("fails", .boolean, "Whether it fails.", default: false),
                Field("size", .integer(), "How large.", default: 1),
            ])
        }

        let settings: Settings
        let context: FeatureContext

        init(settings: Settings, context: FeatureContext) throws {
            self.settings = settings
            self.context = context
        }

        func run() async throws {
            if settings.fails { throw RouteError.unavailable("told to fail") }
            context.ready()
            await context.untilStopped()
        }
    }

    static let ann = Author(name: "ann", user: 1000)

    let folder: TestFolder
    let host: TestHost
    let configuration: ConfigurationManager
    let clock: TestClock
    /// What addresses answer.
    let address: Lock<AddressAnswer>
    /// What there is to find in the folders of features.
    let finds: Lock<Survey>

    /// a and b stand alone, c needs a.
    static func run(_ body: (KeepingStand) async throws -> Void) async throws {
        var scene = Scene()
        try scene.add("a", entry: FeatureEntry(Fickle.self))
        try scene.add("b", entry: FeatureEntry(Fickle.self))
        try scene.add("c", "needs: [a]", entry: FeatureEntry(Fickle.self))
        try await run(scene.survey, body)
    }

    /// The same with other features.
    static func run(_ survey: Survey, _ body: (KeepingStand) async throws -> Void) async throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        try await TestHost.run([]) { host in
            let stand = try KeepingStand(folder, host, Lock(survey), TestClock(), Lock(.failed("down")))
            try await stand.run(body)
        }
    }

    private init(
        _ folder: TestFolder, _ host: TestHost, _ finds: Lock<Survey>, _ clock: TestClock,
        _ address: Lock<AddressAnswer>
    ) throws {
        self.folder = folder
        self.host = host
        self.finds = finds
        self.clock = clock
        self.address = address
        configuration = try ConfigurationManager(
            path: folder["plugins.yaml"], state: folder["state"], board: host.flags, bus: host.bus,
            registry: host.registry, log: Log(feature: "host", sink: host.log.sink), clock: clock.source,
            ask: { _, _ in address.withLock { $0 } }, survey: { _, _, _, _ in finds.withLock { $0 } }, apply: { _ in })
    }

    private func run(_ body: (KeepingStand) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [configuration] in await configuration.followTrials() }
            group.addTask { [configuration] in await configuration.followConfirmations() }
            group.addTask { [configuration] in await configuration.followOverrides() }
            try await body(self)
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    /// Runs another host in the same folder after this one has ended.
    func succeeded(_ body: (KeepingStand) async throws -> Void) async throws {
        host.flags.post(.none(since: Timestamp(nanoseconds: 0)))
        try await KeepingStand(folder, host, finds, clock, address).run(body)
    }

    func write(_ name: String, _ text: String) throws {
        let file = try Descriptor { unsafe open(folder[name], O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
        try file.write(Array(text.utf8))
    }

    /// Saves the document, and waits until the host has settled.
    @discardableResult
    func save(_ document: String) async throws -> ConfigurationManager.Outcome {
        try write("plugins.yaml", document)
        let outcome = await configuration.read(force: false)
        await host.registry.settled()
        return outcome
    }

    func apply(_ document: String, confirmWithin limit: Duration? = nil) async throws(ConfigProblem) -> ChangeOutcome {
        try await configuration.apply(
            [SourceText(name: "new.yaml", bytes: Array(document.utf8))], named: "new.yaml", by: Self.ann,
            because: "a test", confirmWithin: limit)
    }

    func rollBack(to revision: Int) async throws(ConfigProblem) -> ChangeOutcome {
        try await configuration.rollBack(to: revision, by: Self.ann, because: nil, confirmWithin: nil)
    }

    /// The state of a feature.
    func state(_ id: String) -> String? { host.registry.statuses.first { $0.id == id }?.state.word }

    /// What a flag holds for somebody.
    func value(_ key: String, _ person: String = "anna") -> Value? {
        FlagPool(host.flags, clock: SystemClock()).value(of: key, for: Caller(key: person, origin: .http))
    }

    /// Waits until the current change has been judged, and rolled back if it failed.
    func judged() async {
        _ = await configuration.trial?.outcome(within: .seconds(30), on: SystemClock())
        // While the keeper rolls back it has no trial any more, but still its turn.
        await configuration.inTurn {}
        await host.registry.settled()
    }

    /// Waits until what nobody confirmed was rolled back.
    func unconfirmed() async {
        while configuration.journal.confirmation != nil, !Task.isCancelled { await Task.yield() }
        // The journal forgets the confirmation before the features hear of it, but still in the keeper's turn.
        await configuration.inTurn {}
        await host.registry.settled()
    }

    /// Hears a topic of the host from now on.
    func listen<Payload>(to topic: Topic<Payload>) throws -> Messages<Payload> {
        let member = host.bus.join(
            "listener", wiring: Wiring(reads: [topic.name]), log: Log(feature: "listener", sink: host.log.sink))
        return try Bus(member: member).messages(on: topic)
    }

    var causes: [Revision.Cause] { configuration.journal.revisions.map(\.cause) }
}
