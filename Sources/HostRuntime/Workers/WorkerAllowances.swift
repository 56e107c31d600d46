internal import FeatureKit
internal import HostConfig
package import HostWorker

/// What features' processes may take, as the document that counts says it; it may change while they run.
package final class WorkerAllowances: Sendable {
    private let limits = Lock<[String: WorkerLimits]>([:])

    package init() {}

    /// What a feature's process may take.
    package func limits(of feature: String) -> WorkerLimits { limits.withLock { $0[feature] } ?? WorkerLimits() }

    /// Goes by another document from now on.
    func allow(_ limits: [String: WorkerLimits]) { self.limits.withLock { $0 = limits } }
}

extension Orders {
    /// What each feature's process may take.
    var workerLimits: [String: WorkerLimits] { document.features.mapValues { WorkerLimits($0.worker) } }
}

extension WorkerLimits {
    init(_ bounds: WorkerBounds) {
        self.init()
        memory = bounds.memory
        hang = bounds.hang
    }
}
