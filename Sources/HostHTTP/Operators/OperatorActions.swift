@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// What operators do beside changing the configuration, written down before it is done.
struct OperatorActions: Sendable {
    private let log: AuditLog
    private let clock: any ClockSource

    init(_ log: AuditLog, clock: any ClockSource) {
        self.log = log
        self.clock = clock
    }

    /// Writes down what an operator is about to do; what can't be written down is not done.
    func note(
        _ action: AuditAction, of target: String, for context: RequestContext, after: Value? = nil
    ) async throws(Problem) {
        let entry = AuditEntry(action, of: target, by: try await context.author(), after: after, at: clock.now)
        do throws(AuditProblem) { try await log.add(entry) } catch { throw Problem(error) }
    }
}
