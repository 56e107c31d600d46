internal import FeatureKit

/// Whose word of an evacuation staff have cleared, until they say something else or fall silent for too long.
struct ClearedSources {
    private(set) var all: Set<EvacuationClaim.Source> = []
    /// When those are forgotten of whom nothing is heard.
    private var ends: [EvacuationClaim.Source: Duration] = [:]

    var nextEnd: Duration? { ends.values.min() }

    init() {}

    /// Those and no others; of those that were known already it stays known when they are forgotten.
    init(_ sources: Set<EvacuationClaim.Source>, keeping known: ClearedSources) {
        all = sources
        ends = known.ends.filter { sources.contains($0.key) }
    }

    func contains(_ source: EvacuationClaim.Source) -> Bool { all.contains(source) }

    /// Somebody is heard to say it still.
    mutating func goesOn(_ source: EvacuationClaim.Source) { ends[source] = nil }

    /// Nobody has heard it lately, for a reason that is not its own silence.
    mutating func isOutOfSight(_ source: EvacuationClaim.Source, until end: Duration) {
        guard all.contains(source) else { return }
        ends[source] = end
    }

    /// True where it was one of them.
    mutating func forget(_ source: EvacuationClaim.Source) -> Bool {
        ends[source] = nil
        return all.remove(source) != nil
    }

    /// Forgets those of whom nothing was heard for too long.
    mutating func forget(at moment: Moment) -> Set<EvacuationClaim.Source> {
        let over = Set(ends.filter { $0.value <= moment.uptime }.keys)
        for source in over { _ = forget(source) }
        return over
    }
}
