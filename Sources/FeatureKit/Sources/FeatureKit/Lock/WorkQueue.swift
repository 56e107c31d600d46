internal import Dispatch

/// Runs long computations on threads of its own, so that quick requests do not wait for them; it limits how many run at
/// once and how many wait.
public final class WorkQueue: Sendable {
    private struct State {
        var running = 0
        var lastID = 0
        var waiting: [(id: Int, start: CheckedContinuation<Void, any Error>)] = []
    }

    private let atOnce: Int
    private let mostWaiting: Int
    private let state = Lock(State())

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - atOnce: How many pieces of work run at the same time.
    ///   - mostWaiting: How many wait; more are refused immediately.
    public init(atOnce: Int, mostWaiting: Int = 32) {
        self.atOnce = max(1, atOnce)
        self.mostWaiting = mostWaiting
    }

    /// Runs a piece of work in its turn; a caller who is cancelled waits no longer.
    ///
    /// - Throws: `unavailable` where too many wait, `CancellationError` where the caller is cancelled.
    public func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async throws -> Result {
        try await begin()
        defer { end() }
        return await withCheckedContinuation { continuation in
            // A queue of its own has a thread of its own; the global one's are those that all tasks run on.
            DispatchQueue(label: "flagstand.work").async { continuation.resume(returning: work()) }
        }
    }

    private func begin() async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state -> Swift.Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.running < atOnce {
                        state.running += 1
                        return .success(())
                    }
                    guard state.waiting.count < mostWaiting else { return .failure(Self.full) }
                    state.waiting.append((id, continuation))
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
            }
            waiter?.start.resume(throwing: CancellationError())
        }
    }

    /// Hands the place to the one that has waited longest.
    private func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst().start
        }
        next?.resume()
    }

    private static var full: RouteError {
        RouteError(
            code: "unavailable", status: 503, "too much is being computed; try again", retryAfter: .seconds(2))
    }
}
