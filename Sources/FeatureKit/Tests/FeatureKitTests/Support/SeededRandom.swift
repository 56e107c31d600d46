import Glibc

/// Numbers that look random and come again with the same seed (SplitMix64).
///
/// Every property test prints its seed; `FLAGSTAND_SEED=<seed>` runs it again with that one.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A generator for one test, whose seed is in the output before anything can go wrong.
    static func announced(by test: String = #function) -> SeededRandom {
        let wanted = unsafe getenv("FLAGSTAND_SEED").flatMap { unsafe UInt64(String(cString: $0)) }
        let seed = wanted ?? .random(in: 0 ... .max)
        print("\(test): run again with FLAGSTAND_SEED=\(seed)")
        return SeededRandom(seed: seed)
    }

    /// A generator of its own for a part that runs at the same time as others.
    mutating func branch() -> SeededRandom { SeededRandom(seed: next()) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
