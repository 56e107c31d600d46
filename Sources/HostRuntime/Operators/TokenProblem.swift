package import HostSystem

/// Why a token can't be made or revoked; nothing has changed, unless it says so.
package enum TokenProblem: Error, Sendable, Equatable {
    case badName(String)
    /// A valid token with this id has the name already.
    case nameTaken(String, id: String)
    case unknown(String, nearest: String?)
    case tooMany
    case reasonTooLong
    case lifetime(Duration)
    case notWritten(path: String, because: SystemError)
    /// The system has no random numbers.
    case noRandomness(SystemError)
    /// It can't be recorded in the audit log; if `counts` is true, it has happened all the same.
    case notAudited(String, counts: Bool)
    case stopping
}
