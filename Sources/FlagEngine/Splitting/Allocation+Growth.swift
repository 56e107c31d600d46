extension Allocation {
    /// How many places a variant may have more or fewer than its weight says before it has to give or to take any.
    ///
    /// Places are whole and shares are not: without it a variant of unchanged weight could lose a place to rounding.
    static let rounding: UInt64 = 64

    /// How a split divides people now, where it divided them by `previous` before.
    ///
    /// A variant that loses weight gives up that many places, one that gains weight takes that many, and nobody else
    /// moves.
    ///
    /// - Returns: Nil where that would leave too many ranges; the split then has to be divided without its history.
    package static func next(_ split: Split, _ bucketing: Bucketing, from previous: Allocation?) -> Allocation? {
        let canonical = canonical(split, bucketing)
        guard let previous, previous.hashes(as: canonical) else { return canonical }
        // Nothing has changed, as with nearly all splits of nearly all changes.
        if previous.ranges == canonical.ranges { return previous }
        var growth = Growth(from: previous, to: canonical)
        growth.grow()
        let ranges = growth.ranges
        guard ranges.count <= mostRanges else { return nil }
        return Allocation(attribute: split.attribute, seed: split.seed, bucketing: bucketing, ranges: ranges)
    }
}

/// One step from a division of the places to the next.
private struct Growth {
    /// A run of places that one owner has.
    struct Run {
        var owner: Int
        var count: UInt64
    }

    private let owners: [String?]
    private var runs: [Run]
    /// By owner: how many places it has to give, or to take.
    private var surplus: [UInt64]
    private var need: [UInt64]

    init(from previous: Allocation, to canonical: Allocation) {
        let (old, new) = (previous.sizes, canonical.sizes)
        // In the order of their ranges, since a dictionary's own order changes from run to run.
        var owners: [String?] = []
        for range in previous.ranges + canonical.ranges where !owners.contains(range.variant) {
            owners.append(range.variant)
        }
        let sizes = owners.map { old[$0] ?? 0 }
        let targets = Self.targets(from: sizes, to: owners.map { new[$0] ?? 0 })
        self.owners = owners
        surplus = zip(sizes, targets).map { $0 > $1 ? $0 - $1 : 0 }
        need = zip(sizes, targets).map { $1 > $0 ? $1 - $0 : 0 }
        var start: UInt64 = 0
        runs = previous.ranges.map { range in
            defer { start = range.end }
            return Run(owner: owners.firstIndex(of: range.variant) ?? 0, count: range.end - start)
        }
    }

    /// Who keeps what it has since it is as near to its weight as whole places allow, and what the others get: theirs,
    /// and what rounding leaves over goes to the one that changes most.
    private static func targets(from sizes: [UInt64], to canonical: [UInt64]) -> [UInt64] {
        func change(_ index: Int) -> UInt64 {
            max(sizes[index], canonical[index]) - min(sizes[index], canonical[index])
        }
        var targets = sizes.indices.map {
            canonical[$0] > 0 && change($0) <= Allocation.rounding ? sizes[$0] : canonical[$0]
        }
        let changing = targets.indices.filter { canonical[$0] > 0 && targets[$0] != sizes[$0] }
        let rest = Int64(Allocation.places) - Int64(targets.reduce(0, +))
        guard
            let most = changing.max(by: { change($0) < change($1) })
                ?? targets.indices.first(where: { targets[$0] > 0 }),
            let target = UInt64(exactly: Int64(targets[most]) + rest)
        else { return canonical }
        targets[most] = target
        return targets
    }

    var ranges: [Allocation.Range] {
        var ranges: [Allocation.Range] = []
        var end: UInt64 = 0
        for run in runs {
            end += run.count
            ranges.append(end: end, variant: owners[run.owner])
        }
        return ranges
    }

    /// Moves places until nobody has any to give; each step ends a run, someone's surplus or someone's need.
    mutating func grow() {
        while let (giver, taker) = border ?? anywhere { move(from: giver, to: taker) }
    }

    /// The smallest run of a giver with a taker's run beside it: moving their border makes no new range.
    private var border: (giver: Int, taker: Int)? {
        var best: (giver: Int, taker: Int)?
        for giver in runs.indices where surplus[runs[giver].owner] > 0 {
            for taker in [giver - 1, giver + 1] where runs.indices.contains(taker) && need[runs[taker].owner] > 0 {
                if let best, runs[best.giver].count <= runs[giver].count { continue }
                best = (giver, taker)
            }
        }
        return best
    }

    /// The smallest run of a giver, whose end a taker gets that has no run beside one; a new run of none is made for it.
    private var anywhere: (giver: Int, taker: Int)? {
        mutating get {
            guard let taker = need.indices.first(where: { need[$0] > 0 }),
                let giver = runs.indices.filter({ surplus[runs[$0].owner] > 0 })
                    .min(by: { runs[$0].count < runs[$1].count })
            else { return nil }
            runs.insert(Run(owner: taker, count: 0), at: giver + 1)
            return (giver, giver + 1)
        }
    }

    private mutating func move(from giver: Int, to taker: Int) {
        let (from, to) = (runs[giver].owner, runs[taker].owner)
        let count = min(surplus[from], need[to], runs[giver].count)
        runs[giver].count -= count
        runs[taker].count += count
        surplus[from] -= count
        need[to] -= count
        guard runs[giver].count == 0 else { return }
        runs.remove(at: giver)
        // What lay on both sides may be one owner's.
        if giver > 0, giver < runs.count, runs[giver - 1].owner == runs[giver].owner {
            runs[giver - 1].count += runs[giver].count
            runs.remove(at: giver)
        }
    }
}
