internal import FeatureKit
internal import HostConfig
package import HostWorker

/// The limits of modules' workers in the active configuration; they may change while the workers run.
package final class WorkerAllowances: Sendable {
    private let limits = Lock<[String: WorkerLimits]>([:])

    package init() {}

    /// The limits of a module's worker.
    package func limits(of feature: String) -> WorkerLimits { limits.withLock { $0[feature] } ?? WorkerLimits() }

    /// Replaces the limits.
    func allow(_ limits: [String: WorkerLimits]) { self.limits.withLock { $0 = limits } }
}

extension Orders {
    /// The limits of each module's worker.
    var workerLimits: [String: WorkerLimits] { document.features.mapValues { WorkerLimits($0.worker) } }
}

extension WorkerLimits {
    init(_ bounds: WorkerBounds) {
        self.init()
        memory = bounds.memory
        hang = bounds.hang
    }
}
