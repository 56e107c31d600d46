import FeatureKit
import HostSystem
import Testing

@testable import HostConfig

/// The section `access`: what it means, and every word about what it can't mean.
@Suite struct AccessSectionTests {
    @Test func `everything that can be said`() throws {
        let checked = check(
            """
            access:
              issuers:
                track:
                  issuer: https://circuit.example
                  audience: circuit-apps
                  keys: { route: track.keys }
                  revoked: track.revoked
                  attributes: { email: email, session: sid }
                  roles: { claim: roles }
                google:
                  issuer: [https://accounts.google.com, accounts.google.com]
                  audience: [ios, web]
                  keys: { url: https://www.googleapis.com/oauth2/v3/certs }
                  algorithms: [RS256]
                  skew: 1m
                  roles: { claim: realm.role, map: { admin: staff } }
                partner:
                  issuer: https://partner.example
                  audience: circuit
                  keys: { file: partner-jwks.json }
            """)
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics.text)")
        let issuers = try #require(checked.content).access.issuers
        #expect(
            issuers == [
                .init(
                    name: "google", issuers: ["https://accounts.google.com", "accounts.google.com"],
                    audiences: ["ios", "web"],
                    keys: .address(
                        WebAddress(
                            url: "https://www.googleapis.com/oauth2/v3/certs", every: .seconds(3_600),
                            timeout: .seconds(10))),
                    algorithms: [.rs256], skew: .seconds(60),
                    roles: .init(claim: "realm.role", map: ["admin": "staff"])),
                .init(
                    name: "partner", issuers: ["https://partner.example"], audiences: ["circuit"],
                    keys: .file("/venue/partner-jwks.json")),
                .init(
                    name: "track", issuers: ["https://circuit.example"], audiences: ["circuit-apps"],
                    keys: .route("track.keys"), revoked: "track.revoked",
                    attributes: ["email": "email", "session": "sid"], roles: .init(claim: "roles")),
            ])
    }

    @Test(arguments: ["{}", "access:", "access: {}", "access: {issuers: {}}"])
    func `what goes without saying`(text: String) {
        #expect(check(text).content?.access == AccessSettings())
    }

    private static func issuer(_ more: String, name: String = "a") -> String {
        var fields = ["issuer: i", "audience: b", "keys: {file: k}"]
        let key = more.prefix { $0 != ":" }
        fields.removeAll { $0.prefix { $0 != ":" } == key }
        return "access: {issuers: {\(name): {\((fields + [more]).filter { !$0.isEmpty }.joined(separator: ", "))}}}"
    }

    @Test(arguments: [
        ("keys: {}", "keys come from one place: write one of route, url and file"),
        ("keys: {file: k, url: \"https://a\"}", "keys come from one place: write one of route, url and file"),
        (
            "keys: {url: \"http://a.example/keys\"}",
            "keys come by https, or anyone on their way could sign in as anybody"
        ),
        (
            "keys: {url: \"http://127.0.0.1@a.example/\"}",
            "keys come by https, or anyone on their way could sign in as anybody"
        ),
        (
            "keys: {url: \"http://localhost.a.example/\"}",
            "keys come by https, or anyone on their way could sign in as anybody"
        ),
        ("algorithms: [none]", "must be one of \"RS256\""), ("algorithms: [HS256]", "must be one of \"RS256\""),
        ("algorithms: []", "must"),
        ("skew: 6m", "must be between 0s and 5m, not 6m"),
        ("attributes: {targetingKey: sub}", "is the caller's key; take another name"),
        ("attributes: {\"a b\": sub}", "must be an attribute's name"),
        ("revoked: not a topic", "must be a name such as lamp.lit"),
        ("audience: []", "must"), ("audience: 1", "must be a list, not 1"), ("issuer: \"\"", "must"),
        ("roles: {}", "claim"),
    ])
    func `what it can't mean`(text: String, words: String) {
        let told = headlines(Self.issuer(text))
        #expect(told.count == 1, "\(told)")
        #expect(told.first?.contains(words) == true, "\(told)")
        #expect(check(Self.issuer(text)).content == nil)
    }

    @Test func `word for word, with what was probably meant`() {
        #expect(
            check(Self.issuer("audiance: x")).diagnostics.text.contains(
                "unknown key \"audiance\"; did you mean \"audience\"?"))
        #expect(
            headlines(Self.issuer("", name: "\"a:b\"")).first?.contains("must be an id of lower case letters") == true)
        let two = """
            access:
              issuers:
                a: {issuer: i, audience: b, keys: {file: k}}
                b: {issuer: [j, i], audience: b, keys: {file: k}}
            """
        #expect(headlines(two) == ["plugins.yaml:4:21: error: \"i\" stands here twice"])
    }

    @Test func `a route of a feature that nobody knows is a warning`() {
        let checked = check(Self.issuer("keys: {route: trak.keys}"))
        #expect(checked.content != nil)
        #expect(checked.diagnostics.list.count == 1)
        #expect(
            checked.diagnostics.text.hasPrefix(
                "plugins.yaml:1:62: warning: no feature \"trak\" is known, which would serve \"trak.keys\"; until it is, "
                    + "nobody with its tokens gets in; did you mean \"track\"?"),
            "\(checked.diagnostics.text)")
    }

    @Test(arguments: [
        "http://127.0.0.1:8080/keys", "http://[::1]:80/k", "http://localhost/k", "HTTPS://a.example/k",
    ])
    func `keys may come in the open from this machine`(url: String) {
        #expect(check(Self.issuer("keys: {url: \"\(url)\"}")).content != nil)
    }

    @Test func `no more issuers than that`() {
        func text(_ count: Int) -> String {
            let issuers = (0..<count).map { "a\($0): {issuer: i\($0), audience: b, keys: {file: k}}" }
            return "access: {issuers: {\(issuers.joined(separator: ", "))}}"
        }
        #expect(check(text(32)).content?.access.issuers.count == 32)
        #expect(check(text(33)).content == nil)
    }

    @Test func `the schema lets one text stand without a list`() {
        let issuer = HostSchema.json(features: [:])["properties"]?["access"]?["properties"]?["issuers"]?[
            "additionalProperties"]
        for name in ["issuer", "audience"] {
            guard case .list(let either)? = issuer?["properties"]?[name]?["anyOf"] else {
                Issue.record("\(name) has one form")
                continue
            }
            #expect(either.first == ["type": "string"])
        }
        #expect(issuer?["properties"]?["keys"]?["properties"]?["url"] != nil)
    }
}
