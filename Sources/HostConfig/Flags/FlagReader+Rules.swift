package import FlagEngine

extension FlagReader {
    /// What says whom a rule means and what they get.
    static let ruleKeys = ["when", "serve", "split", "rollout"]
    private static let listedRuleKeys = ["name"] + ruleKeys

    /// Reads the rules of a flag, or the one that stands beside its default.
    mutating func rules(
        _ entries: [Node.Entry], of key: String, variants: Variants?
    ) -> FlagDefinition.Targeting {
        let beside = entries.first { Self.ruleKeys.contains($0.key) }
        guard let entry = entries["rules"] else {
            guard let beside else { return .none }
            return .rules(rule(entries, of: key, at: beside.keyMark, variants: variants).map { [$0] } ?? [])
        }
        if let beside { add(.besideRules(beside.key), at: beside.keyMark) }
        guard case .sequence(let nodes) = entry.value.content else {
            wrong(entry, .listOfRules)
            return .none
        }
        return .rules(
            nodes.compactMap { node in
                guard case .mapping(let entries) = node.content else {
                    add(.wrongKind(.mapping, found: node), at: node.mark)
                    return nil
                }
                checkKeys(entries, known: Self.listedRuleKeys)
                return rule(entries, of: key, at: node.mark, variants: variants)
            })
    }

    private mutating func rule(
        _ entries: [Node.Entry], of key: String, at mark: Mark, variants: Variants?
    ) -> Rule? {
        let name = entries["name"].flatMap { text($0) }
        let condition = entries["when"].flatMap { self.condition($0) }
        guard let outcome = outcome(entries, of: key, at: mark, variants: variants) else { return nil }
        return Rule(name: name, condition: condition, outcome: outcome, place: place(mark))
    }

    private mutating func outcome(
        _ entries: [Node.Entry], of key: String, at mark: Mark, variants: Variants?
    ) -> Rule.Outcome? {
        let serve = entries["serve"].flatMap { entry in
            text(entry, as: .variantName).map { name in
                check(name, at: entry, among: variants)
                return name
            }
        }
        let split = entries["split"].flatMap { self.split($0, of: key, variants: variants) }
        let rollout = entries["rollout"].flatMap { percentage($0) }
        switch (entries["serve"], entries["split"]) {
        case (nil, nil): add(.decidesNothing, at: mark)
        case (.some, let entry?): add(.together("serve", "split"), at: entry.keyMark)
        case (nil, .some):
            if let entry = entries["rollout"] { add(.rolloutOfSplit, at: entry.keyMark) }
        case (.some, nil): break
        }
        if let split { return .split(split) }
        guard let serve else { return nil }
        guard let rollout, let entry = entries["rollout"] else { return .serve(variant: serve) }
        return .split(.rollout(of: serve, to: rollout, seed: key, place: place(entry.keyMark)))
    }
}

extension Split {
    /// One variant for a part of the people, in millionths of a hundredth; the others are left to the next rule.
    package static func rollout(of variant: String, to part: UInt64, seed: String, place: FlagPlace) -> Split {
        Split(
            attribute: usualAttribute, seed: seed,
            shares: [
                Share(variant: variant, weight: part),
                Share(variant: nil, weight: Millionths.hundred - min(part, Millionths.hundred)),
            ], place: place)
    }
}
