package import HostConfig
package import HostSystem

/// Why a change of the configuration failed; nothing has changed, unless a case says so.
package enum ConfigProblem: Error, Sendable, Equatable {
    /// The configuration has errors.
    case refused(Diagnostics)
    case unknownRevision(Int, known: ClosedRange<Int>?)
    /// The content of a revision can't be read any more.
    case unreadableRevision(Int, because: String)
    case nothingToConfirm
    case reasonTooLong
    /// The active revision is none of those that the change was made for.
    case changedMeanwhile(now: Int?)
    /// The caller's role may not change these parts of the configuration.
    case forbidden(parts: [String], for: OperatorRole)
    /// It could not be written to disk.
    case notWritten(path: String, because: SystemError)
    /// It could not be recorded in the audit log, for this reason.
    case notRecordable(String)
    /// The change is active, but its record could not be written.
    case notRecorded(Int, because: String)
    /// No configuration is active yet.
    case notStarted
    case stopping
}
