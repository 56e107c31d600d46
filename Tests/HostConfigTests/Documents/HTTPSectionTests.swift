import FeatureKit
import HostSystem
import Testing

@testable import HostConfig

/// The section `http`: what it means, and every word about what it can't mean.
@Suite struct HTTPSectionTests {
    @Test func `everything that can be said`() throws {
        let checked = check(
            """
            http:
              listen: [127.0.0.1:8080, "[::1]:8080", 10.0.0.1:0]
              anonymous: true
              cors:
                origins: [https://app.circuit.example, http://localhost:3000]
                credentials: true
                maxAge: 1h
              callers:
                key: { cookie: __Host-key, header: X-Key }
                attributes: { country: CF-IPCountry, app.version: X-App-Version }
              ofrep: { rate: 30/m, burst: 5 }
              rate: { address: 200/s, caller: { rate: 50/s, burst: 200 } }
              proxies: [127.0.0.1, 10.0.0.0/8, "2001:db8::/32"]
              names: [flags.circuit.example, Pit-Wall]
              plain: true
              connections: { address: 4000 }
              tls: { certificate: tls/chain.pem, key: /etc/key.pem }
            """)
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics.text)")
        #expect(
            try checked.content?.http
                == HTTPSettings(
                    listen: ["127.0.0.1:8080", "[::1]:8080", "10.0.0.1:0"].map { try ListenAddress($0) },
                    anonymous: true,
                    cors: .init(
                        origins: .these(["https://app.circuit.example", "http://localhost:3000"]), credentials: true,
                        maxAge: .seconds(3600)),
                    callers: .init(
                        keyCookie: "__Host-key", keyHeader: "X-Key",
                        attributes: ["country": "CF-IPCountry", "app.version": "X-App-Version"]),
                    flagRate: .init(perSecond: 0.5, burst: 5),
                    rates: .init(address: .init(perSecond: 200, burst: 400), caller: .init(perSecond: 50, burst: 200)),
                    proxies: ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"].map { try IPNetwork($0) },
                    names: ["flags.circuit.example", "Pit-Wall"], takesPlainOperators: true,
                    connectionsPerAddress: 4000,
                    tls: .init(certificate: "/venue/tls/chain.pem", key: "/etc/key.pem")))
    }

    static let standard = HTTPSettings(
        listen: [], anonymous: nil, cors: nil,
        callers: .init(keyCookie: "flagstand_key", keyHeader: "X-Flagstand-Key", attributes: [:]), flagRate: nil)

    @Test(arguments: ["{}", "http: {}", "http: {callers: {}}", "http: {callers: {key: {}, attributes: {}}, cors: }"])
    func `what goes without saying`(text: String) {
        #expect(check(text).content?.http == Self.standard)
    }

    @Test(arguments: [
        "http: {listen: 127.0.0.1:80}", "http: {listen: [127.0.0.1:80]}", "http:\n  listen:\n  - 127.0.0.1:80",
    ])
    func `one address needs no list`(text: String) {
        #expect(check(text).content?.http.listen.map(\.description) == ["127.0.0.1:80"])
    }

    @Test func `every origin may ask, and is told for ten minutes`() {
        #expect(
            check("http: {cors: {origins: [\"*\"]}}").content?.http.cors
                == .init(origins: .every, credentials: false, maxAge: .seconds(600)))
    }

    @Test(arguments: [
        ("1/s", 1, 2), ("100/s", 100, 200), ("30/m", 0.5, 1), ("90/h", 0.025, 1),
    ])
    func `a rate lets through twice as much at once`(text: String, perSecond: Double, burst: Int) {
        #expect(
            check("http: {ofrep: {rate: \(text)}}").content?.http.flagRate
                == .init(perSecond: perSecond, burst: burst))
    }

    static let like = "write it like 127.0.0.1:8080 or [::1]:8080"

    /// A document and what is wrong with it, word for word.
    static let table: [(text: String, headlines: [String])] = [
        ("http: on", ["1:7: error: must be a mapping, not the text \"on\""]),
        ("http: {lisen: a}", ["1:8: error: unknown key \"lisen\"; did you mean \"listen\"?"]),
        ("http: {listen: localhost:80}", ["1:16: error: \"localhost\" is no IP address; \(like)"]),
        ("http: {listen: 8080}", ["1:16: error: \"8080\" is no IP address; \(like)"]),
        ("http: {listen: }", []),
        ("http: {listen: true}", ["1:16: error: must be a list, not true"]),
        ("http: {listen: {}}", ["1:8: error: must be a list, not a mapping"]),
        (
            "http: {listen: [127.0.0.1, 80, \"::1\", [x], 127.0.0.1:99999, 0.0.0.0:1]}",
            [
                "1:17: error: a port is missing; \(like)", "1:28: error: \"80\" is no IP address; \(like)",
                "1:32: error: an IPv6 address stands in brackets; \(like)",
                "1:39: error: must be a text, not a list",
                "1:44: error: \"99999\" is no port from 0 to 65535; \(like)",
            ]
        ),
        (
            "http: {listen: [\"[::1]:80\", \"[0::0:1]:80\", 127.0.0.1:80, 127.0.0.1:80]}",
            [
                "1:29: error: \"[::1]:80\" stands here twice", "1:58: error: \"127.0.0.1:80\" stands here twice",
            ]
        ),
        (
            "http: {anonymous: yes}",
            ["1:19: error: must be true or false, not the text \"yes\"; did you mean \"true\"?"]
        ),
        (
            "http: {cors: {origins: [https://App.example/, \"*.example\"], maxAge: 2d, credentails: true}}",
            [
                "1:25: error: must be an origin such as https://app.circuit.example, without a path, not the text "
                    + "\"https://App.example/\"; did you mean \"https://app.example\"?",
                "1:47: error: must be an origin such as https://app.circuit.example, without a path, not the text "
                    + "\"*.example\"",
                "1:69: error: must be between 0s and 1d, not 2d",
                "1:73: error: unknown key \"credentails\"; did you mean \"credentials\"?",
            ]
        ),
        (
            "http: {cors: {origins: [https://a, \"*\", https://a], credentials: true}}",
            [
                "1:36: error: \"*\" allows every origin; it stands alone",
                "1:36: error: \"*\" never goes with credentials; name the origins",
                "1:41: error: \"https://a\" stands here twice",
            ]
        ),
        (
            "http: {callers: {key: {cookie: a=b, header: \"X Key\"}, attributes: {a b: X, c: \"\", targetingKey: Y}}}",
            [
                "1:32: error: must be a cookie's name such as flagstand_key, not the text \"a=b\"",
                "1:45: error: must be a header's name such as X-App-Version, not the text \"X Key\"",
                "1:68: error: must be an attribute's name such as country or app.version, not the text \"a b\"",
                "1:79: error: must be a header's name such as X-App-Version, not the text \"\"",
                "1:83: error: \"targetingKey\" is the caller's key; take another name",
            ]
        ),
        (
            "http: {ofrep: {rate: 100, burst: 0, brust: 1}}",
            [
                "1:22: error: must be a rate such as 100/s or 30/m, not the text \"100\"; did you mean \"100/s\"?",
                "1:34: error: must be between 1 and 1000000, not 0",
                "1:37: error: unknown key \"brust\"; did you mean \"burst\"?",
            ]
        ),
        (
            "http: {ofrep: {rate: 100/sec}}",
            [
                "1:22: error: must be a rate such as 100/s or 30/m, not the text \"100/sec\"; did you mean \"100/s\"?"
            ]
        ),
        (
            "http: {ofrep: {burst: 5}}",
            ["1:23: error: a burst goes beyond a rate; write one, such as rate: 100/s"]
        ),
        (
            "http: {rate: {address: 5, caller: {burst: 3}, both: 1/s}}",
            [
                "1:24: error: must be a mapping, not 5", "1:27: error: missing key \"rate\"",
                "1:47: error: unknown key \"both\"",
            ]
        ),
        (
            "http: {rate: {address: 5/d, caller: {rate: x}}}",
            [
                "1:24: error: must be a rate such as 100/s or 30/m, not the text \"5/d\"",
                "1:44: error: must be a rate such as 100/s or 30/m, not the text \"x\"",
            ]
        ),
        (
            "http: {proxies: [10.0.0.1/8, nginx, 10.0.0.0/33, \"::1/129\", 10.0.0.0/08, 1.2.3.4, \"::ffff:1.2.3.4\"]}",
            [
                "1:18: error: the address has bits beyond the network's; write 10.0.0.0/8",
                "1:30: error: \"nginx\" is no IP address; write it like 10.0.0.7 or 10.0.0.0/8",
                "1:37: error: \"33\" is no length of a network, which has from 0 to 32 bits",
                "1:50: error: \"129\" is no length of a network, which has from 0 to 128 bits",
                "1:61: error: \"08\" is no length of a network, which has from 0 to 32 bits",
                "1:83: error: \"1.2.3.4\" stands here twice",
            ]
        ),
        (
            "http: {names: [\"app.example:80\", \"https://a\", a.example, A.example], connections: {address: 0}}",
            [
                "1:16: error: must be a host's name such as flags.circuit.example, without a port, not the text "
                    + "\"app.example:80\"",
                "1:34: error: must be a host's name such as flags.circuit.example, without a port, not the text "
                    + "\"https://a\"",
                "1:58: error: \"A.example\" stands here twice",
                "1:93: error: must be between 1 and 1000000, not 0",
            ]
        ),
        ("http: {tls: {certificate: a.pem}}", ["1:8: error: missing key \"key\""]),
        (
            "http: {callers: {key: {header: content-LENGTH}}}",
            ["1:32: error: \"content-LENGTH\" is the server's own; take another header"]
        ),
    ]

    @Test(arguments: table)
    func `is told in words`(text: String, expected: [String]) {
        let checked = check(text)
        #expect(checked.diagnostics.list.map(\.headline) == expected.map { "plugins.yaml:" + $0 })
        #expect((checked.content == nil) == !expected.isEmpty)
    }

    @Test func `a double is told beside the first one`() {
        #expect(
            check("http:\n  listen:\n  - 127.0.0.1:80\n  - 127.0.0.1:80\n").diagnostics.text == """
                plugins.yaml:4:5: error: "127.0.0.1:80" stands here twice
                  - 127.0.0.1:80
                    ^
                plugins.yaml:3:5: note: it stands here first
                  - 127.0.0.1:80
                    ^

                """)
    }
}
