internal import Glibc

/// A moment, in nanoseconds of the machine's monotonic clock.
typealias Instant = Int64

extension Instant {
    /// How long something lasts; what is longer than 290 years lasts that long.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (nanoseconds, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        // A sum with a moment must not overflow either.
        let longest = Instant.max / 2
        self = overflows ? longest : Swift.min(nanoseconds, longest) &+ attoseconds / 1_000_000_000
    }

    /// Now.
    static var current: Instant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(time.tv_sec) &* 1_000_000_000 &+ Instant(time.tv_nsec)
    }

    /// From an earlier moment to this one.
    func since(_ earlier: Instant) -> Duration { .nanoseconds(self &- earlier) }
}
