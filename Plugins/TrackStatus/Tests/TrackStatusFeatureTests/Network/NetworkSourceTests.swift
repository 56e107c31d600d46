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
            try await NetworkFeed.open(Track.Settings(network: settings), clock: clock, log: log)
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

    /// Nothing that goes wrong says that all is well; each reason is told once, and the last word is not taken back.
    @Test func `whatever a server does`() async throws {
        let broken = [RudeServer.Step.answer("500 No", [], Array(#"{"global_mode": "GREEN_FLAG"}"#.utf8))]
        try await serve([broken, broken, [Self.red], broken]) { server in
            try await listen(NetworkSettings(url: server.address)) { ear in
                #expect(await ear.next() == "lost: the server answers 500")
                // The same again is no news; then comes a row.
                await ear.advance(.seconds(60))
                await ear.advance(.seconds(60))
                #expect(await ear.next() == "redFlag")
                await ear.advance(.seconds(60))
                #expect(await ear.next() == "lost: the server answers 500")
                #expect(ear.log.messages(.warning).count == 2)
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

    private static func event(_ mode: String) -> String { "data: {\"global_mode\": \"\(mode)\"}\n\n" }

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
}
