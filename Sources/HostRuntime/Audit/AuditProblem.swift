package import HostSystem

/// Why the audit log can't be written or read.
package enum AuditProblem: Error, Sendable, Equatable {
    case notWritten(path: String, because: SystemError)
    /// This many records wait already, which is the limit.
    case tooMany(Int)
    case unreadable(path: String, because: SystemError)
}
