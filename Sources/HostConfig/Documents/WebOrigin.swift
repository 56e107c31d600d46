internal import HostSystem

/// Where a page comes from, as browsers say it: `https://app.circuit.example`, with a port where it is not the usual one;
/// of an app that shows pages of its own, `capacitor://localhost`.
struct WebOrigin: CustomStringConvertible {
    /// The origin as a browser sends it.
    let description: String

    /// Understands also what a browser would not send: upper case, a path, the usual port.
    init?(_ text: String) {
        let lowered = text.lowercased()
        guard let colon = lowered.firstIndex(of: ":"), lowered[colon...].hasPrefix("://") else { return nil }
        let scheme = lowered[..<colon]
        guard Self.isScheme(scheme) else { return nil }
        let usualPort = Self.usualPorts[String(scheme)]
        let authority = lowered.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
        // The port follows the last colon, but an IPv6 address has colons of its own.
        let portColon = authority.hasSuffix("]") ? nil : authority.lastIndex(of: ":")
        let host = authority[..<(portColon ?? authority.endIndex)]
        guard Self.isHost(host) else { return nil }
        guard let portColon else {
            description = "\(scheme)://\(host)"
            return
        }
        let digits = authority[authority.index(after: portColon)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits), port > 0 else {
            return nil
        }
        description = port == usualPort ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }

    private static let usualPorts: [String: UInt16] = ["https": 443, "http": 80]

    /// Apps that show pages of their own have schemes of their own, such as `capacitor`.
    private static func isScheme(_ scheme: Substring) -> Bool {
        (scheme.first.map { ("a"..."z").contains($0) } ?? false)
            && scheme.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
            }
    }

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
