import HTTPServer

/// What a head may and may not be.
enum HeadProbes {
    static let all = wellFormed + lines + hosts + targets + sizes + connections

    private static let get = Probe.get
    private static let post = Probe.post

    private static let wellFormed = [
        Probe("a GET", get, ["GET /g"]),
        Probe("a POST", post + "Content-Length: 2\r\n\r\n{}", ["POST /p {}"]),
        Probe(
            "three in a row", (post + "Content-Length: 2\r\n\r\n{}" + post + "Content-Length: 3\r\n\r\nabc") + get,
            ["POST /p {}", "POST /p abc", "GET /g"]),
        Probe("HEAD", "HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n", ["HEAD /healthz"]),
        Probe("a method of one's own", "m!#$%&'*+-.^_`|~9 / HTTP/1.1\r\nHost: a\r\n\r\n", ["m!#$%&'*+-.^_`|~9 /"]),
        Probe("a method in lower case", "get / HTTP/1.1\r\nHost: a\r\n\r\n", ["get /"]),
        Probe("an empty value", Probe.get("X:\r\nY: \t \r\n"), ["GET /g"]),
        Probe("an empty line first", "\r\n" + get, ["GET /g"]),
        Probe("an empty line between", get + "\r\n" + get, ["GET /g", "GET /g"]),
        Probe(
            "bytes beyond ASCII in a value",
            Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xFF, 0x80]
                + Array("\r\n\r\n".utf8), ["GET /"]),
        Probe("nothing", "", []),
        Probe("half a line", "GET / HT", isWaiting: true),
        Probe("half a head", "GET / HTTP/1.1\r\nHo", isWaiting: true),
        Probe("half an end", "GET / HTTP/1.1\r\nHost: a\r\n\r", isWaiting: true),
        Probe("half a body", post + "Content-Length: 3\r\n\r\n{}", isWaiting: true),
    ]

    private static let lines = [
        Probe("a line of garbage", "GARBAGE\r\n\r\n", [], .malformedRequestLine),
        Probe("two empty lines first", "\r\n\r\n" + get, [], .malformedRequestLine),
        Probe("a space first", " " + get, [], .malformedRequestLine),
        Probe("two spaces", "GET  /g HTTP/1.1\r\nHost: a\r\n\r\n", [], .malformedRequestLine),
        Probe("two spaces behind", "GET /g  HTTP/1.1\r\nHost: a\r\n\r\n", [], .malformedRequestLine),
        Probe("a tab between", "GET\t/g HTTP/1.1\r\nHost: a\r\n\r\n", [], .malformedRequestLine),
        Probe("a space at the end", "GET /g HTTP/1.1 \r\nHost: a\r\n\r\n", [], .malformedRequestLine),
        Probe("no target", "GET HTTP/1.1\r\nHost: a\r\n\r\n", [], .malformedRequestLine),
        Probe("a space in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", [], .malformedRequestLine),
        Probe("a character that no method has", "G@T / HTTP/1.1\r\nHost: a\r\n\r\n", [], .malformedRequestLine),
        Probe(
            "a method of 32", String(repeating: "M", count: 32) + " / HTTP/1.1\r\nHost: a\r\n\r\n",
            [String(repeating: "M", count: 32) + " /"]),
        Probe(
            "a method of 33", String(repeating: "M", count: 33) + " / HTTP/1.1\r\nHost: a\r\n\r\n", [],
            .malformedRequestLine),
        Probe("HTTP/9.9", "GET /g HTTP/9.9\r\nHost: a\r\n\r\n", [], .unknownVersion),
        Probe("HTTP/1.2", "GET /g HTTP/1.2\r\nHost: a\r\n\r\n", [], .unknownVersion),
        Probe("HTTP/2.0", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [], .unknownVersion),
        Probe("HTTP/0.9", "GET /g\r\n\r\n", [], .malformedRequestLine),
        Probe("http/1.1", "GET /g http/1.1\r\nHost: a\r\n\r\n", [], .malformedRequestLine),
        Probe("HTTP/1.10", "GET /g HTTP/1.10\r\nHost: a\r\n\r\n", [], .malformedRequestLine),
        Probe("HTTP/1,1", "GET /g HTTP/1,1\r\nHost: a\r\n\r\n", [], .malformedRequestLine),
        Probe(
            "TLS", [0x16, 3, 1, 0, 0xA5, 1, 0, 0, 0xA1, 3, 3] + [UInt8](repeating: 0, count: 150), [],
            .malformedLine),
        Probe("NUL in a value", Probe.get("X: a\0b\r\n"), [], .malformedLine),
        Probe("DEL in a value", Probe.get("X: a\u{7F}b\r\n"), [], .malformedLine),
        Probe("a bare CR in a value", Probe.get("X: a\rb\r\n"), [], .malformedLine),
        Probe("a bare CR before a field", Probe.get("X-Abc:\rX: y\r\n"), [], .malformedLine),
        Probe("CR CR LF", Probe.get("X: a\r\r\n"), [], .malformedLine),
        Probe("bare LF as ends", "GET /g HTTP/1.1\nHost: a\n\n", [], .malformedLine),
        Probe("bare LF as the last end", "GET /g HTTP/1.1\r\nHost: a\r\n\n", [], .malformedLine),
        Probe("LF first", "\n" + get, [], .malformedLine),
        Probe("a space before the colon", post + "Content-Length : 2\r\n\r\n{}", [], .malformedField),
        Probe("an empty name", Probe.get(": x\r\n"), [], .malformedField),
        Probe("no colon", Probe.get("X\r\n"), [], .malformedField),
        Probe("a name that is no token", Probe.get("X(y): z\r\n"), [], .malformedField),
        Probe("a name beyond ASCII", Probe.get("Xé: z\r\n"), [], .malformedField),
        Probe("a folded line", Probe.get("X: a\r\n b\r\n"), [], .malformedField),
        Probe("a line folded with a tab", Probe.get("X: a\r\n\tb\r\n"), [], .malformedField),
        Probe("a first field that is folded", "GET /g HTTP/1.1\r\n Host: a\r\n\r\n", [], .malformedField),
    ]

    private static func host(_ name: String, _ value: String, _ refusal: Refusal?) -> Probe {
        Probe(name, "GET /g HTTP/1.1\r\nHost: \(value)\r\n\r\n", refusal == nil ? ["GET /g"] : [], refusal)
    }

    private static let hosts = [
        Probe("no Host", "GET /g HTTP/1.1\r\n\r\n", [], .missingHost),
        Probe("two Hosts", Probe.get("Host: b\r\n"), [], .repeatedHost),
        Probe("the same Host twice", Probe.get("hOST: a\r\n"), [], .repeatedHost),
        Probe("two Hosts in 1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", [], .repeatedHost),
        host("a port", "circuit.example:8080", nil),
        host("an address", "127.0.0.1", nil),
        host("an IPv6 address", "[::1]", nil),
        host("an IPv6 address with a port", "[fe80::1.2.3.4]:80", nil),
        host("a colon without a port", "a:", nil),
        host("no name", "", .malformedHost),
        host("a port alone", ":80", .malformedHost),
        host("a port that is no number", "a:8o", .malformedHost),
        host("a port of six digits", "a:123456", .malformedHost),
        host("two ports", "a:1:2", .malformedHost),
        host("a path", "a/b", .malformedHost),
        host("a user", "u@a", .malformedHost),
        host("a list", "a, b", .malformedHost),
        host("a list without a space", "a,b", .malformedHost),
        host("an open bracket", "[::1", .malformedHost),
        host("empty brackets", "[]", .malformedHost),
        host("a name in brackets", "[xyz]", .malformedHost),
        host("something behind the brackets", "[::1]a", .malformedHost),
    ]

    private static func target(_ name: String, _ target: String, _ seen: String?, _ refusal: Refusal? = nil) -> Probe {
        Probe(name, "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n", seen.map { ["GET \($0)"] } ?? [], refusal)
    }

    private static let targets = [
        target("a query", "/a?b=c?d", "/a?b=c?d"),
        target("an empty query", "/a?", "/a?"),
        target("two slashes", "//a", "//a"),
        target("a fragment", "/a#b", nil, .malformedTarget),
        target("a byte beyond ASCII", "/é", nil, .malformedTarget),
        target("no slash", "a", nil, .malformedTarget),
        target("a query alone", "?a", nil, .malformedTarget),
        target("an asterisk", "*", nil, .malformedTarget),
        target("an address", "http://a/b?c", "/b?c"),
        target("an address in capitals", "HTTP://A/b", "/b"),
        target("a safe address", "https://a/b", "/b"),
        target("an address without a path", "http://a", "/"),
        target("an address with a query alone", "http://a?b", "/?b"),
        target("another host's address", "http://b/", "/"),
        target("another port's address", "http://a:80/", "/"),
        target("an address with a user", "http://u@a/", nil, .malformedTarget),
        target("an address without a host", "http:///a", nil, .malformedTarget),
        target("a scheme alone", "http://", nil, .malformedTarget),
        target("another scheme", "ftp://a/", nil, .malformedTarget),
        target("a host and port", "a:80", nil, .malformedTarget),
        Probe("an asterisk for OPTIONS", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", ["OPTIONS *"]),
        Probe("two asterisks", "OPTIONS ** HTTP/1.1\r\nHost: a\r\n\r\n", [], .malformedTarget),
        Probe("CONNECT", "CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n", [], .tunnel),
        Probe("CONNECT with a path", "CONNECT /a HTTP/1.1\r\nHost: a\r\n\r\n", [], .tunnel),
        Probe("an address in 1.0", "GET http://b/ HTTP/1.0\r\n\r\n", ["GET / close"]),
    ]

    private static func long(_ count: Int) -> String { String(repeating: "a", count: count) }

    /// A head of so many bytes.
    private static func head(_ count: Int) -> String { Probe.get("X: \(long(count - get.utf8.count - 5))\r\n") }

    private static func many(_ count: Int) -> String { Probe.get((1..<count).map { "X-\($0): 1\r\n" }.joined()) }

    private static let sizes = [
        Probe("a head that just fits", head(16_384), ["GET /g"]),
        Probe("a head that just does not", head(16_385), [], .headTooLarge),
        Probe("a field of a megabyte", Probe.get("X: \(long(1 << 20))\r\n"), [], .headTooLarge),
        Probe("a name of a megabyte", Probe.get("\(long(1 << 20)): x\r\n"), [], .headTooLarge),
        Probe("a hundred fields", many(100), ["GET /g"]),
        Probe("a hundred and one", many(101), [], .tooManyFields),
        Probe("two thousand", many(2000), [], .tooManyFields),
        Probe("a target that just fits", "GET /\(long(8191)) HTTP/1.1\r\nHost: a\r\n\r\n", ["GET /\(long(8191))"]),
        Probe("a target that just does not", "GET /\(long(8192)) HTTP/1.1\r\nHost: a\r\n\r\n", [], .targetTooLong),
        Probe("a target of 64 KiB", "GET /\(long(65_535)) HTTP/1.1\r\nHost: a\r\n\r\n", [], .targetTooLong),
        Probe("a long target with an error far behind", "GET /\(long(9000))\0", [], .targetTooLong),
        Probe("a line without a space", long(9000), [], .malformedRequestLine),
    ]

    private static func old(_ fields: String) -> String { "GET /g HTTP/1.0\r\n\(fields)\r\n" }

    private static let connections = [
        Probe("close", Probe.get("Connection: close\r\n") + get, ["GET /g close"]),
        Probe("close in a list", Probe.get("Connection: x , CLOSE,\r\n") + get, ["GET /g close"]),
        Probe("close in another field", Probe.get("Connection: keep-alive\r\nconnection: close\r\n"), ["GET /g close"]),
        Probe("closer is not close", Probe.get("Connection: closer\r\n") + get, ["GET /g", "GET /g"]),
        Probe("HTTP/1.0", old("") + get, ["GET /g close"]),
        Probe("HTTP/1.0 that stays", old("Connection: Keep-Alive\r\n") + get, ["GET /g", "GET /g"]),
        Probe("HTTP/1.0 that says both", old("Connection: keep-alive, close\r\n") + get, ["GET /g close"]),
        Probe("an expectation", post + "Expect: 100-Continue\r\nContent-Length: 2\r\n\r\n{}", ["POST /p {}"]),
        Probe("another expectation", post + "Expect: 200-ok\r\nContent-Length: 2\r\n\r\n{}", [], .unknownExpectation),
        Probe(
            "two expectations", post + "Expect: 100-continue, x\r\nContent-Length: 2\r\n\r\n{}", [],
            .unknownExpectation),
    ]
}
