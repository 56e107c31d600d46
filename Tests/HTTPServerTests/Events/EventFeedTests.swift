@_spi(Hosting) import FeatureKit
import Testing

@testable import HTTPServer

/// Feeds over real sockets.
@Suite(.timeLimit(.minutes(1)))
struct EventFeedTests {
    static func ask(after id: String? = nil, version: String = "1.1") -> String {
        "GET /events HTTP/\(version)\r\nHost: a\r\n\(id.map { "Last-Event-ID: \($0)\r\n" } ?? "")\r\n"
    }

    static let last = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    static func following(_ feed: EventFeed) -> ScriptedResponder {
        ScriptedResponder { request, exchange in
            guard request.path == "/events" else { return exchange.answer(ScriptedResponder.echo(of: request)) }
            exchange.follow(feed, ["X-Own": "yes"], after: request["last-event-id"])
        }
    }

    /// A client that follows, with the answer's head read.
    static func follow(_ server: RunningServer, after id: String? = nil, room: Int32? = nil) async throws -> Client {
        let client = try server.connect(room: room)
        try client.send(ask(after: id))
        #expect(try await client.head().status == 200)
        return client
    }

    /// The data of the next event.
    static func data(_ client: Client) async throws -> String {
        _ = try await client.text(until: "data: ")
        return String(try await client.text(until: "\n").dropLast())
    }

    @Test func `a follower gets events in chunks, with the fields that keep others from holding them back`()
        async throws
    {
        let feed = EventFeed()
        try await withServer(Self.following(feed)) { server in
            let client = try server.connect()
            try client.send(Self.ask())
            let head = try await client.head()
            #expect(head.fields["content-type"] == "text/event-stream")
            #expect(head.fields["cache-control"] == "no-store")
            #expect(head.fields["x-accel-buffering"] == "no")
            #expect(head.fields["transfer-encoding"] == "chunked")
            #expect(head.fields["x-own"] == "yes")
            #expect(feed.followers == 1 && server.server.counts.streams == 1)
            feed.publish("tick", Array("1".utf8), as: .event)
            let event = try await client.text(until: "\n\n\r\n")
            #expect(event.wholeMatch(of: /[0-9a-f]+\r\nid: [0-9a-f]+-1\nevent: tick\ndata: 1\n\n\r\n/) != nil)
            client.close()
            await eventually("nobody follows") { feed.followers == 0 && server.server.counts.streams == 0 }
        }
    }

    @Test func `HTTP 1.0 gets events without chunks`() async throws {
        let feed = EventFeed()
        feed.publish("state", Array("0".utf8), as: .state)
        try await withServer(Self.following(feed)) { server in
            let client = try server.connect()
            try client.send(Self.ask(version: "1.0"))
            #expect(try await client.head().fields["transfer-encoding"] == nil)
            feed.publish("state", Array("1".utf8), as: .state)
            feed.end("end", Array("{}".utf8))
            let text = try await client.rest()
            #expect(text.hasPrefix("id: ") && text.hasSuffix("event: end\ndata: {}\n\n") && !text.contains("\r"))
            #expect(text.split(separator: "\n\n").count == 3)
        }
    }

    @Test func `a client that reconnects gets what it missed exactly once`() async throws {
        let feed = EventFeed()
        try await withServer(Self.following(feed)) { server in
            let first = try await Self.follow(server)
            for number in 1...10 { feed.publish("n", Array("\(number)".utf8), as: .event) }
            let text = try await first.text(until: "data: 7\n\n\r\n")
            let id = try #require(text.matches(of: /id: (.+)\n/).last?.1)
            first.close()
            let second = try await Self.follow(server, after: String(id))
            var numbers: [String] = []
            for _ in 8...10 { numbers.append(try await Self.data(second)) }
            feed.publish("n", Array("11".utf8), as: .event)
            numbers.append(try await Self.data(second))
            #expect(numbers == ["8", "9", "10", "11"])
        }
    }

    @Test func `the end ends every stream, and the connections go on`() async throws {
        let feed = EventFeed()
        let responder = Self.following(feed)
        try await withServer(responder, loops: 2) { server in
            var clients: [Client] = []
            for _ in 0..<20 { clients.append(try await Self.follow(server)) }
            feed.end("end", Array(#"{"reason":"off"}"#.utf8))
            for client in clients {
                _ = try await client.text(until: "event: end\ndata: {\"reason\":\"off\"}\n\n\r\n0\r\n\r\n")
                try client.send(Self.last)
                #expect(try await client.answers().map(\.body) == ["GET /last "])
            }
            // Who comes later finds the end at once.
            let answers = try await server.talk(Self.ask() + Self.last)
            #expect(answers.first?.body.hasSuffix("event: end\ndata: {\"reason\":\"off\"}\n\n") == true)
            #expect(answers.last?.body == "GET /last ")
            feed.publish("n", [], as: .event)
            #expect(feed.followers == 0)
        }
        #expect(responder.finished.count == 42)
    }

    @Test func `a quiet stream sends heartbeats`() async throws {
        let feed = EventFeed()
        try await withServer(Self.following(feed)) {
            $0.heartbeat = .milliseconds(50)
        } _: { server in
            let client = try await Self.follow(server)
            #expect(try await client.text(until: "3\r\n:\n\n\r\n") == "3\r\n:\n\n\r\n")
            #expect(try await client.text(until: "3\r\n:\n\n\r\n") == "3\r\n:\n\n\r\n")
        }
    }

    @Test func `a slow reader is let go and counted, the others are not`() async throws {
        let feed = EventFeed()
        try await withServer(Self.following(feed)) { server in
            let slow = try await Self.follow(server, room: 4096)
            let quick = try await Self.follow(server)
            let data = [UInt8](repeating: 65, count: 10_000)
            var published = 0
            while feed.followers == 2, published < 10_000 {
                feed.publish("n", data, as: .event)
                published += 1
                _ = try await quick.text(until: "\n\n\r\n")
            }
            #expect(feed.followers == 1)
            #expect(server.server.counts.slowClients == 1)
            slow.close()
            feed.publish("n", Array("after".utf8), as: .event)
            _ = try await quick.text(until: "data: after\n")
        }
    }

    @Test func `the events for a client that reconnects may exceed the backlog of a slow reader`() async throws {
        let feed = EventFeed()
        try await withServer(Self.following(feed)) {
            $0.streamBacklog = 1000
        } _: { server in
            feed.publish("n", Array("first".utf8), as: .state)
            let first = try await Self.follow(server)
            let id = try #require(try await first.text(until: "\n\n\r\n").firstMatch(of: /id: (.+)-1\n/)?.1)
            for _ in 0..<100 { feed.publish("n", [UInt8](repeating: 65, count: 10_000), as: .event) }
            let second = try await Self.follow(server, after: "\(id)-1", room: 4096)
            feed.publish("n", Array("live".utf8), as: .event)
            let text = try await second.text(until: "data: live\n")
            #expect(text.matches(of: /event: n/).count == 101)
        }
    }

    /// Clients come and go while events are published from several threads: each gets every event from where it began,
    /// in order.
    @Test func `no event is lost or doubled between the remembered events and the new ones`() async throws {
        let feed = EventFeed()
        try await withServer(Self.following(feed), loops: 2) { server in
            let count = 3000
            await withTaskGroup(of: Void.self) { group in
                for publisher in 0..<3 {
                    group.addTask {
                        for number in 0..<(count / 3) {
                            feed.publish("n", Array("\(publisher) \(number)".utf8), as: .state)
                            if number % 7 == publisher { await Task.yield() }
                        }
                    }
                }
                for _ in 0..<12 {
                    group.addTask {
                        await #expect(throws: Never.self) { try await Self.followAll(server, until: count) }
                    }
                }
            }
        }
    }

    /// Follows until the last event, coming back again and again.
    private static func followAll(_ server: RunningServer, until last: Int) async throws {
        var known: (boot: String, number: Int)?
        while known?.number != last {
            let client = try await follow(server, after: known.map { "\($0.boot)-\($0.number)" })
            for _ in 0..<97 where known?.number != last {
                let before = try await client.text(until: "id: ")
                if known == nil, before == "" { return }
                let id = try await client.text(until: "\n").dropLast().split(separator: "-")
                let number = try #require(Int(id[1]))
                // Where too much was missed a gap comes first, without an id, and then the state.
                if let known, !before.contains("event: gap\n") { #expect(number == known.number + 1) }
                known = (String(id[0]), number)
            }
            client.close()
        }
    }
}
