import FeatureKit
import FeatureTestKit
import RudeServer
import Testing

@testable import TransitFeature

/// A server that answers over HTTP as OpenTripPlanner's plan does, and one that does not.
@Suite(.timeLimit(.minutes(1))) struct OTPServerTests {
    /// Asks for a way from Sants to the circuit, whose server takes these steps.
    private func ask(
        patience: Duration = .seconds(3), feeds: [Transit.FeedSettings] = [],
        _ answer: @escaping @Sendable (String) -> [RudeServer.Step], _ body: (Probe, RudeServer) async throws -> Void
    ) async throws {
        try await RudeServer.serve(answer) { server in
            let otp = Transit.Upstream(url: server.address + "/otp/routers/default/plan", patience: patience)
            try await withFeature(
                Transit.self, settings: .init(feeds: feeds, otp: otp, demo: feeds.isEmpty),
                clock: TestClock(now: morning)
            ) { probe in try await body(probe, server) }
        }
    }

    private func plan(_ probe: Probe, arriveBy: String? = nil) async throws -> TransportPlan {
        try await probe.call(
            TransitService.transportRoute,
            .init(fromLat: 41.3793, fromLon: 2.1402, toLat: 41.5724, toLon: 2.2610, arriveBy: arriveBy))
    }

    private static func plan(_ fields: [String] = []) -> [RudeServer.Step] {
        [.answer("200 OK", ["Content-Type: application/json"] + fields, Array(UpstreamTests.plan.utf8))]
    }

    @Test func itsWaysAreShown() async throws {
        try await ask { _ in
            Self.plan()
        } _: { probe, server async throws in
            let found = try await plan(probe)
            #expect(found.source == .otp && found.itineraries.count == 1)
            #expect(found.itineraries.first?.legs.map(\.mode) == ["WALK", "RAIL"])
            _ = try await plan(probe, arriveBy: "2026-11-27T11:30:00Z")
            // What is asked is in the time of the timetable's zone.
            let asked = server.requests.map { String($0.prefix { !$0.isNewline }) }
            let place = "GET /otp/routers/default/plan?fromPlace=41.3793,2.1402&toPlace=41.5724,2.261"
            let rest = "&mode=TRANSIT,WALK&numItineraries=3 HTTP/1.1"
            #expect(
                asked == [
                    "\(place)&date=2026-11-27&time=10:00&arriveBy=false\(rest)",
                    "\(place)&date=2026-11-27&time=12:30&arriveBy=true\(rest)",
                ])
        }
    }

    /// Ten o'clock in Madrid is nine in Lisbon, whose timetable is the second one.
    @Test func itIsAskedInTheTimeOfTheStart() async throws {
        let (madrid, lisbon) = (try FeedFolder(), try FeedFolder())
        try lisbon.write("agency.txt", "agency_id,agency_timezone\na,Europe/Lisbon\n")
        try lisbon.write("stops.txt", "stop_id,stop_lat,stop_lon\nA,38.7,-9.1\nB,38.8,-8.0\nC,38.9,-7.0\n")
        let feeds = [madrid.settings(prefix: "M_"), lisbon.settings(prefix: "L_")]
        try await ask(feeds: feeds) { _ in
            Self.plan()
        } _: { probe, server async throws in
            for (lat, lon) in [(41.0, 2.0), (38.7, -9.1), (0.0, 0.0)] {
                _ = try await probe.call(
                    TransitService.transportRoute, .init(fromLat: lat, fromLon: lon, toLat: 41.2, toLon: 2.0))
            }
            let asked = server.requests.map { $0.split(separator: "&time=").last?.prefix(5) }
            // Near no stop it is that of the first timetable.
            #expect(asked == ["10:00", "09:00", "10:00"])
        }
    }

    @Test func noWayIsAnAnswerToo() async throws {
        let text = #"{"requestParameters":{},"error":{"id":404,"msg":"No path.","message":"PATH_NOT_FOUND"}}"#
        try await ask { _ in
            [.answer("200 OK", [], Array(text.utf8))]
        } _: { probe, _ async throws in
            #expect(try await plan(probe) == TransportPlan(itineraries: [], source: .otp))
        }
    }

    @Test(
        arguments: [
            [.answer("500 Oh")], [.answer("200 OK", [], Array("<html>".utf8))],
            [.answer("200 OK", [], Array("{}".utf8))],
            [.reset], [.say("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"plan\""), .reset], [.say("no HTTP")],
            [.answer("302 Found", ["Location: http://127.0.0.1:1/"])],
            [.say("HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n"), .reset],
        ] as [[RudeServer.Step]]) func whereItDoesNotAnswerTheTimetableHereDoes(steps: [RudeServer.Step]) async throws
    {
        try await ask { _ in
            steps
        } _: { probe, server async throws in
            let found = try await plan(probe)
            #expect(found.source == .local && !found.itineraries.isEmpty && server.requests.count >= 1)
        }
    }

    @Test(arguments: [[.wait], [.say("HTTP/1.1 200 OK\r\n\r\n"), .trickle(32)]] as [[RudeServer.Step]])
    func whereItIsSlowNobodyWaitsLongerThanTheyMay(steps: [RudeServer.Step]) async throws {
        try await ask(patience: .milliseconds(100)) { _ in
            steps
        } _: { probe, _ async throws in
            let found = try await plan(probe)
            #expect(found.source == .local && !found.itineraries.isEmpty)
        }
    }

    @Test func afterThreeFailuresItIsLeftAloneAndThenTriedOnce() async throws {
        let isUp = Lock(false)
        try await ask { _ in
            isUp.withLock { $0 } ? Self.plan() : [.answer("503 Later")]
        } _: { probe, server async throws in
            for _ in 0..<5 { #expect(try await plan(probe).source == .local) }
            #expect(server.requests.count == 3)
            func health() async throws -> TransportHealth.Upstream {
                try await probe.call(TransitService.transportHealthRoute, .init()).upstream
            }
            #expect(try await health() == .resting)
            #expect(probe.log.messages(.warning).count { $0.contains("is left alone") } == 1)
            isUp.withLock { $0 = true }
            await probe.advance(.seconds(29))
            #expect(try await plan(probe).source == .local && server.requests.count == 3)
            await probe.advance(.seconds(1))
            #expect(try await plan(probe).source == .otp && server.requests.count == 4)
            #expect(try await health() == .asked)
        }
    }

    @Test func withoutAServerThatListensTheTimetableAnswers() async throws {
        let otp = Transit.Upstream(url: "http://127.0.0.1:1/plan", patience: .seconds(3))
        try await withFeature(
            Transit.self, settings: .init(otp: otp, demo: true), clock: TestClock(now: morning)
        ) { probe async throws in #expect(try await plan(probe).source == .local) }
    }
}
