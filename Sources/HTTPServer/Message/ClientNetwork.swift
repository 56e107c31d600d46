package import HostSystem

/// Whose requests and connections are counted together: an IPv4 address, or an IPv6 network of 64 bits, of which one
/// client has all.
package struct ClientNetwork: Hashable, Sendable {
    private let bits: UInt64
    private let isFour: Bool

    package init(_ address: IPAddress) {
        isFour = address.isFour
        bits = isFour ? address.low : address.high
    }
}
