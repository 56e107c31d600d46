import Calendars
import GTFS
import Testing
import TransitEngine

@testable import TransitFeature

@Suite struct TransferRuleTests {
    private let today = Day(daysSince1970: 20_784)

    /// Reads the invented timetable with rows of transfers.txt.
    private func read(_ rows: String...) throws -> Network {
        var tables = DemoFeed.tables(for: today)
        let head = "from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_route_id,to_route_id"
        tables["transfers.txt"] = Array(([head] + rows).joined(separator: "\n").utf8)
        return try FeedReader(
            [FeedTables(tables, name: "demo", prefix: "")], today: today, zones: Zones(), walk: 300, pace: 1.25
        ).network
    }

    /// Whether somebody walks from one stop to another one, who neither came by a vehicle nor goes on by one.
    private func walks(_ from: String, _ to: String, in network: Network) throws -> Bool {
        let ends = try [from, to].map { id in
            Query.Place(UInt32(try #require(network.stops.firstIndex { $0.id == id })))
        }
        let timetable = try Timetable(network)
        let noon = timetable.moment(day: today.daysSince1970, seconds: 43_200, zone: 0)
        let query = Query(.departing(at: noon), from: [ends[0]], to: [ends[1]])
        return Planner().journeys(query, in: timetable).contains { $0.transfers < 0 }
    }

    @Test(arguments: ["0,", "1,", "2,600"]) func aRuleOfOneLineMakesNoWayForAll(kind: String) throws {
        let plain = try read()
        let ruled = try read("DEMO_L1_MERCAT,DEMO_SANTS,\(kind),DEMO_L1,")
        #expect(ruled.footpaths.count == plain.footpaths.count && ruled.rules.count == 1)
        #expect(try !walks("DEMO_L1_MERCAT", "DEMO_SANTS", in: ruled))
        // Without the line it is one for all.
        let general = try read("DEMO_L1_MERCAT,DEMO_SANTS,\(kind),,")
        #expect(general.footpaths.count == plain.footpaths.count + 1)
        #expect(try walks("DEMO_L1_MERCAT", "DEMO_SANTS", in: general))
    }

    /// People who come by the line walk as long as the rule says or, where it does not, as it is far.
    @Test(arguments: [("2,900", 900), ("2,", 737), ("0,", 737)])
    func thoseOfTheLineWalk(kind: String, seconds: Int) throws {
        var network = try read("DEMO_L1_MERCAT,DEMO_SANTS,\(kind),DEMO_L1,")
        network.footpaths = []
        let stop = { (id: String) in UInt32(try #require(network.stops.firstIndex { $0.id == id })) }
        let timetable = try Timetable(network)
        let noon = timetable.moment(day: today.daysSince1970, seconds: 43_200, zone: 0)
        let query = Query(
            .departing(at: noon), from: [Query.Place(try stop("DEMO_L1_HOSPITAL"))],
            to: [Query.Place(try stop("DEMO_CLOT"))])
        let journey = try #require(Planner().journeys(query, in: timetable).first)
        #expect(journey.transfers == 1 && abs(journey.walking - seconds) <= 1)
    }
}
