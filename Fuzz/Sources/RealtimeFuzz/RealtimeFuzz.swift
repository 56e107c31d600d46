import Calendars
import FeatureKit
import GTFS
import Glibc
import Harness
import TransitEngine

@testable import TransitFeature

/// Any bytes are a message of GTFS-realtime or refused; what was read is searched, is the same when it is said again, and the same
/// after the timetable was read again.
@main enum RealtimeHarness {
    static func main() { exit(fuzz(read)) }
}

private let now = Timestamp(nanoseconds: 1_795_770_000_000_000_000)

private let snapshot: Snapshot = needed("timetable") {
    let (day, zones) = (Day(daysSince1970: 20_784), Zones())
    let tables = FeedTables(DemoFeed.tables(for: day), name: "demo", prefix: "")
    let reader = try FeedReader([tables], today: day, zones: zones, walk: 300, pace: 1.25)
    return try Snapshot(reader.network, sequences: reader.sequences, shapes: reader.shapes, zones: zones)
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let message = try? RealtimeMessage(Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
    var live = LiveBoard()
    do throws(TransitRefusal) {
        _ = try live.take(message, from: "a", prefix: "", of: snapshot, at: now, until: .seconds(60))
    } catch { return 0 }
    let board = Board(snapshot, live)
    let said = live.sources["a"]?.said ?? LiveChanges()
    require(said.updates.count + said.unknownTrips + said.alerts.count <= 3 * count, "more than was said")
    for stop in snapshot.planned.stops.indices {
        let found = board.timetable.departures(of: [UInt32(stop)], from: Int(now.seconds), limit: 10)
        require(found.map(\.moment) == found.map(\.moment).sorted(), "departures in no order")
        for departure in found {
            require((0...8).contains(board.vehicle(of: departure)?.occupancy ?? 0), "fuller than full")
        }
    }
    for alert in board.alerts { _ = alert.announcement(snapshot) }
    // Said again, and read in another timetable.
    do throws(TransitRefusal) {
        _ = try live.take(message, from: "a", prefix: "", of: snapshot, at: now, until: .seconds(60))
    } catch { require(false, "what was taken is refused when it is said again") }
    live.read(for: snapshot)
    let again = live.sources["a"]?.said ?? LiveChanges()
    require(
        again.updates.count == said.updates.count && again.alerts == said.alerts
            && again.vehicles.count == said.vehicles.count, "another meaning")
    return 0
}
