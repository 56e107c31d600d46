/// One run of a feature: made, run, drained, cancelled.
///
/// The host, its workers and the test kit all run features through it.
@_spi(Hosting) public final class FeatureInstance: Sendable {
    /// What a run needs from its host.
    public struct Surroundings: Sendable {
        let bus: BusCore
        let wiring: Wiring
        let flags: any FlagSource
        let stores: (any StoreSource)?
        let log: any LogSink
        let lanes: [any LentThread]
        let isSuccessor: Bool
        let onReady: @Sendable () -> Void
        /// Called when the feature uses its store otherwise than it declared.
        package var onStoreMisuse: @Sendable (StoreError) -> Void = { _ in }

        /// Puts the surroundings together.
        ///
        /// - Parameter isSuccessor: Whether another run of the feature goes on, from which this one may take over.
        public init(
            bus: BusCore, wiring: Wiring, flags: any FlagSource, stores: (any StoreSource)? = nil, log: any LogSink,
            lanes: [any LentThread] = [], isSuccessor: Bool = false, onReady: @escaping @Sendable () -> Void
        ) {
            self.lanes = lanes
            self.isSuccessor = isSuccessor
            self.bus = bus
            self.wiring = wiring
            self.flags = flags
            self.stores = stores
            self.log = log
            self.onReady = onReady
        }
    }

    private enum Child {
        case run(Result<Void, any Error>)
        case routeQueue
        case kit
        case cancel
    }

    private let entry: FeatureEntry
    /// The settings that it has now.
    private let settings: Lock<Value>
    private let member: Member
    private let stores: (any StoreSource)?
    private let store: StoreAccess
    private let context: FeatureContext
    private let stop = Signal()
    private let cancelled = Signal()
    private let feature = Lock<(any Feature)?>(nil)
    private let flagMisuses = Lock<[FlagMisuse]>([])

    /// How many misuses of flags are kept.
    private static let mostMisuses = 100

    /// Prepares a run; no code of the feature is called yet.
    ///
    /// - Parameters:
    ///   - id: The feature's id.
    ///   - entry: What its library handed over.
    ///   - settings: Its settings, checked and completed.
    ///   - surroundings: What the host provides.
    public init(id: String, entry: FeatureEntry, settings: Value, in surroundings: Surroundings) {
        self.entry = entry
        self.settings = Lock(settings)
        stores = surroundings.stores
        store = StoreAccess(
            feature: id, stop: stop, contracts: entry.contracts, onMisuse: surroundings.onStoreMisuse)
        let log = Log(feature: id, sink: surroundings.log)
        member = surroundings.bus.join(
            id, wiring: surroundings.wiring, log: log, lanes: surroundings.lanes, isSuccessor: surroundings.isSuccessor)
        let hasBeenReady = Lock(false)
        context = FeatureContext(
            id: id, bus: Bus(member: member), routes: Routes(member: member),
            flags: Flags(
                entry.contracts, of: id, source: surroundings.flags,
                onMisuse: { [flagMisuses] error in
                    flagMisuses.withLock { if $0.count < Self.mostMisuses { $0.append(error) } }
                }), store: store,
            clock: FeatureClock(source: surroundings.bus.clock, stop: stop), log: log,
            onReady: {
                let isFirst = hasBeenReady.withLock { ready in
                    defer { ready = true }
                    return !ready
                }
                if isFirst { surroundings.onReady() }
            })
    }

    /// Makes the feature and runs it until it returns, answering the requests to its routes.
    public func run() async throws {
        defer { member.revoke() }
        if let problem = entry.contracts.storeProblems(of: context.id).first { throw problem }
        guard try await openStore() else { return try await runOpened() }
        let result = await Self.result {
            // Opening may take long; a feature that was switched off meanwhile is not made any more.
            guard !stop.isRaised else { return }
            if let upgrades = try Upgrades(entry.contracts, in: store, log: context.log) {
                try await stores?.prepare(context.id) { try await upgrades.run() }
                guard !stop.isRaised else { return }
            }
            let outbox = try Outbox(entry.contracts, in: store, member: member, clock: context.clock)
            try await outbox?.begin()
            let erasures = try Erasures(entry.contracts, in: store, member: member, clock: context.clock)
            let sends = try Sends(entry.contracts, in: store, member: member, clock: context.clock)
            let result = await Self.result {
                try await Erasures.erase(erasures) {
                    try await runOpened { [member, store] in
                        await withDiscardingTaskGroup { group in
                            group.addTask { await outbox?.run() }
                            group.addTask {
                                // Another run that has not ended sends what is queued.
                                await store.untilStopping(or: { await member.opened.wait() })
                                await sends?.run()
                            }
                        }
                    }
                }
            }
            await outbox?.end()
            try result.get()
        }
        store.revoke()
        await stores?.close(context.id)
        try result.get()
    }

    /// Opens the store of a feature that keeps anything; false where there is nothing to close.
    private func openStore() async throws -> Bool {
        let layouts = entry.contracts.filter { $0.role == .keeps }
        guard !layouts.isEmpty, let stores else { return false }
        let collections = try layouts.compactMap(\.collection).map { try CheckedCollection($0, of: context.id) }
        let keepsBlobs = layouts.contains { $0.collection == nil }
        store.open(try await stores.open(context.id, collections), collections, blobs: keepsBlobs)
        return true
    }

    private static func result(_ body: () async throws -> Void) async -> Result<Void, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    /// - Parameter kit: What the kit does beside the feature.
    private func runOpened(beside kit: @escaping @Sendable () async -> Void = {}) async throws {
        let made = try entry.make(settings.withLock { $0 }, context)
        feature.withLock { $0 = made }
        defer { feature.withLock { $0 = nil } }
        let result = await withTaskGroup(of: Child.self) { group in
            group.addTask {
                .run(await Self.result { try await made.run() })
            }
            group.addTask { [member] in
                await member.routeQueue.work()
                return .routeQueue
            }
            group.addTask {
                await kit()
                return .kit
            }
            group.addTask { [cancelled] in
                await cancelled.wait()
                return .cancel
            }
            return await self.oversee(&group)
        }
        try result.get()
    }

    private func oversee(_ group: inout TaskGroup<Child>) async -> Result<Void, any Error> {
        var result: Result<Void, any Error> = .success(())
        var open = 2
        for await child in group {
            switch child {
            case .run(let ended):
                result = ended
                open -= 1
                // Nothing more is served without `run()`, but earlier requests are still answered, without delay.
                drain()
            case .routeQueue: open -= 1
            case .kit: break
            case .cancel: group.cancelAll()
            }
            if open == 0 { group.cancelAll() }
        }
        return result
    }

    /// Asks the feature to stop: its sleeps and messages end and its routes go, but it may still publish.
    public func drain() {
        stop.raise()
        member.drain()
    }

    /// Cancels everything that it runs.
    public func cancel() {
        drain()
        cancelled.raise()
    }

    /// Cuts it off from the bus and its store for good, whatever it still does.
    public func revoke() {
        member.revoke()
        store.revoke()
    }

    /// Takes over from another run in one step, which has to be drained then; see `Member.takeOver(from:)`.
    public func takeOver(from other: FeatureInstance?) { member.takeOver(from: other?.member) }

    /// Publishes what has been held back since before it took over.
    ///
    /// - Parameter other: The run that has not ended, although it had its time.
    public func publishHeld(after other: FeatureInstance? = nil) { member.publishHeld(after: other?.member) }

    /// Gives it new settings while it runs; false where it has to be restarted to take them.
    ///
    /// To be called by one caller at a time.
    public func reconfigure(_ settings: Value) async throws -> Bool {
        guard let reconfigure = entry.reconfigure, let feature = feature.withLock({ $0 }),
            entry.takes(settings, after: self.settings.withLock { $0 })
        else { return false }
        let isApplied = try await reconfigure(feature, settings).isApplied
        if isApplied { self.settings.withLock { $0 = settings } }
        return isApplied
    }

    /// What it used although its contracts do not declare it.
    public var misuses: [String] {
        member.misuses.map(\.description) + store.misuses.map(\.description)
            + flagMisuses.withLock { $0.map(\.description) }
    }

    /// How many messages it tried to publish after it was cut off.
    public var publishedTooLate: UInt64 { member.publishedTooLate }
}
