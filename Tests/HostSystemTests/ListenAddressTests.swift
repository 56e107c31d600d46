import HostSystem
import Testing

/// Where a host may listen, and every word about what is no place.
@Suite struct ListenAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8080", "127.0.0.1", 8080), ("0.0.0.0:1", "0.0.0.0", 1), ("[::1]:65535", "::1", 65535),
        ("[2001:db8::7]:443", "2001:db8::7", 443), ("[::ffff:10.0.0.1]:80", "::ffff:10.0.0.1", 80),
        ("127.0.0.1:0", "127.0.0.1", 0),
    ])
    func `what is an address`(text: String, host: String, port: UInt16) throws {
        let address = try ListenAddress(text)
        #expect(address.host == host && address.port == port)
        #expect("\(address)" == text)
    }

    @Test func `two ways to write one address are one address`() throws {
        let address = try ListenAddress("[0:0::0001]:080")
        #expect(try address == ListenAddress("[::1]:80"))
        #expect("\(address)" == "[::1]:80")
    }

    @Test(arguments: [
        ("127.0.0.1", "a port is missing"), ("127.0.0.1:", "a port is missing"), ("[::1]", "a port is missing"),
        ("[::1]8080", "a port is missing"), ("127.0.0.1:65536", "\"65536\" is no port from 0 to 65535"),
        ("127.0.0.1:-1", "\"-1\" is no port from 0 to 65535"),
        ("127.0.0.1:+80", "\"+80\" is no port from 0 to 65535"),
        ("127.0.0.1:٨٠", "\"٨٠\" is no port from 0 to 65535"),
        ("[::1]:http", "\"http\" is no port from 0 to 65535"), ("::1", "an IPv6 address stands in brackets"),
        ("fe80::1:8080", "an IPv6 address stands in brackets"),
        ("::ffff:10.0.0.1:80", "an IPv6 address stands in brackets"), (":8080", "\"\" is no IP address"),
        ("8080", "\"8080\" is no IP address"), ("localhost:8080", "\"localhost\" is no IP address"),
        ("[127.0.0.1]:80", "\"127.0.0.1\" is no IP address"), ("127.1:80", "\"127.1\" is no IP address"),
        ("[::1:80", "\"[::1\" is no IP address"), ("unix:/run/flagstand", "\"unix\" is no IP address"),
        ("127.0.0.1:80:90", "\"127.0.0.1:80\" is no IP address"),
    ])
    func `what is none, word for word`(text: String, problem: String) {
        do throws(ListenAddress.Problem) {
            Issue.record("\(text) was taken as \(try ListenAddress(text))")
        } catch {
            #expect("\(error)" == "\(problem); write it like 127.0.0.1:8080 or [::1]:8080")
        }
    }

    /// The system's own reading would end there and take it.
    @Test func `a zero byte is part of no address`() {
        #expect(throws: ListenAddress.Problem.badHost("127.0.0.1\0")) { try ListenAddress("127.0.0.1\0:80") }
    }

    @Test(arguments: [
        ("127.0.0.1:1", true, false), ("127.9.9.9:1", true, false), ("[::1]:1", true, false),
        ("[::ffff:127.0.0.1]:1", true, false), ("0.0.0.0:1", false, true), ("[::]:1", false, true),
        ("[::ffff:0.0.0.0]:1", false, true), ("10.0.0.127:1", false, false), ("128.0.0.1:1", false, false),
        ("[::127.0.0.1]:1", false, false), ("[fe80::1]:1", false, false), ("[::2]:1", false, false),
    ])
    func `who reaches it`(text: String, isLoopback: Bool, isWildcard: Bool) throws {
        let address = try ListenAddress(text)
        #expect(address.isLoopback == isLoopback && address.isWildcard == isWildcard)
    }
}
