import FeatureKit
import FeatureTestKit
import RudeServer
import Testing
import TransitContracts

@testable import TransitFeature

/// Settings that change, and the servers of live changes that they name, in a small town.
@Suite(.timeLimit(.minutes(1))) struct FeedServerTests: InTown {
    private func alert(_ id: String) -> [UInt8] { part(1, id) + part(5, part(5, part(2, "one"))) }

    /// Runs with a server of live changes that gives these replies, and then closes what is opened to it.
    private func follow(
        _ replies: [RudeServer.Step], times: Int = 1, keep: Duration, _ body: (Probe, RudeServer) async throws -> Void
    ) async throws {
        let (replies, folder) = (Lock(replies), try FeedFolder())
        try await RudeServer.serve { _ in
            replies.withLock { [$0.isEmpty ? .reset : $0.removeFirst()] }
        } _: { server in
            let feed = folder.settings(realtime: Array(repeating: server.address + "/live", count: times))
            try await run(.init(feeds: [feed], poll: .seconds(30), keep: keep)) { try await body($0, server) }
        }
    }

    /// Other settings are a matter of the next search: what is live and what was read stays until then.
    @Test func settingsChangeWithoutAPause() async throws {
        let (folder, other) = (try FeedFolder(), try FeedFolder())
        try other.write("stops.txt", "stop_id,stop_lat,stop_lon\nA,38.7,-9.1\nB,38.8,-8.0\nC,38.9,-7.0\n")
        try await run(folder) { probe async throws in
            try await probe.post(message([part(3, trip("t2", 3))]))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for _ in 0..<50 {
                        let found = try await plan(probe)
                        #expect(found.journeys.count == 1)
                    }
                }
                for walk in [301, 302, 303] {
                    try await probe.reconfigure(
                        Transit.self, .init(feeds: [folder.settings(), other.settings(prefix: "O_")], walk: walk))
                }
                try await group.waitForAll()
            }
            // The cancelled trip stays so, and the other town is there.
            #expect(try await plan(probe).journeys.first?.arrival == "2026-11-27T11:10:00")
            #expect(try await report(probe).stops == 6)
            try folder.write("agency.txt", "agency_id\n")
            try await probe.reconfigure(Transit.self, .init(feeds: [folder.settings()]))
            #expect(try await report(probe).stops == 6)
            try await probe.reconfigure(Transit.self, .init(feeds: [other.settings()]))
            #expect(try await report(probe).stops == 3)
            try await probe.reconfigure(Transit.self, .init())
            #expect(try await report(probe).stops == 0)
            #expect(try await plan(probe).success == false)
        }
    }

    @Test func settingsThatCannotWorkAreRefused() throws {
        let folder = try FeedFolder()
        let feeds = [folder.settings(realtime: ["https://one", "ftp://two"]), folder.settings()]
        let problems = Transit.problems(in: .init(feeds: feeds, otp: .init(url: "http://")))
        #expect(problems.map { "\($0.path)" } == ["feeds[0].realtime[1]", "feeds[1]", "otp.url"])
        #expect(Transit.problems(in: .init(feeds: [feeds[1], folder.settings(prefix: "A_")])).isEmpty)
    }

    @Test func aKeyIsSentAndNotShown() async throws {
        let folder = try FeedFolder()
        try await RudeServer.serve { _ in
            [.answer("404 Not Found")]
        } _: { server in
            var feed = folder.settings(realtime: [server.address + "/a?key={key}", server.address + "/b"])
            feed.key = Secret("s3c&r=t/+")
            try await run(.init(feeds: [feed], poll: .seconds(30))) { probe async throws in
                while server.requests.count < 2 { await probe.advance(.seconds(30)) }
                #expect(server.requests.contains { $0.hasPrefix("GET /a?key=s3c%26r%3Dt%2F%2B ") })
                #expect(server.requests.contains { $0.contains("/b ") && $0.contains("Bearer s3c&r=t/+") })
                while try await report(probe).live.count < 2 { await probe.advance(.seconds(30)) }
                let live = try await report(probe).live
                #expect(live.map(\.problem) == [String](repeating: "the server answers 404", count: 2))
                #expect(live.allSatisfy { $0.at == nil && !$0.source.contains("s3c") })
            }
        }
    }

    @Test func aMessageFromTheFutureIsRefused() async throws {
        try await run(try FeedFolder()) { probe async throws in
            let now = Int(morning.seconds)
            for (ahead, isTaken) in [(61, false), (60, true)] {
                let refusal = try await probe.refusal {
                    _ = try await probe.post(message([], made: UInt64(now + ahead)))
                }
                #expect(refusal?.detail.contains("made 61 seconds from now") == (isTaken ? nil : true))
            }
        }
    }

    @Test func aServerIsAskedAgainAndAgainAndForgottenWhenItIsDown() async throws {
        let cancelled = part(1, "x") + part(3, trip("t2", 3))
        let replies = ["first", "second"].map {
            RudeServer.Step.answer("200 OK", [], message([alert($0), cancelled], withIDs: false))
        }
        try await follow(replies, keep: .seconds(60)) { probe, server async throws in
            #expect(try await probe.expect(ServiceAlert.topic).id == "first")
            try await probe.post(message([]), from: "other")
            #expect(try await plan(probe).journeys.first?.arrival == "2026-11-27T11:10:00")
            await probe.settle()
            await probe.advance(.seconds(29))
            #expect(server.requests.count == 1 && server.requests[0].hasPrefix("GET /live "))
            #expect(
                try await probe.expect(ServiceAlert.topic, within: .seconds(1)) { $0.id == "second" }.isOver == false)
            let first = try await probe.expect(ServiceAlert.topic)
            #expect(first.id == "first" && first.isOver)
            // From here on it is down.
            #expect(try await plan(probe).journeys.first?.arrival == "2026-11-27T11:10:00")
            let over = try await probe.expect(ServiceAlert.topic, within: .seconds(60))
            #expect(over.id == "second" && over.isOver)
            #expect(try await plan(probe).journeys.first?.arrival == "2026-11-27T10:40:00")
        }
    }

    @Test(arguments: [.answer("503 Later"), .answer("200 OK", [], [0xFF]), .reset] as [RudeServer.Step])
    func aServerThatFailedIsAskedAgain(failure: RudeServer.Step) async throws {
        let replies = ["first", nil, "second"].map { name in
            name.map { .answer("200 OK", [], message([alert($0)], withIDs: false)) } ?? failure
        }
        try await follow(replies, keep: .seconds(86_400)) { probe, server async throws in
            #expect(try await probe.expect(ServiceAlert.topic).id == "first")
            // A reply takes as long as it takes, whatever the clock of the test says.
            while server.requests.count < 3 { await probe.advance(.seconds(30)) }
            #expect(try await probe.expect(ServiceAlert.topic) { $0.id == "second" }.isOver == false)
            #expect(probe.log.messages(.warning).filter { $0 == "no live changes come" }.count == 1)
        }
    }

    @Test func anAddressThatIsThereTwiceIsAskedOnce() async throws {
        let replies = ["first", "second"].map {
            RudeServer.Step.answer("200 OK", [], message([alert($0)], withIDs: false))
        }
        try await follow(replies, times: 2, keep: .seconds(86_400)) { probe, server async throws in
            #expect(try await probe.expect(ServiceAlert.topic).id == "first")
            try await probe.post(message([]), from: "other")
            await probe.settle()
            #expect(server.requests.count == 1)
            #expect(
                try await probe.expect(ServiceAlert.topic, within: .seconds(30)) { $0.id == "second" }.isOver == false)
        }
    }
}
