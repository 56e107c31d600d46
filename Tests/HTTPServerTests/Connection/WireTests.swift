import Testing

@testable import HTTPServer

/// What clients get back, byte by byte, over a real socket.
@Suite(.timeLimit(.minutes(1)))
struct WireTests {
    static let get = "GET /g HTTP/1.1\r\nHost: a\r\n\r\n"
    static let last = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    @Test func `a response is written with date, fields and length`() async throws {
        try await withServer { server in
            let client = try server.connect()
            try client.send("POST /p?q=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}")
            let answer = try await client.answer()
            let date = try #require(answer.fields["date"])
            #expect(
                answer.head
                    == "HTTP/1.1 200 OK\r\nDate: \(date)\r\nContent-Type: text/plain\r\nContent-Length: 14\r\n\r\n")
            #expect(date.wholeMatch(of: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/) != nil)
            #expect(answer.body == "POST /p?q=1 {}")
        }
    }

    @Test func `requests that come at once are answered in order`() async throws {
        try await withServer { server in
            let paths = (0..<500).map { "/\($0)" }
            let client = try server.connect()
            try client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined() + Self.last)
            #expect(try await client.answers().map(\.body) == (paths + ["/last"]).map { "GET \($0) " })
            #expect(server.server.counts.requests == 501)
        }
    }

    @Test func `requests are answered in order also when later ones would be ready first`() async throws {
        let responder = ScriptedResponder { request, exchange in
            guard request.path == "/slow" else { return exchange.answer(ScriptedResponder.echo(of: request)) }
            Task { exchange.answer(ScriptedResponder.echo(of: request)) }
        }
        try await withServer(responder) { server in
            let slow = "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n"
            let answers = try await server.talk(slow + Self.get + slow + Self.get + Self.last)
            #expect(answers.map(\.body) == ["GET /slow ", "GET /g ", "GET /slow ", "GET /g ", "GET /last "])
        }
    }

    @Test func `a request may come byte by byte`() async throws {
        try await withServer { server in
            let client = try server.connect()
            let chunked =
                "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
            for byte in (Self.get + chunked + Self.get).utf8 { try client.send([byte]) }
            var bodies: [String] = []
            for _ in 0..<3 { bodies.append(try await client.answer().body) }
            #expect(bodies == ["GET /g ", "POST /c abcde", "GET /g "])
        }
    }

    @Test func `HEAD gets the length but no body`() async throws {
        try await withServer { server in
            let client = try server.connect()
            try client.send("HEAD /h HTTP/1.1\r\nHost: a\r\n\r\n" + Self.get)
            #expect(try await client.answer(hasBody: false).fields["content-length"] == "8")
            #expect(try await client.answer().body == "GET /g ")
        }
    }

    @Test(arguments: [204, 304])
    func `a status without a body has neither body nor length`(_ status: Int) async throws {
        let responder = ScriptedResponder { _, exchange in
            exchange.answer(Response(Status(status), ["ETag": "\"x\""], body: Array("never".utf8)))
        }
        try await withServer(responder) { server in
            let client = try server.connect()
            try client.send(Self.get + Self.last)
            let text = try await client.rest()
            #expect(!text.contains("never") && !text.contains("Content-Length") && !text.contains("chunked"))
            #expect(text.split(separator: "HTTP/1.1 \(status)").count == 2)
        }
    }

    @Test func `HTTP 1.0 ends after the answer unless it is asked to stay`() async throws {
        try await withServer { server in
            let ended = try await server.talk("GET /a HTTP/1.0\r\n\r\n")
            #expect(ended.map(\.fields["connection"]) == ["close"])
            let stays = try await server.talk(
                "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /b HTTP/1.0\r\n\r\n")
            #expect(stays.map(\.fields["connection"]) == ["keep-alive", "close"])
        }
    }

    @Test func `100 Continue comes once the body is wanted, and not when it has begun`() async throws {
        try await withServer { server in
            let head = "POST /p HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
            let client = try server.connect()
            try client.send(head)
            #expect(try await client.answer().head == "HTTP/1.1 100 Continue\r\n\r\n")
            try client.send("{")
            try client.send("}")
            #expect(try await client.answer().body == "POST /p {}")
            try client.send(head + "{}")
            #expect(try await client.answer().body == "POST /p {}")
        }
    }

    @Test func `a body of a megabyte arrives whole, told or in chunks`() async throws {
        let responder = ScriptedResponder { request, exchange in
            let sum = request.withBody { body in body.indices.reduce(0) { ($0 &* 31 &+ Int(body[$1])) & 0xFFFF_FFFF } }
            exchange.answer(Response(.ok, body: Array("\(request.bodyCount) \(sum)".utf8)))
        }
        try await withServer(responder) { server in
            let body = (0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
            let expected = "1048576 \(body.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF })"
            let client = try server.connect()
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n")
            try await client.sendUntilAnswered(body)
            #expect(try await client.answer().body == expected)
            var chunks: [UInt8] = []
            for start in stride(from: 0, to: body.count, by: 10_000) {
                let chunk = body[start..<min(start + 10_000, body.count)]
                chunks += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
            }
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            try await client.sendUntilAnswered(chunks + Array("0\r\n\r\n".utf8))
            #expect(try await client.answer().body == expected)
            // The block that grew for them is not the one that the next small request lies in.
            try client.send(Self.last)
            #expect(try await client.answers().map(\.body) == ["0 0"])
        }
    }

    @Test(arguments: [7, 8 * 1024 - 200, 8 * 1024, 70_000, 1_500_000])
    func `answers of every size arrive whole, also two at once`(_ size: Int) async throws {
        let body = (0..<size).map { UInt8(ascii: "a") &+ UInt8(truncatingIfNeeded: $0 % 26) }
        try await withServer(ScriptedResponder { $1.answer(Response(.ok, body: body)) }) { server in
            let answers = try await server.talk(Self.get + Self.last)
            #expect(answers.map(\.body) == [String](repeating: String(decoding: body, as: UTF8.self), count: 2))
        }
    }

    @Test func `a client that does not read its answers is asked nothing more`() async throws {
        let size = 100_000
        let responder = ScriptedResponder { $1.answer(Response(.ok, body: [UInt8](repeating: 65, count: size))) }
        try await withServer(responder) { server in
            let client = try server.connect(room: 4096)
            let count = 200
            try client.send(String(repeating: Self.get, count: count - 1) + Self.last)
            // The kernel takes a few megabytes; the server answers no more than it holds beyond that.
            await eventually("the server waits") { server.server.counts.bytesOut > 0 }
            let answers = try await client.answers()
            #expect(answers.count == count && answers.allSatisfy { $0.body.utf8.count == size })
        }
        #expect(responder.finished.count == 200)
    }

    @Test func `a client that has sent all it will gets its answer`() async throws {
        let responder = ScriptedResponder { request, exchange in
            Task { exchange.answer(ScriptedResponder.echo(of: request)) }
        }
        try await withServer(responder) { server in
            let client = try server.connect()
            try client.send(Self.get + Self.get)
            client.endSending()
            #expect(try await client.answers().map(\.body) == ["GET /g ", "GET /g "])
        }
    }

    @Test func `the server tells the responder about each answer`() async throws {
        let responder = ScriptedResponder { $1.answer(Response(Status(201), body: Array("made".utf8))) }
        try await withServer(responder) { server in _ = try await server.talk(Self.last) }
        let record = try #require(responder.finished.first)
        #expect(responder.finished.count == 1)
        #expect(record.status == Status(201) && record.bytes == 4 && record.loop == 0 && record.request.path == "/last")
        #expect(record.took > .zero && record.took < .seconds(10))
    }
}
