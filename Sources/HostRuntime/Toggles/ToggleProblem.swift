package import HostSystem

/// Why a toggle can't be; nothing has changed.
package enum ToggleProblem: Error, Sendable, Equatable {
    case unknown(String, nearest: String?)
    /// Its manifest keeps operators from switching it.
    case locked(String)
    /// It can't be switched on, for that reason.
    case broken(String, reason: String)
    /// The document does not give the settings that it needs.
    case noSettings(String, missing: [String])
    /// What the document says can't be used any more, so nothing new can be started by it.
    case documentUnusable
    case tooMany
    case reasonTooLong
    /// It could not be kept.
    case notWritten(path: String, because: SystemError)
    /// Nothing is running yet.
    case notStarted
    case stopping
}
