import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// What is an answer of a host, and what is none.
@Suite struct ReplyReaderTests {
    /// What became of bytes that were all there is.
    private enum Outcome: Equatable {
        case reply(Int, [ReplyHead.Field], String)
        case fault(ReplyFault)
    }

    /// Reads bytes in pieces that end at these places, and then the connection's end.
    private func read(_ bytes: [UInt8], cutAt cuts: [Int], wantsHeadOnly: Bool = false) -> Outcome {
        var reader = ReplyReader(wantsHeadOnly: wantsHeadOnly)
        var parts: [ReplyReader.Part] = []
        do throws(ReplyFault) {
            for (start, end) in zip([0] + cuts, cuts + [bytes.count]) {
                parts += try reader.read(Array(bytes[start..<end]))
            }
            parts += try reader.close()
        } catch { return .fault(error) }
        guard case .head(let head)? = parts.first, parts.last == .end else { return .fault(.cutOff) }
        var body: [UInt8] = []
        for case .body(let bytes) in parts { body += bytes }
        return .reply(head.status, head.fields, String(decoding: body, as: UTF8.self))
    }

    static let ok = "HTTP/1.1 200 OK\r\n"

    /// An answer, and its status, fields and body.
    static let replies: [(text: String, status: Int, fields: [String], body: String)] = [
        (ok + "Content-Length: 5\r\n\r\nhello", 200, ["content-length=5"], "hello"),
        (ok + "Content-Length: 0\r\n\r\n", 200, ["content-length=0"], ""),
        ("HTTP/1.1 404 \r\nContent-Length:2\r\nX-A: \t b c \t\r\n\r\nno", 404, ["content-length=2", "x-a=b c"], "no"),
        ("HTTP/1.1 204\r\nX: \r\n\r\n", 204, ["x="], ""),
        ("HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n", 304, ["content-length=7"], ""),
        (
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nL: x\r\n\r\n" + ok + "Content-Length: 1\r\n\r\n!", 200,
            ["content-length=1"], "!"
        ),
        (
            ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1;a=b\r\n,\r\n00A\r\n0123456789\r\n0\r\nT: x\r\n\r\n",
            200,
            ["transfer-encoding=chunked"], "hello,0123456789"
        ),
        (ok + "Transfer-Encoding: Chunked\r\n\r\n0\r\n\r\n", 200, ["transfer-encoding=Chunked"], ""),
        (ok + "\r\nuntil it ends", 200, [], "until it ends"),
        (ok + "\r\n", 200, [], ""),
    ]

    @Test(arguments: replies)
    func `an answer is the same however it is cut`(
        text: String, status: Int, fields: [String], body: String
    ) {
        let bytes = Array(text.utf8)
        let parts = fields.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        let expected = Outcome.reply(status, parts.map { .init(name: "\($0[0])", value: "\($0[1])") }, body)
        for cut in 0...bytes.count { #expect(read(bytes, cutAt: [cut]) == expected, "cut at \(cut)") }
        #expect(read(bytes, cutAt: Array(1..<bytes.count)) == expected)
    }

    /// What is no answer, and why.
    static let faults: [(text: String, fault: ReplyFault)] = [
        ("", .cutOff), ("HTTP/1.1 200", .cutOff), (ok, .cutOff), (ok + "Content-Length: 5\r\n\r\nhell", .cutOff),
        (ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", .cutOff),
        (ok + "Transfer-Encoding: chunked\r\n\r\n0\r\n", .cutOff),
        ("HTTP/1.0 200 OK\r\n\r\n", .badStatusLine), ("HTTP/1.1 20 OK\r\n\r\n", .badStatusLine),
        ("HTTP/1.1 2000 OK\r\n\r\n", .badStatusLine), ("HTTP/1.1 099 OK\r\n\r\n", .badStatusLine),
        ("HTTP/1.1 +20 OK\r\n\r\n", .badStatusLine), ("http/1.1 200 OK\r\n\r\n", .badStatusLine),
        ("\r\n\r\n", .badStatusLine), ("SSH-2.0-x\r\n\r\n", .badStatusLine),
        (ok + "Content-Length : 1\r\n\r\n!", .badField), (ok + ": x\r\n\r\n", .badField), (ok + "x\r\n\r\n", .badField),
        (ok + "X: a\r\n b\r\n\r\n", .badField), (ok + "X: a\u{1}\r\n\r\n", .badField),
        (ok + "X: a\nY: b\r\n\r\n", .badField),
        (ok + "Content-Length: 1\r\nContent-Length: 1\r\n\r\n!", .badLength),
        (ok + "Content-Length: +1\r\n\r\n!", .badLength), (ok + "Content-Length: 1, 1\r\n\r\n!", .badLength),
        (ok + "Content-Length: \r\n\r\n", .badLength),
        (ok + "Content-Length: 99999999999999999999\r\n\r\n!", .badLength),
        (ok + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .badLength),
        (ok + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", .badLength),
        (ok + "Transfer-Encoding: chunked\r\n\r\n\r\n", .badChunk),
        (ok + "Transfer-Encoding: chunked\r\n\r\n-1\r\n", .badChunk),
        (ok + "Transfer-Encoding: chunked\r\n\r\n+1\r\n", .badChunk),
        (ok + "Transfer-Encoding: chunked\r\n\r\n1x\r\n", .badChunk),
        (ok + "Transfer-Encoding: chunked\r\n\r\n8000000000000000\r\n", .badChunk),
        (ok + "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", .badChunk),
        (ok + "Transfer-Encoding: chunked\r\n\r\n1\na\r\n", .badChunk),
        (ok + "Transfer-Encoding: chunked\r\n\r\n1;" + String(repeating: "x", count: 300) + "\r\n", .badChunk),
        (ok + "X: " + String(repeating: "x", count: 70_000) + "\r\n\r\n", .headTooLarge),
        (String(repeating: "x", count: 70_000), .headTooLarge),
        (ok + "Content-Length: 1\r\n\r\n!!", .moreThanOne),
    ]

    @Test(arguments: faults)
    func `what is none is refused`(text: String, fault: ReplyFault) {
        let bytes = Array(text.utf8)
        #expect(read(bytes, cutAt: []) == .fault(fault))
        #expect(read(bytes, cutAt: Array(1..<max(1, bytes.count))) == .fault(fault))
    }

    @Test func `an answer to HEAD has no body whatever its length says`() {
        let bytes = Array((Self.ok + "Content-Length: 5\r\n\r\n").utf8)
        #expect(
            read(bytes, cutAt: [], wantsHeadOnly: true) == .reply(200, [.init(name: "content-length", value: "5")], ""))
    }

    @Test func `what the body is`() {
        func type(_ value: String?) -> String {
            ReplyHead(status: 200, fields: value.map { [.init(name: "content-type", value: $0)] } ?? []).mediaType
        }
        #expect(type("Application/JSON ; charset=utf-8") == "application/json")
        #expect(type("text/event-stream") == "text/event-stream")
        #expect(type(nil) == "")
    }

    /// Cut and bent at random, it ends with an outcome that does not depend on the cuts.
    @Test(arguments: Seeds.forThisRun(count: 4))
    func `broken bytes never do harm`(seed: UInt64) {
        var random = SplitMix64(state: seed)
        for _ in 0..<750 {
            var bytes = Array((Self.replies.randomElement(using: &random)?.text ?? "").utf8)
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.insert([13, 10, 48, 58, 32].randomElement(using: &random) ?? 0, at: place)
                default: bytes.removeSubrange(place..<min(bytes.count - 1, place + 3))
                }
                if bytes.isEmpty { bytes = [0] }
            }
            let cuts = (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            #expect(read(bytes, cutAt: []) == read(bytes, cutAt: cuts), "replay with FLAGSTAND_SEED=\(seed)")
        }
    }
}
