/// Turns the time stamps of a recording into the time since its first record, which never goes back.
///
/// Recorders are phones and small computers whose clocks are set while they record. After a step back the time stands
/// still. A long step ahead may be a silence or a clock that was set, and is cut to `longestSilence`.
public struct RecordedTime: Sendable {
    /// How long a silence may be.
    private let longestSilence: Duration
    private var last: Int64?
    /// The time of the last record.
    public private(set) var elapsed = Duration.zero

    /// Starts before the first record.
    public init(longestSilence: Duration) { self.longestSilence = longestSilence }

    /// Takes the time stamp of the next record, in microseconds, and returns the time since the first.
    public mutating func advance(to microseconds: Int64) -> Duration {
        defer { last = microseconds }
        guard let last else { return elapsed }
        let (step, overflows) = microseconds.subtractingReportingOverflow(last)
        let wasSetBack = overflows ? microseconds < last : step < 0
        guard !wasSetBack else { return elapsed }
        elapsed += overflows ? longestSilence : min(.microseconds(step), longestSilence)
        return elapsed
    }
}
