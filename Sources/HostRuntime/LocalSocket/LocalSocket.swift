internal import CLinux
internal import Glibc
internal import HostSystem

/// A host's local socket in its state folder, over which operators' commands talk to it.
package struct LocalSocket: Sendable {
    /// The socket's name in the state folder.
    package static let name = "door"
    /// How long a host may take to answer: longer than it gives a feature to start or a toggle to take effect.
    package static let answerTime = Duration.seconds(45)

    /// The state folder.
    package let state: String

    package init(state: String) { self.state = state }

    /// Asks the host; blocks until the beginning of its answer is there.
    ///
    /// - Parameter limit: How long it may say nothing.
    package func ask(
        _ request: ClientRequest, within limit: Duration = answerTime
    ) throws(LocalSocketProblem) -> HostReply {
        try open().ask(request, within: limit)
    }

    /// Connects to the host.
    package func open() throws(LocalSocketProblem) -> HostConnection {
        do throws(SystemError) {
            return HostConnection(try connectedSocket())
        } catch {
            switch error.code {
            case ENOENT, ENOTDIR: throw .noHost(state: state)
            case ECONNREFUSED: throw .hostHasEnded(state: state)
            case EACCES, EPERM: throw .notAllowed(state: state)
            default: throw .unreachable(state: state, because: error)
            }
        }
    }

    /// A socket at whose other end the host is.
    func connectedSocket() throws(SystemError) -> Descriptor {
        let folder = try Descriptor { unsafe Glibc.open(state, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        // A socket's path has 107 bytes at most; through the open folder it is short, wherever that lies.
        guard let address = SocketAddress(name: "/proc/self/fd/\(folder.number)/\(Self.name)") else {
            throw SystemError(code: ENAMETOOLONG)
        }
        let socket = try Descriptor { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
        // A host that accepts nobody any more would be waited for until it is gone.
        var limit = timeval(tv_sec: Int(Self.answerTime.components.seconds), tv_usec: 0)
        let size = socklen_t(MemoryLayout.size(ofValue: limit))
        try SystemError.check { unsafe setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &limit, size) }
        try SystemError.check { unsafe address.withPointer { unsafe connect(socket.number, $0, $1) } }
        return socket
    }
}
