/// One run of a feature: made, run, drained, cancelled.
///
/// The host, its workers and the test kit all run features through it.
@_spi(Hosting) public final class FeatureInstance: Sendable {
    /// What a run needs from whoever hosts it.
    public struct Surroundings: Sendable {
        let bus: BusCore
        let wiring: Wiring
        let flags: any FlagSource
        let log: any LogSink
        let lanes: [any LentThread]
        let onReady: @Sendable () -> Void

        /// Puts the surroundings together.
        public init(
            bus: BusCore, wiring: Wiring, flags: any FlagSource, log: any LogSink,
            lanes: [any LentThread] = [], onReady: @escaping @Sendable () -> Void
        ) {
            self.lanes = lanes
            self.bus = bus
            self.wiring = wiring
            self.flags = flags
            self.log = log
            self.onReady = onReady
        }
    }

    private enum Child {
        case run(Result<Void, any Error>)
        case desk
        case cancel
    }

    private let entry: FeatureEntry
    private let settings: Value
    private let member: Member
    private let context: FeatureContext
    private let stop = Signal()
    private let cancelled = Signal()
    private let feature = Lock<(any Feature)?>(nil)

    /// Prepares a run; nothing of the feature is called yet.
    ///
    /// - Parameters:
    ///   - id: The feature's id.
    ///   - entry: What its library handed over.
    ///   - settings: Its settings, checked and completed.
    ///   - surroundings: What the host lends it.
    public init(id: String, entry: FeatureEntry, settings: Value, in surroundings: Surroundings) {
        self.entry = entry
        self.settings = settings
        let log = Log(feature: id, sink: surroundings.log)
        member = surroundings.bus.join(id, wiring: surroundings.wiring, log: log, lanes: surroundings.lanes)
        let hasBeenReady = Lock(false)
        context = FeatureContext(
            id: id, bus: Bus(member: member), routes: Routes(member: member),
            flags: Flags(source: surroundings.flags),
            clock: FeatureClock(source: surroundings.bus.clock, stop: stop), log: log,
            onReady: {
                let isFirst = hasBeenReady.withLock { ready in
                    defer { ready = true }
                    return !ready
                }
                if isFirst { surroundings.onReady() }
            })
    }

    /// Makes the feature and runs it until it returns, with the questions that its routes are asked.
    public func run() async throws {
        defer { member.revoke() }
        let made = try entry.make(settings, context)
        feature.withLock { $0 = made }
        defer { feature.withLock { $0 = nil } }
        let result = await withTaskGroup(of: Child.self) { group in
            group.addTask {
                do { return .run(.success(try await made.run())) } catch { return .run(.failure(error)) }
            }
            group.addTask { [member] in
                await member.desk.work()
                return .desk
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
                // Nothing is served without `run()`, but what was asked before is still answered, without delay.
                drain()
            case .desk: open -= 1
            case .cancel: group.cancelAll()
            }
            if open == 0 { group.cancelAll() }
        }
        return result
    }

    /// Asks it to stop: sleeps and messages end, routes go; it may still publish.
    public func drain() {
        stop.raise()
        member.drain()
    }

    /// Cancels everything that it runs.
    public func cancel() {
        drain()
        cancelled.raise()
    }

    /// Cuts it off from the bus for good, whatever it still does.
    public func revoke() { member.revoke() }

    /// Hands it new settings while it runs; false where it has to be started again with them.
    public func reconfigure(_ settings: Value) async throws -> Bool {
        guard let reconfigure = entry.reconfigure, let feature = feature.withLock({ $0 }) else { return false }
        return try await reconfigure(feature, settings).isApplied
    }

    /// How many messages it tried to publish after it was cut off.
    public var publishedTooLate: UInt64 { member.publishedTooLate }
}
