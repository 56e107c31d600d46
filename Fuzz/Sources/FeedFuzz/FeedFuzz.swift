import Calendars
import FeatureKit
import GTFS
import Glibc
import Harness
import TransitEngine

@testable import TransitFeature

/// Any tables become a timetable with findings, or a problem, and what came of them is searched.
///
/// They are those of a zip file, or texts after lines such as `=== trips.txt` in the place of the invented timetable's.
@main enum FeedHarness {
    static func main() { exit(fuzz(read)) }
}

private let today = Day(daysSince1970: 20_784)
private let zones = Zones()
/// The invented tables with three trips, so that much is tried in a second.
private let invented = DemoFeed.tables(for: today).mapValues { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("trip_id") else { return bytes }
    let kept = text.split(separator: "\n").filter { line in
        ["trip_id", "DEMO_R2N_A_608,", "DEMO_R2N_B_628,", "DEMO_L1_A_300,"].contains { line.contains($0) }
    }
    return Array(kept.joined(separator: "\n").utf8)
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(FeedProblem) {
        let tables: FeedTables
        if bytes.starts(with: [0x50, 0x4B]) {
            tables = try FeedTables(zip: bytes, name: "zip", prefix: "")
        } else {
            tables = FeedTables(split(bytes), name: "text", prefix: "P_")
        }
        let reader = try FeedReader([tables], today: today, zones: zones, walk: 300, pace: 1.25)
        let report = reader.report
        require(report.findings.count <= 2_000, "more findings than the limit")
        require(report.errors + report.warnings == report.findings.count + report.unlisted, "a finding is lost")
        require(reader.sequences.count == reader.network.calls.count, "a call without a number")
        for stop in reader.network.stops { require((-90...90).contains(stop.latitude), "a stop nowhere on earth") }
        guard
            let snapshot = try? Snapshot(
                reader.network, sequences: reader.sequences, shapes: reader.shapes, zones: zones)
        else { return 0 }
        let network = reader.network
        guard let first = network.calls.first?.stop, let last = network.calls.last?.stop else { return 0 }
        let moment = snapshot.planned.moment(day: today.daysSince1970, seconds: 36_000, zone: 0)
        for (from, to) in [(first, last), (last, first)] {
            let query = Query(.departing(at: moment), from: [Query.Place(from)], to: [Query.Place(to)])
            for journey in Planner().journeys(query, in: snapshot.planned) {
                require(journey.departure >= moment && journey.arrival >= journey.departure, "a journey that goes back")
            }
        }
        require(snapshot.planned.departures(of: [first], from: moment, limit: 5).count <= 5, "too many departures")
    } catch { require(!error.description.isEmpty, "a problem without words") }
    return 0
}

/// The invented tables, with those of the bytes in their place.
private func split(_ bytes: [UInt8]) -> [String: [UInt8]] {
    var tables = invented
    for piece in String(decoding: bytes, as: UTF8.self).split(separator: "=== ") {
        let end = piece.firstIndex(of: "\n") ?? piece.endIndex
        tables[String(piece[..<end])] = Array(piece[end...].dropFirst().utf8)
    }
    return tables
}
