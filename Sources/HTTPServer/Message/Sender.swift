internal import HostSystem

/// Who sent a request, with the address read once.
struct Sender: Sendable {
    let peer: Peer
    /// Nil for a process of this machine.
    let address: IPAddress?

    init(_ peer: Peer) {
        self.peer = peer
        guard case .address(let text, _) = peer else {
            address = nil
            return
        }
        // An address of a link names its link after a percent sign.
        address = IPAddress(text.prefix { $0 != "%" })
    }

    init(_ address: IPAddress) {
        peer = .address("\(address)", port: 0)
        self.address = address
    }
}
