internal import FeatureKit
internal import FlagEngine
internal import HostConfig

/// Definitions in nearly the form in which they are written, whatever their source, so that they can be compared.
extension FlagDefinition {
    var written: Value {
        var members: Members = [
            "type": .text(kind.rawValue), "enabled": .boolean(isEnabled),
            "variants": .object(Members(variants.map { ($0.name, $0.value) })),
        ]
        members["default"] = defaultVariant.map(Value.text)
        members["off"] = offVariant.map(Value.text)
        targeting.write(to: &members, of: key)
        members["served to all"] = served.map { .text($0.variant) }
        if !requires.isEmpty { members["requires"] = .object(Members(requires.map { ($0.flag, $0.value) })) }
        if bucketing != .v2 { members["bucketing"] = .text(bucketing.rawValue) }
        if !metadata.isEmpty { members["metadata"] = .object(metadata) }
        members["description"] = summary.map(Value.text)
        members["owner"] = owner.map(Value.text)
        members["expires"] = expires.map { .text(String("\($0)".prefix(10))) }
        if sampling != 1 { members["exposures"] = .number(sampling) }
        if !silenced.isEmpty { members["silence"] = .texts(silenced.sorted()) }
        return .object(members)
    }

    /// The gate of a module, whose flag this is.
    var writtenGate: Value {
        guard case .rules(let rules) = targeting, let rule = rules.first else { return [:] }
        var members = Members()
        rule.write(to: &members, of: key)
        // The flag of a gate serves nothing else.
        members["serve"] = nil
        return .object(members)
    }
}

extension FlagDefinition.Targeting {
    fileprivate func write(to members: inout Members, of key: String) {
        switch self {
        case .none: break
        case .logic(let logic): members["targeting"] = logic.value
        case .rules(let rules):
            members["rules"] = .list(
                rules.map { rule in
                    var members = Members()
                    members["name"] = rule.name.map(Value.text)
                    rule.write(to: &members, of: key)
                    return .object(members)
                })
        }
    }
}

extension Rule {
    fileprivate func write(to members: inout Members, of key: String) {
        members["when"] = condition?.written
        switch outcome {
        case .serve(let variant): members["serve"] = .text(variant)
        case .split(let split):
            if let (variant, part) = split.rollout(of: key) {
                members["serve"] = .text(variant)
                members["rollout"] = .text(part)
            } else {
                members["split"] = split.written(of: key)
            }
        }
    }
}

extension Split {
    /// The variant and the percentage of a rollout; nil for any other split.
    fileprivate func rollout(of key: String) -> (variant: String, part: String)? {
        guard attribute == Self.usualAttribute, seed == key, shares.count == 2, let variant = shares[0].variant,
            shares[1].variant == nil, sumsUpToHundred
        else { return nil }
        return (variant, percentage(shares[0]))
    }

    private var sumsUpToHundred: Bool { shares.reduce(0) { $0 + $1.weight } == Millionths.hundred }

    private func percentage(_ share: Share) -> String { "\(Millionths.print(share.weight))%" }

    fileprivate func written(of key: String) -> Value {
        var members = Members()
        if attribute != Self.usualAttribute { members["by"] = .text(attribute) }
        if seed != key { members["seed"] = .text(seed) }
        let rest = shares.contains { $0.variant == nil }
        members["shares"] = .object(
            Members(
                shares.compactMap { share in
                    guard let variant = share.variant else { return nil }
                    return (variant, .text(rest ? percentage(share) : Millionths.print(share.weight)))
                }))
        return .object(members)
    }
}

extension Condition {
    var written: Value {
        switch self {
        case .all(let parts, _): Self.together(parts.map(\.written))
        case .any(let parts, _): ["or": .list(parts.map(\.written))]
        case .not(let part, _): ["not": part.written]
        case .segment(let name, _): ["segment": .text(name)]
        case .clause(let clause):
            switch clause.test {
            case .eq, .in: .object([clause.attribute: clause.operand])
            default: .object([clause.attribute: .object([clause.test.rawValue: clause.operand])])
            }
        }
    }

    /// One mapping if no two parts use the same name; otherwise an `and`.
    private static func together(_ parts: [Value]) -> Value {
        var members = Members()
        for case .object(let part) in parts {
            for (name, value) in part {
                guard members[name] == nil else { return ["and": .list(parts)] }
                members[name] = value
            }
        }
        return .object(members)
    }
}
