/// When to try again: later each time, and never all at once.
package struct Backoff: Sendable {
    package static let first = Duration.milliseconds(500)
    package static let longest = Duration.seconds(30)

    private var random: SplitMix64

    package init(seed: UInt64) { random = SplitMix64(state: seed) }

    /// The wait before attempt `attempt`, from 1: 0.5 s, 1 s, 2 s … 30 s, each up to a fifth shorter.
    package mutating func wait(beforeAttempt attempt: Int) -> Duration {
        let doublings = min(max(0, attempt - 1), 16)
        let full = min(Self.first * (1 << doublings), Self.longest)
        return full * (0.8 + 0.2 * Double.random(in: 0...1, using: &random))
    }
}

/// A small generator whose numbers follow from its seed, so that a decision can be replayed.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
