import Glibc
import HTTPServer
import Harness
import HostHTTP
import HostSystem

/// Any text is a network, an address or none, and what is read is written the same again; whatever stands in
/// X-Forwarded-For, nobody is taken for a client whom a proxy did not name.
@main enum NetworkHarness {
    static func main() { exit(fuzz(read)) }
}

private let ours = ["10.0.0.0/8", "fd00::/8", "127.0.0.1"].compactMap { try? IPNetwork($0) }
private let proxies = Proxies(ours)

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    checkAddress(text)
    checkNetwork(text)
    let fields = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    checkClient(fields)
    return 0
}

private func checkAddress(_ text: String) {
    guard let address = IPAddress(text) else { return }
    require(IPAddress(address.description) == address, "\(text) is written otherwise")
    for network in ours + [(try? IPNetwork("0.0.0.0/0"))].compactMap(\.self) where network.contains(address) {
        require(address.isFour == network.first.isFour, "\(address) is in \(network)")
    }
}

private func checkNetwork(_ text: String) {
    do throws(IPNetwork.Problem) {
        let network = try IPNetwork(text)
        require(network.contains(network.first), "\(network) does not hold its own address")
        require((try? IPNetwork(network.description)) == network, "\(text) is written otherwise")
    } catch {
        require(!"\(error)".isEmpty)
        if case .strayBits(let meant) = error { require((try? IPNetwork(meant.description)) == meant, "\(meant)") }
    }
}

private func checkClient(_ fields: [String]) {
    let sender = Peer.address("192.0.2.9", port: 1)
    require(proxies.client(of: request(of: sender, fields)) == nil, "a sender vouches for somebody")
    require(Proxies().client(of: request(of: .address("10.0.0.1", port: 1), fields)) == nil)
    for peer in ["10.0.0.1", "::ffff:10.0.0.1", "fd00::1%eth0"] {
        guard let client = proxies.client(of: request(of: .address(peer, port: 1), fields)) else { continue }
        // What a client says of itself stands in front: put there, it changes nothing.
        guard !ours.contains(where: { $0.contains(client) }) else { continue }
        let told = ["203.0.113.1, unknown"] + fields
        require(proxies.client(of: request(of: .address(peer, port: 1), told)) == client, "it is believed")
    }
}

private func request(of peer: Peer, _ forwarded: [String]) -> Request {
    Request(.get, "/", fields: forwarded.map { ("x-forwarded-for", $0) }, peer: peer)
}
