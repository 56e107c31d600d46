import FeatureKit
import FeatureTestKit
import Testing
import TransitContracts

@testable import TransitFeature

/// What the tables of a feed say, in a small town.
@Suite(.timeLimit(.minutes(1))) struct TownTests: InTown {
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

    /// Of two stations something calls at a platform of one; the other one has none, and nothing calls at it.
    @Test func aStationAtWhichNothingCallsIsNotFoundByName() async throws {
        let folder = try FeedFolder()
        try folder.write(
            "stops.txt",
            """
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
            S,Old Station,41.0,2.0,1,
            E,New Station,41.0,2.01,1,
            A,Platform,41.0,2.0,0,S
            B,B,41.1,2.0,,
            C,C,41.2,2.0,,

            """)
        try await run(folder) { probe async throws in
            func found(_ text: String) async throws -> [String] {
                try await probe.call(TransitService.stopsRoute, .init(q: text)).map(\.id)
            }
            #expect(try await found("station") == ["S"])
            #expect(try await found("platform") == ["A"])
            #expect(try await found("E") == ["E"])
        }
    }
}
