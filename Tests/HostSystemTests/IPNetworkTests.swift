import Testing

@testable import HostSystem

/// Addresses and networks, and every word about what is none.
@Suite struct IPNetworkTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("::ffff:127.0.0.1", "127.0.0.1"), ("2001:DB8:0:0::1", "2001:db8::1"),
        ("0.0.0.0", "0.0.0.0"), ("::", "::"),
    ])
    func `an address has one form`(text: String, form: String) { #expect(IPAddress(text)?.description == form) }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4 ", "1.2.3.4:80", "fe80::1%lo", "[::1]", ":::", "a",
        "1.2.3.4\0", "::ffff:1.2.3",
    ])
    func `no address`(text: String) { #expect(IPAddress(text) == nil) }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.0.0.0/8", "::ffff:10.1.1.1", true),
        ("0.0.0.0/0", "9.9.9.9", true), ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "9.9.9.9", true),
        ("10.0.0.7", "10.0.0.7", true), ("10.0.0.7/32", "10.0.0.6", false), ("2001:db8::/33", "2001:db8:7fff::", true),
        ("2001:db8::/33", "2001:db8:8000::", false), ("2001:db8::/64", "2001:db8::ffff:1", true),
        ("2001:db8::/65", "2001:db8::8000:0:0:1", false), ("::1", "::1", true),
        ("::ffff:10.0.0.0/104", "10.3.3.3", true),
    ])
    func `what a network holds`(network: String, address: String, holds: Bool) throws {
        #expect(try IPNetwork(network).contains(#require(IPAddress(address))) == holds)
    }

    @Test func `two that mean the same are equal`() throws {
        #expect(try IPNetwork("10.0.0.7") == IPNetwork("10.0.0.7/32"))
        #expect(try IPNetwork("::ffff:10.0.0.0/104") == IPNetwork("10.0.0.0/8"))
        #expect(try IPNetwork("::ffff:10.0.0.0/104").description == "10.0.0.0/8")
        #expect(try IPNetwork("::/0").description == "::/0" && IPNetwork("10.0.0.7/32").description == "10.0.0.7")
    }

    @Test(arguments: [
        "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/33", "10.0.0.0/8/8", "/8", "10.0.0.0/1000", "10.0.0.1/31",
    ])
    func `no network`(text: String) {
        #expect(throws: IPNetwork.Problem.self) { try IPNetwork(text) }
    }
}
