package import HTTPServer
package import HostSystem

/// What of a request says for whom it is asked.
package struct Request {
    package let peer: Peer
    package let fields: [String]

    package var peerAddress: IPAddress? {
        guard case .address(let text, _) = peer else { return nil }
        return IPAddress(text.prefix { $0 != "%" })
    }

    package func values(of name: String) -> [String] { fields }

    package func noteForwarding(for client: IPAddress?, isSecure: Bool?) {}
}
