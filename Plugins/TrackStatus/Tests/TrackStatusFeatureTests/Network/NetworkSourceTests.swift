import FeatureKit
import FeatureTestKit
import RudeServer
import Testing

@testable import TrackStatusFeature

/// The network as it is: asked of a real server that does all that servers do, while time stands still unless it is moved.
@Suite(.timeLimit(.minutes(1))) struct NetworkSourceTests {
    private static let green = row("GREEN_FLAG")
    private static let red = row("RED_FLAG")

    private static func row(_ mode: String, _ updated: Int = 0) -> RudeServer.Step {
        .answer(
            "200 OK", ["ETag: \"\(mode)\(updated)\""],
            Array(#"{"global_mode": "\#(mode)", "updated_at": \#(1_790_000_000_000 + updated)}"#.utf8))
    }

    private func listen(
        _ settings: NetworkSettings, _ body: (Ear) async throws -> Void
    ) async throws {
        try await Ear.with { clock, log in
            try await NetworkFeed.open(network: settings, recording: nil, clock: clock, log: log)
        } _: {
            try await body($0)
        }
    }

    /// Answers each question by its number.
    private func serve(
        _ answers: [[RudeServer.Step]], _ body: (RudeServer) async throws -> Void
    ) async throws {
        let number = Lock(0)
        try await RudeServer.serve { _ in
            let index = number.withLock { number in
                defer { number += 1 }
                return number
            }
            return index < answers.count ? answers[index] : answers.last ?? []
        } _: {
            try await body($0)
        }
    }

    @Test func `a polled row is asked for by its tag, and told again where it has not changed`() async throws {
        try await serve([
            [Self.green], [.say("HTTP/1.1 304 Not Modified\r\nETag: \"GREEN_FLAG0\"\r\n\r\n")], [Self.red],
        ]) {
            server in
            let settings = NetworkSettings(url: server.address + "/state?key=s3cret", bearer: Secret("t0ken"))
            try await listen(settings) { ear in
                #expect(await ear.next() == "normal")
                await ear.advance(.seconds(6))
                #expect(await ear.next() == "normal")
                await ear.advance(.seconds(6))
                #expect(await ear.next() == "redFlag")
                #expect(
                    server.requests.map { $0.contains("\r\nIf-None-Match: \"GREEN_FLAG0\"\r\n") } == [
                        false, true, true,
                    ])
                #expect(server.requests.allSatisfy { $0.contains("\r\nAuthorization: Bearer t0ken\r\n") })
                #expect(server.requests.allSatisfy { $0.hasPrefix("GET /state?key=s3cret HTTP") })
            }
        }
    }

    typealias Row = (steps: [RudeServer.Step], told: String)
    static let failures: [Row] = [
        ([.answer("401 No")], "the server answers 401"), ([.answer("404 No")], "the server answers 404"),
        ([.answer("500 No", [], Array("{\"global_mode\": \"GREEN_FLAG\"}".utf8))], "the server answers 500"),
        ([.answer("304 Not Modified")], "the server answers 304"),
        ([.answer("204 No Content")], "the server answers 204"),
        ([.say("garbage\r\n\r\n")], "does not answer as an HTTP server does"),
        (
            [.say("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"global_mode\": \"GREEN_FLAG\"}")],
            "broke off before its answer was whole"
        ),
        (
            [.answer("200 OK", [], [UInt8](repeating: 0x20, count: NetworkSource.mostBytes + 1))],
            "is larger than 1 MiB, the most that is read"
        ),
        ([.answer("200 OK", [], Array("<html>".utf8))], "line 1, column 1: expected a value"),
        ([.answer("200 OK", [], Array("{\"mode\": \"GREEN_FLAG\"}".utf8))], "the row has no \"global_mode\""),
        ([.answer("302 Found", ["Location: file:///etc/passwd"])], "cannot be reached: Unsupported protocol"),
        ([.wait], "took longer than 200ms"),
        ([.say("HTTP/1.1 200 OK\r\nX: "), .trickle(0x61)], "took longer than 200ms"),
        ([.reset], "cannot be reached: Failure when receiving data from the peer"),
    ]

    /// Nothing that goes wrong says that all is well; each reason is told once, and the last word is not taken back.
    @Test(arguments: failures.indices) func `whatever a server does`(index: Int) async throws {
        let row = Self.failures[index]
        let limit: Duration = row.told.hasPrefix("took longer") ? .milliseconds(200) : .seconds(60)
        let plain = RudeServer.Step.answer("200 OK", [], Array(#"{"global_mode": "RED_FLAG"}"#.utf8))
        try await serve([row.steps, row.steps, [plain], row.steps]) { server in
            try await listen(NetworkSettings(url: server.address, timeout: limit)) { ear in
                #expect(await ear.next() == "lost: \(row.told)")
                // The same again is no news; then comes a row.
                await ear.advance(.seconds(60))
                await ear.advance(.seconds(60))
                #expect(await ear.next() == "redFlag")
                await ear.advance(.seconds(60))
                #expect(await ear.next() == "lost: \(row.told)")
                #expect(ear.log.messages(.warning).count == 2)
            }
        }
    }

    /// 5 s, 10 s, 20 s, …, a tenth more or less, a minute at most.
    @Test func `who fails is asked less and less often`() async throws {
        try await serve([[.answer("503 Later")]]) { server in
            try await listen(NetworkSettings(url: server.address, stale: .seconds(300))) { ear in
                _ = await ear.next()
                for (index, pause) in [5.0, 10, 20, 40, 54.5, 54.5].enumerated() {
                    await ear.advance(.seconds(pause * 0.89))
                    #expect(server.requests.count == index + 1)
                    await ear.advance(.seconds(pause * 0.23))
                    await ear.clock.sleepers(atLeast: 1)
                    #expect(server.requests.count == index + 2)
                }
            }
        }
    }

    @Test func `a server says how long it wants not to be asked`() async throws {
        try await serve([[.answer("503 Later", ["Retry-After: 50"])], [.answer("503 Later", ["Retry-After: 86400"])]]) {
            server in
            try await listen(NetworkSettings(url: server.address, stale: .seconds(300))) { ear in
                _ = await ear.next()
                await ear.advance(.seconds(49))
                #expect(server.requests.count == 1)
                await ear.advance(.seconds(2))
                await ear.clock.sleepers(atLeast: 1)
                #expect(server.requests.count == 2)
                await ear.advance(.seconds(54))
                #expect(server.requests.count == 2)
                await ear.advance(.seconds(6))
                await ear.clock.sleepers(atLeast: 1)
                #expect(server.requests.count == 3)
            }
        }
    }

    /// An evacuation is not unseen for longer than the last word counts, however long the server was down or wants to be.
    @Test(arguments: [false, true], [5, 25])
    func `no pause is longer than what was heard counts`(wantsMore: Bool, every: Int) async throws {
        try await serve([[.answer("503 Later", wantsMore ? ["Retry-After: 86400"] : [])]]) { server in
            let settings = NetworkSettings(url: server.address, every: .seconds(every), stale: .seconds(30))
            try await listen(settings) { ear in
                _ = await ear.next()
                for index in 1...8 {
                    await ear.advance(.seconds(30))
                    await ear.clock.sleepers(atLeast: 1)
                    #expect(server.requests.count >= index + 1)
                }
            }
        }
    }

    /// What was refused has to come again as a whole: its tag is none.
    @Test func `a replica that lags is not taken, and not remembered`() async throws {
        try await serve([[Self.row("RED_FLAG", 9_000)], [Self.row("GREEN_FLAG", 1_000)], [Self.row("RED_FLAG", 9_000)]])
        {
            server in
            try await listen(NetworkSettings(url: server.address)) { ear in
                #expect(await ear.next() == "redFlag")
                await ear.advance(.seconds(6))
                #expect(await ear.next()?.hasPrefix("lost: its row is of") == true)
                await ear.advance(.seconds(6))
                #expect(await ear.next() == "redFlag")
                #expect(server.requests.map { $0.contains("If-None-Match") } == [false, true, false])
            }
        }
    }

    // MARK: - Streams

    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"

    private static func event(_ mode: String, _ more: String = "", id: String? = nil) -> String {
        (id.map { "id: \($0)\n" } ?? "") + "data: {\"global_mode\": \"\(mode)\"\(more)}\n\n"
    }

    private static func chunk(_ bytes: some Collection<UInt8>) -> RudeServer.Step {
        .say(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10])
    }

    /// Each chunk has one byte, so that letters are cut in their midst.
    @Test func `a stream tells whatever comes, however it is cut`() async throws {
        let said = Self.event("RED_FLAG", #", "message": "Señal 🏁""#) + ": still here\n" + Self.event("GREEN_FLAG")
        let steps = [.say(Self.head + "Transfer-Encoding: chunked\r\n\r\n")] + Array(said.utf8).map { Self.chunk([$0]) }
        try await serve([steps + [.wait]]) { server in
            try await listen(NetworkSettings(url: server.address, stream: true)) { ear in
                #expect(await ear.next() == "redFlag: Señal 🏁")
                #expect(await ear.next() == "normal")
                #expect(server.requests.first?.contains("\r\nAccept: text/event-stream\r\n") == true)
            }
        }
    }

    @Test func `a heartbeat says the last word again, once a second`() async throws {
        let (first, second) = (RudeServer.Gate(), RudeServer.Gate())
        let beat = RudeServer.Step.say(": \n: \nevent: ping\ndata: {}\n\n")
        try await serve([
            [
                .say(Self.head + "\r\n: \n" + Self.event("RED_FLAG")), .pause(first), beat, .pause(second),
                .say(Self.event("GREEN_FLAG")), .wait,
            ]
        ]) { server in
            try await listen(NetworkSettings(url: server.address, stream: true)) { ear in
                #expect(await ear.next() == "redFlag")
                ear.clock.advance(by: .seconds(1))
                first.open()
                #expect(await ear.next() == "redFlag")
                second.open()
                #expect(await ear.next() == "normal")
            }
        }
    }

    @Test func `a stream that ends goes on where it was`() async throws {
        try await serve([
            [.say(Self.head + "\r\nretry: 3000\n" + Self.event("RED_FLAG", id: "41"))],
            [.say(Self.head + "\r\n" + Self.event("GREEN_FLAG", id: "42")), .wait],
        ]) { server in
            try await listen(NetworkSettings(url: server.address, stream: true)) { ear in
                #expect(await ear.next() == "redFlag")
                // A tenth more or less of what the server wants.
                await ear.advance(.milliseconds(2_600))
                #expect(server.requests.count == 1)
                await ear.advance(.milliseconds(800))
                #expect(await ear.next() == "normal")
                #expect(server.requests.map { $0.contains("\r\nLast-Event-ID: 41\r\n") } == [false, true])
                // That it has ended is no loss.
                #expect(ear.log.messages(.warning).isEmpty)
            }
        }
    }

    static let brokenStreams: [Row] = [
        (
            [.answer("200 OK", ["Content-Type: application/json"], Array("{\"global_mode\": \"GREEN_FLAG\"}".utf8))],
            #"is no stream of events but "application/json""#
        ),
        ([.answer("200 OK", [], Array("data: {}\n\n".utf8))], "is no stream of events, and says not what it is"),
        ([.say(head + "\r\n")], "ended before it said anything that is understood"),
        (
            [.say(head + "\r\ndata: {\"global_mode\": \"GREEN_FLAG\"}\n")],
            "ended before it said anything that is understood"
        ),
        ([.say(head + "Content-Length: 100\r\n\r\n: a\n")], "broke off before its answer was whole"),
        (
            [
                .say(
                    head + "\r\n"
                        + String(repeating: "data: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", count: 6_000))
            ], "sends an event of more than 256 KiB"
        ),
        ([.answer("401 No")], "the server answers 401"),
        ([.answer("503 No", ["Retry-After: 1"])], "the server answers 503"),
        ([.say(head + "\r\n: \n"), .wait], "said nothing for 300ms"), ([.wait], "took longer than 200ms"),
        ([.say("\u{0}\u{1}\r\n\r\n")], "does not answer as an HTTP server does"),
    ]

    @Test(arguments: brokenStreams.indices) func `whatever becomes of a stream`(index: Int) async throws {
        let row = Self.brokenStreams[index]
        try await serve([row.steps, [.say(Self.head + "\r\n" + Self.event("RED_FLAG")), .wait]]) { server in
            let settings = NetworkSettings(
                url: server.address, stream: true, every: .milliseconds(100),
                timeout: row.told.hasPrefix("took longer") ? .milliseconds(200) : .seconds(60),
                stale: row.told.hasPrefix("said nothing") ? .milliseconds(300) : .seconds(60))
            try await listen(settings) { ear in
                #expect(await ear.next() == "lost: \(row.told)")
                await ear.advance(.seconds(2))
                #expect(await ear.next() == "redFlag")
            }
        }
    }

    @Test func `an event that is no row is told, and the stream goes on`() async throws {
        try await serve([
            [
                .say(
                    Self.head + "\r\ndata: nonsense\n\n" + Self.event("RED_FLAG") + "data: {\"a\": 1}\n\n"
                        + Self.event("GREEN_FLAG")),
                .wait,
            ]
        ]) { server in
            try await listen(NetworkSettings(url: server.address, stream: true)) { ear in
                #expect(await ear.next() == "lost: line 1, column 1: expected a value")
                #expect(await ear.next() == "redFlag")
                #expect(await ear.next() == #"lost: the row has no "global_mode""#)
                #expect(await ear.next() == "normal")
            }
        }
    }

    @Test func `live timing comes by a stream, too`() async throws {
        let said =
            #"event: TrackStatus\ndata: {"Status": "2", "Message": "Yellow"}\n\nevent: RaceControlMessages\ndata: {"Messages": {"7": {"Category": "Flag", "Flag": "YELLOW", "Scope": "Sector", "Sector": 5, "Message": "YELLOW IN TRACK SECTOR 5"}}}\n\n"#
            .replacing(#"\n"#, with: "\n")
        try await serve([[.say(Self.head + "\r\n" + said), .wait]]) { server in
            try await listen(NetworkSettings(url: server.address, stream: true)) { ear in
                #expect(await ear.next() == "yellow")
                #expect(await ear.next() == "yellow, sectors 5 yellow: YELLOW IN TRACK SECTOR 5")
            }
        }
    }

    // MARK: - Stopping

    /// A server that hangs holds up no feature that stops, and no thread is left of it.
    @Test(arguments: [false, true]) func `a stop waits for no server`(isStream: Bool) async throws {
        try await RudeServer.serve { _ in
            [.say(Self.head), .wait]
        } _: { server in
            let clock = ContinuousClock()
            var start = clock.now
            let settings = NetworkSettings(
                url: server.address, stream: isStream, timeout: .seconds(300), stale: .seconds(600))
            try await listen(settings) { _ in
                await server.isAsked()
                start = clock.now
            }
            #expect(clock.now - start < .milliseconds(900))
        }
    }
}
