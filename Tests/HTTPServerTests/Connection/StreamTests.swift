@_spi(Hosting) import FeatureKit
import Testing

@testable import HTTPServer

/// Answers that come bit by bit.
@Suite(.timeLimit(.minutes(1)))
struct StreamTests {
    static let get = "GET /g HTTP/1.1\r\nHost: a\r\n\r\n"
    static let last = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    /// What a responder keeps of a request.
    final class Note: Sendable {}

    /// Streams what a test's writer writes, on whatever thread, and answers everything else at once.
    static func streaming(
        _ write: @escaping @Sendable (any BodyStream) async -> Void
    ) -> ScriptedResponder {
        ScriptedResponder { request, exchange in
            guard request.path != "/last" else { return exchange.answer(ScriptedResponder.echo(of: request)) }
            exchange.keep(Note())
            let stream = exchange.stream(.ok, ["Content-Type": "text/plain"])
            Task { await write(stream) }
        }
    }

    @Test func `bits arrive in order, in chunks, and the next request follows`() async throws {
        let responder = Self.streaming { stream in
            for number in 0..<1000 { try? await stream.write(Array("\(number),".utf8)) }
            try? await stream.write([])
            stream.finish(Array("end".utf8))
            stream.finish(Array("again".utf8))
        }
        try await withServer(responder, loops: 2) { server in
            let answers = try await server.talk(Self.get + Self.last)
            #expect(answers.first?.fields["transfer-encoding"] == "chunked")
            #expect(answers.map(\.body) == [(0..<1000).map { "\($0)," }.joined() + "end", "GET /last "])
        }
        #expect(responder.finished.first?.bytes == 3893)
    }

    @Test func `HTTP 1.0 gets the bits as they are, and then the end`() async throws {
        let responder = Self.streaming { stream in
            try? await stream.write(Array("one".utf8))
            stream.finish(Array("two".utf8))
        }
        try await withServer(responder) { server in
            let answers = try await server.talk("GET /g HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + Self.last)
            #expect(answers.map(\.body) == ["onetwo"])
            #expect(answers[0].fields["transfer-encoding"] == nil && answers[0].fields["connection"] == "close")
        }
    }

    @Test func `HEAD gets no bits, and the writer hears so`() async throws {
        let outcome = Lock<StreamClosed?>(nil)
        let responder = Self.streaming { stream in
            do throws(StreamClosed) { try await stream.write([1]) } catch { outcome.withLock { $0 = error } }
        }
        try await withServer(responder) { server in
            let client = try server.connect()
            try client.send("HEAD /g HTTP/1.1\r\nHost: a\r\n\r\n" + Self.last)
            #expect(try await client.answer(hasBody: false).status == 200)
            #expect(try await client.answer().body == "GET /last ")
            await eventually("the writer hears") { outcome.withLock { $0 } == StreamClosed() }
        }
    }

    @Test func `a writer waits for a slow reader, and nothing piles up`() async throws {
        let written = Lock(0)
        let piece = [UInt8](repeating: 65, count: 64 * 1024)
        let responder = Self.streaming { stream in
            for _ in 0..<400 {
                guard (try? await stream.write(piece)) != nil else { return }
                written.withLock { $0 += 1 }
            }
            stream.finish()
        }
        try await withServer(responder) { server in
            let client = try server.connect(room: 4096)
            try client.send(Self.get + Self.last)
            // Written is at most what was sent, what may wait, and the piece that makes the writer wait.
            await eventually("the writer waits") { written.withLock { $0 } >= 4 }
            let sent = Int(server.server.counts.bytesOut)
            let most = Int(server.server.counts.bytesOut) + 256 * 1024 + piece.count
            #expect(sent >= 0 && written.withLock { $0 } * piece.count <= most + 4 * 1024 * 1024)
            let answers = try await client.answers()
            #expect(answers.first?.body.utf8.count == 400 * piece.count)
            #expect(answers.last?.body == "GET /last ")
        }
    }

    @Test func `a writer gets an error when its client has gone, also while it waits`() async throws {
        let closed = Signal()
        let responder = Self.streaming { stream in
            while (try? await stream.write([UInt8](repeating: 65, count: 100_000))) != nil {}
            closed.raise()
        }
        try await withServer(responder) { server in
            let client = try server.connect(room: 4096)
            try client.send(Self.get)
            _ = try await client.head()
            client.close()
            await closed.wait()
            await eventually("the connection is gone") { server.server.counts.open == 0 }
            #expect(server.server.counts.streams == 0)
        }
        #expect(responder.finished.count == 1)
        #expect(responder.finished.first?.note is Note)
    }

    @Test func `a writer hears that its client takes nothing`() async throws {
        let closed = Signal()
        let responder = Self.streaming { stream in
            while (try? await stream.write([UInt8](repeating: 65, count: 100_000))) != nil {}
            closed.raise()
        }
        try await withServer(responder) {
            $0.writeTime = .milliseconds(200)
        } _: { server in
            let client = try server.connect(room: 4096)
            try client.send(Self.get)
            await closed.wait()
            #expect(server.server.counts.slowClients == 1)
            client.close()
        }
    }

    @Test func `a waiter for the end of a stream is resumed, whatever ended it`() async throws {
        let ended = Signal()
        let responder = Self.streaming { stream in
            try? await stream.write(Array("part".utf8))
            async let end: Void = stream.untilClosed()
            if ended.isRaised { stream.finish() }
            await end
            ended.raise()
        }
        try await withServer(responder) { server in
            let first = try server.connect()
            try first.send(Self.get)
            _ = try await first.text(until: "part\r\n")
            first.close()
            await ended.wait()
            // The second one is ended by its writer, who hears of that as well; otherwise it would not be let go.
            #expect(try await server.talk(Self.get + Self.last).map(\.body) == ["part", "GET /last "])
        }
    }

    @Test func `a cancelled writer waits no longer`() async throws {
        let ended = Signal()
        let responder = ScriptedResponder { _, exchange in
            let stream = exchange.stream(.ok, [:])
            let writer = Task {
                while (try? await stream.write([UInt8](repeating: 65, count: 100_000))) != nil {}
                ended.raise()
            }
            Task { writer.cancel() }
        }
        try await withServer(responder) { server in
            let client = try server.connect(room: 4096)
            try client.send(Self.get)
            await ended.wait()
            // It let go of a stream that it had not finished, so the client sees that it is not all.
            #expect(try await !client.rest().hasSuffix("0\r\n\r\n"))
        }
    }

    @Test func `a stream that is released without an end closes the connection`() async throws {
        let responder = Self.streaming { stream in try? await stream.write(Array("part".utf8)) }
        try await withServer(responder) { server in
            let client = try server.connect()
            try client.send(Self.get + Self.last)
            let text = try await client.rest()
            #expect(text.hasSuffix("4\r\npart\r\n"))
        }
    }
}
