import FeatureKit
import RudeServer
import Testing
import WebClient

/// What servers do to those who ask them: asked of a real one that does all of it.
@Suite(.timeLimit(.minutes(5))) struct DocumentTests {
    private static let packed = "comes packed as \"gzip\", which was not asked for"
    private static let broken = "broke off before its answer was whole"
    private static let mostBytes = 8 << 20
    private static let ok = "HTTP/1.1 200 OK\r\n"

    typealias Row = (trial: String, steps: [RudeServer.Step], told: String)

    static let table: [Row] = [
        (
            "whole", [.answer("200 OK", ["ETag: W/\"a b\"", "Content-Type: text/yaml"], Array("a: 1".utf8))],
            "document a: 1 - text/yaml"
        ),
        ("weak tag", [.answer("200 OK", ["ETag: W/\"1\""], [0x61])], "document a W/\"1\" -"),
        ("strong tag", [.answer("200 OK", ["etag:\"1\""], [0x61])], "document a \"1\" -"),
        (
            "huge tag", [.answer("200 OK", ["ETag: \"\(String(repeating: "x", count: 2000))\""], [0x61])],
            "document a - -"
        ),
        (
            "chunked", [.say(ok + "Transfer-Encoding: chunked\r\n\r\n2\r\na:\r\n2\r\n 1\r\n0\r\n\r\n")],
            "document a: 1 - -"
        ),
        ("until the end", [.say(ok + "\r\na: 1")], "document a: 1 - -"),
        ("packed", [.answer("200 OK", ["Content-Encoding: gzip"], Packed.flags)], packed),
        ("packed as itself", [.answer("200 OK", ["Content-Encoding: identity"], [0x61])], "document a - -"),
        (
            "early hints", [.say("HTTP/1.1 103 Early Hints\r\nETag: \"x\"\r\n\r\n"), .answer("200 OK", [], [0x61])],
            "document a - -"
        ),
        ("cut off", [.say(ok + "Content-Length: 100\r\n\r\na: 1")], broken + ", after 4 of 100 bytes"),
        ("killed", [.say(ok + "Content-Length: 100\r\n\r\na: 1"), .reset], broken + ", after 4 of 100 bytes"),
        ("cut off in its head", [.say(ok + "Content-Ty")], broken + ", after 0 bytes"),
        (
            "cut off in a chunk", [.say(ok + "Transfer-Encoding: chunked\r\n\r\n9\r\na: 1")],
            broken + ", after 4 bytes"
        ),
        (
            "cut off between chunks", [.say(ok + "Transfer-Encoding: chunked\r\n\r\n4\r\na: 1\r\n")],
            broken + ", after 4 bytes"
        ),
        // Half of what is packed may unpack to half a document.
        ("packed and cut off", [.answer("200 OK", ["Content-Encoding: gzip"], Packed.flags.dropLast(10))], packed),
        (
            "a bomb", [.answer("200 OK", ["Content-Encoding: br"], [0x5B, 0xFF, 0xFF, 0xFF, 0x01])],
            "comes packed as \"br\", which was not asked for"
        ),
        (
            "announced too large",
            [.say(ok + "Content-Length: 9000000\r\n\r\n" + String(repeating: "#", count: 9_000_000))],
            "is larger than 8 MiB, the most that is read"
        ),
        ("empty", [.answer("200 OK")], "answers with nothing"),
        ("no content", [.say("HTTP/1.1 204 No Content\r\n\r\n")], "the server answers 204"),
        (
            "a part", [.answer("206 Partial Content", ["Content-Range: bytes 0-3/100"], Array("a: 1".utf8))],
            "the server answers 206"
        ),
        ("unchanged, out of nothing", [.say("HTTP/1.1 304 Not Modified\r\n\r\n")], "the server answers 304"),
        ("no address", [.answer("302 Found", [], Array("a: 1".utf8))], "the server answers 302"),
        ("401", [.answer("401 No", ["WWW-Authenticate: Basic realm=\"x\""], [0x61])], "the server answers 401"),
        ("403", [.answer("403 No", [], [0x61])], "the server answers 403"),
        ("404", [.answer("404 No", [], [0x61])], "the server answers 404"),
        ("500", [.answer("500 No", [], [UInt8](repeating: 0x61, count: 9_000_000))], "the server answers 500"),
        ("503", [.answer("503 Later", ["Retry-After: 120"])], "the server answers 503, retry after 120.0 seconds"),
        ("garbage", [.say("garbage\r\n\r\n")], "does not answer as an HTTP server does"),
        ("half a status", [.say("HTTP/1.1 ")], "cannot be reached: Server returned nothing (no headers, no data)"),
        ("bytes", [.say([0, 255, 13, 10, 13, 10])], "does not answer as an HTTP server does"),
        ("no word", [], "cannot be reached: Server returned nothing (no headers, no data)"),
        ("trickles its body", [.say(ok + "Content-Length: 100000\r\n\r\n"), .trickle(0x61)], "took longer than 500ms"),
        ("trickles its head", [.say(ok + "X: "), .trickle(0x61)], "took longer than 500ms"),
        ("falls silent", [.say(ok + "Content-Length: 100\r\n\r\na: 1"), .wait], "took longer than 500ms"),
    ]

    @Test(arguments: table.indices)
    func `whatever a server does`(index: Int) async throws {
        let row = Self.table[index]
        let isSlow = row.told.hasPrefix("took longer")
        try await RudeServer.serve { _ in
            row.steps
        } _: { server in
            let source = question(server.address, within: isSlow ? .milliseconds(500) : .seconds(60))
            let told = await told(by: source)
            #expect(told == row.told, "\(row.trial)")
        }
    }

    @Test func `what is known is asked for by its tag, and not sent again`() async throws {
        try await RudeServer.serve { _ in
            [.say("HTTP/1.1 304 Not Modified\r\nETag: W/\"1\"\r\n\r\n")]
        } _: { server in
            let source = question(server.address)
            let answer = try await source.document(knowing: "W/\"1\"")
            #expect(answer == .unchanged)
            #expect(server.requests.first?.contains("\r\nIf-None-Match: W/\"1\"\r\n") == true)
        }
    }

    @Test func `a bearer goes to its server alone`() async throws {
        let document = RudeServer.Step.answer("200 OK", [], [0x61])
        try await RudeServer.serve { _ in
            [document]
        } _: { other in
            try await RudeServer.serve { head in
                if head.hasPrefix("GET /port ") { return [.answer("302 Found", ["Location: \(other.address)/port"])] }
                if head.hasPrefix("GET /host ") {
                    return [.answer("302 Found", ["Location: http://localhost:\(other.port)/host"])]
                }
                return head.hasPrefix("GET /here ") ? [.answer("302 Found", ["Location: /there"])] : [document]
            } _: { server in
                for path in ["port", "host", "here"] {
                    var source = question("\(server.address)/\(path)")
                    source.bearer = Secret("t0ken")
                    #expect(await told(by: source) == "document a - -")
                }
                let authorized = server.requests.map { $0.contains("\r\nAuthorization: Bearer t0ken\r\n") }
                #expect(authorized == [true, true, true, true])
                #expect(other.requests.count == 2)
                #expect(!other.requests.contains { $0.lowercased().contains("authorization") || $0.contains("t0ken") })
            }
        }
    }

    @Test func `a proxy is asked in the server's place`() async throws {
        try await RudeServer.serve { _ in
            [.answer("200 OK", [], [0x61])]
        } _: { proxy in
            var source = question("http://config.invalid/prod.yaml")
            source.proxy = "http://user:pass@127.0.0.1:\(proxy.port)"
            #expect(await told(by: source) == "document a - -")
            #expect(proxy.requests.first?.hasPrefix("GET http://config.invalid/prod.yaml HTTP/1.1\r\n") == true)
        }
    }

    @Test func `redirects have an end, and go nowhere but to http`() async throws {
        try await RudeServer.serve { head in
            let count = head.split(separator: " ")[1].count
            return count > 5
                ? [.answer("200 OK", [], [0x61])]
                : [.answer("307 Go on", ["Location: /\(String(repeating: "x", count: count))"])]
        } _: { server in
            let source = question(server.address + "/")
            #expect(await told(by: source) == "document a - -")
        }
        for location in ["ftp://127.0.0.1/a", "file:///etc/passwd", "gopher://127.0.0.1", "dict://127.0.0.1/a"] {
            try await RudeServer.serve { _ in
                [.answer("302 Found", ["Location: \(location)"])]
            } _: { server in
                let source = question(server.address)
                #expect(await told(by: source) == "cannot be reached: Unsupported protocol")
            }
        }
    }

    private func question(_ address: String, within limit: Duration = .seconds(60)) -> WebQuestion {
        WebQuestion(address, patience: .whole(limit), mostBytes: Self.mostBytes)
    }

    private func told(by source: WebQuestion) async -> String {
        do throws(WebProblem) {
            guard case .document(let document) = try await source.document(knowing: nil) else { return "unchanged" }
            let text = String(decoding: document.bytes.prefix(100), as: UTF8.self)
            return "document \(text) \(document.tag ?? "-") \(document.contentType ?? "-")"
        } catch { return error.description + (error.retryAfter.map { ", retry after \($0)" } ?? "") }
    }

    @Test func aTextInAnAddressIsNothingElse() {
        #expect(WebQuestion.escaped("aZ09-._~") == "aZ09-._~")
        #expect(WebQuestion.escaped("a b&c=d/?#%+é\n") == "a%20b%26c%3Dd%2F%3F%23%25%2B%C3%A9%0A")
    }
}

/// Bytes packed as gzip does it.
private enum Packed {
    /// `flags: {}`.
    static let flags: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 75, 203, 73, 76, 47, 182, 82, 168, 174, 5, 0, 65, 72, 210, 141, 9, 0, 0, 0,
    ]
}
