import Testing

/// What may come from outside, and what becomes of the connection.
struct SafetyProbe: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// The answers' statuses, in order.
    let statuses: [Int]
    /// Whether the connection is usable afterwards; otherwise the server ends it.
    let staysOpen: Bool

    init(_ name: String, _ text: String, _ statuses: [Int], open staysOpen: Bool = false) {
        self.name = name
        bytes = Array(text.utf8)
        self.statuses = statuses
        self.staysOpen = staysOpen
    }

    var testDescription: String { name }
}

extension SafetyProbe {
    private static let body = #"{"context":{"targetingKey":"u"}}"#
    private static let post =
        "POST /ofrep/v1/evaluate/flags/x HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    private static let get = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let chunked = post + "Transfer-Encoding: chunked\r\n\r\n"
    private static let chunks = "a\r\n\(body.prefix(10))\r\n16\r\n\(body.dropFirst(10))\r\n0\r\n"
    /// A chunk with two bytes, and the last one.
    private static let small = "2\r\n{}\r\n0\r\n\r\n"

    private static func post(_ length: String, _ body: String) -> String {
        post + "Content-Length: \(length)\r\n\r\n" + body
    }

    static let all = usual + lines + tooMuch + chunkForms + smuggling

    private static let usual = [
        SafetyProbe("a POST", post("32", body), [200], open: true),
        SafetyProbe("three in a row", post("32", body) + post("32", body) + get, [200, 200, 200], open: true),
        SafetyProbe("HTTP/1.0", "GET /healthz HTTP/1.0\r\n\r\n", [200]),
        SafetyProbe(
            "HTTP/1.0 that stays", "GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", [200], open: true),
        SafetyProbe(
            "Expect with its body", post + "Expect: 100-continue\r\nContent-Length: 32\r\n\r\n\(body)", [200],
            open: true),
        SafetyProbe(
            "Expect without its body", post + "Expect: 100-continue\r\nContent-Length: 104857600\r\n\r\n", [413]),
        SafetyProbe("Expect of something else", post + "Expect: 200-ok\r\nContent-Length: 32\r\n\r\n\(body)", [417]),
    ]

    private static let lines = [
        SafetyProbe("a line of garbage", "GARBAGE\r\n\r\n", [400]),
        SafetyProbe("two spaces", "GET  /healthz HTTP/1.1\r\nHost: a\r\n\r\n", [400]),
        SafetyProbe("HTTP/9.9", "GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n", [505]),
        SafetyProbe("HTTP/0.9", "GET /healthz\r\n\r\n", [400]),
        SafetyProbe("TLS", "\u{16}\u{3}\u{1}\0\u{1}" + String(repeating: "\0", count: 150), [400]),
        SafetyProbe("NUL in a field", "GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n", [400]),
        SafetyProbe("CR in a field", "GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n", [400]),
        SafetyProbe("LF alone", "GET /healthz HTTP/1.1\nHost: a\n\n", [400]),
        SafetyProbe("a space before the colon", post + "Content-Length : 32\r\n\r\n\(body)", [400]),
        SafetyProbe("no name", "GET /healthz HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n", [400]),
        SafetyProbe("a folded line", "GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n", [400]),
        SafetyProbe("no Host", "GET /healthz HTTP/1.1\r\n\r\n", [400]),
        SafetyProbe("two Hosts", "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", [400]),
    ]

    private static let tooMuch = [
        SafetyProbe(
            "a field of a megabyte",
            "GET /healthz HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 1_048_576))\r\n\r\n", [431]),
        SafetyProbe(
            "2000 fields",
            "GET /healthz HTTP/1.1\r\nHost: a\r\n" + (0..<2000).map { "X-\($0): 1\r\n" }.joined() + "\r\n", [431]),
        SafetyProbe(
            "a target of 64 KiB", "GET /\(String(repeating: "a", count: 65_536)) HTTP/1.1\r\nHost: a\r\n\r\n", [414]),
    ]

    private static let chunkForms = [
        SafetyProbe("chunks, and one more", chunked + chunks + "\r\n" + get, [200, 200], open: true),
        SafetyProbe("chunks with a trailer", chunked + chunks + "X-T: 1\r\n\r\n" + get, [200, 200], open: true),
        SafetyProbe("a size that is none", chunked + "zz\r\n\(body)\r\n0\r\n\r\n", [400]),
        SafetyProbe("a size beyond all numbers", chunked + "10000000000000002\r\n{}\r\n0\r\n\r\n", [400]),
        SafetyProbe("LF alone in a chunk", chunked + "2\n{}\r\n0\r\n\r\n", [400]),
        SafetyProbe("no end of a chunk", chunked + "2\r\n{}XX0\r\n\r\n", [400]),
        SafetyProbe("LF in an extension", chunked + "2;a\nxx\r\n{}\r\n0\r\n\r\n", [400]),
    ]

    /// Two answers would mean that the hidden request was taken for one.
    private static let smuggling = [
        SafetyProbe(
            "two lengths", post + "Content-Length: 2\r\nContent-Length: \(2 + get.utf8.count)\r\n\r\n{}" + get, [400]),
        SafetyProbe(
            "two lengths the other way",
            post + "Content-Length: \(2 + get.utf8.count)\r\nContent-Length: 2\r\n\r\n{}" + get, [400]),
        SafetyProbe("the same length twice", post + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}" + get, [400]),
        SafetyProbe("a list of lengths", post("2, 2", "{}" + get), [400]),
        SafetyProbe(
            "length, then chunks",
            post + "Content-Length: \(12 + get.utf8.count)\r\nTransfer-Encoding: chunked\r\n\r\n" + small + get, [400]),
        SafetyProbe(
            "chunks, then length",
            post + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n" + small + get, [400]),
        SafetyProbe(
            "another coding with a length",
            post + "Transfer-Encoding: xchunked\r\nContent-Length: 2\r\n\r\n{}" + get, [501]),
        SafetyProbe("another coding", post + "Transfer-Encoding: xchunked\r\n\r\n" + small + get, [501]),
        SafetyProbe("two codings", post + "Transfer-Encoding: chunked, identity\r\n\r\n" + small + get, [501]),
        SafetyProbe(
            "two codings on two lines",
            post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n" + small + get, [400]),
        SafetyProbe(
            "a coding behind a control character",
            post + "Transfer-Encoding: \u{B}chunked\r\nContent-Length: 2\r\n\r\n{}" + get, [400]),
        SafetyProbe(
            "chunks in HTTP/1.0",
            post.replacing("1.1", with: "1.0") + "Transfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n" + small
                + get, [400]),
        SafetyProbe("a length with a plus", post("+2", "{}" + get), [400]),
        SafetyProbe("a length below nothing", post("-1", "{}" + get), [400]),
        SafetyProbe("a length beyond all numbers", post("18446744073709551618", "{}" + get), [400]),
        SafetyProbe("a length in hexadecimal", post("0x2", "{}" + get), [400]),
        SafetyProbe("no length", post("", "{}" + get), [400]),
    ]
}
