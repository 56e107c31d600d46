internal import FeatureKit

/// Wakes the one task that waits; a ring that nobody waits for is remembered, once.
final class Bell: Sendable {
    private struct State {
        var isRung = false
        var sleeper: CheckedContinuation<Void, Never>?
    }

    private let state = Lock(State())

    func ring() {
        let sleeper = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard let sleeper = state.sleeper.take() else {
                state.isRung = true
                return nil
            }
            return sleeper
        }
        sleeper?.resume()
    }

    /// Returns once it rings, or when the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (sleeper: CheckedContinuation<Void, Never>) in
                // The cancellation handler may have run already, so that is looked at under the lock.
                let sleeps = state.withLock { state in
                    guard !state.isRung, !Task.isCancelled else {
                        state.isRung = false
                        return false
                    }
                    state.sleeper = sleeper
                    return true
                }
                if !sleeps { sleeper.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleeper.take() }?.resume()
        }
    }
}
