import HTTPServer

/// Requests that hide another one: where two readers disagree about a body's end, the second request is somebody's own.
///
/// What is refused has to be refused whole: of `hidden` nothing may be read.
enum SmugglingProbes {
    static let all = framing + chunks

    private static let post = Probe.post
    private static let hidden = Probe.get

    private static func refused(_ name: String, _ text: String, _ refusal: Refusal) -> Probe {
        Probe(name, text + hidden, [], refusal)
    }

    private static func length(_ value: String, _ refusal: Refusal = .malformedLength) -> Probe {
        refused("Content-Length: \(value)", post + "Content-Length: \(value)\r\n\r\n{}", refusal)
    }

    private static func coding(_ value: String, _ refusal: Refusal = .unknownCoding) -> Probe {
        refused(
            "Transfer-Encoding: \(value)", post + "Transfer-Encoding: \(value)\r\n\r\n2\r\n{}\r\n0\r\n\r\n", refusal)
    }

    private static let whole = "2\r\n{}\r\n0\r\n\r\n"

    private static let framing = [
        refused("two lengths", post + "Content-Length: 2\r\nContent-Length: 30\r\n\r\n{}", .repeatedLength),
        refused(
            "two lengths, the larger first", post + "Content-Length: 30\r\nContent-Length: 2\r\n\r\n{}",
            .repeatedLength),
        refused("the same length twice", post + "Content-Length: 2\r\ncontent-length: 2\r\n\r\n{}", .repeatedLength),
        refused("a length of nothing twice", post + "Content-Length: 0\r\nContent-Length: 0\r\n\r\n", .repeatedLength),
        length("2, 2"), length("2,3"), length("2 2"), length("+2"), length("-1"), length("-0"), length("0x2"),
        length("2.0"), length("2e0"), length(""), length("２"), length("18446744073709551618"),
        length("9223372036854775808"), length("99999999999999999999999999999999999999"),
        length("9223372036854775807", .bodyTooLarge), length("1048577", .bodyTooLarge),
        Probe(
            "zeros before a length", post + "Content-Length: 0000000000000000000000000000002\r\n\r\n{}" + hidden,
            ["POST /p {}", "GET /g"]),
        Probe("a length of nothing", post + "Content-Length: 0\r\n\r\n" + hidden, ["POST /p", "GET /g"]),
        Probe("no framing at all", post + "\r\n" + hidden, ["POST /p", "GET /g"]),
        refused(
            "a length, then chunks", post + "Content-Length: 40\r\nTransfer-Encoding: chunked\r\n\r\n" + whole,
            .lengthWithCoding),
        refused(
            "chunks, then a length", post + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n" + whole,
            .lengthWithCoding),
        refused(
            "chunks and a length of nothing",
            post + "Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n" + whole, .lengthWithCoding),
        refused(
            "an unknown coding and a length",
            post + "Transfer-Encoding: xchunked\r\nContent-Length: 2\r\n\r\n{}", .unknownCoding),
        coding("xchunked"), coding("chunked, identity"), coding("identity"), coding("gzip, chunked"),
        coding("chunked,"), coding("\"chunked\""), coding("chunked;q=1"), coding(""), coding("chunked, chunked"),
        coding("\u{0B}chunked", .malformedLine), coding("\r\n chunked"),
        refused(
            "two codings", post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n" + whole,
            .repeatedCoding),
        refused(
            "chunked twice", post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" + whole,
            .repeatedCoding),
        refused(
            "a coding whose name is not quite one", post + "Transfer-Encoding\u{0B}: chunked\r\n\r\n" + whole,
            .malformedLine),
        refused(
            "a coding with a space before the colon", post + "Transfer-Encoding : chunked\r\n\r\n" + whole,
            .malformedField),
        refused(
            "chunks in HTTP/1.0",
            "POST /p HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n" + whole,
            .oldCoding),
        Probe(
            "a coding by another name", post + "Transfer_Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}" + hidden,
            ["POST /p {}", "GET /g"]),
        Probe(
            "chunked in capitals", post + "TRANSFER-ENCODING:\tCHUNKED \r\n\r\n" + whole + hidden,
            ["POST /p {}", "GET /g"]),
    ]

    private static func chunked(_ name: String, _ body: String, _ refusal: Refusal = .malformedChunk) -> Probe {
        refused(name, Probe.chunked(body), refusal)
    }

    private static func fine(_ name: String, _ body: String, _ seen: String) -> Probe {
        Probe(name, Probe.chunked(body) + hidden, ["POST /p" + (seen.isEmpty ? "" : " \(seen)"), "GET /g"])
    }

    private static let end = "0\r\n\r\n"

    private static let chunks = [
        fine("two chunks", "A\r\n0123456789\r\n3\r\nabc\r\n" + end, "0123456789abc"),
        fine("a chunk of many digits", "0000000000000000000000002\r\n{}\r\n" + end, "{}"),
        fine("no chunk", end, ""),
        fine("many zeros at the end", "2\r\n{}\r\n00000\r\n\r\n", "{}"),
        fine("trailers", "2\r\n{}\r\n0\r\nX-T: 1\r\nContent-Length: 9\r\nTransfer-Encoding:\r\n\r\n", "{}"),
        fine("extensions", "2;a;b=c;d=\"e;\\\"\\\\ f\"\r\n{}\r\n0;x=\"\"\r\n\r\n", "{}"),
        fine("a long extension", "2;\(String(repeating: "a", count: 252))\r\n{}\r\n" + end, "{}"),
        chunked("an extension that is too long", "2;\(String(repeating: "a", count: 253))\r\n{}\r\n" + end),
        chunked("an extension without a name", "2;\r\n{}\r\n" + end),
        chunked("an extension without a name, but a value", "2;=a\r\n{}\r\n" + end),
        chunked("an extension without its value", "2;a=\r\n{}\r\n" + end),
        chunked("a quote that does not end", "2;a=\"b\r\n{}\r\n" + end),
        chunked("a line's end in quotes", "2;a=\"\r\n\"\r\n{}\r\n" + end),
        chunked("an escaped line's end", "2;a=\"\\\r\n{}\r\n" + end),
        chunked("something behind a quote", "2;a=\"b\"c\r\n{}\r\n" + end),
        chunked("LF in an extension", "2;a\nxx\r\n{}\r\n" + end),
        chunked("CR in an extension", "2;a\rxx\r\n{}\r\n" + end),
        chunked("a space before an extension", "2 ;a\r\n{}\r\n" + end),
        chunked("a space after a size", "2 \r\n{}\r\n" + end),
        chunked("a space before a size", " 2\r\n{}\r\n" + end),
        chunked("a size with a sign", "+2\r\n{}\r\n" + end),
        chunked("a negative size", "-2\r\n{}\r\n" + end),
        chunked("a size with 0x", "0x2\r\n{}\r\n" + end),
        chunked("a size with an underline", "0_2\r\n{}\r\n" + end),
        chunked("no size", "\r\n{}\r\n" + end),
        chunked("no size, but an extension", ";a\r\n{}\r\n" + end),
        chunked("a size that is none", "zz\r\n{}\r\n" + end),
        chunked("a size beyond 64 bits", "10000000000000002\r\n{}\r\n" + end),
        chunked("a size that would be negative", "8000000000000000\r\n{}\r\n" + end),
        chunked("a size of all bits", "ffffffffffffffff\r\n{}\r\n" + end),
        chunked("the largest size", "7fffffffffffffff\r\n{}\r\n" + end, .bodyTooLarge),
        chunked("a size just too large", "100001\r\n{}\r\n" + end, .bodyTooLarge),
        chunked("a second size that is too large", "2\r\n{}\r\nfffff\r\n{}\r\n" + end, .bodyTooLarge),
        chunked("LF behind a size", "2\n{}\r\n" + end),
        chunked("CR behind a size", "2\r{}\r\n" + end),
        chunked("no line's end behind data", "2\r\n{}XX" + end),
        chunked("data that is longer than it says", "2\r\n{}}\r\n" + end),
        chunked("LF behind data", "2\r\n{}\n" + end),
        chunked("CR behind data", "2\r\n{}\r" + end),
        chunked("a trailer without a colon", "0\r\nX\r\n\r\n", .malformedField),
        chunked("a trailer without a name", "0\r\n: x\r\n\r\n", .malformedField),
        chunked("a folded trailer", "0\r\nX: a\r\n b\r\n\r\n", .malformedField),
        chunked("a bare LF in trailers", "0\r\nX: a\n\r\n", .malformedLine),
        chunked("a bare LF at the end", "0\r\n\n", .malformedField),
        chunked("a bare CR at the end", "0\r\n\rX", .malformedLine),
        chunked("too many trailers", "0\r\n" + String(repeating: "X: abcdefg\r\n", count: 800), .trailersTooLarge),
        chunked(
            "much ado about nothing",
            String(repeating: "1;\(String(repeating: "x", count: 200))\r\na\r\n", count: 100)),
        Probe("a body that goes on", Probe.chunked("2\r\n{"), isWaiting: true),
        Probe("a body whose end is missing", Probe.chunked("2\r\n{}\r\n0\r\n"), isWaiting: true),
    ]
}
