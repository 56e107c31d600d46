@_spi(Hosting) internal import FeatureKit
internal import HostConfig

/// Which features a change moves, and why.
struct FeatureForecast {
    let moves: [FeatureMove]

    /// - Parameters:
    ///   - old: What counts; nil before anything does.
    ///   - new: What is to count.
    ///   - lifecycle: As it stands.
    init(from old: Orders?, to new: Orders, lifecycle: Lifecycle) {
        let reconfigurable = Set(new.survey.loaded.filter(\.entry.isReconfigurable).map(\.id))
        var rehearsal = Rehearsal(lifecycle) { reconfigurable.contains($0) }
        // What was asked before and has not arrived yet is not this change's doing.
        if let old { rehearsal.carryOut(old) }
        let before = rehearsal.lifecycle
        rehearsal.forgetMoves()
        rehearsal.carryOut(new)
        let reasons = ChangeReasons(
            old: old, new: new, before: before, after: rehearsal.lifecycle, moves: rehearsal.moves,
            reconfigurable: reconfigurable)
        var moves = rehearsal.moves.compactMap { id, asked in
            Self.kind(of: asked).map { FeatureMove(id, $0, why: reasons.sentence(for: id, $0)) }
        }
        for id in new.survey.folders.keys where rehearsal.moves[id] == nil {
            guard let obstacle = reasons.newObstacle(to: id) else { continue }
            moves.append(FeatureMove(id, .blocked, why: obstacle))
        }
        let order = Dictionary(uniqueKeysWithValues: FeatureMove.Kind.allCases.enumerated().map { ($1, $0) })
        self.moves = moves.sorted { (order[$0.kind] ?? 0, $0.feature) < (order[$1.kind] ?? 0, $1.feature) }
    }

    private static func kind(of asked: Rehearsal.Moves) -> FeatureMove.Kind? {
        switch (asked.contains(.started), asked.contains(.stopped), asked.contains(.reconfigured)) {
        case (true, true, _): .restart
        case (true, false, _): .start
        case (false, true, _): .stop
        case (false, false, true): .reconfigure
        case (false, false, false): nil
        }
    }
}
