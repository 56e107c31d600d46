/// A split as it is evaluated.
struct CompiledSplit: BitwiseCopyable, Sendable {
    /// What people are told apart by, an index of the program's attributes.
    let attribute: Int32
    let bucketing: Bucketing
    /// What is hashed before it.
    let seed: Operand
    /// The hash so far, with the seed in it.
    let seeded: Murmur3
    /// Its ranges, side by side.
    let firstRange: UInt32
    let rangeCount: UInt32
    /// Its name among the program's allocations, an index.
    let name: Int32
}

/// Up to where, and whose it is.
struct CompiledRange: BitwiseCopyable, Sendable {
    /// The first place that is not in it any more.
    let end: UInt64
    /// The variant's index; below zero for those whom the rule leaves to the next one.
    let variant: Int32
}
