import FeatureKit
import RudeServer
import Testing
import WebClient

/// Answers that go on and on, asked of a real server that breaks them off in every way.
@Suite(.timeLimit(.minutes(1))) struct FollowTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
    private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

    typealias Row = (steps: [RudeServer.Step], told: String)
    static let table: [Row] = [
        ([.say(ok + "\r\nab")], "200 ab, ended"),
        ([.say(chunked + "1\r\na\r\n1\r\nb\r\n0\r\n\r\n")], "200 ab, ended"),
        ([.say(chunked + "1\r\na\r\n")], "200 a, broke off before its answer was whole, after 1 byte"),
        ([.say(chunked + "1\r\na\r\n"), .reset], "200 a, broke off before its answer was whole, after 1 byte"),
        ([.say(chunked + "1\r\na\r\n"), .wait], "200 a, said nothing for 300ms"),
        ([.say(chunked), .wait], "200 , said nothing for 300ms"),
        ([.wait], "took longer than 300ms"),
        ([.say("HTTP/1.1 200 OK\r\nX: "), .trickle(0x61)], "took longer than 300ms"),
        ([.answer("204 No Content")], "the server answers 204"),
        ([.answer("401 No", [], [0x61])], "the server answers 401"),
        ([.answer("503 Later", ["Retry-After: 7"])], "the server answers 503, retry after 7.0 seconds"),
        ([.say("what?\r\n\r\n")], "does not answer as an HTTP server does"),
    ]

    @Test(arguments: table.indices)
    func `whatever becomes of a stream`(index: Int) async throws {
        let row = Self.table[index]
        try await RudeServer.serve { _ in
            row.steps
        } _: { server in
            let question = WebQuestion(
                server.address, patience: .stream(head: .milliseconds(300), silence: .milliseconds(300)),
                mostBytes: 1 << 20)
            let heard = Lock("")
            let end: String
            do throws(WebProblem) {
                try await question.follow { head in
                    heard.withLock { $0 += "\(head.status) " }
                } take: { bytes in
                    heard.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
                    return true
                }
                end = "ended"
            } catch { end = "\(error)" + (error.retryAfter.map { ", retry after \($0)" } ?? "") }
            let told = heard.withLock { $0 }
            #expect((told.isEmpty ? "" : told + ", ") + end == row.told)
        }
    }

    /// The head counts that is the last one, and hints before it and redirects say nothing.
    @Test func `a stream may lie elsewhere`() async throws {
        try await RudeServer.serve { head in
            head.hasPrefix("GET /there ")
                ? [.say("HTTP/1.1 103 Hint\r\n\r\n" + Self.ok + "\r\na")]
                : [.answer("307 Go on", ["Location: /there", "Content-Type: text/html"], Array("elsewhere".utf8))]
        } _: { server in
            let types = Lock<[String]>([])
            let question = WebQuestion(
                server.address + "/here", patience: .stream(head: .seconds(30), silence: .seconds(30)), mostBytes: 100)
            try await question.follow { head in
                types.withLock { $0.append(head["content-type"] ?? "-") }
            } take: {
                $0 == [0x61]
            }
            #expect(types.withLock { $0 } == ["text/event-stream"])
        }
    }

    /// A server that hangs holds nobody up, neither before its head nor after it.
    @Test(arguments: [false, true]) func `who stops waits for nobody`(hasBegun: Bool) async throws {
        try await RudeServer.serve { _ in
            hasBegun ? [.say(Self.chunked + "1\r\na\r\n"), .wait] : [.wait]
        } _: { server in
            let question = WebQuestion(
                server.address, patience: .stream(head: .seconds(60), silence: .seconds(60)), mostBytes: 100)
            let (asked, ask) = AsyncStream.makeStream(of: Void.self)
            let clock = ContinuousClock()
            try await withThrowingTaskGroup(of: WebProblem?.self) { group in
                group.addTask {
                    do throws(WebProblem) {
                        try await question.follow { _ in
                            ask.yield()
                        } take: { _ in
                            true
                        }
                        return nil
                    } catch { return error }
                }
                if hasBegun { for await _ in asked { break } }
                let start = clock.now
                group.cancelAll()
                for try await problem in group { #expect(problem == WebProblem(.stopped)) }
                // The wait is ended, not waited out: that would take up to a second.
                #expect(clock.now - start < .milliseconds(500))
            }
        }
    }

    @Test func `who wants no more gets no more`() async throws {
        try await RudeServer.serve { _ in
            [.say(Self.ok + "\r\n"), .trickle(0x61)]
        } _: { server in
            let question = WebQuestion(
                server.address, patience: .stream(head: .seconds(60), silence: .seconds(60)), mostBytes: 100)
            await #expect(throws: WebProblem(.stopped)) {
                try await question.follow(begin: { _ in }, take: { _ in false })
            }
        }
    }
}
