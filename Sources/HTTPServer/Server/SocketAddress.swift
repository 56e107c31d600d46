internal import CLinux
internal import Glibc
internal import HostSystem

/// An address as the system's calls take it.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private var size = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// Room for an address that a call fills in.
    init() {}

    /// An IP address of either kind; nil for a text that is none.
    init?(host: String, port: UInt16) {
        // Without a colon it is IPv4, of which the next call would also take shorter forms.
        var four = in_addr()
        guard unsafe host.contains(":") || inet_pton(AF_INET, host, &four) == 1 else { return nil }
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &found) == 0, let first = unsafe found else { return nil }
        defer { unsafe freeaddrinfo(first) }
        guard let address = unsafe first.pointee.ai_addr, unsafe first.pointee.ai_addrlen <= size else { return nil }
        size = unsafe first.pointee.ai_addrlen
        unsafe withUnsafeMutableBytes(of: &storage) {
            unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(size)))
        }
    }

    /// A Unix socket's path; nil for one that is too long.
    init?(path: String) {
        var address = sockaddr_un()
        let bytes = Array(path.utf8) + [0]
        guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        size = socklen_t(MemoryLayout.size(ofValue: address.sun_family) + bytes.count)
        unsafe withUnsafeBytes(of: address) { address in
            unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.copyMemory(from: address) }
        }
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// Binds a socket to it.
    func bind(_ socket: Descriptor) throws(SystemError) {
        try SystemError.check { unsafe read { unsafe Glibc.bind(socket.number, $0, $1) } }
    }

    /// Connects a socket to it.
    func connect(_ socket: Descriptor) throws(SystemError) {
        try SystemError.check { unsafe read { unsafe Glibc.connect(socket.number, $0, $1) } }
    }

    /// What a socket is bound to.
    static func local(of socket: Descriptor) throws(SystemError) -> SocketAddress {
        var address = SocketAddress()
        try SystemError.check { unsafe address.fill { unsafe getsockname(socket.number, $0, $1) } }
        return address
    }

    /// Takes the next client of a listening socket, and whose it is; a negative number says that `errno` says why not.
    static func accept(_ socket: Descriptor) -> (number: Int32, address: SocketAddress) {
        var address = SocketAddress()
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = unsafe address.fill { address, size in
            unsafe accept_connection(socket.number, address, size, flags)
        }
        return (number, address)
    }

    /// The IP address, as it is written, and its port; nil for other kinds.
    var text: (host: String, port: UInt16)? {
        guard family == AF_INET || family == AF_INET6 else { return nil }
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let flags = Int32(NI_NUMERICHOST | NI_NUMERICSERV)
        let code = unsafe read { address, size in
            unsafe getnameinfo(
                address, size, &host, socklen_t(host.count), &port, socklen_t(port.count), flags)
        }
        guard code == 0 else { return nil }
        return (Self.text(host), UInt16(Self.text(port)) ?? 0)
    }

    private func read<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        unsafe withUnsafePointer(to: storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, size) }
        }
    }

    private mutating func fill(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int32 {
        let room = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var size = room
        defer { self.size = min(size, room) }
        return unsafe withUnsafeMutablePointer(to: &storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, &size) }
        }
    }

    private static func text(_ bytes: [CChar]) -> String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
