/// Lets one task at a time into an asynchronous section, in the order in which they asked.
///
/// Unlike `Lock` it may be held across an `await`. A cancelled task keeps its place and waits like any other: entering
/// early would put two tasks inside at once. A task that has nothing left to do once it is cancelled checks for that
/// inside.
public final class AsyncMutex: Sendable {
    private struct State {
        var isHeld = false
        /// The longest wait first.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    /// Makes a mutex that is free.
    public init() {}

    /// Runs `body` while no other task is inside; `body` must not call it again.
    public func withLock<Result, Failure: Error>(
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        await lock()
        defer { unlock() }
        return try await body()
    }

    private func lock() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isHeld else {
                    state.isHeld = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Hands the mutex to the next task without letting go of it, so that nobody gets in between.
    private func unlock() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.isHeld = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
