@_spi(Hosting) internal import FeatureKit
internal import HostConfig

/// Which modules a change affects, and why.
struct FeatureForecast {
    let moves: [FeatureMove]

    /// - Parameters:
    ///   - old: The active orders; nil before there are any.
    ///   - new: The orders to make active.
    ///   - lifecycle: Its current state.
    init(from old: Orders?, to new: Orders, lifecycle: Lifecycle) {
        let entries = Dictionary(new.survey.loaded.map { ($0.id, $0.entry) }, uniquingKeysWith: { first, _ in first })
        var rehearsal = Rehearsal(lifecycle) { id, settings, previous in
            entries[id]?.takes(settings, after: previous) ?? false
        }
        // What the active orders have yet to do is not part of this change.
        if let old { rehearsal.perform(old) }
        let before = rehearsal.lifecycle
        rehearsal.forgetMoves()
        rehearsal.perform(new)
        let reasons = ChangeReasons(
            old: old, new: new, before: before, after: rehearsal.lifecycle, moves: rehearsal.moves, entries: entries)
        var moves: [FeatureMove] = []
        for id in Set(rehearsal.moves.keys).union(new.survey.folders.keys) {
            let (was, isNow) = (before.state(of: id) == .active, rehearsal.lifecycle.state(of: id) == .active)
            if let kind = Self.kind(rehearsal.moves[id] ?? [], was: was, isNow: isNow) {
                moves.append(FeatureMove(id, kind, why: reasons.sentence(for: id, kind)))
            } else if let obstacle = reasons.newObstacle(to: id) {
                moves.append(FeatureMove(id, .blocked, why: obstacle))
            }
        }
        let order = Dictionary(uniqueKeysWithValues: FeatureMove.Kind.allCases.enumerated().map { ($1, $0) })
        self.moves = moves.sorted { (order[$0.kind] ?? 0, $0.feature) < (order[$1.kind] ?? 0, $1.feature) }
    }

    /// The move of a module by its state at the end.
    ///
    /// What it does in between, such as a start and then a restart with another one, depends on which module answers
    /// first.
    private static func kind(_ asked: Rehearsal.Moves, was: Bool, isNow: Bool) -> FeatureMove.Kind? {
        switch (was, isNow) {
        case (false, true): .start
        case (true, false): .stop
        case (true, true): asked.contains(.stopped) ? .restart : asked.contains(.reconfigured) ? .reconfigure : nil
        case (false, false): nil
        }
    }
}
