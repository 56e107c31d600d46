@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HTTPServer
import HostSystem
import Testing

@testable import HostHTTP

/// A web page that has its own name resolve to this machine is not answered.
@Suite(.timeLimit(.minutes(1)))
struct HostNamesTests {
    static let hosts: [(host: String, isKnown: Bool)] = [
        ("localhost", true), ("localhost:8080", true), ("LocalHost", true), ("127.0.0.1", true),
        ("127.0.0.1:80", true), ("[::1]", true), ("[::1]:8080", true), ("flags.circuit.example", true),
        ("Flags.Circuit.example:443", true), ("127.0.0.9:1", true),
        ("evil.example", false), ("localhost.evil.example", false), ("evil.example:8080", false), ("127.0.0.2", false),
        ("flags.circuit.example.evil.example", false), ("[::2]:80", false), ("[::1", false), ("localhos", false),
        ("", false), (":80", false), ("localhost@evil.example", false),
    ]

    @Test(arguments: hosts) func `what is not a name of the host is refused`(host: String, isKnown: Bool) async throws {
        try await withHouse { house in
            var content = FrontContent()
            content.hosts = HostNames(["Flags.circuit.example", "127.0.0.9"])
            _ = house.apps.update(content)
            let local = Peer.address("127.0.0.1", port: 4711)
            let response = try await house.askApps(.get, "/healthz", fields: [("Host", host)], from: local)
            #expect(response.status.code == (isKnown ? 200 : 421))
        }
    }

    @Test func `the refusal says what to write, and nothing else hears of it`() async throws {
        try await withHouse { house in
            var content = FrontContent()
            content.hosts = HostNames([])
            _ = house.apps.update(content)
            let evil = [("Host", "evil.example:8080"), ("Origin", "http://evil.example:8080")]
            let response = try await house.askApps(.get, "/ofrep/v1/configuration", fields: evil)
            #expect(response.text.contains(#"write \"http: { names: [evil.example] }\" in its document"#))
            #expect(response.text.contains(#""code":"misdirected""#))
            #expect(!response.fields.lines.contains { $0.name.hasPrefix("Access-Control") })
            // HTTP/1.0 says none, and no browser speaks it.
            #expect(try await house.askApps(.get, "/healthz").status == .ok)
            // Where other machines come from, any name will do.
            content.hosts = nil
            _ = house.apps.update(content)
            #expect(try await house.askApps(.get, "/healthz", fields: evil).status == .ok)
        }
    }

    @Test func `a proxy's word for where it was asked counts`() async throws {
        let rates = Rates(clock: TestClock().source)
        try await withFront(rates: rates) { front in
            var content = FrontContent(features: [TestFront.bars])
            content.hosts = HostNames([])
            _ = front.router.update(content)
            func isRefused() -> Bool {
                let request = Request(
                    .get, "/api/v1/bars/who", fields: [("Host", "app.example")], peer: .address("127.0.0.1", port: 1))
                guard case .refuse(let refused) = front.router.admit(request) else { return false }
                return refused.response.status.code == 421
            }
            #expect(isRefused())
            rates.update(address: nil, caller: nil, proxies: Proxies([try IPNetwork("127.0.0.1")]))
            #expect(!isRefused())
        }
    }
}
