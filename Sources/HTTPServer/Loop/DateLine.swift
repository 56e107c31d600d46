internal import Glibc

/// `Date: Sat, 21 Nov 2026 12:31:07 GMT` and the end of the line, rewritten when the second may have changed.
struct DateLine {
    /// How old the line may be before the clock is read again.
    private static let mostAge = Instant(.milliseconds(200))

    /// The line.
    private(set) var bytes: [UInt8] = []
    private var second: Int64 = -1
    private var read: Instant?

    /// Rewrites the line if that is due.
    mutating func refresh(at now: Instant) {
        if let read, now &- read < Self.mostAge { return }
        read = now
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        guard Int64(time.tv_sec) != second else { return }
        second = Int64(time.tv_sec)
        bytes = Array("Date: ".utf8) + HTTPDate.bytes(Int(second)) + Array("\r\n".utf8)
    }
}
