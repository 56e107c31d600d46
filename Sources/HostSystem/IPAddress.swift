internal import Glibc

/// An IP address without a port; an IPv4 address is the same as the IPv6 one that stands for it, `::ffff:192.0.2.1`.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// The 128 bits of the IPv6 address.
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads an address as it is written; nil for anything else, such as a port behind it or a link's name.
    package init?(_ text: some StringProtocol) {
        let text = String(text)
        // The system would stop reading at a zero byte.
        guard !text.utf8.contains(0) else { return nil }
        var four = in_addr()
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            self.init(high: 0, low: Self.mark | UInt64(UInt32(bigEndian: four.s_addr)))
            return
        }
        var six = in6_addr()
        guard unsafe inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        let (high, low) = unsafe withUnsafeBytes(of: six) { six in
            unsafe (six.loadUnaligned(as: UInt64.self), six.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
    }

    /// Whether it is an IPv4 address.
    package var isFour: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Whether nobody but this machine has it.
    package var isLoopback: Bool { isFour ? low >> 24 & 0xFF == 127 : high == 0 && low == 1 }

    /// The address in its shortest form.
    package var description: String {
        if isFour { return [24, 16, 8, 0].map { String(low >> UInt64($0) & 255) }.joined(separator: ".") }
        var six = in6_addr()
        unsafe withUnsafeMutableBytes(of: &six) { six in
            unsafe six.storeBytes(of: high.bigEndian, as: UInt64.self)
            unsafe six.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard unsafe inet_ntop(AF_INET6, &six, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// What comes before the bits of an IPv4 address.
    private static let mark: UInt64 = 0xFFFF << 32
}
