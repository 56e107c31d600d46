internal import FeatureKit

/// Wakes the one who does what is due, at the moment when it is, or as soon as something is due earlier than they knew.
final class Alarm: Sendable {
    private struct State {
        /// The earliest that was set since `reset`.
        var earliest: Timestamp?
        /// Until when somebody sleeps.
        var until: Timestamp?
        var sleeper: CheckedContinuation<Void, Never>?
    }

    private let state = Lock(State())

    /// Says that something is due then.
    func set(_ due: Timestamp) {
        let sleeper = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.earliest = min(state.earliest ?? due, due)
            guard let until = state.until, due < until else { return nil }
            return state.sleeper.take()
        }
        sleeper?.resume()
    }

    /// Forgets what was set; to be called before looking for what is due.
    func reset() { state.withLock { $0.earliest = nil } }

    /// Returns once it is that time, or something earlier was set since `reset`, or the time is up that nobody sleeps beyond.
    ///
    /// - Throws: `CancellationError` as soon as the feature is asked to stop.
    func sleep(until due: Timestamp, atMost most: Duration, _ clock: FeatureClock) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { [self] in await rung(before: due) }
            group.addTask {
                let now = clock.now
                let nanoseconds = due.nanoseconds.subtractingReportingOverflow(now.nanoseconds)
                let left = Duration.nanoseconds(nanoseconds.overflow ? Int64.max : max(0, nanoseconds.partialValue))
                try await clock.sleep(for: min(left, most))
            }
            defer { group.cancelAll() }
            try await group.next()
        }
        // Whoever is cancelled may have been the first to return.
        try Task.checkCancellation()
    }

    /// Returns once something earlier is set, or the task is cancelled.
    private func rung(before due: Timestamp) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let sleeps = state.withLock { state in
                    // The cancellation handler may have run already, so that is looked at under the lock.
                    guard !Task.isCancelled, state.earliest.map({ $0 >= due }) ?? true else { return false }
                    (state.until, state.sleeper) = (due, continuation)
                    return true
                }
                if !sleeps { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleeper.take() }?.resume()
        }
    }
}
