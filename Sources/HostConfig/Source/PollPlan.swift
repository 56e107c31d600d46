/// When an address is asked again; pure, with the chance as an argument.
package struct PollPlan: Sendable, Equatable {
    /// The longest pause after failures, unless the usual one is longer.
    package static let longestPause = Duration.seconds(300)
    /// By which part of it a pause may be shorter or longer, so that many hosts don't ask at once.
    static let jitter = 10

    private let interval: Duration
    private var failures = 0

    package init(every interval: Duration) { self.interval = interval }

    /// How long to wait after an answer.
    ///
    /// - Parameters:
    ///   - chance: From 0 to 1.
    ///   - least: How long the server wants not to be asked; that counts up to the longest pause.
    package mutating func pause(
        afterSuccess isSuccess: Bool, chance: Double, least: Duration? = nil
    ) -> Duration {
        failures = isSuccess ? 0 : min(failures + 1, 32)
        var pause = interval
        for _ in 0..<max(0, failures - 1) where pause < Self.longestPause { pause *= 2 }
        let longest = max(interval, Self.longestPause)
        pause = min(pause, longest)
        pause = pause - pause / Self.jitter + pause / Self.jitter * 2 * min(max(chance, 0), 1)
        return max(pause, min(least ?? .zero, longest))
    }
}
