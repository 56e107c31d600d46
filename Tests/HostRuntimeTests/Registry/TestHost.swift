@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HostSystem
import Testing

@testable import HostRuntime

/// A registry with a bus and threads of its own, and a view on what it says of its features.
final class TestHost: Sendable {
    let registry: FeatureRegistry
    let bus: BusCore
    let log = CapturedLog()
    let flags = FlagBoard(.none(since: Timestamp(nanoseconds: 0)))
    private let states = Lock<[HostFeatures.Entry]>([])
    private let changed = Lock(Signal())

    static let threads = 2

    /// Runs features until `body` returns, then shuts everything down; every wait in it has a limit.
    static func run(
        _ features: [LoadedFeature], rules: [String: LifecycleRules] = [:],
        limits: LifecycleLimits = .unhurried, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (TestHost) async throws -> Void
    ) async throws {
        let pool = ThreadPool(name: "test-pool", count: threads)
        let thread = SerialThread(name: "test-registry") { SystemClock().uptime }
        let host = try TestHost(pool: pool, thread: thread, limits: limits)
        host.registry.know(
            Dictionary(uniqueKeysWithValues: features.map { ($0.id, rules[$0.id] ?? LifecycleRules()) }), features)
        try await withThrowingTaskGroup { group in
            group.addTask { try await pool.run() }
            group.addTask { try await thread.run() }
            let ended = Signal()
            group.addTask {
                await host.registry.run()
                ended.raise()
            }
            group.addTask { await host.watch() }
            let result: Result<Void, any Error>
            do { result = .success(try await body(host)) } catch { result = .failure(error) }
            host.registry.shutDown()
            // Its own thread is needed until it has returned, not only until it is at rest.
            await ended.wait()
            pool.close()
            thread.close()
            group.cancelAll()
            try await group.waitForAll()
            try result.get()
        }
    }

    private init(pool: ThreadPool, thread: SerialThread, limits: LifecycleLimits) throws {
        bus = BusCore(clock: SystemClock())
        registry = try FeatureRegistry(
            .init(
                bus: bus, pool: pool, share: Self.threads, log: log.sink, flags: FlagPool(flags, clock: SystemClock())),
            thread: thread, limits: limits, seed: 1)
    }

    private func watch() async {
        for await seen in bus.trace("host.features", limit: 10_000) {
            guard let all = try? seen.value.decoded(as: HostFeatures.self) else { continue }
            states.withLock { states in states += all.features }
            changed.withLock { changed in
                defer { changed = Signal() }
                return changed
            }.raise()
        }
    }

    /// Waits until a feature has that state on the bus, now or at any time before.
    @discardableResult
    func expect(
        _ id: String, _ state: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> HostFeatures.Entry {
        let end = SystemClock().uptime + .seconds(30)
        while true {
            let next = changed.withLock { $0 }
            if let entry = states.withLock({ $0.first { $0.id == id && $0.state == state } }) { return entry }
            let came = try await next.wait(until: end, on: SystemClock())
            try #require(came, "\(id) was never \(state)", sourceLocation: sourceLocation)
        }
    }

    /// Forgets the states that were seen on the bus.
    func forget() { states.withLock { $0 = [] } }

    func member(_ id: String, wiring: Wiring) -> Member {
        bus.join(id, wiring: wiring, log: Log(feature: id, sink: log.sink))
    }
}

extension LoadedFeature {
    init<F: Feature>(_ id: String, _ type: F.Type, wiring: Wiring = Wiring()) {
        self.init(id: id, entry: FeatureEntry(F.self), wiring: wiring)
    }
}

extension LifecycleLimits {
    /// For tests of anything but limits: a machine that is busy with other tests passes none of them.
    static let unhurried: LifecycleLimits = {
        var limits = LifecycleLimits()
        (limits.start, limits.drain, limits.cancel, limits.reconfigure) = (
            .seconds(60), .seconds(60), .seconds(60), .seconds(60)
        )
        return limits
    }()
}
