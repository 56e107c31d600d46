internal import Calendars
internal import FeatureKit
internal import Geography
internal import TransitEngine

/// The timetable that holds and what is looked up in it; a new one takes its place as a whole.
final class Snapshot: Sendable {
    /// As it was planned.
    let planned: Timetable
    /// The stops and lines by their ids and names.
    let index: NetworkIndex
    /// The zone that days are meant in.
    let zone: Zone
    /// The zone of each number in the timetable.
    let zones: [Zone]
    /// The first and the last day on which anything runs.
    let days: ClosedRange<Day>
    /// Lines on the map, by their number.
    let shapes: [ShapeLine]
    /// Where the stops of trips lie on their shapes, of those that were used last.
    let cuts = Lock(BoundedCache<CutKey, [ShapeLine.Place]>(limit: 20_000))

    init(_ network: Network, sequences: [Int32], shapes: [ShapeLine], zones known: Zones) throws {
        planned = try Timetable(network)
        index = NetworkIndex(network, sequences: sequences)
        self.shapes = shapes
        zones = try network.zones.map { try known.zone($0.name) }
        zone = try zones.first ?? known.zone("Europe/Madrid")
        days = network.runningDays
    }

    /// What tells the way of a trip from another one's.
    struct CutKey: Hashable {
        let shape: UInt32
        let stops: [UInt32]
    }

    /// Where the stops of a trip lie on its shape.
    func places(shape: UInt32, stops: [UInt32]) -> [ShapeLine.Place] {
        let key = CutKey(shape: shape, stops: stops)
        if let known = cuts.withLock({ $0.use(key) }) { return known }
        let places = shapes[Int(shape)].places(of: stops.map { index.place(of: $0) })
        cuts.withLock { $0[key] = places }
        return places
    }

    /// A moment as clocks show it in a zone, without the zone: `2026-01-28T08:32:00`.
    func local(_ moment: Int, zone: UInt16 = 0) -> String {
        let zone = zones.indices.contains(Int(zone)) ? zones[Int(zone)] : self.zone
        let stamp = Timestamp(nanoseconds: 0).advanced(by: .seconds(moment))
        let shown = stamp.advanced(by: .seconds(zone.offset(at: stamp)))
        return String(shown.description.prefix(19))
    }
}

extension Network {
    /// The first and the last day on which a service runs; the first day of the network where none does.
    var runningDays: ClosedRange<Day> {
        let used = Set(trips.map(\.service))
        let running = (0..<days.count).filter { day in
            used.contains { services.indices.contains(Int($0)) && services[Int($0)].contains(day) }
        }
        let start = Day(daysSince1970: days.first)
        return start.advanced(by: running.first ?? 0)...start.advanced(by: running.last ?? 0)
    }
}
