import HTTPServer
import HostSystem
import Testing

@testable import HostHTTP

/// Where a request comes from that proxies have sent on.
@Suite struct ProxiesTests {
    private static func client(
        _ forwarded: [String], peer: String = "10.0.0.9", proxies: [String] = ["10.0.0.0/8", "2001:db8::/32"]
    ) throws -> String? {
        let request = Request(
            .get, "/", fields: forwarded.map { ("X-Forwarded-For", $0) }, peer: .address(peer, port: 5))
        return try Proxies(proxies.map { try IPNetwork($0) }).client(of: request)?.description
    }

    @Test func `the last one who is no proxy`() throws {
        #expect(try Self.client(["192.0.2.1"]) == "192.0.2.1")
        #expect(try Self.client(["6.6.6.6, 192.0.2.1"]) == "192.0.2.1")
        #expect(try Self.client(["6.6.6.6", "192.0.2.1 ,\t10.1.1.1", "10.2.2.2"]) == "192.0.2.1")
        #expect(try Self.client(["192.0.2.1, 2001:db8::7"], peer: "2001:db8::5") == "192.0.2.1")
        #expect(try Self.client(["::ffff:192.0.2.1"], peer: "::ffff:10.0.0.1") == "192.0.2.1")
    }

    @Test func `with a port, as some write it`() throws {
        #expect(try Self.client(["192.0.2.1:4711"]) == "192.0.2.1")
        #expect(try Self.client(["[2001:db9::1]:443, 10.1.1.1:80"]) == "2001:db9::1")
        #expect(try Self.client(["[2001:db9::1]"]) == "2001:db9::1")
    }

    @Test func `only proxies leave the farthest of them`() throws {
        #expect(try Self.client(["10.1.1.1, 10.2.2.2"]) == "10.1.1.1")
    }

    @Test func `who is no proxy is believed nothing`() throws {
        #expect(try Self.client(["192.0.2.1"], peer: "192.0.2.9") == nil)
        #expect(try Self.client(["192.0.2.1"], proxies: []) == nil)
        let request = Request(.get, "/", fields: [("X-Forwarded-For", "192.0.2.1")], peer: .process(pid: 1, user: 0))
        #expect(try Proxies([IPNetwork("0.0.0.0/0")]).client(of: request) == nil)
    }

    @Test(arguments: [
        "", ",", "unknown", "_hidden", "192.0.2.1,", "192.0.2.1;", "192.0.2.1:x", "192.0.2.1:", "[192.0.2.1]", "[::1",
        "1.2.3.4:123456", "999.1.1.1", "a b",
    ])
    func `junk at the end counts as the peer's own`(field: String) throws { #expect(try Self.client([field]) == nil) }

    @Test func `junk before the client changes nothing`() throws {
        #expect(try Self.client(["junk, ,,<script>, 192.0.2.1, 10.1.1.1"]) == "192.0.2.1")
        #expect(try Self.client([String(repeating: "x,", count: 4_000) + "192.0.2.1"]) == "192.0.2.1")
    }
}
