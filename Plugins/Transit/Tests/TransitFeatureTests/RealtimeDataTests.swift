import Calendars
import FeatureKit
import GTFS
import Glibc
import Protobuf
import Testing
import TransitEngine
import WebJSON

@testable import TransitFeature

/// Messages that servers really sent, on the timetables that they were about.
///
/// What is expected was counted by another program.
@Suite(.enabled(if: unsafe access("../shared/data/gtfs/rt", R_OK) == 0, "the messages of shared/data are not here"))
struct RealtimeDataTests {
    private static let folder = "../shared/data/gtfs/"
    private static let known = Lock<[String: Snapshot]>([:])

    struct Known {
        let file, feed: String
        let made: Int
        var trips = 0
        var alerts = 0
        var vehicles = 0
        var unknownTrips = 0
        var unknownStops = 0
    }

    private func bytes(_ file: String) throws -> [UInt8] {
        let name = Self.folder + "rt/" + file
        let file = unsafe try #require(unsafe fopen(name, "re"))
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4 << 20)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        let read = Array(bytes.prefix(count))
        return name.hasSuffix(".json") ? RealtimeJSON.bytes(of: try JSONText.value(of: read)) : read
    }

    private func snapshot(_ feed: String, on moment: Int) throws -> Snapshot {
        if let known = Self.known.withLock({ $0[feed] }) { return known }
        let (zones, day) = (Zones(), Day(daysSince1970: moment / 86_400))
        let reader = try FeedReader(
            [try FeedTables(path: Self.folder + feed, prefix: "")], today: day, zones: zones, walk: 0, pace: 1.25)
        let snapshot = try Snapshot(reader.network, sequences: reader.sequences, shapes: [], zones: zones)
        Self.known.withLock { $0[feed] = snapshot }
        return snapshot
    }

    private func read(_ file: String, _ snapshot: Snapshot, at moment: Int) throws -> LiveSource {
        var source = LiveSource(prefix: "", at: Timestamp(seconds: moment))
        _ = try source.take(
            RealtimeMessage(try bytes(file)), of: snapshot, at: Timestamp(seconds: moment), until: .seconds(60))
        return source
    }

    @Test(arguments: [
        // Eight trips are added without a line: seven call at two stops or more.
        Known(file: "bart-trip-updates.pb", feed: "rt/bart-rt.zip", made: 1_565_199_921, trips: 72, unknownTrips: 19),
        Known(file: "example.pb", feed: "rt/bart-rt.zip", made: 1_559_008_978, trips: 26),
        Known(file: "ct-trip-updates.pb", feed: "rt/ct.zip", made: 1_699_405_534, trips: 19),
        Known(file: "ct-vehicle-positions.pb.json", feed: "rt/ct.zip", made: 1_699_405_559, vehicles: 14),
        Known(file: "raba-trip-updates.pb", feed: "rt/raba.zip", made: 1_749_416_885, trips: 9),
        Known(file: "raba-vehicle-positions.pb", feed: "rt/raba.zip", made: 1_749_416_906, vehicles: 1),
        Known(file: "BA-alerts.generated.pb", feed: "transitland/bart.zip", made: 1_527_719_250, alerts: 8),
        Known(file: "BA-alerts.json", feed: "transitland/bart.zip", made: 1_527_719_250, alerts: 8),
        Known(file: "oba_with_alerts.pb", feed: "rt/raba.zip", made: 1_710_854_836, unknownTrips: 502),
        Known(file: "otp_king-county-metro-1.pbf", feed: "rt/raba.zip", made: 1_630_596_716, unknownTrips: 627),
        Known(file: "otp_septa.pbf", feed: "rt/raba.zip", made: 1_680_120_572, unknownTrips: 35),
        Known(
            file: "oba_st_duplicated/TripUpdate-DUPLICATED-1690679342.json", feed: "rt/raba.zip", made: 1_690_679_342,
            unknownTrips: 15),
    ]) func aMessageIsReadAsAnotherProgramReadsIt(known: Known) throws {
        let snapshot = try snapshot(known.feed, on: known.made)
        let source = try read(known.file, snapshot, at: known.made)
        let said = source.said
        #expect(source.entities.made == known.made)
        #expect(said.updates.count == known.trips && said.unknownTrips == known.unknownTrips)
        #expect(said.alerts.count == known.alerts && said.vehicles.count == known.vehicles)
        #expect(said.unknownStops == known.unknownStops)
        #expect(snapshot.planned.applying(said.updates).ignoredUpdates == 0)
    }

    /// Each departure that a message names, or arrival where it names none, is the one in the timetable.
    @Test(arguments: [
        "BA", "BA-added", "BA-arrival-fallback", "BA-departure-fallback", "BA-stop-double-visit", "BA-stop-id-fallback",
    ]) func whatIsSaidOfCallsIsInTheTimetable(name: String) throws {
        let moment = 1_527_719_250
        let snapshot = try snapshot("transitland/bart.zip", on: moment)
        let said = try read(name + ".json", snapshot, at: moment).said
        #expect(said.unknownTrips == 0 && said.unknownStops == (name == "BA-stop-double-visit" ? 1 : 0))
        let live = snapshot.planned.applying(said.updates)
        #expect(live.ignoredUpdates == 0)
        let entities = try WireMessage(try bytes(name + ".json")[...]).messages(2)
        #expect(said.updates.count == entities.count)
        var count = 0
        for update in try entities.flatMap({ try $0.messages(3) }) {
            let id = try #require(try update.message(1)?.text(1))
            for call in try update.messages(2) {
                // Where nothing is said of the departure the train leaves no earlier than it arrives.
                let event = try call.message(3) ?? call.message(2)
                guard let departure = event?.signed(2), departure > 0 else { continue }
                let stop = try #require(call.text(4).flatMap { snapshot.index.stop($0) })
                let found = live.departures(of: [stop], from: departure, limit: 20).contains {
                    $0.moment == departure && live.trip(of: $0.run)?.id == id
                }
                // Nothing departs from the last stop of a trip.
                if call.text(4) != (try update.messages(2).last?.text(4)) { #expect(found, "\(id) at \(departure)") }
                count += found ? 1 : 0
            }
        }
        #expect(count > 0)
    }

    /// A bus that departs at 23:59 and 00:03 on one service day, whether it is said which or not.
    @Test(arguments: ["2359", "2400", "2401", "2402", "2403", "2445"], [true, false])
    func aTripAfterMidnightIsOfTheDayBefore(name: String, saysDay: Bool) throws {
        let file = "oba_wmata_service_day/sd1_\(name).json"
        let message = try WireMessage(try bytes(file)[...])
        let update = try #require(try message.messages(2).first?.message(3))
        let (moment, call) = (try #require(try message.message(1)?.signed(3)), try #require(try update.message(2)))
        let snapshot = try snapshot("rt/oba_wmata_service_day/sd1_gtfs.zip", on: moment)
        var source = LiveSource(prefix: "", at: Timestamp(seconds: moment))
        let bytes =
            saysDay
            ? try self.bytes(file)
            : TransitFeatureTests.message([
                part(3, trip(try update.message(1)?.text(1), on: nil) + part(2, try again(call)))
            ])
        _ = try source.take(
            RealtimeMessage(bytes), of: snapshot, at: Timestamp(seconds: moment), until: .seconds(60))
        let live = snapshot.planned.applying(source.said.updates)
        let stop = try #require(call.text(4).flatMap { snapshot.index.stop($0) })
        #expect(live.ignoredUpdates == 0 && source.said.unknownStops == 0)
        #expect(live.departures(of: [stop], from: moment, limit: 3).contains { $0.moment == moment })
    }

    /// Twenty messages a minute apart, in order and then again: those that are older than the last one are left aside.
    @Test func aRowOfMessagesEndsWithTheLastOne() throws {
        let snapshot = try snapshot("rt/raba.zip", on: 1_707_397_155)
        var source = LiveSource(prefix: "", at: Timestamp(seconds: 1_707_397_155))
        let names = [1_707_397_157, 1_707_397_217, 1_707_397_277, 1_707_398_365].map {
            "oba_nyct_multi_trips/\($0).ace.pb"
        }
        for name in names + names {
            _ = try source.take(
                RealtimeMessage(try bytes(name)), of: snapshot, at: Timestamp(seconds: 1_707_398_400),
                until: .seconds(60))
        }
        #expect(source.entities.outdated == 3)
        let last = try read(names[3], snapshot, at: 1_707_398_400)
        #expect(source.entities.made == last.entities.made && source.said.unknownTrips == last.said.unknownTrips)
        #expect(last.said.unknownTrips > 300)
    }
}

extension Timestamp {
    fileprivate init(seconds: Int) { self.init(nanoseconds: Int64(seconds) * 1_000_000_000) }
}

/// A call's stop number, stop and departure, written once more.
private func again(_ call: WireMessage) throws -> [UInt8] {
    number(1, UInt64(call.signed(1) ?? 0)) + part(4, call.text(4) ?? "")
        + part(3, number(2, UInt64(try call.message(3)?.signed(2) ?? 0)))
}
