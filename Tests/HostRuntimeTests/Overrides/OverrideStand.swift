@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import Glibc
import HostConfig
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// A host of one test in a folder of its own, whose clocks a test moves.
struct OverrideStand {
    let scratch: TestFolder
    let host: TestHost
    let configuration: ConfigurationManager
    let clock: MovedClock
    let survey: Survey

    static let ana = Author(name: "ana", user: 1000)
    static let document = """
        features: { ble: {}, track: {} }
        flags:
          shop.banner:
            variants: { plain: Hello, loud: HELLO }
            default: loud
            rules: [{ rollout: 20%, serve: plain }]
        """

    init(_ scratch: TestFolder, _ host: TestHost, _ clock: MovedClock, _ survey: Survey) throws {
        self.scratch = scratch
        self.host = host
        self.clock = clock
        self.survey = survey
        configuration = try ConfigurationManager(in: scratch, host, clock: clock) { _, _ in survey }
    }

    /// Runs a test with a host that has read the document; ble, track, which needs it, and safe, which is locked.
    static func run(
        _ document: String = document, _ body: (OverrideStand) async throws -> Void
    ) async throws {
        let scratch = try TestFolder()
        var scene = Scene()
        try scene.add("ble")
        try scene.add("track", "needs: [ble]")
        try scene.add("safe", "locked: true")
        let survey = scene.survey
        try await TestHost.run([]) { host in
            let stand = try OverrideStand(scratch, host, MovedClock(), survey)
            try await stand.read(document)
            try await body(stand)
        }
    }

    func read(_ document: String) async throws {
        let file = try Descriptor { unsafe open(scratch["plugins.yaml"], O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
        try file.write(Array(document.utf8))
        #expect(await configuration.read(force: true) == .applied)
        await host.registry.settled()
    }

    /// Another host in the same folder, after this one has ended.
    func successor() throws -> OverrideStand {
        host.flags.post(.none(since: Timestamp(nanoseconds: 0)))
        return try OverrideStand(scratch, host, clock, survey)
    }

    @discardableResult
    func say(
        _ target: String, _ value: Value?, because reason: String? = nil, for lifetime: Duration? = nil
    ) async throws(OverrideProblem) -> OverrideOutcome {
        let target = try OverrideTarget(target)
        var wish: OverrideRequest?
        if let value { wish = OverrideRequest(try target.reading(value), because: reason, for: lifetime) }
        return try await configuration.override(target, wish, by: Self.ana, within: .seconds(20))
    }

    /// The words of what keeps a target from being overridden; nil where nothing does.
    func refusal(_ target: String, _ value: Value?, because reason: String? = nil, for time: Duration? = nil) async
        -> String?
    {
        do throws(OverrideProblem) {
            try await say(target, value, because: reason, for: time)
            return nil
        } catch { return error.description }
    }

    /// What the file holds now.
    var kept: Overrides { .kept(in: scratch) }

    func state(_ id: String) -> FeatureState? { host.registry.statuses.first { $0.id == id }?.state }

    /// What a flag holds for somebody.
    func value(_ key: String, _ person: String = "anna") -> Value? {
        FlagPool(host.flags, clock: SystemClock()).value(of: key, for: Caller(key: person, origin: .http))
    }

    /// The log lines of a level that begin with a text.
    func told(_ level: LogLevel, _ start: String) -> [String] {
        host.log.messages(level).filter { $0.hasPrefix(start) }
    }
}

/// A clock that stands still until a test moves it, and whose wall clock somebody may set.
final class MovedClock: ClockSource {
    let test = TestClock()
    private let shift = Lock(Duration.zero)

    var now: Timestamp { test.now.advanced(by: shift.withLock { $0 }) }
    var uptime: Duration { test.uptime }
    func sleep(until uptime: Duration) async throws { try await test.source.sleep(until: uptime) }

    /// Sets the wall clock, which nobody hears of.
    func set(by duration: Duration) { shift.withLock { $0 += duration } }
}
