internal import FeatureKit
internal import FlagEngine
internal import HostConfig

extension FlagBook {
    /// Everything that is said about flags.
    ///
    /// The weakest is what features declare for themselves; then come the document's sources in their order; who has
    /// which feature is the strongest, and nobody else can say it.
    init(_ orders: Orders, sources: [FlagSet]) {
        let manifests = orders.survey.manifests.values.sorted { $0.id < $1.id }
        let own = manifests.filter { !$0.flags.isEmpty }.map { manifest in
            FlagSet(
                source: "\(manifest.id)'s feature.yaml",
                flags: manifest.flags.map { FlagDefinition($0, of: manifest.id) })
        }
        let gates = FlagSet(
            source: "features", flags: orders.survey.folders.keys.sorted().map { FlagDefinition(gateOf: $0, orders) })
        self.init(sets: own + sources + [gates])
    }
}

extension FlagDefinition {
    /// A flag that a feature declares: it holds what the manifest says until somebody says more.
    fileprivate init(_ flag: Manifest.Flag, of feature: String) {
        let place = FlagPlace(file: "\(feature)/feature.yaml", line: 1, column: 1)
        func variant(_ name: String, _ value: Value) -> Variant { Variant(name: name, value: value, place: place) }
        if case .boolean(let isOn) = flag.fallback {
            self.init(
                key: flag.key, place: place, kind: .boolean,
                variants: [variant("on", .boolean(true)), variant("off", .boolean(false))],
                defaultVariant: isOn ? "on" : "off")
        } else {
            self.init(
                key: flag.key, place: place, kind: FlagKind(of: flag.fallback),
                variants: [variant("value", flag.fallback)], defaultVariant: "value")
        }
        owner = flag.owner
        expires = flag.expiry
    }

    /// The flag of a feature: what an operator or the document wants, and for whom.
    fileprivate init(gateOf feature: String, _ orders: Orders) {
        let gate = orders.document.features[feature]?.gate
        let place = gate?.place ?? FlagPlace(file: "\(feature)/feature.yaml", line: 1, column: 1)
        self.init(
            key: FlagProgram.gate(of: feature), place: place, kind: .boolean,
            variants: [
                Variant(name: "on", value: .boolean(true), place: place),
                Variant(name: "off", value: .boolean(false), place: place),
            ], defaultVariant: gate == nil ? "on" : "off")
        offVariant = "off"
        isEnabled = orders.isSwitchedOn(feature)
        guard let gate else { return }
        let outcome = gate.split.map(Rule.Outcome.split) ?? .serve(variant: "on")
        targeting = .rules([Rule(name: nil, condition: gate.condition, outcome: outcome, place: gate.place)])
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
