import Testing

@testable import HTTPServer

/// Requests that a responder refuses before their bodies were read.
@Suite(.timeLimit(.minutes(1)))
struct RefusalTests {
    static let last = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    static let hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Refuses what is sent to `/no`.
    static let picky = ScriptedResponder { request in
        request.path == "/no" ? .refuse(Refused(Response(Status(415), body: Array("no".utf8)))) : .body(upTo: 100)
    } _: { request, exchange in
        exchange.answer(ScriptedResponder.echo(of: request))
    }

    @Test func `a small body is read over and never taken for a request`() async throws {
        try await withServer(Self.picky) { server in
            let answers = try await server.talk(
                "POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: \(Self.hidden.utf8.count)\r\n\r\n" + Self.hidden
                    + Self.last)
            #expect(answers.map(\.body) == ["no", "GET /last "])
        }
    }

    @Test func `a small body is read over also when it comes later`() async throws {
        try await withServer(Self.picky) { server in
            let client = try server.connect()
            try client.send("POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: \(Self.hidden.utf8.count)\r\n\r\n")
            #expect(try await client.answer().body == "no")
            for byte in Self.hidden.utf8 { try client.send([byte]) }
            try client.send(Self.last)
            #expect(try await client.answers().map(\.body) == ["GET /last "])
        }
    }

    @Test(arguments: [
        "Content-Length: 70000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n",
        "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n",
    ])
    func `after a refused body that is large, chunked or expected the connection ends`(_ framing: String) async throws {
        try await withServer(Self.picky) { server in
            let client = try server.connect()
            try client.send("POST /no HTTP/1.1\r\nHost: a\r\n" + framing)
            #expect(try await client.answer().fields["connection"] == "close")
            try? client.send(Self.hidden)
            #expect(try await client.rest() == "")
        }
    }

    @Test func `a body that nobody wants may not keep the connection for ever`() async throws {
        try await withServer(Self.picky) {
            $0.bodyPause = .milliseconds(100)
        } _: { server in
            let client = try server.connect()
            try client.send("POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab")
            #expect(try await client.answer().body == "no")
            #expect(try await client.rest() == "")
        }
    }

    @Test func `without a body the connection goes on`() async throws {
        try await withServer(Self.picky) { server in
            let answers = try await server.talk("GET /no HTTP/1.1\r\nHost: a\r\n\r\n" + Self.last)
            #expect(answers.map(\.status) == [415, 200])
        }
    }

    @Test func `the limit is the one that the responder names`() async throws {
        try await withServer(Self.picky) { server in
            let head = "POST /yes HTTP/1.1\r\nHost: a\r\n"
            let fits = String(repeating: "a", count: 100)
            let answers = try await server.talk(
                head + "Content-Length: 100\r\n\r\n" + fits + head + "Content-Length: 101\r\n\r\n" + fits + "a")
            #expect(answers.map(\.status) == [200, 413])
            let chunks = try await server.talk(
                head + "Transfer-Encoding: chunked\r\n\r\n65\r\n" + fits + "a\r\n0\r\n\r\n")
            #expect(chunks.map(\.status) == [413])
        }
    }

    @Test func `a refusal is decided by what is known of the body`() {
        func fate(_ framing: RequestHead.Framing, expects: Bool = false, arrived: Int = 0, keeps: Bool = true)
            -> UnwantedBody.Fate
        {
            var head = RequestHead()
            head.framing = framing
            head.expectsContinue = expects
            head.keepsAlive = keeps
            return UnwantedBody.fate(of: head, arrived: arrived, closes: false)
        }
        #expect(fate(.none) == .readOver(0))
        #expect(fate(.length(5)) == .readOver(5))
        #expect(fate(.length(UnwantedBody.mostReadOver)) == .readOver(UnwantedBody.mostReadOver))
        #expect(fate(.length(UnwantedBody.mostReadOver + 1)) == .close)
        #expect(fate(.length(5), expects: true) == .close)
        #expect(fate(.length(5), expects: true, arrived: 1) == .readOver(5))
        #expect(fate(.chunked) == .close)
        #expect(fate(.none, keeps: false) == .close)
        #expect(UnwantedBody.fate(of: RequestHead(), arrived: 0, closes: true) == .close)
    }
}
