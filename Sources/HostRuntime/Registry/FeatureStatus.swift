package import FeatureKit

/// The state of a feature, as others see it.
package struct FeatureStatus: Sendable, Equatable {
    package let id: String
    package let state: FeatureState
    /// Since when it is in that state.
    package let since: Timestamp
    /// How many times it has been started.
    package let starts: Int
    /// How many recent failures count towards its quarantine.
    package let failures: Int
    /// How many of its runs failed since the host began.
    package let allFailures: Int
    /// How its workers ended, with the number of each kind.
    package let endings: [WorkerEnding: Int]
    /// Its last runs, the latest at the end.
    package let runs: [FeatureRun]

    init(
        id: String, state: FeatureState, since: Timestamp, starts: Int, failures: Int = 0, allFailures: Int = 0,
        endings: [WorkerEnding: Int] = [:], runs: [FeatureRun] = []
    ) {
        self.id = id
        self.state = state
        self.since = since
        self.starts = starts
        self.failures = failures
        self.allFailures = allFailures
        self.endings = endings
        self.runs = runs
    }
}
