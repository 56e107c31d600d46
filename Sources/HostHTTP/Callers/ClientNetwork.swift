import HTTPServer
import HostSystem

/// Whose questions are counted together: an IPv4 address, or an IPv6 network of 64 bits, of which one client has all.
struct ClientNetwork: Hashable, Sendable {
    private let bits: UInt64
    private let isFour: Bool

    /// Nil for those who come by another way than the network.
    init?(_ peer: Peer) {
        // An address of a link names its link after a percent sign.
        guard case .address(let text, _) = peer, let address = IPAddress(text.prefix { $0 != "%" }) else { return nil }
        isFour = address.isFour
        bits = isFour ? address.low : address.high
    }
}
