/// Which other features a toggle moves.
struct TogglePlan: Sendable, Equatable {
    /// Those that run and need it, however far.
    let stops: [String]
    /// Those that wait for it, and for nothing else that does not come with it.
    let starts: [String]

    /// - Parameters:
    ///   - id: The feature that is switched.
    ///   - isOn: To what.
    ///   - needs: What each feature needs.
    ///   - states: The state of each feature.
    ///   - wanted: The features that are to run.
    init(
        switching id: String, on isOn: Bool, needs: [String: Set<String>], states: [String: FeatureState],
        wanted: Set<String>
    ) {
        if isOn {
            stops = []
            starts = Self.following(id, needs) { other, coming in
                guard wanted.contains(other), case .waiting = states[other] else { return false }
                return needs[other, default: []].allSatisfy { coming.contains($0) || states[$0] == .active }
            }
        } else {
            starts = []
            stops = Self.following(id, needs) { other, going in
                guard states[other] == .starting || states[other] == .active else { return false }
                return !needs[other, default: []].isDisjoint(with: going)
            }
        }
    }

    /// What moves with a feature, found in rounds: each one may move others.
    private static func following(
        _ id: String, _ needs: [String: Set<String>], where moves: (String, Set<String>) -> Bool
    ) -> [String] {
        var moving: Set<String> = [id]
        while true {
            let more = needs.keys.filter { !moving.contains($0) && moves($0, moving) }
            guard !more.isEmpty else { return moving.subtracting([id]).sorted() }
            moving.formUnion(more)
        }
    }
}
