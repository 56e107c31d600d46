/// An IP address or a network of them, written `10.0.0.7`, `10.0.0.0/8` or `2001:db8::/32`.
package struct IPNetwork: Sendable, Hashable, CustomStringConvertible {
    /// Why a text is no network.
    package enum Problem: Error, Sendable, Equatable {
        case badAddress(String)
        case badLength(String, most: Int)
        /// The address has bits beyond the network's; probably the network was meant.
        case strayBits(IPNetwork)
    }

    /// The first address.
    package let first: IPAddress
    /// How many of the 128 bits of an IPv6 address are the network's.
    private let bits: Int

    /// Reads a network as it was written.
    package init(_ text: String) throws(Problem) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(parts[0]) else { throw .badAddress(String(parts[0])) }
        // Written as IPv6 an IPv4 address has a length of its kind.
        let isFour = address.isFour && !parts[0].contains(":")
        let most = isFour ? 32 : 128
        var length = most
        if parts.count > 1 {
            guard let number = Self.number(parts[1]), number <= most else {
                throw .badLength(String(parts[1]), most: most)
            }
            length = number
        }
        let network = IPNetwork(holding: address, bits: isFour ? length + 96 : length)
        guard network.first == address else { throw .strayBits(network) }
        self = network
    }

    private init(holding address: IPAddress, bits: Int) {
        self.bits = bits
        first = IPAddress(high: address.high & Self.mask(bits), low: address.low & Self.mask(bits - 64))
    }

    /// Whether an address is one of its own.
    package func contains(_ address: IPAddress) -> Bool {
        (address.high ^ first.high) & Self.mask(bits) == 0 && (address.low ^ first.low) & Self.mask(bits - 64) == 0
    }

    /// The network as it is written; of a single address, the address.
    package var description: String {
        if bits == 128 { return first.description }
        return "\(first)/\(first.isFour && bits >= 96 ? bits - 96 : bits)"
    }

    /// The first bits of 64; none, or all, where it is not a number of some of them.
    private static func mask(_ bits: Int) -> UInt64 {
        bits <= 0 ? 0 : bits >= 64 ? .max : ~(UInt64.max >> UInt64(bits))
    }

    /// Without a sign and without zeros in front, which some read as another number.
    private static func number(_ text: Substring) -> Int? {
        guard (1...3).contains(text.utf8.count), text == "0" || text.first != "0",
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }
}

extension IPNetwork.Problem: CustomStringConvertible {
    /// What is wrong, and how it is written.
    package var description: String {
        switch self {
        case .badAddress(let text): "\(Printable.quoted(text)) is no IP address; write it like 10.0.0.7 or 10.0.0.0/8"
        case .badLength(let text, let most):
            "\(Printable.quoted(text)) is no length of a network, which has from 0 to \(most) bits"
        case .strayBits(let network): "the address has bits beyond the network's; write \(network)"
        }
    }
}
