@_spi(Hosting) import FeatureKit
import Glibc
import HostSystem
import Testing

@testable import HTTPServer

/// How a server ends.
@Suite(.timeLimit(.minutes(1)))
struct DrainTests {
    static let get = "GET /g HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Waits until the server takes nobody any more.
    private static func drained(_ server: RunningServer) async {
        await eventually("nobody listens") {
            do {
                _ = try server.connect()
                return false
            } catch { return (error as? SystemError)?.code == ECONNREFUSED }
        }
    }

    @Test func `idle clients go at once, and nobody new is taken`() async throws {
        try await withServer(loops: 2) { server in
            let idle = try server.connect()
            try idle.send(Self.get)
            #expect(try await idle.answer().status == 200)
            let silent = try server.connect()
            await eventually("both are there") { server.server.counts.accepted == 2 }
            server.server.drain(within: .seconds(20))
            #expect(try await idle.rest() == "")
            #expect(try await silent.rest() == "")
            await Self.drained(server)
        }
    }

    @Test func `who has asked is answered, and told that it was the last time`() async throws {
        let shelf = ExchangeTests.Shelf()
        let responder = ScriptedResponder { shelf.put($1) }
        try await withServer(responder) { server in
            let client = try server.connect()
            try client.send(Self.get)
            await eventually("the request is there") { shelf.count == 1 }
            server.server.drain(within: .seconds(20))
            for exchange in shelf.takeAll() { exchange.answer(Response(.ok, body: Array("done".utf8))) }
            let answers = try await client.answers()
            #expect(answers.map(\.body) == ["done"] && answers.first?.fields["connection"] == "close")
        }
    }

    @Test func `who is still asking may finish`() async throws {
        try await withServer { server in
            let client = try server.connect()
            try client.send("POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab")
            await eventually("the body has begun") { server.server.counts.bytesIn > 0 }
            server.server.drain(within: .seconds(20))
            await Self.drained(server)
            try client.send("cd")
            let answers = try await client.answers()
            #expect(answers.map(\.body) == ["POST /p abcd"] && answers.first?.fields["connection"] == "close")
        }
    }

    @Test func `who asked before the end is answered, even if nobody looked yet`() async throws {
        let server = try HTTPServer(
            ServerOptions([.address("127.0.0.1", port: 0)], loops: 1), responder: ScriptedResponder.echo)
        let client = try Client(server.addresses[0])
        try client.send(Self.get)
        server.drain(within: .seconds(20))
        try await server.run()
        #expect(try await client.answers().map(\.body) == ["GET /g "])
    }

    @Test func `what is not over at the limit is cut`() async throws {
        let shelf = ExchangeTests.Shelf()
        let responder = ScriptedResponder { shelf.put($1) }
        try await withServer(responder) { server in
            let client = try server.connect()
            try client.send(Self.get)
            await eventually("the request is there") { shelf.count == 1 }
            server.server.drain(within: .milliseconds(50))
            #expect(try await client.rest() == "")
        }
        // A late answer finds nobody, and harms nobody.
        for exchange in shelf.takeAll() { exchange.answer(Response(.ok)) }
    }

    @Test func `streams end at once: of events properly, others visibly cut`() async throws {
        let feed = EventFeed()
        let closed = Signal()
        let responder = ScriptedResponder { request, exchange in
            guard request.path == "/stream" else { return exchange.follow(feed, [:], after: nil) }
            let stream = exchange.stream(.ok, [:])
            Task {
                try? await stream.write(Array("part".utf8))
                await closed.wait()
                await #expect(throws: StreamClosed.self) { try await stream.write(Array("more".utf8)) }
            }
        }
        try await withServer(responder) { server in
            let follower = try server.connect()
            try follower.send(Self.get)
            _ = try await follower.head()
            let reader = try server.connect()
            try reader.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try await reader.text(until: "part\r\n")
            feed.end("end", Array("{}".utf8))
            server.server.drain(within: .seconds(20))
            let last = try await follower.rest()
            #expect(last.contains("event: end\ndata: {}\n\n") && last.hasSuffix("\r\n0\r\n\r\n"))
            #expect(try await reader.rest() == "")
            #expect(feed.followers == 0)
            closed.raise()
        }
    }

    @Test func `streams that begin during the end are over at once`() async throws {
        let shelf = ExchangeTests.Shelf()
        let feed = EventFeed()
        try await withServer(ScriptedResponder { shelf.put($1) }) { server in
            let clients = [try server.connect(), try server.connect()]
            for client in clients { try client.send(Self.get) }
            await eventually("both are there") { shelf.count == 2 }
            server.server.drain(within: .seconds(20))
            let exchanges = shelf.takeAll()
            try #require(exchanges.count == 2)
            exchanges[0].follow(feed, [:], after: nil)
            let stream = exchanges[1].stream(.ok, [:])
            let texts = [try await clients[0].rest(), try await clients[1].rest()]
            #expect(texts.allSatisfy { $0.contains("Connection: close\r\n") })
            #expect(texts.filter { $0.hasSuffix("0\r\n\r\n") }.count == 1)
            await #expect(throws: StreamClosed.self) { try await stream.write([1]) }
        }
        #expect(feed.followers == 0)
    }

    @Test func `a cancelled task is a drain without mercy`() async throws {
        let shelf = ExchangeTests.Shelf()
        let server = try HTTPServer(
            ServerOptions([.address("127.0.0.1", port: 0)], loops: 2), responder: ScriptedResponder { shelf.put($1) })
        let client = try Client(server.addresses[0])
        try client.send(Self.get)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            await eventually("the request is there") { shelf.count == 1 }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(try await client.rest() == "")
    }
}
