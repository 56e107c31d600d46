@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HTTPServer
import JSON
import Testing

@testable import HostHTTP

/// What goes over the bus is told as it goes, and nobody who looks on holds anything up.
@Suite(.timeLimit(.minutes(1)))
struct TraceTests {
    @Test func `Messages come with where they come from, as far as the pattern takes them`() async throws {
        try await withHouse { house in
            let trace = try await house.send(.get, "/ops/v1/trace?topic=crier.*").stream()
            let other = try await house.send(.get, "/ops/v1/trace?topic=flags.**").stream()
            _ = try await trace.text { text, _ in text.hasPrefix(": tracing\n\n") }
            _ = try await house.ask(
                .post, "/ops/v1/call/crier.cry", body: #"{"request":{"text":"fire"},"as":"ana","roles":["crier"]}"#)
            let text = try await trace.text { text, _ in text.contains("event: message") && text.hasSuffix("}\n\n") }
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("data: ") })
            let message = try Value(json: String(line.dropFirst("data: ".count)))
            #expect(message["topic"] == "crier.news" && message["source"] == "crier" && message["sequence"] == 1)
            #expect(message["value"]?.json == #"{"text":"fire","loud":false}"#)
            guard case .text(let cause) = message["cause"] else { throw WrongAnswer(description: text) }
            #expect(cause.count == 32)
            #expect(!other.text.contains("message"))
            trace.leave()
            other.leave()
        }
    }

    @Test func `What a query can't say is refused`() async throws {
        try await withHouse { house in
            let response = try await house.ask(.get, "/ops/v1/trace?tpic=x")
            #expect(response.status == .badRequest && response.text.contains("did you mean \\\"topic\\\"?"))
            #expect(try await house.ask(.head, "/ops/v1/trace").status == .ok)
        }
    }

    @Test(arguments: [
        ("crier.nwes", 404, #"no feature has a topic "crier.nwes"; did you mean "crier.news"?"#),
        ("listener.**", 404, #"no feature has a topic "listener.**""#),
        (
            "%5B", 400,
            #""[" is no pattern of topics; it is words with dots between them, "*" for one word and "**" for "#
                + "any number of them"
        ), ("lamp.***", 400, #""lamp.***" is no pattern of topics; "#),
        ("crier..news", 400, #""crier..news" is no pattern of topics; "#),
    ])
    func `a pattern that nothing could ever fit is refused`(pattern: String, status: Int, detail: String) async throws {
        try await withHouse { house in
            let response = try await house.ask(.get, "/ops/v1/trace?topic=\(pattern)")
            #expect(response.status.code == status)
            guard case .text(let told) = try Value(json: response.body)["detail"] else {
                throw WrongAnswer(description: response.text)
            }
            #expect(told.hasPrefix(detail), "\(told)")
        }
    }

    /// A bus whose only publisher is the test, and traces on it.
    private func onBus(
        _ body: (TraceReplies, Publisher<Cry>, TestClock, inout ThrowingTaskGroup<Void, any Error>) async throws -> Void
    ) async throws {
        let clock = TestClock()
        let bus = BusCore(clock: clock.source)
        let log = Log(feature: "crier", sink: CapturedLog().sink)
        let member = bus.join("crier", wiring: .init(publishes: ["crier.news"]), log: log)
        let out = try Bus(member: member).publisher(on: .news)
        let replies = TraceReplies(bus: bus, clock: clock.source)
        try await withThrowingTaskGroup(of: Void.self) { group in
            try await body(replies, out, clock, &group)
            group.cancelAll()
        }
    }

    @Test func `A slow reader is told how many it missed`() async throws {
        try await onBus { replies, out, _, group in
            let exchange = TestExchange(clientIsSlow: true)
            group.addTask { try await replies.answer(exchange, tracing: "**") }
            let stream = try await exchange.stream()
            _ = try await stream.text { text, _ in !text.isEmpty }
            for number in 0..<(TraceReplies.backlog + 500) { out(Cry(text: "\(number)", loud: true)) }
            stream.read()
            let text = try await stream.text { text, _ in text.contains("event: dropped") || text.contains("message") }
            #expect(text.contains("event: dropped\ndata: {\"messages\":500}\n\n"), "\(text.suffix(300))")
            #expect(text.contains("\"sequence\":501,"))
            stream.leave()
        }
    }

    @Test func `A reader hears now and then that it is answered, and once it has gone its place is free`() async throws
    {
        try await onBus { replies, _, clock, group in
            let exchange = TestExchange()
            let ended = Signal()
            group.addTask {
                try await replies.answer(exchange, tracing: "**")
                ended.raise()
            }
            let stream = try await exchange.stream()
            await clock.sleepers(atLeast: 1)
            clock.advance(by: ServerLimits().heartbeat)
            _ = try await stream.text { text, _ in text.hasSuffix("\n\n:\n\n") }
            #expect(replies.count == 1)
            stream.leave()
            #expect(await Waiting.for(ended))
            #expect(replies.count == 0)
        }
    }

    @Test func `So many may look on and no more`() async throws {
        try await onBus { replies, _, _, group in
            var streams: [TestStream] = []
            for _ in 0..<TraceReplies.most {
                let exchange = TestExchange()
                group.addTask { try await replies.answer(exchange, tracing: "**") }
                streams.append(try await exchange.stream())
            }
            let error = await #expect(throws: Problem.self) {
                try await replies.answer(TestExchange(), tracing: "**")
            }
            #expect(error?.detail == "16 traces are read already" && error?.status == .serviceUnavailable)
            for stream in streams { stream.leave() }
        }
    }

    @Test func `When the host stops, a trace ends with a word`() async throws {
        let exchange = TestExchange()
        try await onBus { replies, _, _, group in
            group.addTask { try await replies.answer(exchange, tracing: "**") }
            _ = try await exchange.stream().text { text, _ in !text.isEmpty }
        }
        #expect(try await exchange.stream().whole().hasSuffix("event: end\ndata: {\"reason\":\"stopping\"}\n\n"))
    }
}
