internal import Glibc

/// `Date: Sat, 21 Nov 2026 12:31:07 GMT` and its end, written anew when it may have become another one.
struct DateLine {
    /// How old it may be.
    private static let mostAge = Instant(.milliseconds(200))

    private var bytes: [UInt8] = []
    private var second: Int64 = -1
    private var read: Instant?

    /// The line at a moment.
    @inline(__always)
    mutating func bytes(at now: Instant) -> [UInt8] {
        if let read, now &- read < Self.mostAge { return bytes }
        refresh(now)
        return bytes
    }

    private mutating func refresh(_ now: Instant) {
        read = now
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        guard Int64(time.tv_sec) != second else { return }
        second = Int64(time.tv_sec)
        bytes = Array("Date: ".utf8) + HTTPDate.bytes(Int(second)) + Array("\r\n".utf8)
    }
}
