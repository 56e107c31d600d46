import Calendars
import FeatureKit
import FeatureTestKit
import Files
import Foundation
import Testing
import TransitContracts

@testable import TransitFeature

/// A folder with the tables of a feed, which goes when the test ends.
final class FeedFolder {
    private let place: URL

    /// The invented tables, or a small town's, with some in the place of theirs.
    init(_ tables: [String: String] = FeedFolder.town) throws {
        place = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        for (name, text) in tables { try write(name, text) }
    }

    deinit { try? FileManager.default.removeItem(at: place) }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: place.appending(path: name))
    }

    func settings(prefix: String = "", realtime: [String] = []) -> Transit.FeedSettings {
        Transit.FeedSettings(path: FilePath(place.path), prefix: prefix, realtime: realtime)
    }

    /// On 27 November 2026: from A at 10:10 to B at 10:20; from there to C at 10:20 and at 10:50, in 20 minutes.
    static let town = [
        "agency.txt": "agency_id,agency_name,agency_timezone\na,Town,Europe/Madrid\n",
        "calendar_dates.txt": "service_id,date,exception_type\ns,20261127,1\n",
        "routes.txt": "route_id,route_short_name,route_type\none,1,3\ntwo,2,3\n",
        "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,A,41.0,2.0\nB,B,41.1,2.0\nC,C,41.2,2.0\n",
        "trips.txt": "route_id,service_id,trip_id\none,s,t1\ntwo,s,t2\ntwo,s,t3\n",
        "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        t1,10:10:00,10:10:00,A,1
        t1,10:20:00,10:20:00,B,2
        t2,10:20:00,10:20:00,B,1
        t2,10:40:00,10:40:00,C,2
        t3,10:50:00,10:50:00,B,1
        t3,11:10:00,11:10:00,C,2

        """,
    ]
}

/// What suites in the small town do.
protocol InTown {}

extension InTown {
    var staff: Caller { .user("eve", roles: ["staff"]) }

    func run(
        _ settings: Transit.Settings, _ body: (Probe) async throws -> Void
    ) async throws {
        try await withFeature(Transit.self, settings: settings, clock: TestClock(now: morning)) { probe in
            try await body(probe)
        }
    }

    func run(_ folder: FeedFolder, _ body: (Probe) async throws -> Void) async throws {
        try await run(Transit.Settings(feeds: [folder.settings()]), body)
    }

    func plan(_ probe: Probe, date: String? = nil) async throws -> RoutePlan {
        try await probe.call(
            TransitService.plannerRoute, .init(from: "A", to: "C", date: date, maxAlternatives: 1, language: "en"))
    }

    func report(_ probe: Probe) async throws -> LoadingReport {
        try await probe.call(TransitService.reportRoute, .init(), as: staff)
    }
}
