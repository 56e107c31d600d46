/// Turns a recorder's time stamps into the time since the first record, which never goes back.
///
/// Recorders are phones and small computers: their clocks are set while they record. A step back stands still; a long
/// step ahead may have been a silence or the clock, and is cut to a length that decides the same in both cases.
struct CaptureClock {
    /// Longer than every TTL (one byte of seconds), so that after it nothing counts that was said before.
    static let longestSilence = Duration.seconds(300)

    private var last: Int64?
    /// The time of the last record.
    private(set) var elapsed = Duration.zero

    mutating func advance(to microseconds: Int64) -> Duration {
        defer { last = microseconds }
        guard let last else { return elapsed }
        let (step, overflows) = microseconds.subtractingReportingOverflow(last)
        let wasSetBack = overflows ? microseconds < last : step < 0
        guard !wasSetBack else { return elapsed }
        elapsed += overflows ? Self.longestSilence : min(.microseconds(step), Self.longestSilence)
        return elapsed
    }
}
