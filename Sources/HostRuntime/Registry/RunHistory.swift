package import FeatureKit
package import HostWorker

/// One run of a feature.
package struct FeatureRun: Sendable, Equatable {
    package let number: Int
    package let started: Timestamp
    /// Nil while it runs.
    package fileprivate(set) var ended: Timestamp?
    /// Why it ended; nil where it had been asked to.
    package fileprivate(set) var reason: String?
    /// What is known of the process that it was, where it had one of its own that did not simply return.
    package fileprivate(set) var evidence: WorkerEvidence?
}

/// The last runs of a feature.
struct RunHistory: Sendable {
    /// How many are kept.
    static let most = 16

    private(set) var runs: [FeatureRun] = []
    /// How many runs failed, also those that are not kept any more.
    private(set) var failures = 0
    /// How the processes of failed runs ended, also of those that are not kept any more.
    private(set) var endings: [WorkerEnding: Int] = [:]

    mutating func begin(_ number: Int, at time: Timestamp) {
        runs.append(FeatureRun(number: number, started: time))
        if runs.count > Self.most { runs.removeFirst(runs.count - Self.most) }
    }

    /// - Parameter counts: Whether a reason makes it a failure of the feature.
    mutating func end(
        _ number: Int, at time: Timestamp, because reason: String?, _ evidence: WorkerEvidence? = nil,
        counts: Bool = true
    ) {
        guard let index = runs.lastIndex(where: { $0.number == number }) else { return }
        runs[index].ended = time
        runs[index].reason = reason
        runs[index].evidence = evidence
        guard reason != nil, counts else { return }
        failures += 1
        if let evidence { endings[WorkerEnding(evidence), default: 0] += 1 }
    }
}
