internal import FeatureKit
internal import FlagEngine
internal import JSON

/// A word for a state of all flags: equal on every host whose flags answer alike, whatever their files are called.
extension FlagBook {
    /// - Parameter metadata: What is told of all flags.
    func digest(_ allocations: Allocations, _ metadata: Members) -> String {
        var flags: [String: FlagDefinition] = [:]
        var segments: [String: Condition] = [:]
        for set in sets {
            for flag in set.flags { flags[flag.key] = flag }
            for segment in set.segments { segments[segment.name] = segment.condition }
        }
        let content: Value = [
            "flags": .list(flags.sorted { $0.key < $1.key }.map { $0.value.content }),
            "segments": .object(Members(segments.sorted { $0.key < $1.key }.map { ($0.key, $0.value.content) })),
            "allocations": allocations.value, "metadata": .object(metadata),
        ]
        return String(SHA256.hexDigest(of: Array(content.json.utf8)).prefix(Self.digits))
    }

    /// Enough that two states never have the same word.
    private static let digits = 32
}

/// What of a definition decides answers; places and what is written for people do not.
extension FlagDefinition {
    fileprivate var content: Value {
        [
            "key": .text(key), "kind": .text(kind.rawValue), "metadata": .object(metadata),
            "variants": .list(variants.map { [.text($0.name), $0.value] }),
            "default": .orNull(defaultVariant), "off": .orNull(offVariant), "enabled": .boolean(isEnabled),
            "requires": .list(requires.map { [.text($0.flag), $0.value] }), "bucketing": .text(bucketing.rawValue),
            "targeting": targeting.content, "served": .orNull(served?.variant),
        ]
    }
}

extension FlagDefinition.Targeting {
    fileprivate var content: Value {
        switch self {
        case .none: .null
        case .logic(let logic): ["logic": logic.plain]
        case .rules(let rules): .list(rules.map(\.content))
        }
    }
}

extension Rule {
    fileprivate var content: Value {
        switch outcome {
        case .serve(let variant):
            ["name": .orNull(name), "when": condition?.content ?? .null, "serve": .text(variant)]
        case .split(let split):
            ["name": .orNull(name), "when": condition?.content ?? .null, "split": split.content]
        }
    }
}

extension Split {
    fileprivate var content: Value {
        [
            "by": .text(attribute), "seed": .text(seed),
            "shares": .list(shares.map { [.orNull($0.variant), .text("\($0.weight)")] }),
        ]
    }
}

extension Condition {
    fileprivate var content: Value {
        switch self {
        case .all(let parts, _): ["all": .list(parts.map(\.content))]
        case .any(let parts, _): ["any": .list(parts.map(\.content))]
        case .not(let part, _): ["not": part.content]
        case .segment(let name, _): ["segment": .text(name)]
        case .clause(let clause): [.text(clause.attribute), .text(clause.test.rawValue), clause.operand]
        }
    }
}

extension Logic {
    fileprivate var plain: Value {
        switch content {
        case .literal(let value): ["is": value]
        case .list(let list): .list(list.map(\.plain))
        case .operation(let name, let arguments, let isBare):
            ["does": .text(name), "to": .list(arguments.map(\.plain)), "bare": .boolean(isBare)]
        case .data(let members): ["data": .object(Members(members.map { ($0.name, $0.value.plain) }))]
        }
    }
}
