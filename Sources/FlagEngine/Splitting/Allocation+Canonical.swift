extension Bucketing {
    /// Where someone stands whose value has a hash.
    ///
    /// v1 looks at the amount of the hash as a signed number; twice that amount fills the places as well.
    @inlinable package func place(ofHash hash: UInt32) -> UInt32 {
        switch self {
        case .v1: UInt32(clamping: UInt64(Int32(bitPattern: hash).magnitude) * 2)
        case .v2, .v3: hash
        }
    }

    /// The first place of what follows, where `sum` of `total` have been given out.
    ///
    /// flagd's v2 asks for `hash · total >> 32 < sum`, which is the same as `hash < sum · 2³² / total`.
    fileprivate func end(of sum: UInt128, in total: UInt128) -> UInt64 {
        UInt64(clamping: (sum << 32 + total - 1) / total)
    }

    /// The same by v1's rule, which adds up percentages in floating point: the first place that it puts beyond them.
    fileprivate func end(ofPercentage percentage: Double) -> UInt64 {
        var (low, high): (UInt64, UInt64) = (0, 1 << 31)
        while low < high {
            let middle = (low + high) / 2
            if Double(middle) / Double(Int32.max) * 100 < percentage { low = middle + 1 } else { high = middle }
        }
        return low * 2
    }
}

extension Allocation {
    /// How a split divides people without history: as flagd does.
    ///
    /// Under v1 flagd has no variant for the very last of 2³¹ places; here it is the last variant's.
    package static func canonical(_ split: Split, _ bucketing: Bucketing) -> Allocation {
        let shares = split.shares.filter { $0.weight > 0 }
        let total = shares.reduce(UInt128(0)) { $0 + UInt128($1.weight) }
        var sum: UInt128 = 0
        var percentage = 0.0
        var ranges: [Range] = []
        for (index, share) in shares.enumerated() {
            sum += UInt128(share.weight)
            percentage += 100 * Double(share.weight) / Double(total)
            let end =
                index == shares.count - 1
                ? places
                : bucketing == .v1 ? bucketing.end(ofPercentage: percentage) : bucketing.end(of: sum, in: total)
            ranges.append(end: end, variant: share.variant)
        }
        if ranges.isEmpty { ranges = [Range(end: places, variant: nil)] }
        return Allocation(attribute: split.attribute, seed: split.seed, bucketing: bucketing, ranges: ranges)
    }
}

extension [Allocation.Range] {
    /// Adds a range that ends at a place; it becomes one with its neighbour where both are the same variant's.
    mutating func append(end: UInt64, variant: String?) {
        guard end > (last?.end ?? 0) else { return }
        if let last, last.variant == variant { removeLast() }
        append(Allocation.Range(end: end, variant: variant))
    }
}
