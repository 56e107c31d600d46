import FeatureKit
import Testing

@testable import HTTPServer

/// What comes from outside with bad intentions, end to end: bytes, amounts and time.
@Suite(.timeLimit(.minutes(1)))
struct SafetyTests {
    static let get = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    static let after = "GET /after HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    static let post = "POST /p HTTP/1.1\r\nHost: a\r\n"

    @Test(arguments: SafetyProbe.all) func `bytes`(_ probe: SafetyProbe) async throws {
        try await withServer { server in
            let client = try server.connect()
            try await client.sendUntilAnswered(probe.bytes)
            // What follows a connection that ends is never answered, whatever it looks like.
            if probe.staysOpen { try client.send(Self.after) } else { try? client.send(Self.get) }
            let answers = try await client.answers()
            #expect(answers.map(\.status) == probe.statuses + (probe.staysOpen ? [200] : []))
            if probe.staysOpen {
                #expect(answers.last?.body == "GET /after ")
            } else {
                #expect(answers.last?.fields["connection"] == "close")
            }
            // It lives on for others.
            #expect(try await server.talk(Self.after).map(\.status) == [200])
        }
    }

    @Test func `there are as many probes as there should be`() {
        // Three more are about amounts that take their time, five about time itself, one about HEAD.
        #expect(SafetyProbe.all.count == 47)
        #expect(Set(SafetyProbe.all.map(\.name)).count == SafetyProbe.all.count)
    }

    @Test func `a body that is said to be too large is refused at once, and the client gets to know`() async throws {
        try await withServer { server in
            let client = try server.connect()
            try client.send(Self.post + "Content-Length: 104857600\r\n\r\n")
            try await client.sendUntilAnswered([UInt8](repeating: 97, count: 65_536), times: 1600)
            let answers = try await client.answers()
            #expect(answers.map(\.status) == [413])
            #expect(answers.map(\.body) == ["the body is too large\n"])
            #expect(server.server.counts.malformed == [413: 1])
            // It was read over and not kept.
            #expect(server.server.counts.bytesIn < 10 * 1024 * 1024)
        }
    }

    @Test func `a body that turns out too large is refused when it does`() async throws {
        try await withServer { server in
            let client = try server.connect()
            try client.send(Self.post + "Transfer-Encoding: chunked\r\n\r\n")
            let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 97, count: 65_536) + Array("\r\n".utf8)
            try await client.sendUntilAnswered(chunk, times: 1600)
            #expect(try await client.answers().map(\.status) == [413])
        }
    }

    @Test func `bodies that together take too much are refused, and small requests go on`() async throws {
        let responder = ScriptedResponder(remembers: false) { $1.answer(ScriptedResponder.echo(of: $0)) }
        try await withServer(responder) {
            $0.bodyBudget = 64 * 1024
        } _: { server in
            let large = Self.post + "Content-Length: 60000\r\n\r\n"
            let first = try server.connect()
            try first.send(large)
            try first.send([UInt8](repeating: 97, count: 40_000))
            await eventually("most of it is there") { server.server.counts.bodyBytes > 51_000 }
            let second = try server.connect()
            try second.send(large)
            try second.send([UInt8](repeating: 97, count: 20_000))
            let refusal = try #require(try await second.answers().first)
            #expect(refusal.status == 503 && refusal.fields["retry-after"] == "1")
            #expect(refusal.fields["connection"] == "close")
            #expect(refusal.body == "too many large requests are being received; send it again later\n")
            #expect(server.server.counts.refusedBodies == 1 && server.server.counts.malformed == [:])
            #expect(try await server.talk(Self.after).map(\.status) == [200])
            // What was there before is not touched, and gives its room back.
            try first.send([UInt8](repeating: 97, count: 20_000))
            #expect(try await first.answer().status == 200)
            await eventually("there is room") { server.server.counts.bodyBytes == 0 }
            let third = try server.connect()
            try third.send(large)
            try third.send([UInt8](repeating: 97, count: 60_000))
            #expect(try await third.answer().status == 200)
        }
    }

    @Test func `bodies count as long as somebody holds them, and what is announced alone does not`() async throws {
        let held = Lock<Request?>(nil)
        let responder = ScriptedResponder(remembers: false) { request, exchange in
            held.withLock { $0 = request }
            exchange.answer(Response(.ok))
        }
        try await withServer(responder) { server in
            let client = try server.connect()
            try client.send(Self.post + "Content-Length: 1000000\r\n\r\n")
            try client.send([UInt8](repeating: 97, count: 100))
            #expect(try await server.talk(Self.after).map(\.status) == [200])
            #expect(server.server.counts.bodyBytes == 0)
            let other = try server.connect()
            try other.send(Self.post + "Content-Length: 60000\r\n\r\n")
            try other.send([UInt8](repeating: 97, count: 60_000))
            #expect(try await other.answer().status == 200)
            #expect(server.server.counts.bodyBytes > 51_000)
            held.withLock { $0 = nil }
            await eventually("it is given back") { server.server.counts.bodyBytes == 0 }
        }
    }

    @Test func `a head that never ends is cut off, however lively it is`() async throws {
        try await withServer {
            $0.headTime = .milliseconds(200)
        } _: { server in
            let client = try server.connect()
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n")
            // As fast as the server takes it, so that only the clock can end it; 16 KiB are not reached.
            for _ in 0..<20 { try client.send("X: y\r\n") }
            let answers = try await client.answers()
            #expect(answers.map(\.status) == [408])
            #expect(answers.map(\.body) == ["the request took too long to arrive\n"])
        }
    }

    @Test func `half a word and then nothing is cut off`() async throws {
        try await withServer {
            $0.headTime = .milliseconds(100)
        } _: { server in
            let answers = try await server.talk("GET / HTTP/1.1\r\nHo")
            #expect(answers.map(\.status) == [408])
            #expect(server.server.counts.malformed == [408: 1])
        }
    }

    @Test func `a client that says nothing is let go without a word`() async throws {
        try await withServer {
            $0.idleTime = .milliseconds(100)
        } _: { server in
            let silent = try server.connect()
            #expect(try await silent.rest() == "")
            // Nor one that has nothing more to ask.
            let answers = try await server.talk(Self.get)
            #expect(answers.map(\.status) == [200])
            #expect(server.server.counts.malformed == [:])
        }
    }

    @Test func `a body that stops is cut off`() async throws {
        try await withServer {
            $0.bodyPause = .milliseconds(100)
        } _: { server in
            let told = try await server.talk(Self.post + "Content-Length: 100\r\n\r\n{")
            let chunked = try await server.talk(Self.post + "Transfer-Encoding: chunked\r\n\r\n1")
            #expect(told.map(\.status) == [408] && chunked.map(\.status) == [408])
        }
    }

    @Test func `a body that never stops is cut off all the same`() async throws {
        try await withServer {
            $0.bodyTime = .milliseconds(300)
            // Looked at when something comes, and else once a pause is over.
            $0.bodyPause = .seconds(1)
        } _: { server in
            let client = try server.connect()
            try client.send(Self.post + "Content-Length: 1000000\r\n\r\n")
            // Nobody waits here: a byte after the other, for as long as the server takes them.
            try await client.sendUntilAnswered(Array("a".utf8), times: 999_999)
            #expect(try await client.answers().map(\.status) == [408])
        }
    }

    @Test func `a client that takes nothing is let go`() async throws {
        let responder = ScriptedResponder { $1.answer(Response(.ok, body: [UInt8](repeating: 65, count: 30_000_000))) }
        try await withServer(responder) {
            $0.writeTime = .milliseconds(200)
        } _: { server in
            let client = try server.connect(room: 4096)
            try client.send(Self.get)
            await eventually("it is let go") { server.server.counts.slowClients == 1 }
            await eventually("it is gone") { server.server.counts.open == 0 }
            #expect(server.server.counts.bytesOut < 30_000_000)
        }
    }

    @Test func `one that has been told to go may not talk on for ever`() async throws {
        try await withServer { server in
            let client = try server.connect()
            try client.send("GARBAGE\r\n\r\n")
            #expect(try await client.answer().status == 400)
            // It neither reads nor goes: the connection ends by itself.
            await eventually("it ends") { server.server.counts.open == 0 }
        }
    }
}
