package import FeatureKit
package import FlagEngine

/// A digest of the state of all flags: equal on every host whose flags answer alike, whatever their files are called.
extension FlagProgram {
    /// - Parameters:
    ///   - source: The definitions that the program was compiled from.
    ///   - metadata: The metadata common to all flags.
    package func digest(_ source: FlagDefinitions, _ metadata: Members) -> String {
        var segments: [String: Condition] = [:]
        for set in source.sets {
            for segment in set.segments { segments[segment.name] = segment.condition }
        }
        var bytes = DigestBytes(capacity: definitions.count * Self.usualSize)
        bytes.begin(.list, count: definitions.count)
        for flag in definitions { flag.add(to: &bytes) }
        bytes.begin(.object, count: segments.count)
        for (name, condition) in segments.sorted(by: { $0.key < $1.key }) {
            bytes.add(name)
            condition.add(to: &bytes)
        }
        bytes.begin(.object, count: allocations.bySplit.count)
        for (name, allocation) in allocations.bySplit.sorted(by: { $0.key < $1.key }) {
            bytes.add(name)
            allocation.add(to: &bytes)
        }
        bytes.add(metadata)
        return String(bytes.hexDigest.prefix(Self.digits))
    }

    /// Enough that two states never have the same digest.
    private static let digits = 32
    /// What most flags take at most, with their splits.
    private static let usualSize = 512
}

/// The parts of a definition that decide answers, without places and texts for people.
extension FlagDefinition {
    fileprivate func add(to bytes: inout DigestBytes) {
        bytes.add(key)
        bytes.add(kind.rawValue)
        bytes.add(metadata)
        bytes.begin(.list, count: variants.count)
        for variant in variants {
            bytes.add(variant.name)
            bytes.add(variant.value)
        }
        bytes.add(defaultVariant)
        bytes.add(offVariant)
        bytes.add(isEnabled)
        bytes.begin(.list, count: requires.count)
        for requirement in requires {
            bytes.add(requirement.flag)
            bytes.add(requirement.value)
        }
        bytes.add(bucketing.rawValue)
        targeting.add(to: &bytes)
        bytes.add(served?.variant)
    }
}

extension FlagDefinition.Targeting {
    fileprivate func add(to bytes: inout DigestBytes) {
        switch self {
        case .none: bytes.add("none")
        case .logic(let logic):
            bytes.add("logic")
            logic.add(to: &bytes)
        case .rules(let rules):
            bytes.begin(.list, count: rules.count)
            for rule in rules { rule.add(to: &bytes) }
        }
    }
}

extension Rule {
    fileprivate func add(to bytes: inout DigestBytes) {
        bytes.add(name)
        bytes.add(condition != nil)
        condition?.add(to: &bytes)
        switch outcome {
        case .serve(let variant): bytes.add(variant)
        case .split(let split):
            bytes.begin(.list, count: split.shares.count)
            bytes.add(split.attribute)
            bytes.add(split.seed)
            for share in split.shares {
                bytes.add(share.variant)
                bytes.add(share.weight)
            }
        }
    }
}

extension Condition {
    fileprivate func add(to bytes: inout DigestBytes) {
        switch self {
        case .all(let parts, _): Self.add("all", parts, to: &bytes)
        case .any(let parts, _): Self.add("any", parts, to: &bytes)
        case .not(let part, _): Self.add("not", [part], to: &bytes)
        case .segment(let name, _):
            bytes.add("segment")
            bytes.add(name)
        case .clause(let clause):
            bytes.add("clause")
            bytes.add(clause.attribute)
            bytes.add(clause.test.rawValue)
            bytes.add(clause.operand)
        }
    }

    private static func add(_ word: String, _ parts: [Condition], to bytes: inout DigestBytes) {
        bytes.add(word)
        bytes.begin(.list, count: parts.count)
        for part in parts { part.add(to: &bytes) }
    }
}

extension Logic {
    fileprivate func add(to bytes: inout DigestBytes) {
        switch content {
        case .literal(let value):
            bytes.add("is")
            bytes.add(value)
        case .list(let list):
            bytes.begin(.list, count: list.count)
            for element in list { element.add(to: &bytes) }
        case .operation(let name, let arguments, let isBare):
            bytes.add("does")
            bytes.add(name)
            bytes.add(isBare)
            bytes.begin(.list, count: arguments.count)
            for argument in arguments { argument.add(to: &bytes) }
        case .data(let members):
            bytes.begin(.object, count: members.count)
            for member in members {
                bytes.add(member.name)
                member.value.add(to: &bytes)
            }
        }
    }
}

extension Allocation {
    fileprivate func add(to bytes: inout DigestBytes) {
        bytes.add(attribute)
        bytes.add(seed)
        bytes.add(bucketing.rawValue)
        bytes.begin(.list, count: ranges.count)
        for range in ranges {
            bytes.add(range.end)
            bytes.add(range.variant)
        }
    }
}
