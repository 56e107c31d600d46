@_spi(Hosting) public import FeatureKit

/// Where the workers of a rehearsal come from: each is told what time it is before anything else, and while it has
/// something to do the host's own executor does not rest.
@_spi(Hosting) public struct RehearsedSource: WorkerSource {
    private let source: any WorkerSource
    private let clock: any ClockSource
    private let executor: RestingExecutor?

    /// - Parameters:
    ///   - source: Where they come from.
    ///   - clock: The clock that counts on both sides.
    ///   - executor: What is held while a worker has something to do; nil where it runs there anyway.
    public init(_ source: any WorkerSource, clock: any ClockSource, holding executor: RestingExecutor?) {
        self.source = source
        self.clock = clock
        self.executor = executor
    }

    /// Runs a worker.
    public func run(
        receive: @escaping @Sendable (WireMessage) throws(WireError) -> Void,
        connected: @escaping @Sendable (any WireConnection) -> Void
    ) async throws {
        let unrest = WorkerActivity(executor)
        let bodies = executor.map { _ in RestingExecutor() }
        defer { unrest.end() }
        try await source.run { (message) throws(WireError) in
            guard message.kind != .rest else {
                return try unrest.rests(after: message.read { (reader) throws(WireError) in try reader.number() })
            }
            // From here on it is on its way out.
            if message.kind == .ended { unrest.holdToTheEnd() }
            // A thread of the feature's own may have woken it although it had rested.
            unrest.isHeard()
            executor?.hold()
            defer { executor?.release() }
            try receive(message)
        } connected: { connection in
            connected(TimedConnection(connection, clock: clock, unrest, bodies: bodies))
            unrest.hasBegun()
        }
    }
}

/// Whether a worker has something to do, as far as the host can know: it has as long as it has not said that it rests
/// after the last message that it was sent, and after the last that it sent itself.
final class WorkerActivity: Sendable {
    private struct State {
        var sent: UInt64 = 0
        var rested: UInt64 = 0
        /// It has not begun, or is about to end.
        var isBetween = true
        /// It has said something since it said that it rests.
        var isAwake = false
        var isOver = false
        var isHolding = true
    }

    private let executor: RestingExecutor?
    private let state = Lock(State())

    init(_ executor: RestingExecutor?) {
        self.executor = executor
        executor?.hold()
    }

    private func change(_ change: (inout State) -> Void) {
        let (was, isNow) = state.withLock { state in
            let was = state.isHolding
            change(&state)
            state.isHolding = !state.isOver && (state.isBetween || state.isAwake || state.sent != state.rested)
            // Held before anybody else sees that it should be.
            if !was, state.isHolding { executor?.hold() }
            return (was, state.isHolding)
        }
        if was, !isNow { executor?.release() }
    }

    func sends() { change { $0.sent += 1 } }
    func didNotSend() { change { $0.sent -= 1 } }
    func isHeard() { change { $0.isAwake = true } }
    func hasBegun() { change { $0.isBetween = false } }
    func holdToTheEnd() { change { $0.isBetween = true } }
    func end() { change { $0.isOver = true } }

    func rests(after count: UInt64) throws(WireError) {
        let isTrue = state.withLock { count <= $0.sent }
        guard isTrue else { throw .malformed("it has taken more messages than it was sent") }
        change { state in
            state.rested = max(state.rested, count)
            state.isAwake = false
        }
    }
}

/// A link on which it is said what time it is before whatever is sent after the time has moved.
final class TimedConnection: WireConnection {
    private struct Told: Equatable {
        var now: Timestamp
        var uptime: Duration
    }

    private let connection: any WireConnection
    private let clock: any ClockSource
    private let unrest: WorkerActivity
    /// Where the host's ends of its transactions hold a thread while they wait for the worker.
    ///
    /// Not the rehearsal's own, which has to find out that a worker has gone, which they wait for, too.
    let bodies: RestingExecutor?
    private let told = Lock<Told?>(nil)

    init(_ connection: any WireConnection, clock: any ClockSource, _ unrest: WorkerActivity, bodies: RestingExecutor?) {
        self.connection = connection
        self.clock = clock
        self.unrest = unrest
        self.bodies = bodies
    }

    func send(_ message: WireMessage) -> Bool {
        tellTime()
        return sending { connection.send(message) }
    }

    func sendInPieces(_ message: WireMessage) -> Bool {
        tellTime()
        return sending { connection.sendInPieces(message) }
    }

    private func tellTime() {
        let time = told.withLock { told -> Told? in
            let time = Told(now: clock.now, uptime: clock.uptime)
            defer { told = time }
            return told == time ? nil : time
        }
        if let time { _ = sending { connection.send(.time(time.now, time.uptime)) } }
    }

    private func sending(_ send: () -> Bool) -> Bool {
        unrest.sends()
        let isSent = send()
        if !isSent { unrest.didNotSend() }
        return isSent
    }

    var waiting: Int { connection.waiting }
    func close() { connection.close() }
}
