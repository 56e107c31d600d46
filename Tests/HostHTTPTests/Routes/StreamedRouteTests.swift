@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HTTPServer
import Testing

@testable import HostHTTP

/// A route that streams tells one event after the other, as fast as its reader reads.
@Suite(.timeLimit(.minutes(1))) struct StreamedRouteTests {
    @Test func `each reply is an event, and the end is one`() async throws {
        try await withFront { front in
            let exchange = front.send(Request(.get, "/api/v1/bars/rounds?rounds=2"))
            guard case .stream(let status, let fields, let stream) = try await exchange.answer() else {
                throw WrongAnswer(description: "no stream")
            }
            #expect(status == .ok)
            #expect(
                fields.lines.prefix(3).map { "\($0.name): \($0.value)" } == [
                    "Content-Type: text/event-stream", "Cache-Control: no-store", "X-Accel-Buffering: no",
                ])
            let text = try await stream.whole()
            #expect(
                text
                    == "event: rounds\ndata: 1\n\nevent: rounds\ndata: 2\n\nevent: end\ndata: {\"reason\":\"done\"}\n\n"
            )
        }
    }

    @Test(
        arguments: [
            (nil, "", 1), ("7", "", 8), ("7", "?lastEventID=3", 8), (nil, "?lastEventID=3", 4), ("", "", 1),
        ] as [(String?, String, Int)])
    func `a client goes on after the last event that it heard`(_ last: String?, _ query: String, first: Int)
        async throws
    {
        try await withFront { front in
            let fields = last.map { [("Last-Event-ID", $0)] } ?? []
            let exchange = front.send(Request(.get, "/api/v1/bars/laps\(query)", fields: fields))
            let text = try await exchange.stream().whole()
            let laps = [first, first + 1].map {
                "id: \($0)\nevent: laps\ndata: {\"eventID\":\"\($0)\",\"lap\":\($0)}\n\n"
            }
            // One without an id, and one with an id that no line holds.
            let others = #"event: laps\#ndata: {"lap":0}\#n\#nevent: laps\#ndata: {"eventID":"a\nb","lap":0}\#n\#n"#
            #expect(text.hasPrefix(laps.joined() + others))
            let long = try await front.ask(
                .get, "/api/v1/bars/laps", fields: [("Last-Event-ID", String(repeating: "7", count: 21))])
            #expect(long.status == .badRequest && long.text.contains(#""in":"header""#))
        }
    }

    @Test func `a route that refuses before its first event refuses as any other`() async throws {
        try await withFront { front in
            let refused = try await front.ask(.get, "/api/v1/bars/rounds?rounds=0")
            #expect(refused.status == .notFound)
            #expect(refused.text.contains(#""detail":"no rounds""#))
            let unfit = try await front.ask(.get, "/api/v1/bars/rounds?rounds=x")
            #expect(unfit.status == .badRequest)
        }
    }

    @Test func `a refusal in the middle is the last event`() async throws {
        try await withFront { front in
            let exchange = front.send(Request(.get, "/api/v1/bars/rounds?rounds=3&stumble=2"))
            let text = try await exchange.stream().whole()
            #expect(
                text.hasPrefix(
                    "event: rounds\ndata: 1\n\nevent: problem\ndata: {\"type\":\"urn:flagstand:problem:conflict\","))
            #expect(text.hasSuffix("}\n\n"))
            #expect(exchange.surplus == 0)
        }
    }

    @Test func `a feature waits for a slow reader`() async throws {
        try await withFront { front in
            let exchange = front.send(Request(.get, "/api/v1/bars/rounds?rounds=3"), clientIsSlow: true)
            let stream = try await exchange.stream()
            for number in 1...3 {
                _ = try await stream.text { text, _ in text.hasSuffix("data: \(number)\n\n") }
                #expect(stream.writes == number)
                stream.read()
            }
            let text = try await stream.whole()
            #expect(text.hasSuffix("event: end\ndata: {\"reason\":\"done\"}\n\n"))
        }
    }

    @Test func `a feature whose reader has gone is told`() async throws {
        try await withFront { front in
            let exchange = front.send(Request(.get, "/api/v1/bars/rounds?rounds=1000"), clientIsSlow: true)
            let stream = try await exchange.stream()
            _ = try await stream.text { text, _ in text.hasSuffix("data: 1\n\n") }
            stream.leave()
            _ = try await stream.text { _, isFinished in isFinished }
            #expect(stream.writes == 1)
        }
    }

    @Test func `a stream that ends because its feature stops says so`() async throws {
        try await withFront { front in
            let ending = front.send(Request(.get, "/api/v1/bars/rounds?rounds=1"), clientIsSlow: true)
            let failing = front.send(Request(.get, "/api/v1/bars/rounds?rounds=2&stumble=2"), clientIsSlow: true)
            for exchange in [ending, failing] {
                let stream = try await exchange.stream()
                _ = try await stream.text { text, _ in text.hasSuffix("data: 1\n\n") }
            }
            front.feature.drain()
            for exchange in [ending, failing] {
                let stream = try await exchange.stream()
                stream.read()
                let text = try await stream.whole()
                #expect(text == "event: rounds\ndata: 1\n\nevent: end\ndata: {\"reason\":\"off\"}\n\n")
            }
        }
    }

    @Test func `an answer begins after a moment, also where there is nothing to tell yet`() async throws {
        try await withFront { front in
            let exchange = TestExchange()
            let reply = StreamReply(exchange, Fields(), front.clock.source)
            front.streams.watch(reply)
            await front.clock.sleepers(atLeast: 1)
            #expect(exchange.soFar == nil)
            front.clock.advance(by: QuietStreams.patience)
            let stream = try await exchange.stream()
            #expect(stream.text == "")
            // One that was refused by then stays refused.
            let other = TestExchange()
            let refused = StreamReply(other, Fields(), front.clock.source)
            refused.refuse(.notFound, request: "1", Fields())
            refused.begin()
            let response = try await other.response()
            #expect(response.status == .notFound)
            #expect(other.surplus == 0)
        }
    }

    @Test func `nothing is told after the end`() async throws {
        let exchange = TestExchange()
        let reply = StreamReply(exchange, Fields(), SystemClock())
        try await reply.send("a", [0x31])
        reply.end("end", [0x32])
        reply.end("end", [0x33])
        reply.refuse(.notFound, request: "1", Fields())
        await #expect(throws: StreamClosed()) { try await reply.send("a", [0x34]) }
        let text = try await exchange.stream().whole()
        #expect(text == "event: a\ndata: 1\n\nevent: end\ndata: 2\n\n")
        #expect(exchange.surplus == 0)
    }
}
