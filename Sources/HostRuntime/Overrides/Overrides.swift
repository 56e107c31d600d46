package import FeatureKit

/// All overrides of operators, by their targets.
package struct Overrides: Sendable, Equatable {
    /// The most overrides that there may be.
    package static let most = 1000
    /// How long a temporary override may last.
    package static let lifetimes = Duration.seconds(1) ... .seconds(365 * 86_400)
    /// The longest reason, in code points.
    package static let longestReason = 500
    /// The longest name of a feature, a flag or a variant that can be overridden, in code points.
    static let longestName = 200
    /// The version of the saved form.
    static let version: Int64 = 1

    private var byTarget: [OverrideTarget: Override] = [:]

    /// No overrides.
    package init() {}

    /// These overrides; the last one of each target.
    package init(_ overrides: some Sequence<Override>) { for override in overrides { add(override) } }

    /// The override of a target; nil where the configuration files decide.
    package subscript(_ target: OverrideTarget) -> Override? { byTarget[target] }

    /// The override of a feature or a flag.
    package subscript(_ kind: OverrideTarget.Kind, of name: String) -> Override? {
        byTarget[OverrideTarget(kind, of: name)]
    }

    /// Adds an override, which replaces any other of its target.
    package mutating func add(_ override: Override) { byTarget[override.target] = override }

    /// Removes the override of a target, so that the configuration files decide.
    package mutating func remove(_ target: OverrideTarget) { byTarget[target] = nil }

    /// The overrides with another one for a target; nil removes it.
    ///
    /// An override with the same meaning as the present one changes nothing.
    func deciding(_ override: Override?, of target: OverrideTarget) -> Overrides {
        guard override.map({ !$0.means(self[target]) }) ?? true else { return self }
        var overrides = self
        overrides.remove(target)
        if let override { overrides.add(override) }
        return overrides
    }

    /// The overrides with the replaced units of others instead of their own.
    func withUnits(of others: Overrides) -> Overrides {
        Overrides(all.filter { $0.unit == nil } + others.all.filter { $0.unit != nil })
    }

    /// All overrides, in the order of their targets.
    package var all: [Override] { byTarget.values.sorted { $0.target < $1.target } }

    /// The number of overrides.
    package var count: Int { byTarget.count }
    package var isEmpty: Bool { byTarget.isEmpty }

    /// How many there are of each kind.
    package var counts: [OverrideTarget.Kind: Int] {
        byTarget.keys.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    }
}

// MARK: - Time

extension Overrides {
    /// The expired overrides, in the order of their targets.
    package func lapsed(at now: Timestamp) -> [Override] { all.filter { $0.hasExpired(at: now) } }

    /// The overrides without the expired ones.
    package func lasting(at now: Timestamp) -> Overrides {
        // Overrides of units stay: a unit is replaced by handing over, which is possible only once the feature runs.
        Overrides(byTarget.values.filter { !$0.hasExpired(at: now) || $0.target.kind == .featureUnit })
    }

    /// The overrides that never expire.
    var withoutEnd: Overrides { Overrides(byTarget.values.filter { $0.until == nil }) }

    /// The overrides without those that switch a feature on.
    var withoutOn: Overrides { Overrides(byTarget.values.filter { !$0.switchesOn }) }

    /// Whether any override switches a feature on.
    var switchOn: Bool { byTarget.values.contains(where: \.switchesOn) }

    /// Whether any override expires.
    var haveEnds: Bool { byTarget.values.contains { $0.until != nil } }

    /// When the next override expires; nil where none does.
    package var nextExpiry: Timestamp? { byTarget.values.compactMap(\.until).min() }
}
