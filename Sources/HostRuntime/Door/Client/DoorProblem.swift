package import HostSystem

/// Why a host can't be asked.
package enum DoorProblem: Error, Sendable, Equatable {
    /// Nothing was ever opened there.
    case noHost(state: String)
    /// The host that opened it has ended without closing it.
    case hostHasEnded(state: String)
    case notAllowed(state: String)
    case unreachable(state: String, because: SystemError)
    /// It went away while it was asked.
    case gone
    case silent(Duration)
    /// What answers is no host.
    case notUnderstood(ReplyFault)

    /// Whether no host is there at all.
    package var meansNoHost: Bool {
        switch self {
        case .noHost, .hostHasEnded: true
        default: false
        }
    }
}
