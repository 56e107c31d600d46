import FeatureKit
import HostSystem
import Testing

@testable import HTTPServer

/// Requests and answers by TLS.
@Suite(.timeLimit(.minutes(2)))
struct TLSTests {
    static let get = "GET /g HTTP/1.1\r\nHost: a\r\n\r\n"
    static let last = "GET /g HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    @Test(arguments: [TLSVersion.two, TLSVersion.three])
    func `requests one after the other, and a goodbye`(version: Int32) async throws {
        try await withTLSServer { server, _ in
            let client = try await server.connectSecurely(least: version, most: version)
            #expect(client.version == (version == TLSVersion.two ? "TLSv1.2" : "TLSv1.3"))
            for _ in 0..<3 {
                try await client.send(Self.get)
                #expect(try await client.answer().body == "GET /g ")
            }
            try await client.send(Self.get + Self.last)
            let (text, ending) = try await client.rest()
            #expect(text.components(separatedBy: "HTTP/1.1 200 OK") == 3 && ending == .goodbye)
            #expect(server.server.counts.handshakes == 1 && server.server.counts.failedHandshakes == 0)
        }
    }

    @Test(arguments: [TestCertificate.Kind.p256, .rsa(2048), .ed25519])
    func `keys of every kind`(kind: TestCertificate.Kind) async throws {
        try await withTLSServer(ScriptedResponder.echo, TestCertificate(kind)) { server, _ in
            for version in [TLSVersion.two, TLSVersion.three] {
                let client = try await server.connectSecurely(least: version, most: version)
                try await client.send(Self.last)
                #expect(try await client.rest().ending == .goodbye)
            }
        }
    }

    @Test func `large bodies both ways, a byte at a time and all at once`() async throws {
        let size = 700_000
        let responder = ScriptedResponder { request, exchange in
            let body = request.withBody { body in body.indices.map { body[$0] } }
            exchange.answer(Response(.ok, body: body + body))
        }
        try await withTLSServer(responder) { server, _ in
            let client = try await server.connectSecurely()
            let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
            try await client.send("POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
            try await client.send(body)
            // What was sent is no text, so that the lengths and the ends are compared.
            let answer = try await client.text(until: "\r\n\r\n")
            #expect(answer.contains("Content-Length: \(2 * size)"))
            try await client.expect(body + body)
            for byte in Array(Self.last.utf8) { try await client.send([byte]) }
            #expect(try await client.rest().text.hasPrefix("HTTP/1.1 200 OK"))
        }
    }

    @Test func `a stream of events reaches readers by TLS and others, and ends with a goodbye`() async throws {
        let feed = EventFeed()
        let responder = ScriptedResponder { request, exchange in exchange.follow(feed, Fields(), after: nil) }
        try await withTLSServer(responder, loops: 2) { server, _ in
            var clients: [TLSClient] = []
            for _ in 0..<8 {
                let client = try await server.connectSecurely()
                try await client.send(Self.get)
                #expect(try await client.answer(hasBody: false).status == 200)
                clients.append(client)
            }
            await eventually("they follow") { feed.followers == 8 }
            let long = [UInt8](repeating: UInt8(ascii: "x"), count: 40_000)
            feed.publish("small", Array("1".utf8), as: .event)
            feed.publish("large", long, as: .event)
            for client in clients {
                _ = try await client.text(until: "data: 1\n\n")
                #expect(try await client.text(until: "x\n\n").count > long.count)
            }
            feed.end("end", Array("{}".utf8))
            for client in clients {
                _ = try await client.text(until: "0\r\n\r\n")
                try await client.send(Self.last)
            }
        }
    }

    @Test(arguments: [TLSVersion.two, TLSVersion.three])
    func `who follows and says goodbye is let go, also without leaving`(version: Int32) async throws {
        let feed = EventFeed()
        let responder = ScriptedResponder { _, exchange in exchange.follow(feed, Fields(), after: nil) }
        try await withTLSServer(responder) { server, _ in
            let client = try await server.connectSecurely(least: version, most: version)
            try await client.send(Self.get)
            _ = try await client.answer(hasBody: false)
            await eventually("it follows") { feed.followers == 1 }
            // A next request that comes too early is no goodbye.
            try await client.send(Self.get)
            feed.publish("still", Array("1".utf8), as: .event)
            _ = try await client.text(until: "data: 1\n\n")
            #expect(feed.followers == 1)
            let other = try await server.connectSecurely(least: version, most: version)
            try await other.send(Self.get)
            _ = try await other.answer(hasBody: false)
            await eventually("both follow") { feed.followers == 2 }
            other.sayGoodbye()
            await eventually("one follows") { feed.followers == 1 }
        }
    }

    @Test func `new keys in the middle of it`() async throws {
        try await withTLSServer { server, _ in
            let client = try await server.connectSecurely(least: TLSVersion.three)
            for _ in 0..<20 {
                client.updateKeys()
                try await client.send(Self.get)
                #expect(try await client.answer().status == 200)
            }
        }
    }

    @Test func `a writer that goes without an end is no goodbye`() async throws {
        let responder = ScriptedResponder { _, exchange in _ = exchange.stream(.ok, Fields()) }
        try await withTLSServer(responder) { server, _ in
            let client = try await server.connectSecurely()
            try await client.send("GET /g HTTP/1.0\r\n\r\n")
            let (text, ending) = try await client.rest()
            #expect(text.hasPrefix("HTTP/1.1 200") && ending == .cut)
        }
    }

    @Test func `half a body and a cut is no body`() async throws {
        try await withTLSServer { server, _ in
            for cut in [true, false] {
                let client = try await server.connectSecurely()
                try await client.send("POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345")
                cut ? client.cut() : client.sayGoodbye()
                #expect(try await client.rest().text == "")
            }
            let responder = server.server.counts
            #expect(responder.requests == 0)
        }
    }

    @Test func `who asks and says goodbye in one breath is answered`() async throws {
        try await withTLSServer { server, _ in
            let client = try await server.connectSecurely()
            try await client.send(Self.get)
            client.sayGoodbye()
            let (text, ending) = try await client.rest()
            #expect(text.contains("GET /g ") && ending == .goodbye)
        }
    }

    @Test func `a reader that takes nothing holds its writer back and is let go in the end`() async throws {
        let responder = ScriptedResponder { _, exchange in
            exchange.answer(Response(.ok, body: [UInt8](repeating: 7, count: 32 * 1024 * 1024)))
        }
        try await withTLSServer(responder) {
            $0.writeTime = .milliseconds(300)
        } _: { server, _ in
            let client = try await server.connectSecurely()
            try await client.send(Self.get)
            await eventually("it is let go") { server.server.counts.slowClients == 1 }
            #expect(try await client.rest().ending == .cut)
        }
    }

    @Test func `idle clients are told goodbye at the end, and those at work are answered first`() async throws {
        let shelf = ExchangeTests.Shelf()
        let responder = ScriptedResponder { request, exchange in
            request.path == "/late" ? shelf.put(exchange) : exchange.answer(ScriptedResponder.echo(of: request))
        }
        try await withTLSServer(responder) { server, _ in
            let idle = try await server.connectSecurely()
            try await idle.send(Self.get)
            _ = try await idle.answer()
            let busy = try await server.connectSecurely()
            try await busy.send("GET /late HTTP/1.1\r\nHost: a\r\n\r\n")
            await eventually("it was asked") { shelf.count == 1 }
            let silent = try server.connect()
            await eventually("all are there") { server.server.counts.accepted == 3 }
            server.server.drain(within: .seconds(20))
            #expect(try await idle.rest().ending == .goodbye)
            #expect(try await silent.rest() == "")
            shelf.takeAll().first?.answer(Response(.ok, body: Array("late".utf8)))
            let (text, ending) = try await busy.rest()
            #expect(text.contains("Connection: close") && text.hasSuffix("late") && ending == .goodbye)
        }
    }
}

extension String {
    fileprivate func components(separatedBy text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count
    }
}
