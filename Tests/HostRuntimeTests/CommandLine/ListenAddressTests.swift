import Testing

@testable import HostRuntime

/// Where a host may listen, and every word about what is no place.
@Suite struct ListenAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8080", "127.0.0.1", 8080), ("0.0.0.0:1", "0.0.0.0", 1), ("[::1]:65535", "::1", 65535),
        ("[2001:db8::7]:443", "2001:db8::7", 443), ("[::ffff:10.0.0.1]:80", "::ffff:10.0.0.1", 80),
    ])
    func `what is an address`(text: String, host: String, port: UInt16) throws {
        let address = try ListenAddress(text)
        #expect(address.host == host && address.port == port)
        #expect("\(address)" == text)
    }

    @Test(arguments: [
        ("127.0.0.1", "a port is missing"), ("127.0.0.1:", "a port is missing"), ("[::1]", "a port is missing"),
        ("[::1]8080", "a port is missing"), ("127.0.0.1:0", "\"0\" is no port from 1 to 65535"),
        ("127.0.0.1:65536", "\"65536\" is no port from 1 to 65535"),
        ("127.0.0.1:+80", "\"+80\" is no port from 1 to 65535"),
        ("127.0.0.1:٨٠", "\"٨٠\" is no port from 1 to 65535"),
        ("[::1]:http", "\"http\" is no port from 1 to 65535"), ("::1", "an IPv6 address stands in brackets"),
        ("fe80::1:8080", "an IPv6 address stands in brackets"),
        ("::ffff:10.0.0.1:80", "an IPv6 address stands in brackets"), (":8080", "\"\" is no IP address"),
        ("8080", "\"8080\" is no IP address"), ("localhost:8080", "\"localhost\" is no IP address"),
        ("[127.0.0.1]:80", "\"127.0.0.1\" is no IP address"), ("127.1:80", "\"127.1\" is no IP address"),
        ("[::1:80", "\"[::1\" is no IP address"), ("unix:/run/flagstand", "\"unix\" is no IP address"),
        ("127.0.0.1:80:90", "\"127.0.0.1:80\" is no IP address"),
    ])
    func `what is none, word for word`(text: String, problem: String) {
        let refused = Program.flagstand.parse(["run", "--listen", text])
        guard case .failure(let failure) = refused else {
            Issue.record("\(text) was taken")
            return
        }
        #expect(
            failure.description == """
                flagstand run: error: --listen "\(text)": \(problem); write it like 127.0.0.1:8080 or [::1]:8080
                "flagstand run --help" tells more.

                """)
    }
}
