internal import Glibc

/// Where a host listens: an IP address and a port, written `127.0.0.1:8080` or `[::1]:8080`.
///
/// Names are refused: one may stand for several addresses, and for others tomorrow.
package struct ListenAddress: Sendable, Equatable, CustomStringConvertible {
    /// Why a text is no address.
    package enum Problem: Error, Sendable, Equatable {
        case noPort
        case badPort(String)
        case badHost(String)
        case bareIPv6
    }

    /// The IP address, without brackets.
    package let host: String
    package let port: UInt16

    /// Reads an address as it was written.
    package init(_ text: String) throws(Problem) {
        let rest: Substring
        if text.hasPrefix("["), let bracket = text.firstIndex(of: "]") {
            host = String(text[text.index(after: text.startIndex)..<bracket])
            rest = text[text.index(after: bracket)...]
            guard Self.isAddress(host, of: AF_INET6) else { throw .badHost(host) }
        } else {
            if Self.isAddress(text, of: AF_INET6) { throw .bareIPv6 }
            let colon = text.lastIndex(of: ":") ?? text.endIndex
            host = String(text[..<colon])
            rest = text[colon...]
            if Self.isAddress(host, of: AF_INET6) { throw .bareIPv6 }
            guard Self.isAddress(host, of: AF_INET) else { throw .badHost(host) }
        }
        guard rest.hasPrefix(":"), rest.count > 1 else { throw .noPort }
        let digits = rest.dropFirst()
        // Not `UInt16(digits)` alone, which takes a sign.
        guard digits.allSatisfy({ ("0"..."9").contains($0) }), let port = UInt16(digits), port > 0 else {
            throw .badPort(String(digits))
        }
        self.port = port
    }

    /// The address as it is written.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    private static func isAddress(_ text: String, of family: Int32) -> Bool {
        var address = in6_addr()
        return unsafe inet_pton(family, text, &address) == 1
    }
}
