internal import FlagEngine

/// What a change would do, before it does anything.
package struct ChangePlan: Sendable, Equatable {
    /// How many definitions, and how many splits, a plan lists; the others are counted.
    static let mostListed = 1_000

    /// The modules, sorted by what happens to them, then by id.
    package internal(set) var features: [FeatureMove] = []
    /// Flags, segments, gates and settings of the host, by name.
    package private(set) var definitions: [DefinitionChange] = []
    package private(set) var splits: [SplitMove] = []
    /// How many definitions of each subject change, with those that are not listed.
    package private(set) var counts: [DefinitionChange.Subject: Int] = [:]
    package private(set) var splitCount = 0

    /// A plan that changes nothing.
    package init() {}

    /// Finds out what a change would do.
    ///
    /// It applies the change to a copy of the lifecycle that runs the modules, in which each one starts at once, so
    /// that the plan shows the host's own decisions.
    ///
    /// - Parameters:
    ///   - old: The active orders; nil before there are any.
    ///   - new: The orders to make active, with their flags compiled.
    ///   - lifecycle: Its current state; what `old` has yet to do is not part of the plan.
    package init(from old: Orders?, to new: Orders, lifecycle: Lifecycle) {
        let forecast = FeatureForecast(from: old, to: new, lifecycle: lifecycle)
        features = forecast.moves
        for change in DefinitionChanges(from: old, to: new).list { add(change) }
        let previous = old?.flags?.program.allocations ?? Allocations()
        for (split, part) in new.flags?.program.allocations.moved(from: previous) ?? [] {
            splitCount += 1
            if splits.count < Self.mostListed { splits.append(SplitMove(split, part: part)) }
        }
    }

    private mutating func add(_ change: DefinitionChange) {
        counts[change.subject, default: 0] += 1
        if definitions.count < Self.mostListed { definitions.append(change) }
    }

    /// Whether nothing changes.
    package var isEmpty: Bool { features.isEmpty && counts.isEmpty && splitCount == 0 }

    /// How many modules have a move of this kind.
    func count(_ kind: FeatureMove.Kind) -> Int { features.count { $0.kind == kind } }
}
