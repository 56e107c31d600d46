internal import Glibc

/// The source of the time.
@_spi(Hosting) public protocol ClockSource: Sendable {
    /// The wall clock's time.
    var now: Timestamp { get }
    /// The uptime, which never goes back.
    var uptime: Duration { get }
    /// Waits until the uptime has reached a value; throws `CancellationError` when the task is cancelled.
    func sleep(until uptime: Duration) async throws
    /// Waits until the uptime has reached a value, or for `look` at most, so that the caller notices a wall clock that
    /// was set.
    ///
    /// A clock that knows that it was not set need not wake anybody earlier.
    func sleep(until uptime: Duration, lookingEvery look: Duration) async throws
}

@_spi(Hosting) extension ClockSource {
    /// Waits until the uptime has reached a value, or for `look` at most.
    public func sleep(until uptime: Duration, lookingEvery look: Duration) async throws {
        try await sleep(until: min(uptime, self.uptime + look))
    }
}

/// The machine's own clock.
@_spi(Hosting) public struct SystemClock: ClockSource {
    /// Makes the machine's clock.
    public init() {}

    /// The wall clock's time.
    public var now: Timestamp { Timestamp(nanoseconds: Self.read(CLOCK_REALTIME)) }

    /// The time since the machine started, not counting sleep.
    public var uptime: Duration { .nanoseconds(Self.read(CLOCK_MONOTONIC)) }

    /// Waits until the uptime has reached a value.
    public func sleep(until uptime: Duration) async throws {
        try Task.checkCancellation()
        while case let rest = uptime - self.uptime, rest > .zero {
            try await Task.sleep(for: min(rest, Self.longestNap), tolerance: .zero, clock: .suspending)
        }
    }

    /// Longer sleeps are split, because `Task.sleep` traps on durations beyond 64 bits of nanoseconds.
    private static let longestNap = Duration.seconds(3_600)

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
