package import FeatureKit

/// Everything that operators have decided, by what it is about.
package struct Overrides: Sendable, Equatable {
    /// How many there may be.
    package static let most = 1000
    /// How long one may last that does not last for good.
    package static let lifetimes = Duration.seconds(1) ... .seconds(365 * 86_400)
    /// The longest reason, in code points.
    package static let longestReason = 500
    /// The longest name of a feature, a flag or a variant that can be overridden, in code points.
    static let longestName = 200
    /// What their written form says of itself, so that a later form is not taken for this one.
    static let version: Int64 = 1

    private var byTarget: [OverrideTarget: Override] = [:]

    /// Nothing is overridden.
    package init() {}

    /// These, one for each target.
    package init(_ overrides: some Sequence<Override>) { for override in overrides { add(override) } }

    /// What was decided about a target; nil lets the documents decide.
    package subscript(_ target: OverrideTarget) -> Override? { byTarget[target] }

    /// What was decided of a feature or a flag.
    package subscript(_ kind: OverrideTarget.Kind, of name: String) -> Override? {
        byTarget[OverrideTarget(kind, of: name)]
    }

    /// Puts one in the place of what was decided about its target before.
    package mutating func add(_ override: Override) { byTarget[override.target] = override }

    /// Lets the documents decide about a target.
    package mutating func remove(_ target: OverrideTarget) { byTarget[target] = nil }

    /// The same with what somebody decides about a target; nil lets the documents decide.
    ///
    /// Who says the same once more has said it before.
    func deciding(_ override: Override?, of target: OverrideTarget) -> Overrides {
        guard override.map({ !$0.means(self[target]) }) ?? true else { return self }
        var overrides = self
        overrides.remove(target)
        if let override { overrides.add(override) }
        return overrides
    }

    /// The same with the units that others speak of instead of its own.
    func withUnits(of others: Overrides) -> Overrides {
        Overrides(all.filter { $0.unit == nil } + others.all.filter { $0.unit != nil })
    }

    /// All of them, in the order of their targets.
    package var all: [Override] { byTarget.values.sorted { $0.target < $1.target } }

    /// How many there are.
    package var count: Int { byTarget.count }
    package var isEmpty: Bool { byTarget.isEmpty }

    /// How many there are of each kind.
    package var counts: [OverrideTarget.Kind: Int] {
        byTarget.keys.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    }
}

// MARK: - Time

extension Overrides {
    /// Those whose time is over, in the order of their targets.
    package func lapsed(at now: Timestamp) -> [Override] { all.filter { $0.hasLapsed(at: now) } }

    /// The same without those whose time is over.
    package func lasting(at now: Timestamp) -> Overrides {
        // Code goes back by handing over, which can be tried only once it runs.
        Overrides(byTarget.values.filter { !$0.hasLapsed(at: now) || $0.target.kind == .featureUnit })
    }

    /// The same without those that lapse one day.
    var withoutEnd: Overrides { Overrides(byTarget.values.filter { $0.until == nil }) }

    /// The same without those that switch a feature on.
    var withoutOn: Overrides { Overrides(byTarget.values.filter { !$0.switchesOn }) }

    /// Whether some switch a feature on.
    var switchOn: Bool { byTarget.values.contains(where: \.switchesOn) }

    /// Whether some lapse one day.
    var haveEnds: Bool { byTarget.values.contains { $0.until != nil } }

    /// When the next one lapses; nil where all last for good.
    package var nextLapse: Timestamp? { byTarget.values.compactMap(\.until).min() }
}
