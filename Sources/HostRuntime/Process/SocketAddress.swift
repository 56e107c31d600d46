internal import Glibc

/// Where a Unix socket listens: a path, or a name in the abstract namespace, written `@name`.
struct SocketAddress: Sendable {
    private var address = sockaddr_un()
    private let size: socklen_t

    /// Nil for a name that is neither, or too long.
    init?(name: String) {
        let path: [UInt8]
        switch name.first {
        case "/": path = Array(name.utf8) + [0]
        case "@" where name != "@": path = [0] + Array(name.utf8.dropFirst())
        default: return nil
        }
        guard path.count <= MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
        size = socklen_t(MemoryLayout.size(ofValue: address.sun_family) + path.count)
    }

    /// Lends the address as the system's calls want it.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        unsafe withUnsafePointer(to: address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, size) }
        }
    }
}
