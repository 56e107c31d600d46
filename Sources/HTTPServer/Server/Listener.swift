internal import CLinux
internal import Glibc
internal import HostSystem

/// A socket that clients connect to.
final class Listener: Sendable {
    /// What came of accepting.
    enum Accepted {
        case client(Descriptor, Peer)
        /// Nobody is there any more.
        case nobody
        /// A client that was there has gone again.
        case gone
        /// The process or the machine has no descriptor or memory left.
        case exhausted
    }

    /// How many clients may wait to be accepted.
    static let backlog: Int32 = 4096

    let descriptor: Descriptor
    /// Where it really listens.
    let place: ListenPlace
    /// Whether several loops wait for its clients.
    let isShared: Bool
    /// What has to be cleared away at the end.
    private let file: SocketFile?

    init(_ descriptor: Descriptor, _ place: ListenPlace, file: SocketFile? = nil) {
        self.descriptor = descriptor
        self.place = place
        self.file = file
        isShared = file != nil
    }

    /// Takes the next client.
    func accept() -> Accepted {
        let (number, address) = SocketAddress.accept(descriptor)
        guard number >= 0 else { return Self.problem() }
        if let (host, port) = address.text {
            Socket.sendAtOnce(number)
            return .client(Descriptor(owning: number), .address(host, port: port))
        }
        var pid: Int32 = 0
        var user: UInt32 = 0
        // Who it is can't be found out if it has gone meanwhile; nobody reads the answer then.
        guard unsafe peer_process(number, SOL_SOCKET, &pid, &user) == 0 else {
            close(number)
            return .gone
        }
        return .client(Descriptor(owning: number), .process(pid: pid, user: user))
    }

    private static func problem() -> Accepted {
        switch errno {
        case EAGAIN: .nobody
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: .exhausted
        default: .gone
        }
    }
}
