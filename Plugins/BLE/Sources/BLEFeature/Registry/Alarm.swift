internal import FeatureKit

/// Wakes the one who does what is due, or tells them that something is due earlier than they knew.
final class Alarm: Sendable {
    private struct State {
        var hasRung = false
        var sleeper: AsyncStream<Void>.Continuation?
    }

    private let state = Lock(State())

    /// Whoever sleeps, or is the next to, looks again at once.
    func ring() {
        let sleeper = state.withLock { state in
            state.hasRung = true
            return state.sleeper
        }
        sleeper?.yield()
    }

    /// Returns once it is that time, or it has rung since it returned last.
    ///
    /// - Throws: `CancellationError` as soon as the feature is asked to stop.
    func sleep(until uptime: Duration, _ clock: FeatureClock) async throws {
        let (rings, sleeper) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let hasRung = state.withLock { state in
            state.sleeper = sleeper
            return state.hasRung
        }
        if !hasRung {
            try await withThrowingTaskGroup { group in
                group.addTask { for await _ in rings { return } }
                group.addTask { try await clock.sleep(until: uptime) }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
        state.withLock { $0 = State() }
        // Whoever is cancelled may have been the first to return.
        try Task.checkCancellation()
    }
}
