@_spi(Hosting) public import FeatureKit

/// Plays the host for one feature: a bus of its own, a store in memory, a clock that stands still until it is moved.
///
/// `withFeature`, scenarios and the conformance suite all stand on it. The feature runs on one thread that knows when
/// there is nothing left to do, so that nothing here sleeps: what comes, comes before the feature rests.
@_spi(Hosting) public final class Rig: Sendable {
    /// The feature.
    public let subject: RigSubject
    /// The clock that it sees.
    public let clock: TestClock
    /// What it logs.
    public let log: CapturedLog
    /// Where it keeps its documents.
    public let store: MemoryStore
    /// What its flags hold.
    public let flags: RigFlags
    let bus: BusCore
    /// Everybody else on the bus.
    public let neighbour: Member
    let arrivals = Arrivals()
    let executor = RigExecutor()
    private let run = Lock<RigRun?>(nil)
    private let runs: AsyncStream<RigRun>
    private let begin: AsyncStream<RigRun>.Continuation

    private init(_ subject: RigSubject, _ store: MemoryStore, _ clock: TestClock, _ flags: RigFlags) {
        self.subject = subject
        self.store = store
        self.clock = clock
        self.flags = flags
        log = CapturedLog()
        bus = BusCore(clock: clock.source)
        let all = subject.everything.union([
            Topic.hostFeatures.name, Topic.configRejected.name, Topic.flagExposure.name,
        ])
        neighbour = bus.join(
            "neighbour", wiring: Wiring(publishes: all, reads: all, serves: all, requests: all),
            log: Log(feature: "neighbour", sink: log.sink))
        (runs, begin) = AsyncStream.makeStream()
    }

    /// Makes a rig, runs `body` with it and stops the feature, if it runs, as a host does.
    ///
    /// It returns once everything that the feature started has ended; one that does not end holds it for ever.
    public static func with<Result>(
        _ subject: RigSubject, store: MemoryStore = MemoryStore(), clock: TestClock = TestClock(),
        flags: RigFlags = RigFlags(), _ body: (Rig) async throws -> Result
    ) async throws -> Result {
        let rig = Rig(subject, store, clock, flags)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            let seen = rig.bus.trace("**", limit: Overflow.largestCapacity)
            group.addTask(executorPreference: rig.executor) {
                for await seen in seen where seen.source == rig.subject.id {
                    rig.arrivals.add(Arrival(topic: seen.topic, value: seen.value, time: seen.time))
                }
            }
            group.addTask(executorPreference: rig.executor) { await rig.neighbour.work() }
            group.addTask(executorPreference: rig.executor) {
                await withDiscardingTaskGroup { group in
                    for await run in rig.runs { group.addTask { await run.carryOut() } }
                }
            }
            defer {
                rig.begin.finish()
                rig.neighbour.revoke()
                group.cancelAll()
            }
            do {
                let result = try await body(rig)
                await rig.stop()
                return result
            } catch {
                await rig.stop()
                throw error
            }
        }
    }

    // MARK: - Running

    /// Where the feature stands.
    public var state: RigState { run.withLock { $0 }?.state ?? .off }

    /// Starts the feature and waits until it is ready or has ended; no time passes.
    ///
    /// - Parameter settings: What it is given, checked and complete.
    /// - Returns: Where it stands then; `starting` where it waits for something that does not come.
    @discardableResult
    public func start(_ settings: Value, entry: FeatureEntry? = nil) async -> RigState {
        let run = launch(settings, entry: entry)
        _ = await wait { run.settled.isRaised }
        return run.state
    }

    /// Starts the feature and waits for nothing.
    @discardableResult
    func launch(_ settings: Value, entry: FeatureEntry? = nil) -> RigRun {
        let run = RigRun { [self] onReady in
            FeatureInstance(
                id: subject.id, entry: entry ?? subject.entry, settings: settings,
                in: .init(
                    bus: bus, wiring: subject.wiring, flags: flags.source, stores: store, log: log.sink,
                    onReady: onReady))
        }
        self.run.withLock { $0 = run }
        begin.yield(run)
        return run
    }

    /// Asks the feature to stop, as a host does, and waits until it has returned.
    ///
    /// - Returns: Whether it returned in time; if not, it has been cancelled, and cut off.
    @discardableResult
    public func stop() async -> Bool {
        await end(within: RigLimits.event) { run in
            run.drain()
            _ = await executor.rest()
        }
    }

    /// Cancels everything that the feature runs.
    ///
    /// - Returns: Whether it returned in time.
    @discardableResult
    public func cancel(within limit: Duration = RigLimits.event) async -> Bool {
        await end(within: limit) { $0.cancel() }
    }

    private func end(within limit: Duration, _ ask: (RigRun) async -> Void) async -> Bool {
        guard let run = run.withLock({ $0 }), !run.ended.isRaised else { return true }
        await ask(run)
        let hasEnded = await RigLimits.wait(for: run.ended, within: limit)
        if !hasEnded {
            run.cancel()
            _ = await RigLimits.wait(for: run.ended)
        }
        run.instance.revoke()
        _ = await executor.rest()
        return hasEnded
    }

    /// Hands it new settings while it runs; false where it has to be started again with them.
    public func reconfigure(_ settings: Value) async throws -> Bool {
        guard let run = run.withLock({ $0 }) else { return false }
        let isApplied = try await run.instance.reconfigure(settings)
        _ = await executor.rest()
        return isApplied
    }

    /// What it asked for although its manifest does not declare it.
    public var misuses: [String] { run.withLock { $0 }?.instance.misuses ?? [] }

    /// What it has left behind; to be asked once it has been stopped.
    public func leftovers() async -> Leftovers {
        let rests = await executor.rest()
        return Leftovers(
            reads: bus.report.filter { $0.readers.contains { $0.feature == subject.id } }.map(\.name),
            serves: bus.servedRoutes.filter { $0.feature == subject.id }.map(\.route),
            sleepers: clock.sleeperCount, computes: !rests, keepsStoreOpen: await store.isOpen(subject.id),
            publishedTooLate: run.withLock { $0 }?.instance.publishedTooLate ?? 0)
    }
}
