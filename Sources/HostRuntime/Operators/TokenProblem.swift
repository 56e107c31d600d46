package import HostSystem

/// Why a token can't be made or revoked; nothing has changed, unless it says so.
package enum TokenProblem: Error, Sendable, Equatable {
    case badName(String)
    /// Another one of this name counts, with this id.
    case nameTaken(String, id: String)
    case unknown(String, nearest: String?)
    case tooMany
    case reasonTooLong
    case lifetime(Duration)
    case notWritten(path: String, because: SystemError)
    /// The system has no random numbers.
    case noRandomness(SystemError)
    /// The audit can't take it; what was said counts all the same where this is true.
    case notAudited(String, counts: Bool)
    case stopping
}
