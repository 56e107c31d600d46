import FeatureKit
import PythonPeer
import RudeServer
import Testing
import WebJSON

@testable import WebClient

/// Many requests to one server, of HTTP/1.1 and of HTTP/2.
@Suite(.timeLimit(.minutes(1)), .enabled(if: PythonPeer.isWanted, .init(rawValue: PythonPeer.note)))
struct WebSenderTests {
    private func send(
        publicOnly: Bool = false, _ body: (WebSender) async throws -> Void
    ) async throws {
        let sender = WebSender(publicOnly: publicOnly)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sender.run() }
            try await body(sender)
            group.cancelAll()
        }
    }

    private func question(_ address: String) -> WebQuestion {
        var question = WebQuestion(address, patience: .whole(.seconds(30)), mostBytes: 1_000)
        question.method = "POST"
        question.body = Array("hello".utf8)
        question.fields = [("Content-Type", "text/plain")]
        return question
    }

    /// Serves, and hands out what the server prints of a request.
    private func serve(
        _ kind: String,
        _ body: (_ question: WebQuestion, _ answer: (String) async throws -> String?, _ next: () async throws -> Value)
            async throws -> Void
    ) async throws {
        try await PythonPeer.run("web_server.py", kind) { peer in
            let port = try #require(await peer.line())
            let certificate = try #require(await peer.line())
            var question = question("\(kind)://127.0.0.1:\(port)/inbox")
            if kind == "https" { question.certificates = certificate }
            try await body(question, peer.tell) { try JSONText.value(of: Array(try #require(await peer.line()).utf8)) }
        }
    }

    @Test(arguments: ["http", "https"]) func aBodyComesWhole(kind: String) async throws {
        try await serve(kind) { question, answer, next in
            _ = try await answer(#"{"status": 429, "fields": {"retry-after": "7", "x-id": "a"}, "body": "slower"}"#)
            try await send { sender in
                let reply = try await sender.reply(to: question)
                #expect(reply.status == 429 && reply.head["x-id"] == "a" && reply.retryAfter == .seconds(7))
                #expect(reply.body == Array("slower".utf8))
            }
            let seen = try await next()
            #expect(seen["method"] == "POST" && seen["path"] == "/inbox" && seen["body"] == "68656c6c6f")
            #expect(seen["version"] == (kind == "https" ? "2" : "1.1"))
            #expect(seen["fields"]?["content-type"] == "text/plain" && seen["fields"]?["expect"] == nil)
        }
    }

    /// By HTTP/2 a hundred go over a connection at once, and in any case there are eight at most.
    @Test(arguments: [("https", 50, 1), ("https", 900, 8), ("http", 500, 8)])
    func manyShareConnections(kind: String, count: Int, most: Int) async throws {
        try await serve(kind) { question, _, next in
            try await send { sender in
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 1...count { group.addTask { try await sender.reply(to: question).status } }
                    for try await status in group { #expect(status == 200) }
                }
            }
            var connections: Set<Int64> = []
            for _ in 1...count {
                if case .integer(let port)? = try await next()["connection"] { connections.insert(port) }
            }
            #expect((1...most).contains(connections.count))
        }
    }

    @Test func aServerMaySpeakHTTP2WithoutTLS() async throws {
        try await serve("http") { question, _, next in
            var question = question
            question.speaksHTTP2 = true
            try await send { sender in
                try await withThrowingTaskGroup(of: Int.self) { [question] group in
                    for _ in 1...20 { group.addTask { try await sender.reply(to: question).status } }
                    for try await status in group { #expect(status == 200) }
                }
            }
            for _ in 1...20 {
                let seen = try await next()
                #expect(seen["version"] == "2" && seen["body"] == "68656c6c6f")
            }
        }
    }

    @Test func aRedirectIsAnAnswer() async throws {
        try await serve("http") { question, answer, _ in
            _ = try await answer(#"{"status": 307, "fields": {"location": "/elsewhere"}}"#)
            try await send { sender in
                let reply = try await sender.reply(to: question)
                #expect(reply.status == 307)
            }
        }
    }

    static let cut: [[RudeServer.Step]] = [
        [.answer("201 Created", [], [UInt8](repeating: 0x61, count: 600_000))],
        [.say("HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\na")],
        [.say("HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\na"), .reset],
        [.say("HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\na"), .wait],
    ]

    /// Who was told that it is done does not do it again, whatever becomes of the rest of the answer.
    @Test(arguments: cut.indices) func aStatusCounts(index: Int) async throws {
        try await RudeServer.serve { _ in
            Self.cut[index]
        } _: { server in
            try await send { sender in
                var question = question(server.address)
                question.isDoneByStatus = true
                question.mostBytes = 100_000
                question.patience = .whole(.milliseconds(index == 3 ? 300 : 30_000))
                let reply = try await sender.reply(to: question)
                #expect(reply.status == 201 && reply.body.count <= 100_000)
            }
        }
    }

    static let replies: [(steps: [RudeServer.Step], told: String)] = [
        ([.say(ok + "\r\na: 1")], "200 a: 1"),
        ([.say(ok + "Content-Length: 100\r\n\r\na: 1")], broken + ", after 4 of 100 bytes"),
        ([.say(ok + "Content-Length: 100\r\n\r\na: 1"), .reset], broken + ", after 4 of 100 bytes"),
        ([.say(ok + "Transfer-Encoding: chunked\r\n\r\n4\r\na: 1\r\n")], broken + ", after 4 bytes"),
        ([.say(ok + "Transfer-Encoding: chunked\r\n\r\n9\r\na: 1")], broken + ", after 4 bytes"),
        ([.say(ok + "Content-Ty")], broken + ", after 0 bytes"),
        ([.say(ok + "Content-Length: 100\r\n\r\na: 1"), .wait], "took longer than 300ms"),
        ([.say(ok + "Content-Length: 9000\r\n\r\n"), .trickle(0x61)], "took longer than 300ms"),
        (
            [.answer("200 OK", [], [UInt8](repeating: 0x61, count: 70_000))],
            "is larger than 64 KiB, the most that is read"
        ),
        // What is no success has nothing to take.
        (
            [.say("HTTP/1.1 503 Later\r\nRetry-After: 7\r\nContent-Length: 100\r\n\r\na")],
            "503 a, retry after 7.0 seconds"
        ),
        ([.say("HTTP/1.1 307 Go on\r\nContent-Length: 100\r\n\r\na"), .wait], "307 a"),
    ]
    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let broken = "broke off before its answer was whole"

    /// Half of what was asked for is not taken for all of it.
    @Test(arguments: replies.indices) func aBodyIsWholeOrNone(index: Int) async throws {
        let row = Self.replies[index]
        let isSlow = row.told.hasPrefix("took longer") || row.told == "307 a"
        try await RudeServer.serve { _ in
            row.steps
        } _: { server in
            try await send { sender in
                let question = WebQuestion(
                    server.address, patience: .whole(isSlow ? .milliseconds(300) : .seconds(30)), mostBytes: 65_536)
                let told: String
                do throws(WebProblem) {
                    let reply = try await sender.reply(to: question)
                    told =
                        "\(reply.status) \(String(decoding: reply.body, as: UTF8.self))"
                        + (reply.retryAfter.map { ", retry after \($0)" } ?? "")
                } catch { told = "\(error)" }
                #expect(told == row.told)
            }
        }
    }

    @Test func whoRefusesALongBodyIsHeard() async throws {
        let gate = RudeServer.Gate()
        defer { gate.open() }
        try await RudeServer.serve { _ in
            [.say("HTTP/1.1 413 Too Large\r\nContent-Length: 100\r\n\r\ntoo"), .pause(gate)]
        } _: { server in
            try await send { sender in
                var question = question(server.address)
                question.body = [UInt8](repeating: 0x61, count: 16 << 20)
                question.patience = .whole(.seconds(1))
                let reply = try await sender.reply(to: question)
                #expect(reply.status == 413 && reply.body == Array("too".utf8))
                gate.open()
            }
        }
    }

    static let slow: [[RudeServer.Step]] = [
        [.wait], [.say("HTTP/1.1 200 "), .trickle(0x61)],
        [.say("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"), .trickle(0x61)],
    ]

    /// One that has not even said which HTTP it speaks, too.
    @Test(arguments: slow.indices) func aSlowAddressHoldsUpNoOtherOfItsServer(index: Int) async throws {
        try await RudeServer.serve(atOnce: 3) { head in
            head.hasPrefix("GET /slow ") ? Self.slow[index] : [.answer("200 OK", [], [0x61])]
        } _: { server in
            try await send { sender in
                func status(_ path: String, within limit: Duration) async throws -> Int {
                    let question = WebQuestion(server.address + path, patience: .whole(limit), mostBytes: 65_536)
                    return try await sender.reply(to: question).status
                }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    defer { group.cancelAll() }
                    group.addTask {
                        await #expect(throws: WebProblem(.stopped)) {
                            try await status("/slow", within: .seconds(50))
                        }
                    }
                    await server.isAsked()
                    for _ in 1...3 {
                        async let other = status("/b", within: .seconds(5))
                        let statuses = try await (status("/a", within: .seconds(5)), other)
                        #expect(statuses == (200, 200))
                    }
                }
            }
        }
    }

    @Test func privateAddressesAreRefused() async throws {
        try await RudeServer.serve { _ in
            [.answer("200 OK", [], [])]
        } _: { server in
            try await send(publicOnly: true) { sender in
                for host in ["127.0.0.1", "localhost"] {
                    await #expect(throws: WebProblem(.notPublic)) {
                        try await sender.reply(to: question("http://\(host):\(server.port)/"))
                    }
                }
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test func aFieldHasNoLineBreak() async throws {
        try await send { sender in
            var question = question("http://127.0.0.1:1/")
            question.fields = [("Topic", "a\r\nAuthorization: b")]
            await #expect(throws: WebProblem(.brokenField("Topic"))) { try await sender.reply(to: question) }
        }
    }

    /// A server that hangs holds up neither who cancels nor who stops the sender, and nothing is sent after that.
    @Test(arguments: [false, true]) func whatHangsIsGivenUp(stopsAll: Bool) async throws {
        try await RudeServer.serve { _ in
            [.wait]
        } _: { server in
            let sender = WebSender(publicOnly: false)
            let question = question(server.address)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await sender.run() }
                await withTaskGroup(of: Void.self) { asking in
                    asking.addTask {
                        await #expect(throws: WebProblem(.stopped)) { try await sender.reply(to: question) }
                    }
                    await server.isAsked()
                    if stopsAll { group.cancelAll() } else { asking.cancelAll() }
                }
                group.cancelAll()
            }
            await #expect(throws: WebProblem(.stopped)) { try await sender.reply(to: question) }
        }
    }

    @Test func whatWasNotSentIsCancelledAtOnce() async throws {
        let sender = WebSender(publicOnly: false)
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...10 {
                group.addTask { [question = question("http://127.0.0.1:1/")] in
                    await #expect(throws: WebProblem(.stopped)) { try await sender.reply(to: question) }
                }
            }
            group.cancelAll()
        }
    }

    @Test func moreThanAThousandAreRefused() async throws {
        let sender = WebSender(publicOnly: false)
        await withTaskGroup(of: WebProblem.Reason?.self) { group in
            for _ in 0...WebSender.mostAtOnce {
                group.addTask { [question = question("http://127.0.0.1:1/")] in
                    do throws(WebProblem) {
                        _ = try await sender.reply(to: question)
                        return nil
                    } catch { return error.reason }
                }
            }
            #expect(await group.next() == .tooMany(most: WebSender.mostAtOnce))
            group.cancelAll()
            for await reason in group { #expect(reason == .stopped) }
        }
    }

    @Test func aSenderRunsOnce() async {
        let sender = WebSender(publicOnly: false)
        await withTaskGroup(of: WebProblem?.self) { group in
            for _ in 1...2 {
                group.addTask {
                    do throws(WebProblem) {
                        try await sender.run()
                        return nil
                    } catch { return error }
                }
            }
            #expect(await group.next() == WebProblem(.stopped))
            group.cancelAll()
            #expect(await group.next() == .some(nil))
        }
    }

    @Test func publicAddressesAreTold() {
        let rows: [(UInt32, Bool)] = [
            (0x0808_0808, true), (0x7F00_0001, false), (0x0A01_0203, false), (0xA9FE_A9FE, false), (0xAC1F_FFFF, false),
            (0xAC20_0000, true), (0xC0A8_0101, false), (0x6440_0001, false), (0, false), (0xFFFF_FFFF, false),
            (0xE000_0001, false), (0xDFFF_FFFF, true),
        ]
        for (address, isPublic) in rows {
            #expect(PublicAddress.isPublic(address) == isPublic)
            let bytes = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: address >> UInt32($0)) }
            let zeros = [UInt8](repeating: 0, count: 8)
            #expect(!PublicAddress.isPublic(zeros + [0, 0, 0xFF, 0xFF] + bytes))
            #expect(PublicAddress.isPublic([0, 0x64, 0xFF, 0x9B] + zeros + bytes) == isPublic)
            #expect(PublicAddress.isPublic([0x20, 0x02] + bytes + zeros + [0, 0]) == isPublic)
        }
        let six: [([UInt8], Bool)] = [
            ([0x2A, 0x00, 0x14, 0x50], true), ([0xFE, 0x80], false), ([0xFC, 0], false), ([0xFD, 0x12], false),
            ([0xFF, 2], false), ([0x20, 1, 0x0D, 0xB8], false), ([0x20, 1, 0, 0], false), ([0x26, 0x06], true),
            ([], false),
        ]
        for (start, isPublic) in six {
            #expect(PublicAddress.isPublic(start + [UInt8](repeating: 0, count: 16 - start.count)) == isPublic)
        }
    }
}
