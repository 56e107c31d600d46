@_spi(Hosting) package import FeatureKit
package import HostSystem
internal import HostWorker

/// Runs features: performs the actions that `Lifecycle` decides and reports their results to it.
///
/// It lives on a thread of its own and never waits for a feature, so that switching off works whatever features do.
package actor FeatureRegistry {
    /// What every feature's run gets from the host.
    package struct Surroundings: Sendable {
        let bus: BusCore
        let pool: ThreadPool
        /// How many of the pool's threads one feature may hold at a time.
        let share: Int
        let log: any LogSink
        /// Who answers features what their flags hold.
        let flags: FlagPool
        /// Where features' stores come from.
        let stores: (any StoreSource)?
        /// Takes out of a text what nobody is to read.
        let hiding: @Sendable (String) -> String
        /// The executors that a feature's routes may be answered on beside its own threads.
        let lanes: @Sendable (_ feature: String, _ own: any TaskExecutor) -> [any LentThread]

        package init(
            bus: BusCore, pool: ThreadPool, share: Int, log: any LogSink, flags: FlagPool,
            stores: (any StoreSource)? = nil, hiding: @escaping @Sendable (String) -> String = { $0 },
            lanes: @escaping @Sendable (_ feature: String, _ own: any TaskExecutor) -> [any LentThread] = { _, _ in []
            }
        ) {
            self.hiding = hiding
            self.lanes = lanes
            self.bus = bus
            self.pool = pool
            self.share = share
            self.log = log
            self.flags = flags
            self.stores = stores
        }
    }

    package nonisolated let thread: SerialThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    private nonisolated let inbox = RegistryInbox()
    private nonisolated let board = Lock<[String: FeatureStatus]>([:])
    private nonisolated let rest = Signal()
    private nonisolated let firstRest = Signal()
    private nonisolated let clock = SystemClock()
    private nonisolated let surroundings: Surroundings
    private nonisolated let log: Log
    private let states: Publisher<HostFeatures>
    /// What it decides by; a copy of it tells what a change would move.
    package private(set) var lifecycle: Lifecycle
    private var installed: [String: LoadedFeature] = [:]
    private var instances: [Lifecycle.Run: FeatureInstance] = [:]
    /// Where each feature's lives run, one after the other.
    private var executors: [String: FeatureExecutor] = [:]
    private var histories: [String: RunHistory] = [:]
    /// The units that are to take over, by feature.
    private var replacements: [String: Replacement] = [:]
    private var whenSettled: [Signal] = []
    private var whenAtRest: [(feature: String, signal: Signal)] = []
    private var isShutDown = false
    private var knowsWhatIsWanted = false

    package init(
        _ surroundings: Surroundings, thread: SerialThread, limits: LifecycleLimits = LifecycleLimits(), seed: UInt64
    ) throws {
        self.surroundings = surroundings
        self.thread = thread
        lifecycle = Lifecycle(limits: limits, seed: seed)
        log = Log(feature: "host", sink: surroundings.log)
        let wiring = Wiring(publishes: [Topic.hostFeatures.name])
        states = try Bus(member: surroundings.bus.join("host", wiring: wiring, log: log)).publisher(on: .hostFeatures)
    }

    /// Runs features until `shutDown()` has ended them all.
    ///
    /// With a feature that is stuck it never returns; `atRest()` does.
    package func run() async {
        await withDiscardingTaskGroup { group in
            while !(isShutDown && lifecycle.isAtRest) {
                let (letters, next) = inbox.take()
                let actions = decide(letters)
                for action in actions { perform(action, in: &group) }
                // Told after it was done: who hears `stopping` finds the routes gone.
                if actions.contains(where: \.isAnnouncement) || !letters.rules.isEmpty { publishStates() }
                settle(letters)
                if isShutDown && lifecycle.isAtRest { break }
                let alarm = lifecycle.nextDeadline.map { thread.setAlarm(at: $0) { next.raise() } }
                await next.wait()
                if let alarm { thread.cancelAlarm(alarm) }
            }
            rest.raise()
        }
    }

    // MARK: - What others ask of it, from any thread

    /// Makes features known; those with a library can be run, the others say why not in their rules.
    ///
    /// - Parameters:
    ///   - wanted: The features that are to run from now on, if that changes too: in one step, so that nothing starts
    ///     that is not wanted any more.
    ///   - successors: The features that run from another unit from now on; without a break if `replace` started it.
    package nonisolated func know(
        _ rules: [String: LifecycleRules], _ loaded: [LoadedFeature], wanting wanted: [String: Value]? = nil,
        takingOver successors: Set<String> = []
    ) {
        inbox.put { letters in
            letters.takingOver.formUnion(successors)
            letters.rules.merge(rules) { $1 }
            for feature in loaded { letters.installed[feature.id] = feature }
            if let wanted { letters.wanted = wanted }
        }
    }

    /// Sets which features are to run, and with which settings; all others stop.
    package nonisolated func want(_ wanted: [String: Value]) { inbox.put { $0.wanted = wanted } }

    /// Starts a feature from another unit beside the life that it has, and waits until that is ready.
    ///
    /// It changes nothing yet: `know` lets it take over, `giveUp` ends it, and so does the time.
    nonisolated func replace(
        by feature: LoadedFeature, _ rules: LifecycleRules, settings: Value
    ) async -> Replacement.Outcome {
        let replacement = Replacement(feature)
        inbox.put { letters in
            letters.replacements.append((replacement, .replace(feature.id, by: rules, settings: settings)))
        }
        return await replacement.outcome
    }

    /// Ends what was started beside a feature, which stays as it was.
    nonisolated func giveUp(_ feature: String, because reason: String) {
        inbox.put { $0.events.append(.giveUp(feature, reason: reason)) }
    }

    /// Ends everything and starts nothing any more.
    package nonisolated func shutDown() { inbox.put { $0.events.append(.shutDown) } }

    /// Returns once nothing runs after `shutDown()`, but for what is stuck.
    package nonisolated func atRest() async { await rest.wait() }

    /// Returns once what was asked before has come to rest: nothing starts, stops or takes settings.
    package nonisolated func settled() async {
        let settled = Signal()
        inbox.put { $0.whenSettled.append(settled) }
        await settled.wait()
    }

    /// Whether what was wanted first has come to rest, in whichever state.
    package nonisolated var hasRested: Bool { firstRest.isRaised }

    /// Waits until a feature has come to rest after what was asked before, at most for a while.
    ///
    /// - Returns: Where it stands then; nil where nobody knows it.
    package nonisolated func rest(of feature: String, within limit: Duration) async -> FeatureStatus? {
        let signal = Signal()
        inbox.put { $0.whenAtRest.append((feature, signal)) }
        _ = try? await signal.wait(until: clock.uptime + limit, on: clock)
        // However the wait ended, the registry lets go of it.
        signal.raise()
        return board.withLock { $0[feature] }
    }

    /// Where every known feature stands, by id.
    package nonisolated var statuses: [FeatureStatus] {
        board.withLock { Array($0.values) }.sorted { $0.id < $1.id }
    }

    /// Whether a life of a feature runs, as far as that is known here.
    package nonisolated func isAlive(_ id: String) -> Bool {
        switch board.withLock({ $0[id]?.state }) {
        case .starting, .active, .stopping, .stuck: true
        case .off, .waiting, .failed, .quarantined, nil: false
        }
    }

    /// Answers as soon as the registry's thread is free: proof that it is alive.
    package func ping() {}

    // MARK: - The registry's own

    private func decide(_ letters: RegistryInbox.Letters) -> [Lifecycle.Action] {
        installed.merge(letters.installed) { $1 }
        var events: [Lifecycle.Event] = []
        if !letters.rules.isEmpty {
            events.append(.know(letters.rules, wanting: letters.wanted, takingOver: letters.takingOver))
        } else if let wanted = letters.wanted {
            events.append(.want(wanted))
        }
        for (replacement, event) in letters.replacements {
            let id = replacement.feature.id
            guard replacements[id] == nil else {
                replacement.finish(.keeps(reason: "another version of it is being started already"))
                continue
            }
            replacements[id] = replacement
            events.append(event)
        }
        events += letters.events
        if events.isEmpty { events = [.tick] }
        var actions: [Lifecycle.Action] = []
        for event in events {
            note(event)
            var isBeside = false
            if case .ended(let run, _) = event { isBeside = lifecycle.isBeside(run) }
            actions += lifecycle.handle(event, at: clock.uptime)
            if case .ended(let run, let reason) = event {
                histories[run.feature]?.end(
                    run.number, at: clock.now, because: isBeside ? reason : lifecycle.records[run.feature]?.ending,
                    letters.evidence[run], counts: !isBeside)
            }
        }
        return actions
    }

    private func note(_ event: Lifecycle.Event) {
        switch event {
        case .ended(let run, let reason):
            instances[run] = nil
            if let reason, lifecycle.state(of: run.feature) != .stopping, !lifecycle.isBeside(run) {
                log.error("feature ended", [("id", run.feature), ("reason", reason)])
            }
        case .shutDown: isShutDown = true
        default: break
        }
    }

    private func perform(_ action: Lifecycle.Action, in group: inout DiscardingTaskGroup) {
        switch action {
        case .start(let run, let settings): start(run, from: installed[run.feature], settings, in: &group)
        case .startBeside(let run, let settings):
            start(run, from: replacements[run.feature]?.feature, settings, isSuccessor: true, in: &group)
        case .stands(let run): replacements[run.feature]?.finish(.stands)
        case .keep(let id, let reason):
            replacements.removeValue(forKey: id)?.finish(.keeps(reason: reason))
            log.warning("feature not replaced", [("id", id), ("reason", reason)])
        case .handOver(let previous, let run):
            replacements[run.feature] = nil
            instances[run]?.takeOver(from: previous.flatMap { instances[$0] })
        case .publish(let run, let previous): instances[run]?.publishHeld(after: previous.flatMap { instances[$0] })
        case .reconfigure(let run, let settings): reconfigure(run, settings, in: &group)
        case .drain(let run): instances[run]?.drain()
        case .cancel(let run): instances[run]?.cancel()
        case .revoke(let run): instances[run]?.revoke()
        case .announce: break
        }
    }

    private func start(
        _ run: Lifecycle.Run, from unit: LoadedFeature?, _ settings: Value, isSuccessor: Bool = false,
        in group: inout DiscardingTaskGroup
    ) {
        guard let feature = unit else {
            return inbox.put { $0.events.append(.ended(run, reason: "its library is not loaded")) }
        }
        // A feature may say it as often as it likes; once is enough to know.
        let saidReady = Once()
        let instance = FeatureInstance(
            id: feature.id, entry: feature.entry, settings: settings,
            in: .init(
                bus: surroundings.bus, wiring: feature.wiring,
                flags: FeatureFlags(feature.entry.contracts, in: surroundings.flags), stores: stores(for: run),
                log: surroundings.log, lanes: surroundings.lanes(feature.id, executor(of: feature.id)),
                isSuccessor: isSuccessor,
                onReady: { [inbox] in
                    if saidReady.isFirst() { inbox.put { $0.events.append(.ready(run)) } }
                }))
        instances[run] = instance
        histories[run.feature, default: RunHistory()].begin(run.number, at: clock.now)
        group.addTask(executorPreference: executor(of: feature.id)) { [inbox, hiding = surroundings.hiding] in
            var reason: String?
            var evidence: WorkerEvidence?
            do { try await instance.run() } catch {
                reason = hiding("\(error)")
                evidence = (error as? WorkerEnded)?.evidence?.telling(hiding)
            }
            inbox.put { letters in
                letters.events.append(.ended(run, reason: reason))
                letters.evidence[run] = evidence
            }
        }
    }

    /// The stores as a run asks for its own: what takes long there is not held against the feature.
    private func stores(for run: Lifecycle.Run) -> (any StoreSource)? {
        surroundings.stores.map { stores in
            RetryingStores(
                stores: stores, clock: clock, interval: lifecycle.limits.start / 4,
                goesOn: { [inbox] in inbox.put { $0.events.append(.preparing(run)) } },
                awaits: { [log] problem in
                    log.error(
                        "feature runs without its store, which can't be opened; it is tried again",
                        [("id", run.feature), ("reason", problem.detail)])
                })
        }
    }

    private func executor(of feature: String) -> FeatureExecutor {
        if let known = executors[feature] { return known }
        let executor = FeatureExecutor(pool: surroundings.pool, share: surroundings.share)
        executors[feature] = executor
        return executor
    }

    private func reconfigure(_ run: Lifecycle.Run, _ settings: Value, in group: inout DiscardingTaskGroup) {
        guard let instance = instances[run] else { return }
        group.addTask(executorPreference: executor(of: run.feature)) { [inbox, log] in
            var isApplied = false
            do { isApplied = try await instance.reconfigure(settings) } catch {
                log.error("feature refused its settings", [("id", run.feature), ("reason", "\(error)")])
            }
            inbox.put { $0.events.append(.reconfigured(run, isApplied: isApplied)) }
        }
    }

    private func settle(_ letters: RegistryInbox.Letters) {
        whenAtRest += letters.whenAtRest
        whenAtRest.removeAll { feature, signal in
            if lifecycle.isAtRest(feature) { signal.raise() }
            return signal.isRaised
        }
        whenSettled += letters.whenSettled
        knowsWhatIsWanted = knowsWhatIsWanted || letters.wanted != nil
        guard lifecycle.isSettled else { return }
        if knowsWhatIsWanted, !firstRest.isRaised { firstRest.raise() }
        for signal in whenSettled { signal.raise() }
        whenSettled = []
    }

    private func publishStates() {
        let now = clock.now
        let (statuses, changed) = board.withLock { board in
            var changed: [FeatureStatus] = []
            for (id, record) in lifecycle.records {
                let isNews = board[id]?.state != record.state
                guard isNews || board[id]?.starts != record.runs else { continue }
                let status = FeatureStatus(
                    id: id, state: record.state, since: isNews ? now : board[id]?.since ?? now, starts: record.runs,
                    failures: record.failures.count, allFailures: histories[id]?.failures ?? 0,
                    endings: histories[id]?.endings ?? [:], runs: histories[id]?.runs ?? [])
                // A feature that is off from the beginning is no news.
                if isNews, board[id] != nil || record.state != .off { changed.append(status) }
                board[id] = status
            }
            return (Array(board.values), changed)
        }
        for status in changed.sorted(by: { $0.id < $1.id }) {
            let reason = status.state.reason.map { [("reason", $0)] } ?? []
            let fields = [("id", status.id), ("state", status.state.word)] + reason
            switch status.state {
            case .failed: log.warning("feature state", fields)
            case .quarantined, .stuck: log.error("feature state", fields)
            default: log.info("feature state", fields)
            }
        }
        states(
            HostFeatures(
                features: statuses.sorted { $0.id < $1.id }.map {
                    .init(id: $0.id, state: $0.state.word, reason: $0.state.reason, since: $0.since)
                }))
    }
}
