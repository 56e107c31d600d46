import FeatureKit
import Glibc
import HostConfig
import HostSystem
import Testing

@testable import HostRuntime

/// Where a host listens, and every word about where it doesn't.
@Suite struct ListenPlanTests {
    private func settings(_ text: String) throws -> CheckedDocument {
        let document = HostDocument(Array(text.utf8), origin: Origin(name: "plugins.yaml", folder: "/"))
        let checked = document.check(against: [:], secrets: .host)
        return try #require(checked.content, "\(checked.diagnostics.text)")
    }

    private func plan(_ text: String, option: String? = nil) throws -> [String] {
        try ListenPlan.addresses(
            settings(text), option: option.map { try ListenAddress($0) }, document: "venue/plugins.yaml"
        ).map(\.description)
    }

    private func refusal(_ text: String, option: String? = nil) throws -> String? {
        do {
            _ = try plan(text, option: option)
            return nil
        } catch let error as ListenRefusal { return error.description }
    }

    @Test func `the command line's address replaces the document's`() throws {
        let text = "http: {listen: [127.0.0.1:80, \"[::1]:80\"]}"
        #expect(try plan("{}") == [])
        #expect(try plan(text) == ["127.0.0.1:80", "[::1]:80"])
        #expect(try plan(text, option: "127.0.0.2:0") == ["127.0.0.2:0"])
    }

    static let why =
        "error: others reach this address, and nobody could get in; in venue/plugins.yaml write whose users do, "
        + "\"access: { issuers: … }\", or \"http: { anonymous: true }\" to let everybody in"

    @Test(arguments: ["0.0.0.0:8080", "[::]:8080", "10.0.0.1:80", "[fe80::1]:80", "[::ffff:0.0.0.0]:0"])
    func `an address that others reach takes the document's word`(address: String) throws {
        #expect(try refusal("{}", option: address) == "\(address): \(Self.why)")
        #expect(try refusal("http: {listen: \"\(address)\"}") == "\(address): \(Self.why)")
        #expect(try refusal("http: {anonymous: true}", option: address) == nil)
        #expect(try plan("http: {anonymous: true, listen: \"\(address)\"}") == [address])
    }

    static let issuer =
        "access: {issuers: {partner: {issuer: a, audience: b, keys: {url: \"https://a.example/keys\"}}}}\n"

    @Test func `other machines may reach the host only if it has an issuer`() throws {
        #expect(try plan("\(Self.issuer)http: {listen: 0.0.0.0:80}") == ["0.0.0.0:80"])
        #expect(try plan("\(Self.issuer)http: {anonymous: false, listen: 0.0.0.0:80}") == ["0.0.0.0:80"])
        #expect(try refusal("access: {issuers: {}}\nhttp: {listen: 0.0.0.0:80}") == "0.0.0.0:80: \(Self.why)")
        #expect(try refusal("http: {anonymous: false, listen: 0.0.0.0:80}") == "0.0.0.0:80: \(Self.why)")
    }

    @Test(arguments: [
        ("{}", ["127.0.0.1:80", "[::1]:80"], true), ("{}", [], true), ("{}", ["127.0.0.1:80", "10.0.0.1:80"], false),
        ("http: {anonymous: false}", ["127.0.0.1:80"], false), ("http: {anonymous: true}", ["0.0.0.0:80"], true),
    ])
    func `anonymous callers are allowed if only this machine reaches the host, or as the document says`(
        text: String, addresses: [String], letsIn: Bool
    ) throws {
        let settings = try settings(text).http
        #expect(try ListenPlan.allowsAnonymous(settings, at: addresses.map { try ListenAddress($0) }) == letsIn)
    }

    @Test func `all refused addresses are reported`() throws {
        #expect(
            try refusal("http: {listen: [0.0.0.0:1, 127.0.0.1:1, \"[::]:1\"]}")
                == "0.0.0.0:1: \(Self.why)\n[::]:1: \(Self.why)")
    }

    @Test func `the messages for addresses that the system refuses`() throws {
        let address = try ListenAddress("127.0.0.1:80")
        func text(_ code: Int32, _ holder: PortHolder? = nil) -> String {
            "\(ListenFailure(address, SystemError(code: code), holder: holder))"
        }
        #expect(
            text(EADDRINUSE, PortHolder(pid: 4711, name: "nginx")) == "127.0.0.1:80: error: in use by pid 4711 (nginx)")
        #expect(text(EADDRINUSE) == "127.0.0.1:80: error: in use by another process")
        #expect(text(EADDRNOTAVAIL) == "127.0.0.1:80: error: this machine has no such address")
        #expect(
            text(EACCES)
                == "127.0.0.1:80: error: ports below 1024 take root or the capability CAP_NET_BIND_SERVICE")
        #expect(text(EMFILE) == "127.0.0.1:80: error: cannot listen: Too many open files")
    }

    @Test func `the readiness line`() {
        let features = [("ble", FeatureState.active), ("lamp", .off)].map { id, state in
            FeatureStatus(id: id, state: state, since: Timestamp(nanoseconds: 0), starts: 1, failures: 0, runs: [])
        }
        func line(_ links: [String], _ features: [FeatureStatus]) -> String {
            "\(ReadyLine(after: .microseconds(20_600), on: links, features))"
        }
        #expect(line([], features) == "flagstand: ready in 21 ms: ble active")
        #expect(
            line(["http://127.0.0.1:8080", "https://[::1]:443"], features)
                == "flagstand: ready in 21 ms on http://127.0.0.1:8080, https://[::1]:443: ble active")
        #expect(line([], []) == "flagstand: ready in 21 ms: no features")
    }
}
