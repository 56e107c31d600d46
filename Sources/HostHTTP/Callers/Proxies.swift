package import HTTPServer
package import HostSystem

/// The servers before this one that say for whom they ask.
package struct Proxies: Sendable, Equatable {
    private let networks: [IPNetwork]

    package init(_ networks: [IPNetwork] = []) { self.networks = networks }

    package var isEmpty: Bool { networks.isEmpty }

    /// For whom a request was sent: the last one in `X-Forwarded-For` who is no proxy; nil where nobody is named whom a
    /// proxy vouches for, so that it counts as the peer's own.
    ///
    /// What stands before that one is what it says itself, and is not looked at.
    package func client(of request: Request) -> IPAddress? {
        guard let peer = request.peerAddress, contain(peer) else { return nil }
        var farthest: IPAddress?
        for field in request.values(of: "x-forwarded-for").reversed() {
            for entry in field.split(separator: ",", omittingEmptySubsequences: false).reversed() {
                // A proxy that says nothing that can be read vouches for nobody.
                guard let address = Self.address(in: entry) else { return nil }
                guard contain(address) else { return address }
                farthest = address
            }
        }
        return farthest
    }

    /// Notes in a request what the proxy says of it that sent it.
    func note(_ request: Request) {
        guard let peer = request.peerAddress, contain(peer) else { return }
        request.noteForwarding(for: client(of: request), isSecure: Self.isSecure(request))
    }

    /// Whether an address is that of a proxy.
    func contain(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

    /// Whether all of `X-Forwarded-Proto` is `https`; nil where there is none.
    ///
    /// A proxy that adds to what the client sent must not be overruled by that.
    private static func isSecure(_ request: Request) -> Bool? {
        let schemes = request.values(of: "x-forwarded-proto").flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        return schemes.isEmpty ? nil : schemes.allSatisfy { $0.trimmed.lowercased() == "https" }
    }

    /// The address of an entry, which some write with a port.
    private static func address(in entry: Substring) -> IPAddress? {
        let text = entry.trimmed
        if let address = IPAddress(text) { return address }
        if text.first == "[" {
            guard let bracket = text.firstIndex(of: "]") else { return nil }
            let rest = text[text.index(after: bracket)...]
            guard rest.isEmpty || isPort(rest) else { return nil }
            let inside = text[text.index(after: text.startIndex)..<bracket]
            return inside.contains(":") ? IPAddress(inside) : nil
        }
        guard let colon = text.firstIndex(of: ":"), isPort(text[colon...]) else { return nil }
        return IPAddress(text[..<colon])
    }

    /// Whether a text is a colon and a port.
    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && (2...6).contains(text.utf8.count) && text.utf8.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
    }
}

extension Substring {
    /// Without spaces and tabs at its ends.
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return start[...last]
    }
}
