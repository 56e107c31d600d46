internal import HostSystem

/// When to try again: later each time, and never all at once.
package struct Backoff: Sendable {
    package static let first = Duration.milliseconds(500)
    package static let longest = Duration.seconds(30)
    /// What fails for the first time after a while of health waits no longer than this.
    package static let atOnce = Duration.milliseconds(50)

    private var random: SplitMix64

    package init(seed: UInt64) { random = SplitMix64(state: seed) }

    /// The wait after the first failure of what had been well: so short that nobody notices, and never all at once.
    package mutating func waitAfterHealth() -> Duration { Self.atOnce * Double.random(in: 0...1, using: &random) }

    /// The wait before attempt `attempt`, from 1: 0.5 s, 1 s, 2 s … 30 s, each up to a fifth shorter.
    package mutating func wait(beforeAttempt attempt: Int) -> Duration {
        let doublings = min(max(0, attempt - 1), 16)
        let full = min(Self.first * (1 << doublings), Self.longest)
        return full * (0.8 + 0.2 * Double.random(in: 0...1, using: &random))
    }
}
