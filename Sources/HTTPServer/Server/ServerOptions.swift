/// What a server is told.
package struct ServerOptions: Sendable {
    package var places: [ListenPlace]
    /// How many loops share the connections.
    package var loops: Int
    /// What its threads are called; the loop's number follows.
    package var name: String
    package var limits: ServerLimits
    /// What all IP addresses speak TLS with; nil where they are plain, as Unix sockets always are.
    package var tls: TLSKeeper?

    package init(
        _ places: [ListenPlace], loops: Int, name: String = "http", limits: ServerLimits = ServerLimits(),
        tls: TLSKeeper? = nil
    ) {
        self.tls = tls
        self.places = places
        self.loops = loops
        self.name = name
        self.limits = limits
    }
}

/// Where a server listens.
package enum ListenPlace: Sendable, Hashable, CustomStringConvertible {
    /// An IP address of either kind, without brackets; port 0 lets the system choose.
    case address(String, port: UInt16)
    /// A Unix socket that only its owner may open (mode 0600); one that nobody listens on is replaced.
    case socket(path: String)

    /// The address as it is written.
    package var description: String {
        switch self {
        case .address(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .socket(let path): path
        }
    }
}
