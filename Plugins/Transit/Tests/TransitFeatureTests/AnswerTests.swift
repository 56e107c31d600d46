import FeatureKit
import FeatureTestKit
import Testing
import TransitContracts

@testable import TransitFeature

/// What is answered where there is little to answer, in a small town: few journeys, none, or timetables that are over.
@Suite(.timeLimit(.minutes(1))) struct AnswerTests {
    /// Runs with feeds, of which the second one has a prefix.
    private func run(_ folders: FeedFolder..., body: (Probe) async throws -> Void) async throws {
        let feeds = zip(folders, ["", "X_"]).map { $0.settings(prefix: $1) }
        try await withFeature(Transit.self, settings: .init(feeds: feeds), clock: TestClock(now: morning), body)
        withExtendedLifetime(folders) {}
    }

    private func plan(_ probe: Probe, _ request: PlanRequest) async throws -> RoutePlan {
        try await probe.call(TransitService.plannerRoute, request)
    }

    /// The times at which the journeys depart, in their order.
    private func times(_ probe: Probe, _ request: PlanRequest) async throws -> [String] {
        try await plan(probe, request).journeys.map { String($0.departure.dropFirst(11).prefix(5)) }
    }

    /// Two days with trains from B to C at 10:20, 10:50 and 19:00, of which two are 80 minutes under way.
    private func sparse() throws -> FeedFolder {
        let folder = try FeedFolder()
        try folder.write("calendar_dates.txt", "service_id,date,exception_type\ns,20261127,1\ns,20261128,1\n")
        try folder.write("trips.txt", "route_id,service_id,trip_id\none,s,t1\ntwo,s,t2\ntwo,s,t3\none,s,t4\n")
        try folder.write(
            "stop_times.txt",
            (FeedFolder.town["stop_times.txt"] ?? "") + "t4,19:00:00,19:00:00,B,1\nt4,20:20:00,20:20:00,C,2\n")
        return folder
    }

    @Test func whereFewTrainsRunTheRestOfTheDayIsLookedAt() async throws {
        try await run(try sparse()) { probe async throws in
            #expect(try await times(probe, .init(from: "B", to: "C", maxAlternatives: 1)) == ["10:20"])
            #expect(
                try await times(probe, .init(from: "B", to: "C", maxAlternatives: 3)) == ["10:20", "10:50", "19:00"])
            #expect(
                try await times(probe, .init(from: "B", to: "C", maxAlternatives: 5)) == ["10:20", "10:50", "19:00"])
            // The best one departs last, the others follow backwards; the day before is not looked at.
            let back = PlanRequest(from: "B", to: "C", arrivalTime: "21:00", date: "2026-11-28", maxAlternatives: 5)
            #expect(try await times(probe, back) == ["19:00", "10:50", "10:20"])
        }
    }

    @Test func pagesEndWithTheWindow() async throws {
        try await run(try sparse()) { probe async throws in
            let (first, last) = ("2026-11-27T10:20:00", "2026-11-27T19:00:00")
            #expect(try await times(probe, .init(from: "B", to: "C", later: first)) == ["10:50", "19:00", "10:20"])
            #expect(try await times(probe, .init(from: "B", to: "C", window: 29, later: first)) == [])
            #expect(try await times(probe, .init(from: "B", to: "C", window: 30, later: first)) == ["10:50"])
            #expect(try await times(probe, .init(from: "B", to: "C", window: 60, earlier: last)) == [])
            #expect(try await times(probe, .init(from: "B", to: "C", earlier: last)) == ["10:20", "10:50"])
            for page in [
                PlanRequest(from: "B", to: "C", date: "2026-11-27", later: first),
                PlanRequest(from: "B", to: "C", date: "2026-11-27", earlier: first),
            ] {
                let refusal = try await probe.refusal { try await plan(probe, page) }
                #expect(refusal?.code == "invalid" && refusal?.detail.contains("date") == true)
            }
        }
    }

    @Test func whoIsThereAlreadyIsTold() async throws {
        let folder = try FeedFolder()
        try folder.write(
            "stops.txt",
            "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\n"
                + "S,S,41.0,2.0,1,\nA,A,41.0,2.0,0,S\nB,B,41.1,2.0,,\nC,C,41.2,2.0,,\n")
        try await run(folder) { probe async throws in
            for (from, to) in [("A", "A"), ("A", "S"), ("S", "A"), ("41,2", "41.0,2.0"), ("41.0,2.0", "A")] {
                let found = try await plan(probe, .init(from: from, to: to, language: "en"))
                #expect(found.success && found.journeys == [] && found.message == "You are there already.")
            }
            #expect(try await plan(probe, .init(from: "S", to: "B")).journeys.count == 1)
        }
    }

    /// Of two timetables one is over: by its calendar, by what it says of itself, or so long ago that its days are left out.
    @Test(arguments: [
        ("20261120", "", "2026-11-20"), ("20261120,20261127", "feed_end_date\n20261120\n", "2026-11-20"),
        ("20100101", "", "2010-01-01"),
    ]) func aTimetableThatIsOverAmongOthersSaysSo(dates: String, info: String, last: String) async throws {
        let (live, over) = (try FeedFolder(), try FeedFolder())
        let rows = dates.split(separator: ",").map { "s,\($0),1\n" }.joined()
        try over.write("calendar_dates.txt", "service_id,date,exception_type\n" + rows)
        try over.write("feed_info.txt", info)
        try over.write("stops.txt", (FeedFolder.town["stops.txt"] ?? "").replacing(",41.", with: ",42."))
        let message = "The timetable ended on \(last); there is nothing for 2026-11-27."
        try await run(live, over) { probe async throws in
            for (from, to) in [("X_A", "X_C"), ("A", "X_C"), ("X_A", "B")] {
                let found = try await plan(probe, .init(from: from, to: to, language: "en"))
                #expect(!found.success && found.journeys == [] && found.message == .text(message))
                let words = try await probe.call(
                    TransitService.spokenRoute, .init(from: from, to: to, language: "en"))
                #expect(words.text == message)
            }
            let before = PlanRequest(from: "X_A", to: "X_C", departureTime: "10:00", date: "2026-11-20")
            #expect(try await plan(probe, before).journeys.count == (last == "2010-01-01" ? 0 : 1))
            #expect(try await plan(probe, .init(from: "A", to: "C")).journeys.count == 1)
            let next = try await probe.call(TransitService.departuresRoute, .init(stop: "X_A", language: "en"))
            #expect(next.departures == [] && next.message == message)
            let words = try await probe.call(TransitService.departuresSpokenRoute, .init(stop: "X_A", language: "en"))
            #expect(words.text == message)
            let near = try await probe.call(TransitService.isochroneRoute, .init(from: "X_A", language: "en"))
            #expect(near.message == message)
            #expect(try await probe.call(TransitService.departuresRoute, .init(stop: "A")).message == nil)
        }
    }

    @Test func theLastWalkIsSpokenAndWhatIsOnTheMapHasAName() async throws {
        try await run(try FeedFolder()) { probe async throws in
            let request = PlanRequest(from: "41.000003,2.0", to: "41.1,2.001", maxAlternatives: 1, language: "en")
            let journey = try #require(try await plan(probe, request).journeys.first)
            #expect(journey.segments.map(\.origin.id) == ["41.000003,2.0", "A", "B"])
            #expect(journey.segments.map(\.destination.name) == ["A", "B", "41.1,2.001"])
            #expect(journey.segments.map(\.minutes) == [0, 10, 2] && journey.walkingMinutes == 2)
            let words = try await probe.call(TransitService.spokenRoute, request)
            #expect(words.text.contains("get off at B. Walk 2 minutes to where you are going. You arrive"))
            #expect(words.text.hasPrefix("Take 1 "))
            let refusal = try await probe.refusal { try await plan(probe, .init(from: "91,0", to: "B")) }
            #expect(refusal?.code == "invalid" && refusal?.detail.contains("from") == true)
        }
    }

    @Test func whoAsksForAWheelchairIsToldWhereNothingIsKnown() async throws {
        try await run(try FeedFolder()) { probe async throws in
            let found = try await plan(probe, .init(from: "A", to: "B", wheelchair: true, language: "en"))
            #expect(found.success && found.journeys == [])
            #expect(found.message == "The timetable does not say which vehicles take wheelchairs.")
        }
    }
}
