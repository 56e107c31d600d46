import FeatureKit
import FeatureTestKit
import Files
import RudeServer
import Testing
import TransitContracts

@testable import TransitFeature

/// Feeds as files that change and servers that are asked, in a small town.
@Suite(.timeLimit(.minutes(1))) struct FeedFileTests {
    private let staff = Caller.user("eve", roles: ["staff"])

    private func run(
        _ settings: Transit.Settings, _ body: (Probe) async throws -> Void
    ) async throws {
        try await withFeature(Transit.self, settings: settings, clock: TestClock(now: morning)) { probe in
            try await body(probe)
        }
    }

    private func run(_ folder: FeedFolder, _ body: (Probe) async throws -> Void) async throws {
        try await run(Transit.Settings(feeds: [folder.settings()]), body)
    }

    private func plan(_ probe: Probe, date: String? = nil) async throws -> RoutePlan {
        try await probe.call(
            TransitService.plannerRoute, .init(from: "A", to: "C", date: date, maxAlternatives: 1, language: "en"))
    }

    private func report(_ probe: Probe) async throws -> LoadingReport {
        try await probe.call(TransitService.reportRoute, .init(), as: staff)
    }

    /// A file is read once it has stayed as it is for one look.
    ///
    /// Files are read where live changes are, one after the other, so that what is posted then waits until they are read.
    private func untilFilesAreRead(_ probe: Probe) async throws {
        for _ in 0..<2 {
            await probe.advance(.seconds(10))
            await probe.settle()
        }
        _ = try? await probe.post(message([]), from: "other")
        await probe.settle()
    }

    @Test func aFileThatChangesIsReadWhileTheOneBeforeIsAnsweredFrom() async throws {
        let folder = try FeedFolder()
        try await run(folder) { probe async throws in
            #expect(try await plan(probe).journeys.first?.arrival == "2026-11-27T10:40:00")
            let times = try #require(FeedFolder.town["stop_times.txt"])
            try folder.write("stop_times.txt", times.replacing("t2,10:40:00,10:40:00", with: "t2,10:44:00,10:44:00"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Somebody asks all the time, and is answered from the one or the other.
                group.addTask {
                    for _ in 0..<50 {
                        let found = try await plan(probe)
                        #expect(found.success && found.journeys.count == 1)
                    }
                }
                try await untilFilesAreRead(probe)
                try await group.waitForAll()
            }
            #expect(try await plan(probe).journeys.first?.arrival == "2026-11-27T10:44:00")
        }
    }

    @Test func whatStaffReadsAgainIsNotReadOnceMore() async throws {
        let folder = try FeedFolder()
        try await run(folder) { probe async throws in
            for count in 2...3 {
                try folder.write("agency.txt", try #require(FeedFolder.town["agency.txt"]))
                _ = try await probe.call(TransitService.reloadRoute, .init(), as: staff)
                for _ in 0..<2 { try await untilFilesAreRead(probe) }
                #expect(probe.log.messages(.info).filter { $0 == "the timetable is read" }.count == count)
            }
        }
    }

    /// From C to D it is 200 m on a straight line; the first way that is given makes it 400 m.
    @Test func waysThatChangeAreReadAsTimetablesAre() async throws {
        func ways(_ places: [[Double]]) -> String {
            let line = "{\"type\": \"LineString\", \"coordinates\": \(places)}"
            return "{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", \"geometry\": \(line)}]}"
        }
        let (c, d, east) = ([2.0, 41.2], [2.0, 41.2018], [2.001195, 41.2])
        let (folder, other) = (try FeedFolder(), try FeedFolder([:]))
        let stops = try #require(FeedFolder.town["stops.txt"]), times = try #require(FeedFolder.town["stop_times.txt"])
        try folder.write("stops.txt", stops + "D,D,41.2018,2.0\n")
        try folder.write("trips.txt", "route_id,service_id,trip_id\none,s,t1\ntwo,s,t2\ntwo,s,t3\none,s,t4\n")
        try folder.write("stop_times.txt", times + "t4,12:00:00,12:00:00,D,1\nt4,12:30:00,12:30:00,A,2\n")
        try other.write("ways.json", ways([c, east, [2.001195, 41.2018], d]))
        let file = FilePath(other.settings().path.text + "/ways.json")
        try await run(.init(feeds: [folder.settings()], walk: 500, footways: file)) { probe async throws in
            func walk() async throws -> Value? {
                let plan = try await probe.call(
                    TransitService.plannerRoute, .init(from: "B", to: "D", maxAlternatives: 1))
                return plan.journeys.first?.segments.last?.metres
            }
            #expect([399, 400, 401].contains(try await walk()))
            try other.write("ways.json", ways([c, d]))
            try await untilFilesAreRead(probe)
            #expect(try await walk() == 200)
            try other.write("ways.json", "no ways")
            try await untilFilesAreRead(probe)
            #expect(try await walk() == 200)
            let bad = try await report(probe)
            #expect(!bad.isInUse && bad.problem?.contains("ways.json") == true)
        }
    }

    /// A trip every ten minutes: live changes and vehicles are about the one of a start.
    @Test func aRepeatedTripIsNamedByItsStart() async throws {
        let folder = try FeedFolder()
        try folder.write("frequencies.txt", "trip_id,start_time,end_time,headway_secs\nt1,07:00:00,12:00:00,600\n")
        try await run(folder) { probe async throws in
            func named(_ start: String?) -> [UInt8] { trip("t1", 2, start.map { part(2, $0) } ?? []) }
            let said = try await probe.post(
                message([
                    part(3, named("10:10:00") + part(2, number(1, 1) + part(3, number(1, 120)))),
                    part(3, named(nil)), part(4, named("10:20:00") + number(9, 3)),
                ]))
            #expect(said.trips == 1 && said.vehicles == 1 && said.unknownTrips == 1)
            let found = try await probe.call(TransitService.departuresRoute, .init(stop: "A", compact: true, limit: 3))
            #expect(found.departures.map(\.mins) == [0, 12, 20])
            #expect(found.departures.map(\.delay) == [.null, 2, .null])
            #expect(found.departures.map(\.occ) == [.null, .null, 3])
        }
    }

    /// Of two platforms of a station a train leaves from the other one.
    @Test func aTrainAtAnotherPlatformIsFoundThere() async throws {
        let folder = try FeedFolder()
        try folder.write(
            "stops.txt",
            """
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code
            S,Station,41.0,2.0,1,,
            A,Station,41.0,2.0,0,S,1
            A2,Station,41.0,2.0001,0,S,2
            B,B,41.1,2.0,,,
            C,C,41.2,2.0,,,

            """)
        try await run(folder) { probe async throws in
            func platforms() async throws -> [Value] {
                try await probe.call(TransitService.departuresRoute, .init(stop: "S", compact: true, limit: 3))
                    .departures
                    .map(\.plat)
            }
            #expect(try await platforms() == ["1"])
            // By the call's number and the other platform, or by what is assigned to the call.
            for stop in [part(4, "A2"), part(4, "A") + part(6, part(1, "A2"))] {
                let moved = part(3, trip("t1") + part(2, number(1, 1) + part(3, number(1, 60)) + stop))
                #expect(try await probe.post(message([moved])).unknownStops == 0)
                #expect(try await platforms() == ["2"])
                let journey = try await probe.call(
                    TransitService.plannerRoute, .init(from: "S", to: "B", maxAlternatives: 1)
                ).journeys.first
                #expect(journey?.departure == "2026-11-27T10:11:00")
                try await probe.post(message([]))
            }
        }
    }

    @Test func alertsAboutWhatIsGoneAreTakenBack() async throws {
        let folder = try FeedFolder()
        try await run(folder) { probe async throws in
            let alerts = ["one", "two"].map { part(1, $0) + part(5, part(5, part(2, $0))) }
            let cancelled = part(1, "x") + part(3, trip("t2", 3))
            try await probe.post(message(alerts + [cancelled], withIDs: false))
            #expect(try await probe.expect(ServiceAlert.topic).id == "one")
            #expect(try await probe.expect(ServiceAlert.topic).id == "two")
            // A line and its first trip are gone, all others have another place in the tables.
            try folder.write("routes.txt", "route_id,route_short_name,route_type\ntwo,2,3\n")
            try await untilFilesAreRead(probe)
            let over = try await probe.expect(ServiceAlert.topic)
            #expect(over.id == "one" && over.isOver && over.lines == ["one"])
            await probe.expectNone(ServiceAlert.topic)
            let alertsNow = try await probe.call(TransitService.alertsRoute, .init())
            #expect(alertsNow.map(\.lines) == [["two"]])
            let next = try await probe.call(TransitService.departuresRoute, .init(stop: "B", compact: true, limit: 3))
            #expect(next.departures.map(\.mins) == [49])
        }
    }

    @Test func aBadFeedAfterAGoodOneChangesNothingAndIsSaid() async throws {
        let folder = try FeedFolder()
        try await run(folder) { probe async throws in
            try folder.write("agency.txt", "agency_id,agency_timezone\na,Europe/Nowhere\n")
            try await untilFilesAreRead(probe)
            #expect(try await plan(probe).journeys.first?.arrival == "2026-11-27T10:40:00")
            let bad = try await report(probe)
            #expect(!bad.isInUse && bad.problem?.contains("there is no time zone Europe/Nowhere") == true)
            #expect(probe.log.messages(.error).contains { $0.contains("nothing has changed") })
            let refusal = try await probe.refusal {
                try await probe.call(TransitService.reloadRoute, .init(), as: staff)
            }
            #expect(refusal?.code == "feed-rejected")
            try folder.write("agency.txt", try #require(FeedFolder.town["agency.txt"]))
            try await untilFilesAreRead(probe)
            #expect(try await report(probe).problem == nil)
        }
    }

    @Test func aFeedOfWhichMostCannotBeReadChangesNothing() async throws {
        let folder = try FeedFolder()
        try await run(folder) { probe async throws in
            let stops = "stop_id,stop_name,stop_lat,stop_lon\nA,A,941.0,2.0\nB,B,41.1,2.0\nC,C,41.2,2.0\n"
            try folder.write("stops.txt", stops.replacing("41.2", with: "941.2"))
            try await untilFilesAreRead(probe)
            #expect(try await plan(probe).journeys.first?.arrival == "2026-11-27T10:40:00")
            let problem = try #require(try await report(probe).problem)
            #expect(
                problem.hasSuffix(
                    "of its 3 trips 3 can't be read, such as in stops.txt, line 2: the stop A lies nowhere on earth"))
            // With one trip of three that is bad, the others are served.
            try folder.write("stops.txt", try #require(FeedFolder.town["stops.txt"]))
            let times = try #require(FeedFolder.town["stop_times.txt"])
            try folder.write("stop_times.txt", times.replacing("t2,10:40:00,10:40:00", with: "t2,09:40:00,09:40:00"))
            try await untilFilesAreRead(probe)
            #expect(try await plan(probe).journeys.first?.arrival == "2026-11-27T11:10:00")
            let later = try await report(probe)
            #expect(later.isInUse && later.problem == nil && later.errors == 1)
        }
    }

    /// A folder whose tables are written one after the other is not read in between.
    @Test func whatIsBeingWrittenIsNotRead() async throws {
        let folder = try FeedFolder()
        try await run(folder) { probe async throws in
            for count in 1...3 {
                try folder.write(
                    "agency.txt", try #require(FeedFolder.town["agency.txt"]) + "b\(count),B,Europe/Paris\n")
                await probe.advance(.seconds(10))
                await probe.settle()
            }
            #expect(probe.log.messages(.info).filter { $0 == "the timetable is read" }.count == 1)
            try await untilFilesAreRead(probe)
            #expect(probe.log.messages(.info).filter { $0 == "the timetable is read" }.count == 2)
        }
    }

    @Test func atTheStartAFeedThatCannotBeReadIsLeftOut() async throws {
        let (good, bad) = (try FeedFolder(), try FeedFolder(["agency.txt": "agency_id\n"]))
        try await run(.init(feeds: [bad.settings(prefix: "B_"), good.settings()])) { probe async throws in
            #expect(try await plan(probe).journeys.first?.arrival == "2026-11-27T10:40:00")
            let report = try await report(probe)
            #expect(report.isInUse && report.problem?.contains("it has no routes.txt") == true)
            #expect(report.feeds.count == 1 && probe.log.messages(.error) == ["some timetables are left out"])
            for (name, text) in FeedFolder.town { try bad.write(name, text) }
            try await untilFilesAreRead(probe)
            #expect(try await self.report(probe).problem == nil)
            #expect(try await self.report(probe).stops == 6)
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

    @Test func aKeyIsSentAndNotShown() async throws {
        let folder = try FeedFolder()
        try await RudeServer.serve { _ in
            [.answer("404 Not Found")]
        } _: { server in
            var feed = folder.settings(realtime: [server.address + "/a?key={key}", server.address + "/b"])
            feed.key = Secret("s3cret")
            try await run(.init(feeds: [feed], poll: .seconds(30))) { probe async throws in
                while server.requests.count < 2 { await probe.advance(.seconds(30)) }
                #expect(server.requests.contains { $0.hasPrefix("GET /a?key=s3cret ") })
                #expect(server.requests.contains { $0.contains("/b ") && $0.contains("Bearer s3cret") })
                while try await report(probe).live.count < 2 { await probe.advance(.seconds(30)) }
                let live = try await report(probe).live
                #expect(live.map(\.problem) == [String](repeating: "the server answers 404", count: 2))
                #expect(live.allSatisfy { $0.at == nil && !$0.source.contains("s3cret") })
            }
        }
    }

    @Test func settingsThatCannotWorkAreRefused() throws {
        let folder = try FeedFolder()
        let feeds = [folder.settings(realtime: ["https://one", "ftp://two"]), folder.settings()]
        let problems = Transit.problems(in: .init(feeds: feeds, otp: .init(url: "http://")))
        #expect(problems.map { "\($0.path)" } == ["feeds[0].realtime[1]", "feeds[1]", "otp.url"])
        #expect(Transit.problems(in: .init(feeds: [feeds[1], folder.settings(prefix: "A_")])).isEmpty)
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

    private func alert(_ id: String) -> [UInt8] { part(1, id) + part(5, part(5, part(2, "one"))) }

    /// Runs with a server of live changes that gives these replies, and then closes what is opened to it.
    private func follow(
        _ replies: [RudeServer.Step], keep: Duration, _ body: (Probe, RudeServer) async throws -> Void
    ) async throws {
        let (replies, folder) = (Lock(replies), try FeedFolder())
        try await RudeServer.serve { _ in
            replies.withLock { [$0.isEmpty ? .reset : $0.removeFirst()] }
        } _: { server in
            let feed = folder.settings(realtime: [server.address + "/live"])
            try await run(.init(feeds: [feed], poll: .seconds(30), keep: keep)) { try await body($0, server) }
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

    @Test func aTimetableThatHasExpiredSaysSo() async throws {
        let folder = try FeedFolder()
        let dates = (20...30).map { "s,202611\($0),1\n" }.joined()
        try folder.write("calendar_dates.txt", "service_id,date,exception_type\n" + dates)
        try folder.write("feed_info.txt", "feed_version,feed_start_date,feed_end_date\n7b,20261121,20261125\n")
        try await run(folder) { probe async throws in
            let found = try await plan(probe)
            #expect(!found.success && found.journeys == [])
            #expect(found.message == "The timetable ended on 2026-11-25; there is nothing for 2026-11-27.")
            #expect(try await plan(probe, date: "2026-11-20").success == false)
            #expect(try await plan(probe, date: "2026-11-25").journeys.count == 1)
            let report = try await report(probe)
            #expect(report.feeds.map(\.version) == ["7b"] && report.feeds.first?.expired == true)
            #expect(report.first == "2026-11-21" && report.last == "2026-11-25" && report.warnings == 1)
            #expect(report.findings.first?.what == "the timetable expired on 2026-11-25")
            #expect(probe.log.messages(.warning).contains("a timetable has expired"))
        }
    }

    /// Ten o'clock in Lisbon is eleven in Madrid; each stop shows the time of its own zone.
    @Test func timesAreThoseOfTheZoneOfEachStop() async throws {
        let (madrid, lisbon) = (try FeedFolder(), try FeedFolder())
        try lisbon.write("agency.txt", "agency_id,agency_timezone\na,Europe/Lisbon\n")
        try lisbon.write(
            "stops.txt",
            "stop_id,stop_lat,stop_lon,stop_timezone\nA,38.7,-9.1,\nB,38.8,-8.0,\nC,38.9,-7.0,Europe/Madrid\n")
        let feeds = [madrid.settings(prefix: "M_"), lisbon.settings(prefix: "L_")]
        try await run(.init(feeds: feeds)) { probe async throws in
            func journey(_ prefix: String, at time: String) async throws -> PlannedJourney? {
                try await probe.call(
                    TransitService.plannerRoute,
                    .init(from: prefix + "A", to: prefix + "C", departureTime: time, maxAlternatives: 1)
                ).journeys.first
            }
            let near = try await journey("M_", at: "10:00")
            #expect(near?.departure == "2026-11-27T10:10:00" && near?.arrival == "2026-11-27T10:40:00")
            let far = try await journey("L_", at: "10:00")
            #expect(far?.departure == "2026-11-27T10:10:00" && far?.arrival == "2026-11-27T11:40:00")
            #expect(far?.minutes == 30)
            // So is what somebody asks: that of the start or, with a time of arrival, of the end.
            func plan(_ request: PlanRequest) async throws -> [String] {
                try await probe.call(TransitService.plannerRoute, request).journeys.map(\.departure)
            }
            let first = "2026-11-27T10:10:00"
            #expect(try await plan(.init(from: "38.7,-9.1", to: "L_C", departureTime: "10:00")) == [first])
            #expect(try await plan(.init(from: "L_A", to: "L_C", arrivalTime: "11:40")) == [first])
            #expect(try await plan(.init(from: "L_A", to: "L_C", arrivalTime: "11:39")) == [])
            #expect(try await plan(.init(from: "L_A", to: "L_C", later: first)) == [])
            #expect(try await plan(.init(from: "L_A", to: "L_C", earlier: first)) == [])
            let next = try await probe.call(TransitService.departuresRoute, .init(stop: "L_A", time: "10:00"))
            #expect(next.departures.map(\.mins) == [10] && next.updated == "2026-11-27T10:00:00")
            let reach = try await probe.call(
                TransitService.isochroneRoute, .init(from: "L_A", departure_time: "10:00", max_minutes: 10))
            #expect(reach.departure == "2026-11-27T10:00:00" && reach.stops.map(\.minutes) == [0])
            let late = message([part(3, trip("L_t1") + part(2, number(1, 1) + part(3, number(2, 1_795_774_320))))])
            _ = try await probe.call(
                TransitService.postRoute,
                .init(source: "l", message: Media(type: "application/x-protobuf", bytes: late)), as: staff)
            #expect(try await journey("L_", at: "10:00")?.departure == "2026-11-27T10:12:00")
        }
    }

    /// A change at B, by each kind of rule about it.
    @Test(
        arguments: [
            ("B,B,2,600,,,,", "11:10", 1), ("B,B,3,,,,,", nil, 0), ("B,B,3,,one,two,,", nil, 0),
            ("B,B,3,,two,one,,", "10:40", 1), ("B,B,3,,,,t1,t2", "11:10", 1), ("B,B,4,,,,t1,t2", "10:40", 0),
            (",,4,,,,t1,t2", "10:40", 0), ("B,B,5,,,,t1,t2", "10:40", 1), ("B,B,3,,,,t1,nowhere", "10:40", 1),
            ("B,B,1,,,,,", "10:40", 1),
        ] as [(String, String?, Int)]) func aRuleAboutChangesHolds(rule: String, arrival: String?, transfers: Int)
        async throws
    {
        let folder = try FeedFolder()
        let head =
            "from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_route_id,to_route_id,from_trip_id,to_trip_id"
        try folder.write("transfers.txt", "\(head)\n\(rule)\n")
        try await run(folder) { probe async throws in
            let journey = try await plan(probe).journeys.first
            #expect(journey?.arrival == arrival.map { "2026-11-27T\($0):00" })
            #expect((journey?.transfers ?? 0) == transfers)
            #expect(try await report(probe).warnings == (rule.contains("nowhere") ? 1 : 0))
        }
    }

    /// One vehicle goes on as another trip; passengers stay seated unless a rule says that they can't.
    @Test(arguments: [("", 0), ("B,B,5,t1,t2", 1)]) func aVehicleThatGoesOnKeepsItsPassengers(
        rule: String, transfers: Int
    )
        async throws
    {
        let folder = try FeedFolder()
        try folder.write("trips.txt", "route_id,service_id,trip_id,block_id\none,s,t1,b\ntwo,s,t2,b\ntwo,s,t3,\n")
        try folder.write("transfers.txt", "from_stop_id,to_stop_id,transfer_type,from_trip_id,to_trip_id\n\(rule)\n")
        try await run(folder) { probe async throws in
            let journey = try #require(try await plan(probe).journeys.first)
            #expect(journey.transfers == transfers && journey.arrival == "2026-11-27T10:40:00")
            let seated: Bool? = transfers == 0 ? true : nil
            #expect(journey.segments.map(\.lineName) == ["1", "2"])
            #expect(journey.segments.map(\.staySeated) == [nil, seated])
            #expect(journey.segments.map(\.headsign) == ["B", "C"])
            #expect(journey.segments.map(\.departure) == ["2026-11-27T10:10:00", "2026-11-27T10:20:00"])
            #expect(journey.segments.map(\.arrival) == ["2026-11-27T10:20:00", "2026-11-27T10:40:00"])
            guard transfers == 0 else { return }
            let words = try await probe.call(
                TransitService.spokenRoute, .init(from: "A", to: "C", maxAlternatives: 1, language: "en"))
            #expect(
                words.text.hasPrefix(
                    "Take 1 towards B at 10:10 from A and stay seated at B, where it goes on as 2, and get off at C."))
        }
    }
}
