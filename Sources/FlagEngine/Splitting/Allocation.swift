/// How one split divides people: which part of the 2³² places each variant has.
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

    /// How many places there are.
    package static let places: UInt64 = 1 << 32
    /// The most ranges that a history may leave; a split with more is divided again without its history.
    package static let mostRanges = 1_024

    package init(attribute: String, seed: String, bucketing: Bucketing, ranges: [Range]) {
        self.attribute = attribute
        self.seed = seed
        self.bucketing = bucketing
        self.ranges = ranges
    }

    /// Whose a place is; nil for those whom the rule leaves to the next one.
    package func variant(at place: UInt32) -> String? {
        var (low, high) = (0, ranges.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if UInt64(place) < ranges[middle].end { high = middle } else { low = middle + 1 }
        }
        return ranges.isEmpty ? nil : ranges[low].variant
    }

    /// How many places each variant has, nil's among them.
    package var sizes: [String?: UInt64] {
        var sizes: [String?: UInt64] = [:]
        var start: UInt64 = 0
        for range in ranges {
            sizes[range.variant, default: 0] += range.end - start
            start = range.end
        }
        return sizes
    }

    /// Whether another allocation finds the same place for everybody.
    func hashes(as other: Allocation) -> Bool {
        attribute == other.attribute && seed == other.seed && bucketing == other.bucketing
    }

    /// The part of the people, from 0 to 1, who have another variant than before.
    ///
    /// Where places are found in another way it is the part that chance moves.
    package func moved(from previous: Allocation) -> Double {
        guard hashes(as: previous) else {
            let (old, new) = (previous.sizes, sizes)
            let all = Double(Self.places)
            return 1 - new.reduce(0) { $0 + Double($1.value) / all * Double(old[$1.key] ?? 0) / all }
        }
        var (old, new) = (previous.ranges[...], ranges[...])
        var (start, moved): (UInt64, UInt64) = (0, 0)
        while let left = old.first, let right = new.first {
            let end = min(left.end, right.end)
            if left.variant != right.variant { moved += end - start }
            if left.end == end { old.removeFirst() }
            if right.end == end { new.removeFirst() }
            start = end
        }
        return Double(moved) / Double(Self.places)
    }
}
