internal import HostSystem

/// Where a page comes from, as browsers say it: `https://app.circuit.example`, with a port where it is not the usual one.
struct WebOrigin: CustomStringConvertible {
    /// The origin as a browser sends it.
    let description: String

    /// Understands also what a browser would not send: upper case, a path, the usual port.
    init?(_ text: String) {
        let lowered = text.lowercased()
        guard let (scheme, usualPort) = Self.schemes.first(where: { lowered.hasPrefix($0.name + "://") }) else {
            return nil
        }
        let authority = lowered.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
        // The port follows the last colon, but an IPv6 address has colons of its own.
        let colon = authority.hasSuffix("]") ? nil : authority.lastIndex(of: ":")
        let host = authority[..<(colon ?? authority.endIndex)]
        guard Self.isHost(host) else { return nil }
        guard let colon else {
            description = "\(scheme)://\(host)"
            return
        }
        let digits = authority[authority.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits), port > 0 else {
            return nil
        }
        description = port == usualPort ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }

    private static let schemes: [(name: String, port: UInt16)] = [("https", 443), ("http", 80)]

    private static func isHost(_ host: Substring) -> Bool {
        if host.hasPrefix("[") { return (try? ListenAddress("\(host):0")) != nil }
        return host.utf8.count <= 253
            && host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy {
                        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
                            || $0 == UInt8(ascii: "_")
                    }
            }
    }
}
