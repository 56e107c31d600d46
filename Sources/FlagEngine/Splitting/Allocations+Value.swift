package import FeatureKit

/// Why the saved history of splits is not used.
package enum AllocationProblem: Error, Sendable, Equatable, CustomStringConvertible {
    case noAllocations
    case newer(version: Int64)
    case malformed(split: String)

    /// The problem as an operator reads it; the file's name comes before it.
    package var description: String {
        switch self {
        case .noAllocations: "these are no allocations of splits; none is used, and all splits are divided again"
        case .newer(let version):
            "the allocations of splits were written by a newer host (version \(version)); none is used, and all splits "
                + "are divided again"
        case .malformed(let split): "the allocation of the split \(split) is damaged; the split is divided again"
        }
    }
}

extension Allocations {
    private static let version: Int64 = 1

    /// The allocations as they are kept.
    package var value: Value {
        let splits = bySplit.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) }
        return ["version": .integer(Self.version), "splits": .object(Members(splits))]
    }

    /// Reads what was kept; what is damaged is told and does not count.
    package init(_ value: Value, problems: inout [AllocationProblem]) {
        self.init()
        guard case .integer(let version)? = value["version"], case .object(let splits)? = value["splits"] else {
            problems.append(.noAllocations)
            return
        }
        guard version == Self.version else {
            problems.append(.newer(version: version))
            return
        }
        for (name, value) in splits {
            if let allocation = Allocation(value) {
                bySplit[name] = allocation
            } else {
                problems.append(.malformed(split: name))
            }
        }
    }
}

extension Allocation {
    /// The allocation as it is kept: `{by, seed, bucketing, ranges: [[end, variant], …]}`.
    package var value: Value {
        [
            "by": .text(attribute), "seed": .text(seed), "bucketing": .text(bucketing.rawValue),
            "ranges": .list(
                ranges.map { .list([.integer(Int64($0.end)), $0.variant.map { .text($0) } ?? .null]) }),
        ]
    }

    fileprivate init?(_ value: Value) {
        guard case .text(let attribute)? = value["by"], case .text(let seed)? = value["seed"],
            case .text(let name)? = value["bucketing"], let bucketing = Bucketing(rawValue: name),
            case .list(let list)? = value["ranges"], list.count <= Self.mostRanges
        else { return nil }
        var ranges: [Range] = []
        for element in list {
            guard let range = Range(element), range.end > (ranges.last?.end ?? 0) else { return nil }
            ranges.append(range)
        }
        guard ranges.last?.end == Self.places else { return nil }
        self.init(attribute: attribute, seed: seed, bucketing: bucketing, ranges: ranges)
    }
}

extension Allocation.Range {
    fileprivate init?(_ value: Value) {
        guard case .list(let pair) = value, pair.count == 2, case .integer(let end) = pair[0],
            let end = UInt64(exactly: end)
        else { return nil }
        switch pair[1] {
        case .text(let variant): self.init(end: end, variant: variant)
        case .null: self.init(end: end, variant: nil)
        default: return nil
        }
    }
}
