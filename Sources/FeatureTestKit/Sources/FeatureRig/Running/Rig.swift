@_spi(Hosting) public import FeatureKit
@_spi(Hosting) internal import FeatureWire

/// Acts as the host for one feature: a bus of its own, a store in memory, a clock that stands still until it is moved.
///
/// `withFeature`, scenarios and the conformance suite are built on it. The feature runs on one thread that knows when
/// there is nothing left to do, so nothing here sleeps: what the feature does, it has done before it rests.
@_spi(Hosting) public final class Rig: Sendable {
    /// The feature.
    public let subject: RigSubject
    /// The clock that it sees.
    public let clock: TestClock
    /// The feature's log.
    public let log: CapturedLog
    /// Where it keeps its documents.
    public let store: MemoryStore
    /// The values of its flags.
    public let flags: RigFlags
    let bus: BusCore
    /// Stands in for all other features on the bus.
    public let neighbour: Member
    let arrivals = Arrivals()
    let executor = RestingExecutor()
    /// Whether the last wait for the feature to rest timed out; the next one is shorter then.
    let isRestless = Lock(false)
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
    /// It returns once the feature has; one that does not return, even where it is cancelled, is cut off and left alone.
    public static func with<Result>(
        _ subject: RigSubject, store: MemoryStore = MemoryStore(), clock: TestClock = TestClock(),
        flags: RigFlags = RigFlags(), _ body: (Rig) async throws -> Result
    ) async throws -> Result {
        let rig = Rig(subject, store, clock, flags)
        let helpers = rig.work()
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body(rig)) } catch { result = .failure(error) }
        await rig.stop()
        rig.begin.finish()
        rig.neighbour.revoke()
        for helper in helpers { helper.cancel() }
        // A feature that never ends holds the thread, and with it whatever else runs there.
        if rig.run.withLock({ $0 })?.isAbandoned.isRaised != true { for helper in helpers { await helper.value } }
        return try result.get()
    }

    /// The tasks beside the test, which `with` ends; not in a group, which would wait for ever for a feature that never
    /// ends.
    private func work() -> [Task<Void, Never>] {
        let seen = bus.trace("**", limit: Overflow.largestCapacity)
        let (id, arrivals, neighbour, executor, runs) = (subject.id, arrivals, neighbour, executor, runs)
        return [
            Task(executorPreference: executor) {
                for await seen in seen where seen.source == id {
                    arrivals.add(Arrival(topic: seen.topic, value: seen.revealed, time: seen.time))
                }
            },
            Task(executorPreference: executor) { await neighbour.work() },
            // `end` waits for each run, and gives up after a while.
            Task { for await run in runs { Task(executorPreference: executor) { await run.perform() } } },
        ]
    }

    // MARK: - Running

    /// The state of the feature.
    public var state: RigState { run.withLock { $0 }?.state ?? .off }

    /// Starts the feature and waits until it is ready or has ended; no time passes.
    ///
    /// - Parameter settings: Its settings, checked and complete.
    /// - Returns: Its state then; `starting` where it waits for something that does not come.
    @discardableResult
    public func start(_ settings: Value, entry: FeatureEntry? = nil) async -> RigState {
        let run = launch(settings, entry: entry)
        _ = await wait { run.settled.isRaised }
        return run.state
    }

    /// Starts the feature and waits for nothing.
    ///
    /// - Parameter prepare: Called before the run does anything.
    @discardableResult
    func launch(
        _ settings: Value, entry: FeatureEntry? = nil, preparing prepare: (RigRun) -> Void = { _ in }
    ) -> RigRun {
        let entry = subject.way.entry(entry ?? subject.entry, of: subject.id, in: self)
        let run = RigRun { [self] onReady in
            FeatureInstance(
                id: subject.id, entry: entry, settings: settings,
                in: .init(
                    bus: bus, wiring: subject.wiring, flags: flags.source, stores: store, log: log.sink,
                    onReady: onReady))
        }
        self.run.withLock { $0 = run }
        prepare(run)
        begin.yield(run)
        return run
    }

    /// Asks the feature to stop, as a host does, and waits until it has returned.
    ///
    /// - Returns: Whether it returned in time; if not, it has been cancelled, and cut off.
    @discardableResult
    public func stop() async -> Bool { await end(within: RigLimits.event) { $0.drain() } }

    /// Cancels everything that the feature runs.
    ///
    /// - Returns: Whether it returned in time.
    @discardableResult
    public func cancel(within limit: Duration = RigLimits.event) async -> Bool {
        await end(within: limit) { $0.cancel() }
    }

    private func end(within limit: Duration, _ ask: (RigRun) -> Void) async -> Bool {
        guard let run = run.withLock({ $0 }), !run.ended.isRaised else { return true }
        guard !run.isAbandoned.isRaised else { return false }
        ask(run)
        let hasEnded = await RigLimits.wait(for: run.ended, within: limit)
        if !hasEnded { run.cancel() }
        let hasEndedLate = hasEnded ? true : await RigLimits.wait(for: run.ended, within: RigLimits.unseenWork)
        run.instance.revoke()
        // A feature that does not even end when it is cancelled will not rest either.
        if hasEndedLate { _ = await settle() } else { run.isAbandoned.raise() }
        return hasEnded
    }

    /// Gives it new settings while it runs; false where it has to be restarted to take them.
    public func reconfigure(_ settings: Value) async throws -> Bool {
        guard let run = run.withLock({ $0 }) else { return false }
        let isApplied = try await run.instance.reconfigure(settings)
        _ = await settle()
        return isApplied
    }

    /// What it used although its manifest does not declare it.
    public var misuses: [String] { run.withLock { $0 }?.instance.misuses ?? [] }

    /// What it has left behind; to be called once it has been stopped.
    public func leftovers() async -> Leftovers {
        let rests = await settle()
        return Leftovers(
            reads: bus.report.filter { $0.readers.contains { $0.feature == subject.id } }.map(\.name),
            serves: bus.servedRoutes.filter { $0.feature == subject.id }.map(\.route),
            sleepers: clock.sleeperCount, computes: !rests, keepsStoreOpen: await store.isOpen(subject.id),
            publishedTooLate: run.withLock { $0 }?.instance.publishedTooLate ?? 0)
    }
}
