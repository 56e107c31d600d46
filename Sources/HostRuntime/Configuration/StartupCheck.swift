internal import FeatureKit

/// What a change has to prove in its trial: that the modules that it starts and reconfigures become active.
///
/// Pure: it takes the states of modules and returns what is wrong.
struct StartupCheck: Sendable, Equatable {
    /// The revision on trial.
    let revision: Int
    /// The revision to return to if the trial fails: the last one that passed its own.
    let earlierRevision: Int
    /// The modules that have to become active.
    let touched: Set<String>
    /// How many of their runs had failed before the change.
    private let failuresBefore: [String: Int]

    /// - Parameters:
    ///   - previous: The settings of the modules that ran before the change.
    ///   - now: The settings of the modules that are to run with it.
    ///   - statuses: The states of modules before the change; one that had failed already does not have to come up.
    ///   - earlier: The check of a trial that is not over yet, whose requirements stay.
    init(
        revision: Int, earlierRevision: Int, from previous: [String: Value], to now: [String: Value],
        needs: [String: Set<String>], statuses: [FeatureStatus], upgraded: Set<String> = [],
        earlier: StartupCheck? = nil
    ) {
        self.revision = revision
        self.earlierRevision = earlier?.earlierRevision ?? earlierRevision
        // A failure under an earlier change that is still on trial, or is being rolled back, exempts no module.
        let hadFailed = Set(
            statuses.filter { $0.state.isFailure && (previous[$0.id] != nil || $0.state == .stuck) }.map(\.id))
        var touched = Set(now.keys.filter { previous[$0] != now[$0] || upgraded.contains($0) })
        // A restart also restarts the modules that need the restarted one.
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

    /// Why modules did not come up, a sentence for each; to be called once all touched modules have settled.
    ///
    /// - Parameters:
    ///   - statuses: The states of modules. One that failed and is being tried again has failed.
    ///   - wanted: The modules that are to run; one that was switched off since does not have to come up.
    func failures(_ statuses: [FeatureStatus], wanted: Set<String>) -> [String] {
        statuses.filter { touched.contains($0.id) && wanted.contains($0.id) }.compactMap { status in
            switch status.state {
            case .active: return nil
            case .failed(let reason, _), .quarantined(let reason):
                return "\(status.id) did not become active: \(reason)"
            case .stuck: return "\(status.id) did not stop, and so could not be started again"
            // A waiting module waits for one that is off, had failed before or is in this list itself.
            case .off, .waiting, .starting, .stopping:
                guard status.allFailures > failuresBefore[status.id] ?? 0 else { return nil }
                let reason = status.runs.last { $0.reason != nil }?.reason
                return "\(status.id) did not become active: \(reason ?? "it ended")"
            }
        }
    }
}

extension FeatureState {
    /// Whether the module failed to start or stop.
    fileprivate var isFailure: Bool {
        switch self {
        case .failed, .quarantined, .stuck: true
        case .off, .waiting, .starting, .active, .stopping: false
        }
    }
}
