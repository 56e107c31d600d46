/// When an address is asked again; pure, with the chance as an argument.
package struct PollPlan: Sendable, Equatable {
    /// The longest pause after failures, unless the usual one is longer.
    package static let longestPause = Duration.seconds(300)
    /// By how much a pause may be shorter or longer, so that many hosts don't ask at once.
    static let jitter = 0.1

    private let interval: Duration
    private var failures = 0

    package init(every interval: Duration) { self.interval = interval }

    /// How long to wait after an answer.
    ///
    /// - Parameter chance: From 0 to 1.
    package mutating func pause(afterSuccess isSuccess: Bool, chance: Double) -> Duration {
        failures = isSuccess ? 0 : min(failures + 1, 32)
        var pause = interval
        for _ in 0..<max(0, failures - 1) where pause < Self.longestPause { pause *= 2 }
        pause = min(pause, max(interval, Self.longestPause))
        return pause * (1 + Self.jitter * (2 * min(max(chance, 0), 1) - 1))
    }
}
