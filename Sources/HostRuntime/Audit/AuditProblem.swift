package import HostSystem

/// Why something can't be written down, or what was can't be read.
package enum AuditProblem: Error, Sendable, Equatable {
    case notWritten(path: String, because: SystemError)
    /// So many records wait already.
    case tooMany(Int)
    case unreadable(path: String, because: SystemError)
}
