internal import Calendars
internal import Days
internal import FeatureKit
internal import Geography
internal import TransitEngine

/// The timetable that holds and what is looked up in it; a new one takes its place as a whole.
final class Snapshot: Sendable {
    /// As it was planned.
    let planned: Timetable
    /// The stops and lines by their ids and names.
    let index: NetworkIndex
    /// The zone of the first timetable.
    let zone: Zone
    /// The zone of each number in the timetable.
    private let zones: [Zone]
    /// The first and the last day on which anything runs.
    let days: ClosedRange<Day>
    /// The timetables that became this one.
    private let parts: [FeedPart]
    /// Lines on the map, by their number.
    let shapes: [GeoLine]
    /// How far along each shape its points lie; nothing where the feed does not say.
    private let lengths: [[Float]]
    /// Where the stops of trips lie on their shapes, of those that were used last.
    let cuts = Lock(BoundedCache<CutKey, [GeoLine.Place]>(limit: 20_000))

    convenience init(_ reader: FeedReader, zones: Zones) throws {
        try self.init(
            reader.network, sequences: reader.sequences, shapes: reader.shapes, zones: zones,
            distances: reader.distances, lengths: reader.lengths, parts: reader.parts)
    }

    init(
        _ network: Network, sequences: [Int32], shapes: [GeoLine], zones known: Zones, distances: [Float] = [],
        lengths: [[Float]] = [], parts: [FeedPart] = []
    ) throws {
        planned = try Timetable(network)
        index = NetworkIndex(network, sequences: sequences, distances: distances)
        (self.shapes, self.lengths) = (shapes, lengths)
        zones = try network.zones.map { try known.zone($0.name) }
        zone = try zones.first ?? known.zone("Europe/Madrid")
        let start = Day(daysSince1970: network.days.first)
        days = network.runningDays(of: network.trips[...]) ?? start...start
        self.parts = parts
    }

    /// The timetables of stops.
    func parts(of stops: [UInt32]) -> [FeedPart] {
        parts.filter { part in stops.contains { part.stops.contains(Int($0)) } }
    }

    /// What tells the way of a trip from another one's.
    struct CutKey: Hashable {
        let shape: UInt32
        let stops: [UInt32]
    }

    /// Where the stops of a trip lie on its shape.
    func places(shape: UInt32, stops: [UInt32]) -> [GeoLine.Place] {
        let key = CutKey(shape: shape, stops: stops)
        if let known = cuts.withLock({ $0.use(key) }) { return known }
        let places = measured(shape, stops) ?? shapes[Int(shape)].places(of: stops.map { index.place(of: $0) })
        cuts.withLock { $0[key] = places }
        return places
    }

    /// Where the feed's distances put the stops of a trip; nil where it has none, or they put a stop far from its place.
    private func measured(_ shape: UInt32, _ stops: [UInt32]) -> [GeoLine.Place]? {
        guard lengths.indices.contains(Int(shape)), lengths[Int(shape)].count > 1,
            let distances = index.distances(shape: shape, stops: stops)
        else { return nil }
        let line = shapes[Int(shape)]
        let places = GeoLine.places(at: distances, where: lengths[Int(shape)])
        return zip(stops, places).allSatisfy { stop, place in
            line.cut(from: place, to: place).points.first.map {
                GeoLine.distance($0, index.place(of: stop)) < Self.farthest
            } ?? false
        } ? places : nil
    }

    /// How far from its place on a shape a stop may lie, in metres.
    private static let farthest = 500.0

    /// The zone of a number in the timetable.
    func zone(_ number: UInt16) -> Zone { zones.indices.contains(Int(number)) ? zones[Int(number)] : zone }

    /// A moment as clocks show it in a zone, without the zone: `2026-01-28T08:32:00`.
    func local(_ moment: Int, zone: UInt16 = 0) -> String {
        self.zone(zone).shown(Timestamp(nanoseconds: 0).advanced(by: .seconds(moment)))
    }
}

/// One of the timetables that became one.
struct FeedPart: Sendable {
    /// The numbers of its stops.
    let stops: Range<Int>
    /// The first and the last day on which anything runs.
    let days: ClosedRange<Day>
    /// Whether it says of any vehicle that it takes wheelchairs.
    let knowsWheelchairs: Bool
}

extension Network {
    /// The first and the last day on which one of some trips runs; nil where none does.
    func runningDays(of trips: ArraySlice<Trip>) -> ClosedRange<Day>? {
        let used = Set(trips.map(\.service))
        func runs(_ day: Int) -> Bool {
            used.contains { services.indices.contains(Int($0)) && services[Int($0)].contains(day) }
        }
        guard let first = (0..<days.count).first(where: runs), let last = (0..<days.count).last(where: runs) else {
            return nil
        }
        return Day(daysSince1970: days.first + first)...Day(daysSince1970: days.first + last)
    }
}
