@_spi(Hosting) internal import FeatureKit

/// What a stream's writer and its connection share: bytes on their way, and who waits for room.
final class StreamPipe: Sendable {
    /// What the connection takes over.
    struct Load {
        var chunks: [[UInt8]] = []
        var isFinished = false
        /// Whether the writer went without saying that it is finished.
        var isAbandoned = false
    }

    private struct State {
        var load = Load()
        /// What the connection has not taken over yet.
        var queued = 0
        /// What the connection has taken over and the client has not.
        var waiting = 0
        /// Whether the connection knows that there is something.
        var isNoted = false
        var isClosed = false
        var writers: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWriter = 0

        mutating func takeWriters() -> [CheckedContinuation<Void, Never>] {
            defer { writers = [:] }
            return Array(writers.values)
        }
    }

    private let closed = Signal()
    private let most: Int
    private let state = Lock(State())

    /// - Parameter most: How many bytes may be on their way before writers wait.
    init(most: Int) { self.most = most }

    /// Leaves bytes for the connection; whether it has to be told, and whether the writer has to wait.
    func write(_ bytes: [UInt8]) throws(StreamClosed) -> (tells: Bool, waits: Bool) {
        let outcome: (tells: Bool, waits: Bool)? = state.withLock { state in
            guard !state.isClosed, !state.load.isFinished else { return nil }
            state.load.chunks.append(bytes)
            state.queued &+= bytes.count
            defer { state.isNoted = true }
            return (!state.isNoted, state.queued &+ state.waiting > most)
        }
        guard let outcome else { throw StreamClosed() }
        return outcome
    }

    /// Ends the stream with these bytes; whether the connection has to be told.
    func finish(_ last: [UInt8] = [], abandoned: Bool) -> Bool {
        state.withLock { state in
            guard !state.isClosed, !state.load.isFinished else { return false }
            if !last.isEmpty {
                state.load.chunks.append(last)
                state.queued &+= last.count
            }
            state.load.isFinished = true
            state.load.isAbandoned = abandoned
            defer { state.isNoted = true }
            return !state.isNoted
        }
    }

    /// Waits until the client has taken enough, the stream is closed, or the task is cancelled.
    func waitForRoom() async throws(StreamClosed) {
        let writer = state.withLock { state in
            state.lastWriter &+= 1
            return state.lastWriter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let waits = state.withLock { state in
                    guard !state.isClosed, state.queued &+ state.waiting > most, !Task.isCancelled else { return false }
                    state.writers[writer] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { $0.writers.removeValue(forKey: writer) }
            continuation?.resume()
        }
        guard !Task.isCancelled, !state.withLock({ $0.isClosed }) else { throw StreamClosed() }
    }

    /// Takes what was left, on the connection's side.
    func take() -> Load {
        state.withLock { state in
            defer {
                state.load.chunks = []
                state.waiting &+= state.queued
                state.queued = 0
                state.isNoted = false
            }
            return state.load
        }
    }

    /// Says how many bytes wait for the client.
    func noteProgress(waiting: Int) {
        let writers = state.withLock { state in
            state.waiting = waiting
            return state.queued &+ waiting > most ? [] : state.takeWriters()
        }
        for writer in writers { writer.resume() }
    }

    /// Returns once nobody reads any more, or when the task is cancelled.
    func untilClosed() async { await closed.wait() }

    /// Says that nobody reads any more.
    func close() {
        let writers = state.withLock { state in
            state.isClosed = true
            state.load.chunks = []
            return state.takeWriters()
        }
        closed.raise()
        for writer in writers { writer.resume() }
    }
}
