@_spi(Hosting) internal import FeatureKit
package import FlagEngine
internal import HostConfig

extension FlagDefinitions {
    /// Collects the definitions of all flags, the weakest first.
    ///
    /// First come the flags that features declare, then the configuration's sources in their order, with operators'
    /// overrides applied to both; last and strongest are the flags of gates, which no source can define.
    package init(_ orders: Orders, sources: [FlagSet]) {
        let own = orders.survey.manifests.keys.sorted().map { id in
            FlagSet(source: "\(id)'s code", flags: orders.survey.flags(of: id).map { FlagDefinition($0, of: id) })
        }
        let gates = FlagSet(
            source: "features", flags: orders.survey.folders.keys.sorted().map { FlagDefinition(gateOf: $0, orders) })
        self.init(sets: (own.filter { !$0.flags.isEmpty } + sources).overridden(by: orders.overrides) + [gates])
    }
}

extension FlagDefinition {
    /// A flag that a feature declares: it has the code's default until a source defines it.
    fileprivate init(_ flag: DeclaredFlag, of feature: String) {
        let place = FlagPlace(file: "\(feature)/feature.yaml", line: 1, column: 1)
        let variants: [(name: String, value: Value)] =
            switch (flag.shape.kind, flag.fallback) {
            case (_, .boolean): [("on", true), ("off", false)]
            case (.choice(let words), _): words.map { ($0, .text($0)) }
            default: [("value", flag.fallback)]
            }
        self.init(
            key: flag.key, place: place, kind: FlagKind(of: flag.fallback),
            variants: variants.map { Variant(name: $0.name, value: $0.value, place: place) },
            defaultVariant: variants.first { $0.value == flag.fallback }?.name)
        summary = flag.summary
        owner = flag.owner
        expires = flag.expiry
    }

    /// The flag of a feature's gate: whether it is switched on, by an override or the configuration, and for whom.
    fileprivate init(gateOf feature: String, _ orders: Orders) {
        let gate = orders.document.features[feature]?.gate
        let place = gate?.place ?? FlagPlace(file: "\(feature)/feature.yaml", line: 1, column: 1)
        self.init(
            key: FlagProgram.gate(of: feature), place: place, kind: .boolean,
            variants: [
                Variant(name: "on", value: .boolean(true), place: place),
                Variant(name: "off", value: .boolean(false), place: place),
            ], defaultVariant: "on")
        offVariant = "off"
        isEnabled = orders.isSwitchedOn(feature)
        let overrides = [orders.toggle(of: feature), orders.rollout(of: feature)].compactMap(\.self)
        notes = overrides.map(\.inWords)
        guard let rule = Rule(gateOf: feature, gate, orders.rollout(of: feature)) else { return }
        defaultVariant = "off"
        targeting = .rules([rule])
    }
}

extension Rule {
    /// The rule of a feature's gate, with its condition and rollout; nil where everybody has the feature.
    ///
    /// An operator's rollout replaces the gate's own and divides people by the same attribute and seed, so that setting
    /// and removing it moves as few people as possible.
    fileprivate init?(gateOf feature: String, _ gate: FeatureGate?, _ rollout: Override?) {
        if let rollout, let part = rollout.part {
            let place = FlagPlace(rollout.asPlace)
            let split =
                gate?.split?.giving(part, to: "on", place)
                ?? .rollout(of: "on", to: part, seed: FlagProgram.gate(of: feature), place: place)
            self.init(name: nil, condition: gate?.condition, outcome: .split(split), place: split.place)
        } else if let gate {
            let outcome = gate.split.map(Rule.Outcome.split) ?? .serve(variant: "on")
            self.init(name: nil, condition: gate.condition, outcome: outcome, place: gate.place)
        } else {
            return nil
        }
    }
}

extension Split {
    /// The split with a part, in millionths of a hundredth, for one variant; the others keep their proportions.
    fileprivate func giving(_ part: UInt64, to variant: String, _ place: FlagPlace) -> Split {
        let others = shares.filter { $0.variant != variant }
        let whole = others.reduce(0) { $0 + $1.weight }
        let rest = Percentage.all - min(part, Percentage.all)
        var left = rest
        var shares = [Share(variant: variant, weight: part)]
        for other in whole > 0 ? others : [] {
            // Weights are such that their products need more than 64 bits.
            let weight = UInt64(UInt128(rest) * UInt128(other.weight) / UInt128(whole))
            left -= weight
            shares.append(Share(variant: other.variant, weight: weight))
        }
        if left > 0, let last = whole > 0 ? shares.popLast() : Share(variant: nil, weight: 0) {
            shares.append(Share(variant: last.variant, weight: last.weight + left))
        }
        return Split(attribute: attribute, seed: seed, shares: shares, place: place)
    }
}

extension [FlagSet] {
    /// The sets with operators' overrides of flags applied, without those that can have no effect.
    fileprivate func overridden(by overrides: Overrides) -> [FlagSet] {
        let wanted = overrides.all.filter { $0.target.feature == nil }
        guard !wanted.isEmpty else { return self }
        var places: [String: (set: Int, flag: Int)] = [:]
        for (number, set) in enumerated() {
            for (index, flag) in set.flags.enumerated() { places[flag.key] = (number, index) }
        }
        var sets = self
        for override in wanted {
            guard let (set, flag) = places[override.target.name] else { continue }
            sets[set].flags[flag].take(override)
        }
        return sets
    }
}

extension FlagDefinition {
    fileprivate mutating func take(_ override: Override) {
        switch override.value {
        case .truth(let isOn):
            isEnabled = isOn
            notes.append(override.inWords)
        case .variant(let name):
            guard variants.contains(where: { $0.name == name }) else { return }
            served = Served(variant: name, name: override.name, place: FlagPlace(override.inWords))
        case .part, .unit: break
        }
    }
}

extension FlagKind {
    /// The type of a value; lists count as objects.
    fileprivate init(of value: Value) {
        switch value {
        case .boolean: self = .boolean
        case .text: self = .string
        case .integer: self = .integer
        case .number: self = .float
        case .null, .list, .object: self = .object
        }
    }
}
