@_spi(Hosting) internal import FeatureKit

/// A few connections for reading, each lent for one read transaction at a time to the caller's thread.
///
/// A hop to another thread and back costs more than most reads. A body can't wait, so a connection is held no longer
/// than a thread runs, and a feature that reads for long blocks only its own threads.
final class ReaderPool: Sendable {
    /// How many connections there are at most.
    static let mostConnections = 4
    /// How many tasks may wait for one.
    static let mostWaiting = 4_096

    private struct Waiter {
        let ticket: Int
        let continuation: CheckedContinuation<ReadSession, any Error>
    }

    private struct State {
        var idle: [ReadSession] = []
        var made = 0
        var isClosed = false
        var nextTicket = 0
        /// In the order in which they came.
        var waiting: [Waiter] = []
        var refused = 0
    }

    private enum Taken {
        case session(ReadSession)
        case makes
        case waits(ticket: Int)
        case refused(StoreError)
    }

    private let schema: StoreSchema
    private let path: String
    private let state = Lock(State())
    /// Raised once the pool is closed and every connection with it.
    let ended = Signal()

    init(_ path: String, _ schema: StoreSchema) {
        self.path = path
        self.schema = schema
    }

    /// How many reads were turned away.
    var refused: Int { state.withLock { $0.refused } }

    /// Reads one moment.
    func read<Result>(_ body: (ReadSession) throws -> Result) async throws -> Result {
        let session = try await take()
        defer { put(session) }
        return try session.moment(body)
    }

    private func take() async throws -> ReadSession {
        switch look() {
        case .session(let session): return session
        case .makes: return try make()
        case .refused(let error): throw error
        case .waits(let ticket): return try await wait(ticket)
        }
    }

    private func look() -> Taken {
        state.withLock { state in
            guard !state.isClosed else { return .refused(.stopped(schema.feature)) }
            if let session = state.idle.popLast() { return .session(session) }
            if state.made < Self.mostConnections {
                state.made += 1
                return .makes
            }
            guard state.waiting.count < Self.mostWaiting else {
                state.refused += 1
                return .refused(.crowdedReads(schema.feature, waiting: state.waiting.count))
            }
            state.nextTicket += 1
            return .waits(ticket: state.nextTicket)
        }
    }

    private func make() throws(StoreError) -> ReadSession {
        do throws(SQLiteFailure) {
            let connection = try Connection(path, .reading)
            try Pragmas.apply(Pragmas.always + Pragmas.reading, to: connection)
            return ReadSession(connection, schema)
        } catch {
            let error = schema.failed(error)
            fail(error)
            throw error
        }
    }

    private func wait(_ ticket: Int) async throws -> ReadSession {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // Since the first look one may have come back, and nobody would hand it on.
                let taken = state.withLock { state -> Taken in
                    if Task.isCancelled || state.isClosed { return .refused(.stopped(schema.feature)) }
                    if let session = state.idle.popLast() { return .session(session) }
                    state.waiting.append(Waiter(ticket: ticket, continuation: continuation))
                    return .waits(ticket: ticket)
                }
                switch taken {
                case .session(let session): continuation.resume(returning: session)
                case .refused(let error):
                    continuation.resume(throwing: Task.isCancelled ? CancellationError() : error)
                case .makes, .waits: break
                }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0).continuation }
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    /// Passes a connection to the next waiting task, or returns it to the pool.
    private func put(_ session: ReadSession) {
        let (next, isEnd) = state.withLock { state -> (CheckedContinuation<ReadSession, any Error>?, Bool) in
            guard !state.isClosed else {
                state.made -= 1
                return (nil, state.made == 0)
            }
            guard !state.waiting.isEmpty else {
                state.idle.append(session)
                return (nil, false)
            }
            return (state.waiting.removeFirst().continuation, false)
        }
        next?.resume(returning: session)
        if isEnd { ended.raise() }
    }

    /// One could not be made; where there are none at all nobody would come for those who wait.
    private func fail(_ error: StoreError) {
        let (waiting, isEnd) = state.withLock { state in
            state.made -= 1
            guard state.made == 0 else { return ([] as [Waiter], false) }
            defer { state.waiting = [] }
            return (state.waiting, state.isClosed)
        }
        for waiter in waiting { waiter.continuation.resume(throwing: error) }
        if isEnd { ended.raise() }
    }

    /// Hands out no more; what reads is let finish.
    func close() {
        let (idle, waiting, isEnd) = state.withLock { state in
            state.isClosed = true
            state.made -= state.idle.count
            defer {
                state.idle = []
                state.waiting = []
            }
            return (state.idle, state.waiting, state.made == 0)
        }
        for waiter in waiting { waiter.continuation.resume(throwing: StoreError.stopped(schema.feature)) }
        withExtendedLifetime(idle) {}
        if isEnd { ended.raise() }
    }
}
