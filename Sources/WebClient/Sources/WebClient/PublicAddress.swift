internal import Glibc

/// Which addresses belong to the whole internet, and not to a machine or a network of one's own.
enum PublicAddress {
    /// The networks of IPv4 that are not public (RFC 6890 and multicast), each with its length in bits.
    private static let privateNetworks: [(first: UInt32, bits: UInt32)] = [
        (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
        (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16), (0xC612_0000, 15),
        (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 3),
    ]

    /// Whether a socket's address is public; one of another family than IP never is.
    static func isPublic(_ address: UnsafePointer<sockaddr>) -> Bool {
        switch unsafe Int32(address.pointee.sa_family) {
        case AF_INET:
            return unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                unsafe isPublic(UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
            }
        case AF_INET6:
            return unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                var bytes = unsafe $0.pointee.sin6_addr
                return unsafe withUnsafeBytes(of: &bytes) { unsafe isPublic(Array($0)) }
            }
        default: return false
        }
    }

    /// Whether an address of IPv4 is public.
    static func isPublic(_ address: UInt32) -> Bool {
        !privateNetworks.contains { ($0.first ^ address) >> (32 - $0.bits) == 0 }
    }

    /// Whether an address of IPv6 is public; one that wraps an address of IPv4 is as public as that one.
    static func isPublic(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 16 else { return false }
        func word(_ index: Int) -> UInt32 { bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        // 64:ff9b::/96 and 2002::/16, by which networks translate and carry IPv4.
        if word(0) == 0x0064_FF9B && word(4) == 0 && word(8) == 0 { return isPublic(word(12)) }
        if word(0) >> 16 == 0x2002 { return isPublic(word(0) << 16 | word(4) >> 16) }
        // All that is given out is in 2000::/3, but for Teredo, documentation and tests (2001::/23, 2001:db8::/32, 3fff::/20).
        return word(0) >> 29 == 1 && word(0) >> 9 != 0x2001_0000 >> 9 && word(0) != 0x2001_0DB8
            && word(0) >> 12 != 0x3FFF_0000 >> 12
    }
}
