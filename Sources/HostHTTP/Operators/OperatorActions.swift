@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// Actions of operators other than changes of the configuration, recorded in the audit log before they are done.
struct OperatorActions: Sendable {
    private let log: AuditLog
    private let clock: any ClockSource

    init(_ log: AuditLog, clock: any ClockSource) {
        self.log = log
        self.clock = clock
    }

    /// Records what an operator is about to do; what can't be recorded is not done.
    func note(
        _ action: AuditAction, of target: String, for context: RequestContext, after: Value? = nil
    ) async throws(Problem) {
        let entry = AuditEntry(action, of: target, by: try await context.author(), after: after, at: clock.now)
        do throws(AuditProblem) { try await log.add(entry) } catch { throw Problem(error) }
    }
}
