/// Addresses that others hand in, to which something is sent.
public enum WebAddress {
    private static let mostBytes = 2_048

    /// Whether a text is the address of a server: `https`, without a user, in ASCII as it goes over the wire.
    ///
    /// - Parameter allowsHTTP: Whether `http` is good as well, such as for tests.
    public static func isValid(_ address: String, allowsHTTP: Bool = false) -> Bool {
        guard address.utf8.count <= mostBytes, address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let origin = origin(of: address), let end = origin.firstRange(of: "://")?.upperBound
        else { return false }
        let host = origin[end...]
        return !host.isEmpty && !host.contains("@") && (origin.hasPrefix("https:") || allowsHTTP)
    }

    /// The scheme and the server of an address of `http` or `https`; nil for others.
    public static func origin(of address: String) -> String? {
        for scheme in ["https://", "http://"] where address.hasPrefix(scheme) {
            let host = address.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
            return scheme + host
        }
        return nil
    }
}
