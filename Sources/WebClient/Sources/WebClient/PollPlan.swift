/// When an address is asked again; pure, with the chance as an argument.
public struct PollPlan: Sendable, Equatable {
    /// The longest pause after failures, unless told otherwise.
    public static let longestPause = Duration.seconds(300)
    /// By which part of it a pause may be shorter or longer, so that many hosts don't ask at once.
    static let jitter = 10
    /// So often a pause is doubled at most.
    private static let mostFailures = 32

    private let interval: Duration
    private let longest: Duration
    private var failures = 0

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - interval: How often it is asked while all is well.
    ///   - longest: The longest pause after failures, where the interval is not longer.
    public init(every interval: Duration, longest: Duration = longestPause) {
        self.interval = interval
        self.longest = max(interval, longest)
    }

    /// How long to wait after an answer.
    ///
    /// - Parameters:
    ///   - isSuccess: Whether it was a good one.
    ///   - chance: From 0 to 1.
    ///   - least: How long the server wants not to be asked; that counts up to the longest pause.
    public mutating func pause(
        afterSuccess isSuccess: Bool, chance: Double, least: Duration? = nil
    ) -> Duration {
        failures = isSuccess ? 0 : min(failures + 1, Self.mostFailures)
        var pause = interval
        for _ in 0..<max(0, failures - 1) where pause < longest { pause *= 2 }
        pause = min(pause, longest)
        pause = pause - pause / Self.jitter + pause / Self.jitter * 2 * min(max(chance, 0), 1)
        return max(pause, min(least ?? .zero, longest))
    }
}
