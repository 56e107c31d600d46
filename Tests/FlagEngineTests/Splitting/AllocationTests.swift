import TestSupport
import Testing

@testable import FlagEngine

/// How splits divide people, and how they change from one revision to the next.
@Suite(.timeLimit(.minutes(1))) struct AllocationTests {
    private static let place = FlagPlace(file: "flags.yaml", line: 1, column: 1)

    static func split(_ shares: [(String?, UInt64)], seed: String = "f") -> Split {
        Split(
            attribute: "targetingKey", seed: seed,
            shares: shares.map { Split.Share(variant: $0.0, weight: $0.1 * Split.one) }, place: place)
    }

    @Test func `without history people are divided as flagd divides them`() {
        for seed in Seeds.forThisRun(count: 300) {
            var random = SeededGenerator(seed: seed)
            let limit: UInt64 = [3, 100, 1 << 20, 1 << 28].randomElement(using: &random) ?? 3
            let weights = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                UInt64.random(in: 0...limit, using: &random)
            }
            let total = weights.reduce(0, +)
            guard total > 0 else { continue }
            let split = Self.split(weights.enumerated().map { ("v\($0)", $1) })
            let allocation = Allocation.canonical(split, .v2)
            let edges = allocation.ranges.flatMap { [$0.end - 1, min($0.end, Allocation.places - 1)] }
            let hashes = edges.map { UInt32($0) } + (0..<50).map { _ in UInt32.random(in: 0 ... .max, using: &random) }
            for hash in hashes {
                let bucket = (UInt64(hash) * total) >> 32
                var sum: UInt64 = 0
                let wanted = weights.firstIndex { weight in
                    sum += weight
                    return bucket < sum
                }
                #expect(
                    allocation.variant(at: Bucketing.v2.place(ofHash: hash)) == wanted.map { "v\($0)" },
                    "seed \(seed): \(weights) \(hash)")
            }
        }
    }

    @Test func `v1 divides people as flagd does, except at the last place`() {
        for seed in Seeds.forThisRun(count: 300) {
            var random = SeededGenerator(seed: seed)
            let weights = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                UInt64.random(in: 1...100, using: &random)
            }
            let total = weights.reduce(0, +)
            let split = Self.split(weights.enumerated().map { ("v\($0)", $1) })
            let allocation = Allocation.canonical(split, .v1)
            let edges = allocation.ranges.flatMap { [$0.end - 2, min($0.end, Allocation.places - 1)] }.map {
                UInt32($0 / 2)
            }
            for hash in edges + (0..<50).map({ _ in UInt32.random(in: 0 ... .max, using: &random) }) {
                let bucket = abs(Double(Int32(bitPattern: hash))) / Double(Int32.max) * 100
                var sum = 0.0
                let wanted = weights.firstIndex { weight in
                    sum += 100 * Double(weight) / Double(total)
                    return bucket < sum
                }
                #expect(
                    allocation.variant(at: Bucketing.v1.place(ofHash: hash)) == "v\(wanted ?? weights.count - 1)",
                    "seed \(seed): \(weights) \(hash)")
            }
        }
    }

    @Test func `a growing variant takes places only from shrinking variants`() throws {
        let first = Allocation.canonical(Self.split([("on", 10), ("off", 90)]), .v2)
        let second = try Self.next(Self.split([("on", 30), ("off", 70)]), .v2, from: first)
        #expect(second.ranges.map(\.variant) == ["on", "off"])
        #expect(abs(second.moved(from: first) - 0.2) < 1e-9)
        let third = try Self.next(Self.split([("on", 30), ("new", 20), ("off", 50)]), .v2, from: second)
        #expect(third.ranges.map(\.variant) == ["on", "off", "new"])
        #expect(abs(third.moved(from: second) - 0.2) < 1e-9)
        let renamed = try Self.next(Self.split([("on", 30), ("fresh", 20), ("off", 50)]), .v2, from: third)
        #expect(renamed.ranges.map(\.variant) == ["on", "off", "fresh"])
        #expect(renamed.ranges.map(\.end) == third.ranges.map(\.end))
    }

    @Test func `only places of shrinking variants move, and exactly as many as the weights demand`() throws {
        var mostRanges = 0
        for seed in Seeds.forThisRun(count: 100) {
            var random = SeededGenerator(seed: seed)
            var shares = Self.shares(&random)
            var allocation = Allocation.canonical(Self.split(shares), .v2)
            for _ in 0..<40 {
                let previous = (shares, allocation)
                shares = Self.changed(shares, &random)
                allocation = try Self.next(Self.split(shares), .v2, from: previous.1)
                let story = "seed \(seed): \(previous.0) to \(shares)"
                Self.expectFairness(from: previous, to: (shares, allocation), story)
                mostRanges = max(mostRanges, allocation.ranges.count)
            }
        }
        print("most ranges: \(mostRanges)")
    }

    @Test func `a history of a thousand changes leaves few ranges`() throws {
        for seed in Seeds.forThisRun(count: 5) {
            var random = SeededGenerator(seed: seed)
            var shares = Self.shares(&random)
            var allocation = Allocation.canonical(Self.split(shares), .v2)
            for _ in 0..<1_000 {
                shares = Self.changed(shares, &random)
                allocation = try Self.next(Self.split(shares), .v2, from: allocation)
            }
            print("ranges: \(allocation.ranges.count)")
            #expect(allocation.ranges.count < 100, "seed \(seed)")
        }
    }

    @Test func `a change that would leave too many ranges gives no allocation`() {
        let size = Allocation.places / 1_280
        let ranges = (1...1_280).map { Allocation.Range(end: size * $0, variant: $0.isMultiple(of: 2) ? "on" : "off") }
        let previous = Allocation(attribute: "targetingKey", seed: "f", bucketing: .v2, ranges: ranges)
        #expect(Allocation.next(Self.split([("on", 60), ("off", 40)]), .v2, from: previous) == nil)
        #expect(Allocation.next(Self.split([("on", 100), ("off", 0)]), .v2, from: previous)?.ranges.count == 1)
    }

    @Test func `a split with another seed or bucketing starts from its canonical allocation`() {
        let previous = Allocation.canonical(Self.split([("on", 10), ("off", 90)]), .v2)
        let (other, weights) = (
            Self.split([("on", 30), ("off", 70)], seed: "other"), Self.split([("on", 30), ("off", 70)])
        )
        #expect(Allocation.next(other, .v2, from: previous) == .canonical(other, .v2))
        #expect(Allocation.next(weights, .v3, from: previous) == .canonical(weights, .v3))
        let replacement = Allocation.canonical(other, .v2)
        #expect(abs(replacement.moved(from: previous) - (1 - 0.1 * 0.3 - 0.9 * 0.7)) < 1e-6)
    }

    @Test func `a split whose weights are all zero gives nobody a variant`() {
        let allocation = Allocation.canonical(Self.split([("on", 0), ("off", 0)]), .v2)
        #expect(allocation.ranges == [Allocation.Range(end: Allocation.places, variant: nil)])
        #expect(allocation.variant(at: .max) == nil)
    }

    @Test func `the largest weights fit`() {
        let split = Split(
            attribute: "a", seed: "f", shares: [.init(variant: "x", weight: .max), .init(variant: "y", weight: .max)],
            place: Self.place)
        #expect(Allocation.canonical(split, .v2).ranges.map(\.end) == [1 << 31, 1 << 32])
        #expect(Allocation.canonical(split, .v1).ranges.map(\.end) == [1 << 31, 1 << 32])
    }

    private static func next(_ split: Split, _ bucketing: Bucketing, from previous: Allocation) throws -> Allocation {
        try #require(Allocation.next(split, bucketing, from: previous))
    }

    /// Percentages of 2 to 5 variants; what is missing to a hundred, if anything, is left to the next rule.
    private static func shares(_ random: inout SeededGenerator) -> [(String?, UInt64)] {
        var rest: UInt64 = 100
        var shares: [(String?, UInt64)] = []
        let count = Int.random(in: 2...5, using: &random)
        for index in 0..<count {
            let isLast = index == count - 1 && Bool.random(using: &random)
            let weight = isLast ? rest : UInt64.random(in: 0...rest, using: &random)
            shares.append(("v\(index)", weight))
            rest -= weight
        }
        if rest > 0 { shares.append((nil, rest)) }
        return shares
    }

    /// Makes new shares, moves some percentages from one share to another, or renames a variant.
    private static func changed(_ shares: [(String?, UInt64)], _ random: inout SeededGenerator) -> [(String?, UInt64)] {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return Self.shares(&random)
        case 1:
            var shares = shares
            shares[0].0 = "w\(UInt8.random(in: 0...255, using: &random))"
            return shares
        default:
            var shares = shares
            let (from, to) = (
                shares.indices.randomElement(using: &random) ?? 0, shares.indices.randomElement(using: &random) ?? 0
            )
            let weight = UInt64.random(in: 0...shares[from].1, using: &random)
            shares[from].1 -= weight
            shares[to].1 += weight
            return shares
        }
    }

    private static func expectFairness(
        from previous: ([(String?, UInt64)], Allocation), to next: ([(String?, UInt64)], Allocation), _ story: String
    ) {
        let (old, new) = (previous.1.sizes, next.1.sizes)
        func weight(_ shares: [(String?, UInt64)], _ variant: String?) -> UInt64 {
            shares.first { $0.0 == variant }?.1 ?? 0
        }
        let everyone = Set(old.keys).union(new.keys)
        var lost: [String?: UInt64] = [:]
        for (end, variant) in Self.pieces(previous.1, next.1).filter({ $0.old != $0.new }).map({ ($0.count, $0.old) }) {
            lost[variant, default: 0] += end
        }
        for variant in everyone {
            let (before, after) = (old[variant] ?? 0, new[variant] ?? 0)
            #expect(lost[variant] ?? 0 == (before > after ? before - after : 0), "\(story): \(variant ?? "rest")")
            if weight(next.0, variant) >= weight(previous.0, variant) {
                #expect(after >= before, "\(story): \(variant ?? "rest") loses")
            }
            let ideal = Double(weight(next.0, variant)) / 100 * Double(Allocation.places)
            #expect(abs(Double(after) - ideal) <= Double(Allocation.rounding), "\(story): \(variant ?? "rest")")
            if weight(next.0, variant) == 0 { #expect(after == 0, "\(story)") }
        }
        #expect(next.1.ranges.last?.end == Allocation.places)
        #expect(
            zip(next.1.ranges, next.1.ranges.dropFirst()).allSatisfy { $0.end < $1.end && $0.variant != $1.variant })
    }

    /// Cuts the places into pieces that have a single variant before and after the change.
    private static func pieces(
        _ previous: Allocation, _ next: Allocation
    ) -> [(count: UInt64, old: String?, new: String?)] {
        let ends = Set((previous.ranges + next.ranges).map(\.end)).sorted()
        return zip([0] + ends, ends).map { start, end in
            (end - start, previous.variant(at: UInt32(start)), next.variant(at: UInt32(start)))
        }
    }
}
