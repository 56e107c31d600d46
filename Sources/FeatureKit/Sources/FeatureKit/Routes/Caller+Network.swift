internal import Glibc

extension Caller {
    /// The network by which the caller is counted: an IPv4 address, or the 64 bits that one customer has of IPv6; nil
    /// where there is no address.
    public var network: String? {
        guard let address, address.utf8.count <= 64 else { return nil }
        guard address.contains(":") else { return address }
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, String(address.prefix { $0 != "%" }), &bytes) == 1 else {
            return address.lowercased()
        }
        // An IPv4 address that is written as IPv6.
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            return bytes[12...].map(String.init).joined(separator: ".")
        }
        return stride(from: 0, to: 8, by: 2)
            .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
    }
}
