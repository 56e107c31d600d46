public import FeatureKit

/// One round of a recording, played in its own rhythm.
///
/// ```swift
/// let replay = Replay(speed: 10, on: context.clock)
/// for step in steps {
///     try await replay.wait(for: step.time)
///     publish(step)
/// }
/// try await context.clock.sleep(for: Replay.pause)      // before the next round
/// ```
public struct Replay: Sendable {
    /// How long to wait between two rounds, so that a recording of one moment does not become a busy loop.
    public static let pause = Duration.seconds(1)

    private let clock: FeatureClock
    private let speed: Double
    private let start: Duration

    /// Starts a round now.
    ///
    /// - Parameter speed: How much faster than recorded it is played; 0 plays everything at once.
    public init(speed: Double, on clock: FeatureClock) {
        (self.speed, self.clock) = (speed, clock)
        start = clock.uptime
    }

    /// When a step is due, by the clock's uptime.
    ///
    /// - Parameter time: When the step was recorded, since the first one.
    public func due(_ time: Duration) -> Duration { speed > 0 ? start + time / speed : start }

    /// Whether a step is due by now.
    public func isDue(_ time: Duration) -> Bool { due(time) <= clock.uptime }

    /// Waits until a step is due.
    ///
    /// - Throws: `CancellationError` as soon as the feature is asked to stop, also where there is nothing to wait for.
    public func wait(for time: Duration) async throws { try await clock.sleep(until: max(due(time), clock.uptime)) }

    /// Waits until a step is due, and calls `body` at intervals while it waits.
    public func wait(
        for time: Duration, every interval: Duration, _ body: () async throws -> Void
    ) async throws {
        while due(time) - clock.uptime > interval {
            try await clock.sleep(for: interval)
            try await body()
        }
        try await wait(for: time)
    }
}
