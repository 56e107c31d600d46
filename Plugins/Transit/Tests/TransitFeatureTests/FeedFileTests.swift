import FeatureKit
import FeatureTestKit
import Files
import Testing
import TransitContracts

@testable import TransitFeature

/// Feeds as files that change, in a small town.
@Suite(.timeLimit(.minutes(1))) struct FeedFileTests: InTown {
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
}
