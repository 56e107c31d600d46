import Testing

@testable import HostConfig

@Suite struct TextRuleTests {
    @Test(
        arguments: [
            (.id, ["a", "lamp", "a1-b"], ["", "A", "1a", "-a", "a-", "a_b", "a.b", "é"]),
            (
                .version, ["0.0.0", "1.2.3", "1.0.0-rc.1", "1.0.0-0a+b.01", "10.20.30+x-y"],
                [
                    "1", "1.2", "1.2.3.4", "01.2.3", "1.2.3-", "1.2.3-01", "1.2.3+", "1.2.3-a..b", "v1.2.3", "1.2.x",
                    "1.-2.3",
                ]
            ),
            (
                .dottedName, ["a", "a.b", "shop.express-checkout", "A_1.2"],
                ["", ".", "a.", ".a", "a..b", "a b", "a/b", "ä"]
            ),
            (
                .date, ["2027-01-31", "2028-02-29"],
                ["2027-02-29", "2027-1-1", "31.01.2027", "2027-01-31T00:00:00Z", "soon"]
            ),
            (
                .mount, ["/a", "/api/v1/lamp", "/a.b_c~d-e"],
                ["", "/", "a", "/a/", "//a", "/a//b", "/..", "/.", "/a b", "/a?b"]
            ),
            (
                .sentence, ["A lamp.", "Ein Löwe 🦁"],
                ["", "two\nlines", "a\tb", "\u{1B}[31m", String(repeating: "a", count: 201)]
            ),
            (
                .origin,
                [
                    "https://app.circuit.example", "http://localhost:3000", "https://10.0.0.1:8443",
                    "http://[::1]:8080", "https://a_b.example", "capacitor://localhost", "ionic://localhost",
                ],
                [
                    "", "*", "null", "app.circuit.example", "https://", "https://a/", "https://a/b",
                    "https://A.example",
                    "HTTPS://a", "https://a:443", "http://a:80", "https://a:0", "https://a:", "https://a:65536",
                    "https://a:+1", "https://*.a", "https://a..b", "https://-a", "https://u@a", "https://a?b",
                    "1st://a", "my_app://a", "capacitor:a", "capacitor://", "https://a b", "https://[::1",
                    "https://[x]", "https://a\n",
                ]
            ),
            (
                .header, ["X-App-Version", "CF-IPCountry", "a!#$%&'*+-.^_`|~1"],
                ["", "X App", "X:", "X\r\n", "é", "(a)"]
            ),
            (.cookie, ["flagstand_key", "__Host-key"], ["", "a=b", "a;b", "a,b", "\"a\""]),
            (.rate, ["1/s", "30/m", "3600/h"], ["", "100", "0/s", "-1/s", "1.5/s", "1/d", "1/", "/s", "1/s/s"]),
            (.attribute, ["country", "app.version", "A_1-b"], ["", ".a", "a.", "a b", "a/b", "ä"]),
        ] as [(TextRule, [String], [String])])
    func allowsTheseAndNotThose(rule: TextRule, good: [String], bad: [String]) {
        for text in good { #expect(rule.allows(text), "\(rule) \(text)") }
        for text in bad { #expect(!rule.allows(text), "\(rule) \(text)") }
    }

    @Test(
        arguments: [
            (.id, "Track Status", "track-status"), (.id, "123", nil), (.id, "lamp", nil), (.version, "1.2", "1.2.0"),
            (.version, "v1.2.3", "1.2.3"), (.version, "one", nil), (.mount, "api/lamp/", "/api/lamp"),
            (.mount, "/", nil), (.origin, "HTTPS://App.example:443/x", "https://app.example"),
            (.origin, "http://a:80", "http://a"), (.origin, "https://*.a", nil), (.origin, "a.example", nil),
            (.date, "2027-1-1", nil),
        ] as [(TextRule, String, String?)])
    func findsWhatWasMeant(rule: TextRule, text: String, meant: String?) {
        #expect(rule.nearest(to: text) == meant)
    }
}
