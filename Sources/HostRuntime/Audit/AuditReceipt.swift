@_spi(Hosting) internal import FeatureKit

/// Says whether an entry was written, once that is known.
package final class AuditReceipt: Sendable {
    private struct State {
        var outcome: Result<Void, AuditProblem>?
        var waiting: [CheckedContinuation<Result<Void, AuditProblem>, Never>] = []
    }

    private let state = Lock(State())

    init() {}

    func settle(_ outcome: Result<Void, AuditProblem>) {
        let waiting = state.withLock { state in
            guard state.outcome == nil else { return [CheckedContinuation<Result<Void, AuditProblem>, Never>]() }
            state.outcome = outcome
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: outcome) }
    }

    /// Returns once the record is on disk, even if the task is cancelled: its action has happened.
    package func wait() async throws(AuditProblem) {
        let outcome = await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                if state.outcome == nil { state.waiting.append(continuation) }
                return state.outcome
            }
            if let known { continuation.resume(returning: known) }
        }
        try outcome.get()
    }
}
