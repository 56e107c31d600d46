@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import RudeServer
import Testing

@testable import WebEvents

/// Streams of a server that does all that servers do, while time stands still unless it is moved.
@Suite(.timeLimit(.minutes(1))) struct WebEventsTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"

    /// Answers each request by its number, and follows the stream; `next` is what comes, in short.
    private func follow(
        _ answers: [[RudeServer.Step]], begin: Duration = .seconds(60), silence: Duration = .seconds(60),
        _ body: (_ clock: TestClock, _ server: RudeServer, _ next: () async -> String?) async throws -> Void
    ) async throws {
        let number = Lock(0)
        try await RudeServer.serve { _ in
            let index = number.withLock { number in
                defer { number += 1 }
                return number
            }
            return index < answers.count ? answers[index] : answers.last ?? []
        } _: { server in
            let clock = TestClock()
            let events = WebEvents(
                server.address, begin: begin, silence: silence, longestPause: .seconds(20),
                clock: FeatureClock(source: clock.source, stop: Signal()))
            let (told, tell) = AsyncStream.makeStream(of: String.self)
            try await withThrowingTaskGroup { group in
                group.addTask {
                    await events.follow { news in
                        tell.yield(Self.short(news))
                        return news != .event(WebEvent("nonsense"))
                    }
                    tell.finish()
                }
                defer { group.cancelAll() }
                try await body(clock, server) {
                    for await news in told { return news }
                    return nil
                }
            }
        }
    }

    private static func short(_ news: WebEvents.News) -> String {
        switch news {
        case .event(let event): event.name + "|" + String(decoding: event.data, as: UTF8.self)
        case .heartbeat: ":"
        case .lost(let problem): "lost: \(problem)"
        }
    }

    private static func chunk(_ bytes: some Collection<UInt8>) -> RudeServer.Step {
        .say(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10])
    }

    /// Each chunk has one byte, so that letters are cut in their midst.
    @Test func eventsComeHoweverTheyAreCut() async throws {
        let said = Array("event: flag\ndata: Señal 🏁\n\ndata: b\n\n".utf8)
        let steps = [.say(Self.head + "Transfer-Encoding: chunked\r\n\r\n")] + said.map { Self.chunk([$0]) }
        try await follow([steps + [.wait]]) { _, server, next in
            #expect(await next() == "flag|Señal 🏁")
            #expect(await next() == "|b")
            #expect(server.requests.first?.contains("\r\nAccept: text/event-stream\r\n") == true)
        }
    }

    @Test func aHeartbeatComesOnceASecond() async throws {
        let (first, second) = (RudeServer.Gate(), RudeServer.Gate())
        let beat = RudeServer.Step.say(": \n: \nevent: ping\ndata: {}\n\n")
        let steps: [RudeServer.Step] = [
            .say(Self.head + "\r\n: \ndata: a\n\n"), .pause(first), beat, .pause(second), .say("data: b\n\n"), .wait,
        ]
        try await follow([steps]) { clock, _, next in
            #expect(await next() == "|a")
            clock.advance(by: .seconds(1))
            first.open()
            #expect(await next() == ":")
            second.open()
            #expect(await next() == "|b")
        }
    }

    @Test func aStreamThatEndsGoesOnWhereItWas() async throws {
        try await follow([
            [.say(Self.head + "\r\nretry: 3000\nid: 41\ndata: a\n\n")],
            [.say(Self.head + "\r\nid: 42\ndata: b\n\n"), .wait],
        ]) { clock, server, next in
            #expect(await next() == "|a")
            // A tenth more or less of what the server wants.
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .milliseconds(2_600))
            #expect(server.requests.count == 1)
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .milliseconds(800))
            #expect(await next() == "|b")
            #expect(server.requests.map { $0.contains("\r\nLast-Event-ID: 41\r\n") } == [false, true])
        }
    }

    typealias Row = (steps: [RudeServer.Step], told: String)
    static let broken: [Row] = [
        (
            [.answer("200 OK", ["Content-Type: application/json"], Array("{}".utf8))],
            #"is no stream of events but "application/json""#
        ),
        ([.answer("200 OK", [], Array("data: {}\n\n".utf8))], "is no stream of events, and does not say what it is"),
        ([.say(head + "\r\n")], "ended before it said anything that is understood"),
        ([.say(head + "\r\ndata: a\n")], "ended before it said anything that is understood"),
        (
            [.say(head + "Content-Length: 100\r\n\r\n: a\n")],
            "broke off before its answer was whole, after 4 of 100 bytes"
        ),
        (
            [
                .say(
                    head + "\r\n"
                        + String(repeating: "data: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", count: 6_000))
            ],
            "sends an event of more than 256 KiB"
        ),
        ([.answer("401 No")], "the server answers 401"),
        ([.answer("503 No", ["Retry-After: 1"])], "the server answers 503"),
        ([.say(head + "\r\n: \n"), .wait], "said nothing for 300ms"), ([.wait], "took longer than 2s"),
        ([.say("\u{0}\u{1}\r\n\r\n")], "does not answer as an HTTP server does"),
    ]

    @Test(arguments: broken.indices) func whateverBecomesOfAStream(index: Int) async throws {
        let row = Self.broken[index]
        try await follow(
            [row.steps, [.say(Self.head + "\r\ndata: a\n\n"), .wait]],
            begin: row.told.hasPrefix("took longer") ? .seconds(2) : .seconds(60),
            silence: row.told.hasPrefix("said nothing") ? .milliseconds(300) : .seconds(60)
        ) { clock, _, next in
            #expect(await next() == "lost: \(row.told)")
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(2))
            #expect(await next() == "|a")
        }
    }

    /// A stream that says nothing that is understood is asked less and less often.
    @Test func nonsenseIsAFailure() async throws {
        try await follow([[.say(Self.head + "\r\ndata: nonsense\n\n")]]) { clock, server, next in
            for (index, pause) in [1.0, 2, 4, 8, 16].enumerated() {
                #expect(await next() == "|nonsense")
                #expect(await next() == "lost: ended before it said anything that is understood")
                await clock.sleepers(atLeast: 1)
                clock.advance(by: .seconds(pause * 0.89))
                #expect(server.requests.count == index + 1)
                await clock.sleepers(atLeast: 1)
                clock.advance(by: .seconds(pause * 0.23))
            }
        }
    }

    /// A server that hangs holds up no feature that stops.
    @Test func aStopWaitsForNoServer() async throws {
        let clock = ContinuousClock()
        var start = clock.now
        try await follow([[.say(Self.head), .wait]]) { _, server, _ in
            await server.isAsked()
            start = clock.now
        }
        #expect(clock.now - start < .seconds(20))
    }
}

extension WebEvent {
    fileprivate init(_ text: String) { self.init(name: "", data: Array(text.utf8)) }
}
