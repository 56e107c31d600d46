/// Computes when an address is polled again; pure, with the random number as an argument.
public struct PollPlan: Sendable, Equatable {
    /// The longest pause after failures by default.
    public static let longestPause = Duration.seconds(300)
    /// A pause is randomly up to one part in this many shorter or longer, so that many hosts don't poll at once.
    static let jitter = 10
    /// The most failures that double the pause.
    private static let mostFailures = 32

    private let interval: Duration
    private let longest: Duration
    private var failures = 0

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - interval: The pause while requests succeed.
    ///   - longest: The longest pause after failures, unless the interval is longer.
    public init(every interval: Duration, longest: Duration = longestPause) {
        self.interval = interval
        self.longest = max(interval, longest)
    }

    /// The pause before the next request.
    ///
    /// - Parameters:
    ///   - isSuccess: Whether the last request succeeded.
    ///   - chance: A random number from 0 to 1.
    ///   - least: The pause that the server asked for; it counts up to the longest pause.
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
