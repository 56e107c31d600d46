import Calendars
import FeatureKit
import GTFS
import Geography
import Testing

@testable import TransitFeature

/// A line out along a street and back on it: only distances say at which passage a stop is.
@Suite struct DistanceTests {
    private func snapshot(distances: [String], unit: Double = 1) throws -> Snapshot {
        var tables = FeedFolder.town
        tables["shapes.txt"] =
            "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled\n"
            + [41.0, 41.1, 41.2, 41.1, 41.0].enumerated().map { "x,\($1),2.0,\($0),\(Double($0) * 10 * unit)\n" }
            .joined()
        tables["trips.txt"] = "route_id,service_id,trip_id,shape_id\none,s,t1,x\n"
        tables["stop_times.txt"] =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled\n"
            + "t1,10:10:00,10:10:00,A,1,\(distances[0])\nt1,10:20:00,10:20:00,B,2,\(distances[1])\n"
        let bytes = tables.mapValues { Array($0.utf8) }
        let reader = try FeedReader(
            [FeedTables(bytes, name: "town", prefix: "")], today: Day(daysSince1970: 20_784), zones: Zones(), walk: 0,
            pace: 1)
        return try Snapshot(reader, zones: Zones())
    }

    /// The stops are A and B; B is passed at 10 on the way out, and at 30 on the way back.
    @Test(
        arguments: [
            (["0", "30"], 1, 3), (["0", "10"], 1, 1), (["", ""], 1, 1),
            // Distances of another unit than the shape's, and such as go back, count for nothing.
            (["0", "30"], 1_000, 1), (["30", "0"], 1, 1),
        ] as [([String], Double, Int)]) func aLegIsCutWhereTheDistancesSay(
            distances: [String], unit: Double, corners: Int
        ) throws
    {
        let snapshot = try snapshot(distances: distances, unit: unit)
        let stops = [try #require(snapshot.index.stop("A")), try #require(snapshot.index.stop("B"))]
        let places = snapshot.places(shape: 0, stops: stops)
        let cut = snapshot.shapes[0].cut(from: places[0], to: places[1])
        #expect(cut.points.count == corners + 1)
        #expect(cut.points.first?.lat == 41 && abs((cut.points.last?.lat ?? 0) - 41.1) < 1e-6)
    }
}
