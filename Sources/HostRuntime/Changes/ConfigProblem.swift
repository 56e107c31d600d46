package import HostConfig
package import HostSystem

/// Why a change of the configuration can't be; nothing has changed.
package enum ConfigProblem: Error, Sendable, Equatable {
    /// The document has errors.
    case refused(Diagnostics)
    case unknownRevision(Int, known: ClosedRange<Int>?)
    /// What a revision held can't be read any more.
    case illegibleRevision(Int, because: String)
    case nothingToConfirm
    case reasonTooLong
    /// Another revision counts than those on which the change was to build.
    case changedMeanwhile(now: Int?)
    /// The role of whoever wants it does not reach these parts of documents.
    case forbidden(parts: [String], for: OperatorRole)
    /// It could not be kept.
    case notWritten(path: String, because: SystemError)
    /// It could not be written down, for that reason.
    case notRecordable(String)
    /// It counts, and its record could not be written after all.
    case notRecorded(Int, because: String)
    /// Nothing is running yet.
    case notStarted
    case stopping
}
