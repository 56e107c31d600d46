internal import FeatureKit

/// What a change has to prove before it counts for good: that what it starts and reconfigures comes up.
///
/// Pure: where features stand goes in, what is wrong comes out.
struct Probation: Sendable, Equatable {
    /// The revision that has to prove itself.
    let revision: Int
    /// What counts again where it does not: the last one that has proven itself.
    let formerly: Int
    /// The features that have to become active.
    let touched: Set<String>
    /// How many of their runs had failed before.
    private let failuresBefore: [String: Int]

    /// - Parameters:
    ///   - former: What counted, with what its features were given.
    ///   - now: What counts.
    ///   - statuses: Where features stood before anything moved; who had failed by then has nothing to prove.
    ///   - earlier: What has to be proven already, and has not been.
    init(
        revision: Int, formerly: Int, from former: [String: Value], to now: [String: Value],
        needs: [String: Set<String>], statuses: [FeatureStatus], upgraded: Set<String> = [],
        earlier: Probation? = nil
    ) {
        self.revision = revision
        self.formerly = earlier?.formerly ?? formerly
        // What failed under a change that has not proven itself, or that is being gone back from, is no excuse.
        let hadFailed = Set(
            statuses.filter { $0.state.isFailure && (former[$0.id] != nil || $0.state == .stuck) }.map(\.id))
        var touched = Set(now.keys.filter { former[$0] != now[$0] || upgraded.contains($0) })
        // What is started again takes along who needs it.
        let active = Set(statuses.filter { $0.state == .active }.map(\.id))
        while true {
            let more = active.filter {
                now[$0] != nil && !touched.contains($0) && !needs[$0, default: []].isDisjoint(with: touched)
            }
            guard !more.isEmpty else { break }
            touched.formUnion(more)
        }
        self.touched = touched.subtracting(hadFailed).union(earlier?.touched ?? []).intersection(now.keys)
        let failures = statuses.map { ($0.id, $0.allFailures) }
        failuresBefore = Dictionary(failures) { $1 }.merging(earlier?.failuresBefore ?? [:]) { $1 }
    }

    /// What did not come up, each in words; to be asked once all that it touches has come to rest.
    ///
    /// - Parameters:
    ///   - statuses: Where features stand. One that failed and is tried again by now has failed all the same.
    ///   - wanted: Those that shall run; who was switched off since has nothing to prove any more.
    func failures(_ statuses: [FeatureStatus], wanted: Set<String>) -> [String] {
        statuses.filter { touched.contains($0.id) && wanted.contains($0.id) }.compactMap { status in
            switch status.state {
            case .active: return nil
            case .failed(let reason, _), .quarantined(let reason):
                return "\(status.id) did not become active: \(reason)"
            case .stuck: return "\(status.id) did not stop, and so could not be started again"
            // One that waits does so for one that is off or had failed before, or for one that is in this list itself.
            case .off, .waiting, .starting, .stopping:
                guard status.allFailures > failuresBefore[status.id] ?? 0 else { return nil }
                let reason = status.runs.last { $0.reason != nil }?.reason
                return "\(status.id) did not become active: \(reason ?? "it ended")"
            }
        }
    }
}

extension FeatureState {
    /// Whether it did not do what was wanted of it.
    fileprivate var isFailure: Bool {
        switch self {
        case .failed, .quarantined, .stuck: true
        case .off, .waiting, .starting, .active, .stopping: false
        }
    }
}
