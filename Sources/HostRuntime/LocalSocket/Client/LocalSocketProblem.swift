package import HostSystem

/// Why a host can't be reached over its local socket.
package enum LocalSocketProblem: Error, Sendable, Equatable {
    /// There is no socket.
    case noHost(state: String)
    /// The host that opened it has ended without closing it.
    case hostHasEnded(state: String)
    case notAllowed(state: String)
    case unreachable(state: String, because: SystemError)
    /// It closed the connection before its answer was complete.
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
