internal import FeatureKit

/// Does everything that a feature can, and breaks the rule that it is told to break.
struct Faulty: Reconfigurable {
    static let contracts: [Contract] = [
        .publishes(.state), .publishes(.heard), .reads(.said), .reads(.hostFeatures), .serves(.add), .serves(.get),
        .serves(.draw), .serves(.glance), .serves(.price), .serves(.follow), .requests(.askedPrice), .keeps(.notes),
        .keeps(.visits),
        .keepsBlobs, .evaluates(loud),
    ]
    static let loud = Flag("faulty.loud", default: false, "Whether it is loud.")

    let board: Lock<Board>
    let context: FeatureContext

    init(settings: Settings, context: FeatureContext) throws {
        board = Lock(Board(settings: settings))
        self.context = context
    }

    func reconfigure(_ settings: Settings) async throws -> Reconfiguration {
        if Break.breaks(.sameRestarts) { return .restart }
        if Break.breaks(.sameThrows) { throw Foreign() }
        board.withLock { $0.settings = settings }
        if Break.breaks(.samePublishes) { try context.bus.publisher(on: .state)(try standing) }
        return .applied
    }

    func run() async throws {
        try await breakAtStart()
        let (state, heard) = (try context.bus.publisher(on: .state), try context.bus.publisher(on: .heard))
        let said = try context.bus.messages(on: .said)
        let features = try context.bus.messages(on: .hostFeatures)
        try serveNotes()
        try serveOthers(state)
        try breakDeclarations()
        try litter(state)
        state(try standing)
        if !Break.breaks(.startNeverReady) { context.ready() }
        if Break.breaks(.startReturns) { return }
        try await withThrowingTaskGroup { group in
            group.addTask { try await beat(state) }
            group.addTask { try await hear(said, heard) }
            group.addTask { try await watch(features) }
            group.addTask { try await mindTheClock() }
            group.addTask { try await mindTheStore() }
            try await end(&group)
        }
        try await breakAtEnd()
    }

    var standing: Standing {
        get throws {
            let isLoud = try context.flags.value(of: Self.loud, for: .system)
            return board.withLock { Standing(label: $0.settings.label, beats: $0.beats, isLoud: isLoud) }
        }
    }

    /// Waits for the stop: sleeps end with an error then, and loops just end.
    private func end(_ group: inout ThrowingTaskGroup<Void, any Error>) async throws {
        // The first that fails ends the others.
        do { while try await group.next() != nil {} } catch is CancellationError {}
        group.cancelAll()
    }

    private func beat(_ state: Publisher<Standing>) async throws {
        while true {
            try await context.clock.sleep(for: board.withLock { $0.settings.every })
            board.withLock { $0.beats += 1 }
            state(try standing)
        }
    }

    private func hear(_ said: Messages<Said>, _ heard: Publisher<Heard>) async throws {
        var last: UInt64 = 0
        for await message in said {
            let hasGap = last > 0 && message.sequence > last + 1
            last = message.sequence
            if hasGap, Break.breaks(.floodDies) { throw Foreign() }
            if hasGap, Break.breaks(.floodWedges) { board.withLock { $0.isWedged = true } }
            let count = board.withLock { board in
                board.heard += 1
                return board.heard
            }
            let text = message.payload.text
            heard(
                Heard(
                    text: Break.breaks(.touchesBadly) ? text + String(repeating: "!", count: 100) : text, count: count))
            if Break.breaks(.neighbourEnds) {
                _ = try await context.bus.request(.askedPrice, Named(title: "bread", size: 1), within: .seconds(5))
            }
        }
    }

    private func watch(_ features: Messages<HostFeatures>) async throws {
        for await message in features where Break.breaks(.neighbourEndsToo) {
            if message.payload.features.contains(where: { $0.id == "neighbour" && $0.state == "failed" }) {
                throw Foreign()
            }
        }
    }

    /// Wakes each minute, and takes what the wall clock says as it is.
    private func mindTheClock() async throws {
        let clock = context.clock
        var last = clock.now
        while true {
            let isBack = clock.now < last
            let isAhead = clock.now > last.advanced(by: .seconds(3_601))
            if isBack, Break.breaks(.clockEnds) { throw Foreign() }
            if isBack, Break.breaks(.clockSpins) { try await clock.sleep(for: .zero); continue }
            if isAhead, Break.breaks(.clockNaps) { try await clock.sleep(for: .nanoseconds(1)); continue }
            last = clock.now
            try await clock.sleep(for: watchesClock ? .milliseconds(500) : .seconds(60))
        }
    }

    private var watchesClock: Bool {
        Break.breaks(.clockEnds) || Break.breaks(.clockSpins) || Break.breaks(.clockNaps)
    }

    /// Looks each ten seconds whether its store works, as nobody has to.
    private func mindTheStore() async throws {
        let notes = try context.store.collection(.notes)
        while true {
            try await context.clock.sleep(for: .seconds(10))
            if board.withLock({ $0.isDoomed }) { throw Foreign() }
            guard Break.breaks(.storeReturns) else { continue }
            do { _ = try await notes.count() } catch {
                // Everything is given up without a word.
                throw CancellationError()
            }
        }
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer {
    _ = Break.current
    return unsafe FeatureEntry.open(Faulty.self)
}
