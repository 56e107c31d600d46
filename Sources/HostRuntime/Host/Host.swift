@_spi(Hosting) internal import FeatureKit
internal import Glibc
internal import HostConfig
internal import HostStore
internal import HostSystem
internal import HostWorker

/// A host from its start to its end: owns every thread and task of the process.
package struct Host: Sendable {
    /// How many threads features share: more than there are processors, so that those that block leave some over.
    static let leastFeatureThreads = 8
    /// One feature holds no more than this part of them at a time.
    static let sharesOfThreads = 4

    let options: HostOptions
    let log: LogWriter
    let hostLog: Log
    let service: ServiceManager
    let clock = SystemClock()
    let loop: DescriptorLoop
    let signals: Signals
    let watcher: FileWatcher
    /// Where features run.
    let pool: ThreadPool
    /// Where the host's own tasks run, so that they work even when a feature holds every thread of Swift's pool.
    let hostThread: SerialThread
    let registryThread: SerialThread
    let registry: FeatureRegistry
    let bus: BusCore
    let configuration: ConfigurationManager
    let flags: FlagBoard
    let exposures: Exposures
    let stores: StoreManager
    let audit: AuditLog
    let tokens: OperatorTokens
    let copies: PrivateCopies
    /// Runs features in processes of their own.
    let workers: WorkerProgram
    let front: (any HostFront)?
    private let state: StateFolder
    let started: Duration

    /// Takes everything that the host needs and that may be refused; nothing runs yet.
    ///
    /// - Parameter makeFront: Makes the host reachable; without it nothing but signals and its document reach it.
    /// - Throws: A problem whose description is a diagnostic for the operator.
    package init(
        _ options: HostOptions, log: LogWriter, started: Duration,
        makeFront: ((HostServices) throws -> any HostFront)? = nil
    ) throws {
        self.options = options
        self.log = log
        self.started = started
        hostLog = Log(feature: "host", sink: log)
        service = ServiceManager(environment: options.environment)
        let document = Path.absolute(options.document)
        state = try StateFolder(
            locking: Path.absolute(
                StateFolder.location(option: options.state, environment: options.environment, document: document)))
        loop = try DescriptorLoop()
        signals = try Signals(on: loop)
        watcher = try FileWatcher(path: document, on: loop)
        let threads = max(Self.leastFeatureThreads, 4 * Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        pool = ThreadPool(name: "feature", count: threads)
        hostThread = SerialThread(name: "host") { [clock] in clock.uptime }
        registryThread = SerialThread(name: "registry") { [clock] in clock.uptime }
        flags = FlagBoard(.none(since: clock.now))
        let flagPool = FlagPool(flags, clock: clock)
        bus = BusCore(clock: clock, gate: flagPool)
        stores = StoreManager(state: state.path, files: SQLiteFiles(), log: hostLog)
        audit = AuditLog(state: state.path, clock: clock, log: hostLog)
        exposures = try Exposures(stores: stores, bus: bus, clock: clock, log: hostLog)
        flagPool.tell(exposures)
        tokens = OperatorTokens(state: state.path, clock: clock, log: hostLog) { [audit] in
            try await audit.add($0.entry)
        }
        // Who makes the host reachable needs the host, and the host needs who makes it reachable.
        let place = Lock<(any HostFront)?>(nil)
        registry = try FeatureRegistry(
            .init(
                bus: bus, pool: pool, share: threads / Self.sharesOfThreads, log: log, flags: flagPool, stores: stores,
                hiding: { [hidden = log.hidden] in hidden($0) },
                lanes: { feature, own in place.withLock { $0 }?.lanes(for: feature, beside: own) ?? [] }),
            thread: registryThread, seed: .random(in: .min ... .max))
        copies = PrivateCopies(state: state.path)
        let allowances = WorkerAllowances()
        workers = WorkerProgram(beside: options.program, log: log)
        let catalog = FeatureCatalog(
            finder: UnitFinder(program: options.program), library: Library(copies: copies),
            workers: Workers(workers, limits: { [allowances] in allowances.limits(of: $0) }),
            isAlive: { [registry] id in registry.isAlive(id) })
        configuration = try ConfigurationManager(
            path: options.document, state: state.path, board: flags, bus: bus, registry: registry, log: hostLog,
            clock: clock,
            units: UnitCopies(state: state.path, finder: UnitFinder(program: options.program)), audit: audit,
            survey: { [catalog] folders, opening, ways, chosen in
                await catalog.survey(folders, opening: opening, ways: ways, before: chosen)
            },
            open: { document in try place.withLock { $0 }?.open(document) },
            apply: { [log, stores, allowances] orders in
                log.hidden.hide(orders.document.secrets)
                log.setLevels(orders.document.logLevels)
                allowances.allow(orders.workerLimits)
                stores.allow(orders.quotas)
                place.withLock { $0 }?.show(orders)
            })
        front = try makeFront?(
            HostServices(
                options: options, bus: bus, registry: registry, configuration: configuration, audit: audit,
                flags: flags,
                exposures: exposures, stores: stores, tokens: tokens, workers: workers.live, clock: clock, log: log,
                executor: hostThread, loop: loop, state: state.path, started: started))
        place.withLock { [front] in $0 = front }
    }

    /// Runs until it is told to stop.
    ///
    /// - Returns: The exit code of the process.
    package func run() async -> Int32 {
        for warning in state.warnings { hostLog.warning("\(warning)") }
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.own("descriptors") { try await loop.run() } }
            group.addTask { await self.own("feature threads") { try await pool.run() } }
            group.addTask { await self.own("host's thread") { try await hostThread.run() } }
            group.addTask { await self.own("registry's thread") { try await registryThread.run() } }
            group.addTask(executorPreference: hostThread) {
                await self.own("HTTP") { try await front?.run() }
            }
            let (registryEnded, exposuresEnded, storesEnded) = (Signal(), Signal(), Signal())
            let tokensEnded = Signal()
            group.addTask(executorPreference: hostThread) {
                await stores.run()
                storesEnded.raise()
            }
            group.addTask(executorPreference: hostThread) {
                await exposures.run()
                exposuresEnded.raise()
            }
            group.addTask(executorPreference: hostThread) {
                await tokens.run()
                tokensEnded.raise()
            }
            group.addTask {
                await registry.run()
                registryEnded.raise()
            }
            let code = await withTaskExecutorPreference(hostThread) { await serve() }
            front?.stop()
            exposures.stop()
            await exposuresEnded.wait()
            await stopFeatures(registryEnded, exitingWith: code)
            await front?.close()
            tokens.stop()
            await tokensEnded.wait()
            stores.stop()
            await storesEnded.wait()
            pool.close()
            hostThread.close()
            registryThread.close()
            watcher.stop()
            loop.stop()
            group.cancelAll()
            await group.waitForAll()
            return code
        }
    }

    /// Stops every feature; does not return where one is stuck.
    private func stopFeatures(_ registryEnded: Signal, exitingWith code: Int32) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: hostThread) { await leaveAtSecondAsking() }
            registry.shutDown()
            await registry.atRest()
            let stuck = registry.statuses.filter { $0.state == .stuck }.map(\.id)
            guard stuck.isEmpty else {
                // What is stuck can't be waited for, and nothing but the end of the process ends it.
                hostLog.error("features did not stop", [("ids", stuck.joined(separator: ", "))])
                await log.close()
                exit(code)
            }
            await registryEnded.wait()
            signals.stop()
            group.cancelAll()
        }
    }

    /// Who asks twice does not want to wait for features that take their time.
    private func leaveAtSecondAsking() async {
        for await signal in signals.received where signal.wish == .stop {
            hostLog.warning("leaving without waiting for features", [("because", "\(signal)")])
            await log.close()
            exit(ExitCode.bad.rawValue)
        }
    }

    /// Runs what the host can't do without; without it the process ends, since nothing would work any more.
    private func own(_ what: String, _ run: () async throws -> Void) async {
        do { try await run() } catch {
            hostLog.error("the host can't go on", [("without", what), ("error", "\(error)")])
            await log.close()
            exit(1)
        }
    }
}

extension CheckedDocument {
    /// How much each feature logs.
    fileprivate var logLevels: LogLevels { LogLevels(standard: log, features: features.mapValues(\.log)) }
}
