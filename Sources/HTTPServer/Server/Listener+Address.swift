internal import Glibc
internal import HostSystem

/// Listening on an IP address: one socket for each loop, between which the kernel shares the clients.
extension Listener {
    /// Listens with so many sockets.
    ///
    /// Sockets that share an address would also share it with those of another process that does the same, each having
    /// some of the clients. So the first one asks for the address for itself alone, and gives it up to the others once
    /// they have it as well.
    static func listen(host: String, port: UInt16, count: Int) throws(SystemError) -> [Listener] {
        guard let address = SocketAddress(host: host, port: port) else { throw SystemError(code: EINVAL) }
        let probe = try open(address)
        try start(probe, address)
        let place = try place(of: probe)
        guard case .address(_, let actualPort) = place,
            let actual = SocketAddress(host: host, port: actualPort)
        else { throw SystemError(code: EINVAL) }
        try share(probe)
        var listeners: [Listener] = []
        for _ in 0..<count {
            let socket = try open(actual)
            try share(socket)
            try start(socket, actual)
            listeners.append(Listener(socket, place))
        }
        return listeners
    }

    private static func open(_ address: SocketAddress) throws(SystemError) -> Descriptor {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = try Descriptor { Glibc.socket(address.family, kind, 0) }
        // Connections of the server before may still be on their way out.
        try set(SOL_SOCKET, SO_REUSEADDR, of: socket)
        // Otherwise `[::]` would take IPv4's port as well.
        if address.family == AF_INET6 { try set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, of: socket) }
        return socket
    }

    private static func share(_ socket: Descriptor) throws(SystemError) {
        try set(SOL_SOCKET, SO_REUSEPORT, of: socket)
    }

    private static func start(_ socket: Descriptor, _ address: SocketAddress) throws(SystemError) {
        try address.bind(socket)
        try SystemError.check { Glibc.listen(socket.number, backlog) }
    }

    private static func place(of socket: Descriptor) throws(SystemError) -> ListenPlace {
        let text = try SocketAddress.local(of: socket).text ?? ("", 0)
        return .address(text.host, port: text.port)
    }

    private static func set(_ level: Int32, _ option: Int32, of socket: Descriptor) throws(SystemError) {
        var on: Int32 = 1
        try SystemError.check {
            unsafe setsockopt(socket.number, level, option, &on, socklen_t(MemoryLayout.size(ofValue: on)))
        }
    }
}
