internal import Glibc

/// Random numbers of a seed that a failing test names (SplitMix64); `FLAGSTAND_SEED` draws the same again.
public struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// Draws the numbers of a seed.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Random bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    }

    /// So many seeds to test with.
    public static func seeds(_ count: UInt64) -> [UInt64] {
        if let text = unsafe getenv("FLAGSTAND_SEED").map({ unsafe String(cString: $0) }), let seed = UInt64(text) {
            return [seed]
        }
        let first = UInt64.random(in: 0 ... .max >> 1)
        return (0..<count).map { first + $0 }
    }
}
