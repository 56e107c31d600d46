/// Addresses that others hand in, to which something is sent.
public enum WebAddress {
    private static let mostBytes = 2_048

    private static let ownHosts = ["localhost", "127.0.0.1", "[::1]"]

    /// Whether a text is the address of a server: `https`, without a user, in ASCII as it goes over the wire.
    ///
    /// - Parameter allowsLocalHTTP: Whether `http` is good as well for this machine, such as for tests.
    public static func isValid(_ address: String, allowsLocalHTTP: Bool = false) -> Bool {
        // Some readers end a server's name at a backslash, and others don't.
        guard address.utf8.count <= mostBytes, address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C }),
            let origin = origin(of: address), let end = origin.firstRange(of: "://")?.upperBound
        else { return false }
        let host = origin[end...]
        guard !host.isEmpty, !host.contains("@") else { return false }
        return origin.hasPrefix("https:")
            || allowsLocalHTTP && ownHosts.contains { host == $0 || host.hasPrefix("\($0):") }
    }

    /// The scheme and the server of an address of `http` or `https`; nil for others.
    public static func origin(of address: String) -> String? {
        for scheme in ["https://", "http://"] where address.hasPrefix(scheme) {
            let host = address.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
            return scheme + host
        }
        return nil
    }
}
