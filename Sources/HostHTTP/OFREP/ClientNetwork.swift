import Glibc
import HTTPServer

/// Whose questions are counted together: an IPv4 address, or an IPv6 network of 64 bits, of which one client has all.
struct ClientNetwork: Hashable, Sendable {
    private let bytes: UInt64
    private let isFour: Bool

    /// Nil for those who come by another way than the network.
    init?(_ peer: Peer) {
        guard case .address(let text, _) = peer else { return nil }
        // An address of a link names its link after a percent sign.
        let address = text.prefix { $0 != "%" }
        var six = in6_addr()
        var four = in_addr()
        if unsafe inet_pton(AF_INET, String(address), &four) == 1 {
            bytes = UInt64(four.s_addr)
            isFour = true
        } else if unsafe inet_pton(AF_INET6, String(address), &six) == 1 {
            let words = unsafe withUnsafeBytes(of: six) { six in
                unsafe (
                    six.loadUnaligned(as: UInt64.self), six.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                )
            }
            // An IPv4 address in the clothes of an IPv6 one: ::ffff:192.0.2.1.
            let isMapped = words.0 == 0 && UInt64(bigEndian: words.1) >> 32 == 0xFFFF
            bytes = isMapped ? words.1 >> 32 : words.0
            isFour = isMapped
        } else {
            return nil
        }
    }
}
