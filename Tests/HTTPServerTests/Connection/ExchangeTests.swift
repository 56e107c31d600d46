@_spi(Hosting) import FeatureKit
import Testing

@testable import HTTPServer

/// Who answers, from where, how often, and what becomes of those who don't.
@Suite(.timeLimit(.minutes(1)))
struct ExchangeTests {
    static let get = "GET /g HTTP/1.1\r\nHost: a\r\n\r\n"
    static let last = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    /// Keeps exchanges until a test wants them.
    final class Shelf: Sendable {
        private let exchanges = Lock<[any Exchange]>([])

        func put(_ exchange: any Exchange) { exchanges.withLock { $0.append(exchange) } }
        func takeAll() -> [any Exchange] {
            exchanges.withLock { exchanges in
                defer { exchanges = [] }
                return exchanges
            }
        }
        var count: Int { exchanges.withLock { $0.count } }
    }

    @Test func `an answer may come from any thread, and only the first one counts`() async throws {
        let responder = ScriptedResponder { _, exchange in
            Task.detached {
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<8 {
                        group.addTask { exchange.answer(Response(.ok, body: Array("\(number)".utf8))) }
                    }
                }
            }
        }
        try await withServer(responder, loops: 2) { server in
            for _ in 0..<20 {
                let answers = try await server.talk(Self.get + Self.get + Self.last)
                #expect(answers.map(\.status) == [200, 200, 200])
            }
        }
        #expect(responder.finished.count == 60)
    }

    @Test func `a request whose exchange is dropped is answered at once as an error`() async throws {
        try await withServer(ScriptedResponder { _, _ in }) { server in
            let answers = try await server.talk(Self.get + Self.last)
            #expect(answers.map(\.status) == [500, 500])
            #expect(answers.map(\.body) == ["nobody answered the request\n", "nobody answered the request\n"])
        }
    }

    @Test func `so is one whose exchange is dropped elsewhere and later`() async throws {
        let shelf = Shelf()
        try await withServer(ScriptedResponder { shelf.put($1) }) { server in
            let client = try server.connect()
            try client.send(Self.last)
            await eventually("the request is there") { shelf.count == 1 }
            _ = shelf.takeAll()
            #expect(try await client.answers().map(\.status) == [500])
        }
    }

    @Test func `a request that nobody answers in time is overdue, and a late answer is ignored`() async throws {
        let shelf = Shelf()
        let responder = ScriptedResponder { request, exchange in
            request.path == "/g" ? shelf.put(exchange) : exchange.answer(ScriptedResponder.echo(of: request))
        }
        try await withServer(responder) {
            $0.answerTime = .milliseconds(100)
        } _: { server in
            let client = try server.connect()
            try client.send(Self.get)
            let overdue = try await client.answer()
            #expect(overdue.status == 504 && overdue.body == "overdue /g")
            for exchange in shelf.takeAll() { exchange.answer(Response(.ok, body: Array("late".utf8))) }
            try client.send(Self.last)
            #expect(try await client.answers().map(\.body) == ["GET /last "])
        }
        #expect(responder.finished.map(\.status) == [.gatewayTimeout, .ok])
    }

    @Test func `an answer for a client that has gone is ignored`() async throws {
        let shelf = Shelf()
        let responder = ScriptedResponder { request, exchange in
            request.path == "/g" ? shelf.put(exchange) : exchange.answer(ScriptedResponder.echo(of: request))
        }
        try await withServer(responder) { server in
            let client = try server.connect()
            try client.send(Self.get)
            await eventually("the request is there") { shelf.count == 1 }
            client.reset()
            await eventually("the connection is gone") { server.server.counts.open == 0 }
            for exchange in shelf.takeAll() { exchange.answer(Response(.ok)) }
            #expect(try await server.talk(Self.last).map(\.status) == [200])
        }
        #expect(responder.finished.count == 1)
    }

    @Test func `a request may be kept while others arrive in its place`() async throws {
        let kept = Lock<[Request]>([])
        let responder = ScriptedResponder { request in
            kept.withLock { $0.append(request) }
            return .body(upTo: 100)
        } _: { request, exchange in
            kept.withLock { $0.append(request) }
            exchange.answer(ScriptedResponder.echo(of: request))
        }
        func post(_ number: Int) -> String {
            "POST /\(number) HTTP/1.1\r\nHost: a\r\nX-Number: \(number)\r\nContent-Length: 3\r\n\r\n\(100 + number)"
        }
        try await withServer(responder) { server in
            let client = try server.connect()
            try client.send((0..<50).map(post).joined())
            for number in 0..<50 { #expect(try await client.answer().body == "POST /\(number) \(100 + number)") }
            for number in 50..<99 {
                for byte in post(number).utf8 { try client.send([byte]) }
                #expect(try await client.answer().body == "POST /\(number) \(100 + number)")
            }
        }
        let requests = kept.withLock { $0 }
        #expect(requests.count == 198)
        for (index, request) in requests.enumerated() {
            let number = index / 2
            #expect(request.path == "/\(number)")
            #expect(request["x-number"] == "\(number)")
            // The one that was only admitted never gets a body, the other one keeps its own.
            let body = request.withBody { body in String(decoding: body.indices.map { body[$0] }, as: UTF8.self) }
            if index % 2 == 1 { #expect(body == "\(100 + number)") }
        }
    }

    @Test func `fields are found in either case, in order, and tell themselves apart`() async throws {
        let responder = ScriptedResponder { request, exchange in
            let text = [
                request["x-a"] ?? "nil", request["x-none"] ?? "nil", request.values(of: "x-b").joined(separator: "+"),
                request["x-ä"] ?? "nil", "\(request.isOld)", request.peer.description,
            ]
            exchange.answer(Response(.ok, body: Array(text.joined(separator: "|").utf8)))
        }
        try await withServer(responder) { server in
            let answers = try await server.talk(
                "GET / HTTP/1.0\r\nX-A: 1\r\nx-B:  2 \r\nX-AB: 3\r\nX-b: 4\r\nx-a: 5\r\n\r\n")
            #expect(answers.map(\.body) == ["1|nil|2+4|nil|true|127.0.0.1"])
        }
    }
}
