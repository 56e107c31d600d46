internal import FlagEngine

/// What a change moves, before anything moves.
package struct ChangePlan: Sendable, Equatable {
    /// How many definitions, and how many splits, a plan lists; the others are counted.
    static let mostListed = 1_000

    /// By what is done to them, then by id.
    package internal(set) var features: [FeatureMove] = []
    /// Flags, segments, gates, and what is said of the host, by name.
    package private(set) var definitions: [DefinitionChange] = []
    package private(set) var splits: [SplitMove] = []
    /// How many of each subject there are, also of those that are not listed.
    package private(set) var counts: [DefinitionChange.Subject: Int] = [:]
    package private(set) var splitCount = 0

    /// Changes nothing.
    package init() {}

    /// Finds out what a change moves.
    ///
    /// Features are led through it on a copy of the lifecycle that runs them, each one coming up at once, so that it is
    /// the host's own decisions that are told.
    ///
    /// - Parameters:
    ///   - old: What counts; nil before anything does.
    ///   - new: What is to count, with its flags compiled.
    ///   - lifecycle: As it stands; whatever `old` has not moved yet is not told.
    package init(from old: Orders?, to new: Orders, lifecycle: Lifecycle) {
        let forecast = FeatureForecast(from: old, to: new, lifecycle: lifecycle)
        features = forecast.moves
        for change in DefinitionChanges(from: old, to: new).list { add(change) }
        let former = old?.flags?.program.allocations ?? Allocations()
        for (split, part) in new.flags?.program.allocations.moved(from: former) ?? [] {
            splitCount += 1
            if splits.count < Self.mostListed { splits.append(SplitMove(split, part: part)) }
        }
    }

    private mutating func add(_ change: DefinitionChange) {
        counts[change.subject, default: 0] += 1
        if definitions.count < Self.mostListed { definitions.append(change) }
    }

    /// Whether all stays as it is.
    package var isEmpty: Bool { features.isEmpty && counts.isEmpty && splitCount == 0 }

    /// How many features it does that to.
    func count(_ kind: FeatureMove.Kind) -> Int { features.count { $0.kind == kind } }
}
