import Glibc

/// The time that never goes back, in nanoseconds.
package enum Uptime {
    package static var nanoseconds: Int64 { time(CLOCK_MONOTONIC) }

    /// How much processor time the calling thread has used, so that other work on the machine does not count.
    package static var ofThread: Int64 { time(CLOCK_THREAD_CPUTIME_ID) }

    private static func time(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
