@_spi(Hosting) public import FeatureKit

/// The worker's end of a link: acts as the host for its one feature, and asks the real host for what it can't know.
@_spi(Hosting) public final class WorkerEnd: Sendable {
    private let id: String
    private let entry: FeatureEntry
    private let connection: any WireConnection
    private let calls: WireCalls
    private let log: WorkerLog
    private let bus: WorkerBus
    private let seats: WorkerSeats
    private let rehearsal: WorkerRehearsal?
    private let jobs = Jobs()
    /// Raised once it may begin, or never will.
    private let begun = Signal()
    private let instance = Lock<FeatureInstance?>(nil)
    /// Settings to check, where nothing else is to be done.
    private let unchecked = Lock<Value?>(nil)

    /// Prepares to run a feature; no code of it is called before the host says so.
    ///
    /// - Parameter rehearsal: How it is rehearsed; nil where it runs for a host.
    public init(
        id: String, entry: FeatureEntry, connection: any WireConnection, rehearsal: WorkerRehearsal? = nil
    ) {
        self.id = id
        self.entry = entry
        let connection = rehearsal?.followed(connection) ?? connection
        self.connection = connection
        calls = WireCalls(connection, isHost: false)
        log = WorkerLog(connection)
        bus = WorkerBus(id, Log(feature: id, sink: log), connection, calls)
        seats = WorkerSeats(calls, rehearsal)
        self.rehearsal = rehearsal
    }

    // MARK: - What the host says

    /// Takes a message of the host; never blocks, and calls none of the feature's code.
    public func receive(_ message: WireMessage) throws(WireError) {
        guard let rehearsal else { return try take(message) }
        try rehearsal.taking { () throws(WireError) in try take(message) }
    }

    /// Answers whether the feature makes progress: for how many of these beats the body of a transaction has been busy,
    /// which runs on a thread that the caller does not know.
    public func beat() -> UInt32 { seats.bodies.beat() }

    private func take(_ message: WireMessage) throws(WireError) {
        switch message.kind {
        case .begin: try begin(message)
        case .checkSettings:
            let settings = try message.read { (reader) throws(WireError) in try reader.value() }
            unchecked.withLock { $0 = settings }
            begun.raise()
        case .deliver, .endOfMessages, .ask, .taken, .gone: try bus.receive(message)
        case .reply, .refusal, .media: try calls.answer(message)
        case .forget: jobs.forget(message.conversation)
        case .drain: instance.withLock { $0 }?.drain()
        case .cancel: instance.withLock { $0 }?.cancel()
        case .reconfigure: try reconfigure(message)
        case .time: try seats.take(time: message)
        case .logLevel: log.want(try message.read { (reader) throws(WireError) in try reader.byte() })
        default: throw .malformed("\(message.kind.rawValue) is nothing that a host says")
        }
    }

    private func begin(_ message: WireMessage) throws(WireError) {
        let start = try message.read { (reader) throws(WireError) in try reader.start() }
        log.want(start.leastLevel)
        // It is made here, so that whatever the host says next finds it; its feature is made by `run`.
        let made = FeatureInstance(id: id, entry: entry, settings: start.settings, in: surroundings)
        let isFirst = instance.withLock { instance in
            guard instance == nil else { return false }
            instance = made
            return true
        }
        guard isFirst else { throw .malformed("it begins twice") }
        begun.raise()
    }

    private var surroundings: FeatureInstance.Surroundings {
        var surroundings = FeatureInstance.Surroundings(
            bus: BusCore(clock: seats.clock, uplink: bus), wiring: Wiring(), flags: seats.flags, stores: seats.stores,
            log: log, onReady: { [connection] in _ = connection.send(WireMessage(.ready)) })
        surroundings.onStoreMisuse = seats.tell(misuse:)
        return surroundings
    }

    private func reconfigure(_ message: WireMessage) throws(WireError) {
        let settings = try message.read { (reader) throws(WireError) in try reader.value() }
        guard let instance = instance.withLock({ $0 }) else { throw .malformed("it has not begun") }
        let conversation = message.conversation
        try jobs.begin(conversation) { [connection] in
            let answer: WireMessage
            do {
                let isApplied = try await instance.reconfigure(settings)
                answer = WireMessage(.reply, conversation) { $0.flag(isApplied) }
            } catch {
                answer = WireMessage(.refusal, conversation) { $0.text("\(error)") }
            }
            _ = connection.send(answer)
        }
    }

    // MARK: - Its life

    /// Waits for `begin`, runs the feature with all that it needs, reports how it ended, and returns.
    ///
    /// The feature's code runs on the task executor that the caller prefers, never on the thread that receives.
    public func run() async {
        await begun.wait()
        if let settings = unchecked.withLock({ $0 }) { return check(settings) }
        guard let instance = instance.withLock({ $0 }) else { return }
        let ending = await withTaskGroup(of: WorkerEnding?.self) { group in
            group.addTask { [jobs] in
                await jobs.work()
                return nil
            }
            group.addTask {
                do {
                    try await instance.run()
                    return .returned
                } catch is CancellationError {
                    return .cancelled
                } catch {
                    return .failed("\(error)")
                }
            }
            var ending = WorkerEnding.returned
            for await ended in group {
                guard let ended else { continue }
                ending = ended
                group.cancelAll()
            }
            return ending
        }
        bus.tellLosses()
        _ = connection.send(WireMessage(.ended) { $0.ending(ending) })
    }

    private func check(_ settings: Value) {
        let problems: [SettingsProblem]
        do { problems = try entry.problemsInSettings?(settings) ?? [] } catch {
            problems = [SettingsProblem(at: ValuePath(), "\(error)")]
        }
        _ = connection.send(.settingsProblems(problems))
    }

    /// The other side has gone: everyone who waits for it is told.
    public func closed() {
        calls.closed()
        bus.closed()
        instance.withLock { $0 }?.cancel()
        begun.raise()
    }
}
