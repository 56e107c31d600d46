/// How splits divide people, by the split's name; kept from one revision to the next.
package struct Allocations: Sendable, Equatable {
    package var bySplit: [String: Allocation] = [:]

    package init() {}
}

/// How one split divides people: which part of the hash's 32 bits each variant has.
///
/// Without history it is what flagd's `fractional` makes of the weights. From then on it grows only out of what
/// shrinks.
package struct Allocation: Sendable, Equatable {
    /// Up to where, and whose it is; the next one goes on from there.
    package struct Range: Sendable, Equatable {
        /// The first place that is not in it any more; the last range ends at 2³².
        package let end: UInt64
        /// Nil for those whom the rule leaves to the next one.
        package let variant: String?

        package init(end: UInt64, variant: String?) {
            self.end = end
            self.variant = variant
        }
    }

    /// What is hashed; where that changes the history is void.
    package let attribute: String
    package let seed: String
    package let bucketing: Bucketing
    /// In order, without gaps.
    package let ranges: [Range]

    package init(attribute: String, seed: String, bucketing: Bucketing, ranges: [Range]) {
        self.attribute = attribute
        self.seed = seed
        self.bucketing = bucketing
        self.ranges = ranges
    }
}
