internal import FeatureKit
internal import Geography
internal import TransitContracts
internal import TransitEngine

/// Writes what the engine found as apps read it.
struct JourneyWriter {
    /// How far apart the points of a way lie at most, in metres.
    private static let gap = 50.0

    let snapshot: Snapshot
    let timetable: Timetable
    /// Where the journeys start and end.
    let from: TravelPlace
    let to: TravelPlace

    private var index: NetworkIndex { snapshot.index }

    func journey(_ journey: Journey) -> PlannedJourney {
        var segments: [JourneySegment] = []
        for leg in journey.legs {
            switch leg {
            case .ride(let ride): segments.append(segment(ride))
            case .walk(let walk): if let segment = segment(walk) { segments.append(segment) }
            }
        }
        let zone = journey.rides.first.flatMap { calls(of: $0).first.map { timetable.stops[Int($0.stop)].zone } } ?? 0
        let endZone = journey.rides.last.flatMap { calls(of: $0).last.map { timetable.stops[Int($0.stop)].zone } } ?? 0
        return PlannedJourney(
            departure: snapshot.local(journey.departure, zone: zone),
            arrival: snapshot.local(journey.arrival, zone: endZone),
            minutes: Self.minutes(journey.arrival - journey.departure), transfers: max(0, journey.transfers),
            walkingMinutes: Self.minutes(journey.walking), segments: segments)
    }

    /// The calls of a ride from getting on to getting off; where somebody stays seated, each stop once.
    func calls(of ride: Journey.Ride) -> [Network.Call] {
        var calls: [Network.Call] = []
        for part in ride.parts {
            let all = timetable.calls(of: part.run)
            guard all.indices.contains(part.board), all.indices.contains(part.alight), part.board <= part.alight
            else { continue }
            let rest = all[part.board...part.alight]
            calls += calls.last?.stop == rest.first?.stop ? rest.dropFirst() : rest
        }
        return calls
    }

    private func segment(_ ride: Journey.Ride) -> JourneySegment {
        let calls = calls(of: ride)
        let first = ride.parts.first.flatMap { timetable.trip(of: $0.run) }
        let last = ride.parts.last.flatMap { timetable.trip(of: $0.run) }
        let line = first.map { timetable.lines[Int($0.line)] }
        let (start, end) = (calls.first?.stop ?? 0, calls.last?.stop ?? 0)
        let way = ride.parts.reduce(GeoLine([])) { way, part in way.joined(self.way(of: part)) }
        return JourneySegment(
            type: .transit, mode: Mode.name(of: line?.mode ?? 3), line: .text(line?.id ?? ""),
            lineName: .text(line.map(\.shownName) ?? ""), lineColor: line?.shownColor ?? .null,
            headsign: .text(timetable.headsign(of: last, run: ride.parts.last?.run)),
            origin: stop(start), destination: stop(end),
            departure: .text(snapshot.local(ride.departure, zone: timetable.stops[Int(start)].zone)),
            arrival: .text(snapshot.local(ride.arrival, zone: timetable.stops[Int(end)].zone)),
            minutes: Self.minutes(ride.arrival - ride.departure),
            stops: calls.dropFirst().dropLast().map { stop($0.stop) }, coordinates: way.points.map { MapPoint($0) },
            heading: way.heading.map { .number($0) } ?? .null)
    }

    private func segment(_ walk: Journey.Walk) -> JourneySegment? {
        let (start, end) = (place(walk.from, or: from), place(walk.to, or: to))
        let metres: Double
        if let from = walk.from, let to = walk.to {
            metres = index.metres(from: from, to: to)
        } else {
            metres = GeoLine.distance(start.1, end.1)
        }
        // Nobody is told to walk from a station to its own platform in no time.
        guard walk.arrival > walk.departure || metres > 1 else { return nil }
        let way = GeoLine([start.1, end.1]).dense(every: Self.gap)
        return JourneySegment(
            type: .walking, mode: "walking", origin: start.0, destination: end.0,
            minutes: Self.minutes(walk.arrival - walk.departure), metres: .integer(Int64(metres.rounded())),
            coordinates: way.points.map { MapPoint($0) }, heading: way.heading.map { .number($0) } ?? .null)
    }

    private func place(_ number: UInt32?, or place: TravelPlace) -> (JourneyStop, GeoPoint) {
        if let number { return (stop(number), index.place(of: number)) }
        switch place.shown {
        case .stop(let number): return (stop(number), index.place(of: number))
        case .point(let point): return (JourneyStop(id: "", name: "", lat: point.lat, lon: point.lon), point)
        }
    }

    func stop(_ number: UInt32) -> JourneyStop {
        let stop = timetable.stops[Int(number)]
        return JourneyStop(id: stop.id, name: stop.name, lat: stop.latitude, lon: stop.longitude)
    }

    /// The way of a ride's part on the map.
    private func way(of part: Journey.Part) -> GeoLine {
        let all = timetable.calls(of: part.run)
        guard all.indices.contains(part.board), all.indices.contains(part.alight), part.board < part.alight else {
            return GeoLine([])
        }
        let shape = timetable.trip(of: part.run)?.shape ?? Network.none
        if snapshot.shapes.indices.contains(Int(shape)), snapshot.shapes[Int(shape)].points.count > 1 {
            let places = snapshot.places(shape: shape, stops: all.map(\.stop))
            if places.indices.contains(part.alight) {
                return snapshot.shapes[Int(shape)].cut(from: places[part.board], to: places[part.alight])
                    .dense(every: Self.gap)
            }
        }
        return GeoLine(all[part.board...part.alight].map { index.place(of: $0.stop) }).dense(every: Self.gap)
    }

    /// Minutes, rounded up as a person would say them.
    static func minutes(_ seconds: Int) -> Int { max(0, (seconds + 59) / 60) }
}

extension Timetable {
    /// What the front of a vehicle says; where the feed does not say, the name of its last stop.
    func headsign(of trip: Network.Trip?, run: UInt32?) -> String {
        if let trip, headsigns.indices.contains(Int(trip.headsign)) { return headsigns[Int(trip.headsign)] }
        return run.flatMap { calls(of: $0).last }.map { stops[Int($0.stop)].name } ?? ""
    }
}

extension Network.Line {
    /// What passengers call it.
    var shownName: String { name.isEmpty ? (longName.isEmpty ? id : longName) : name }
    /// Its colour as apps write it, or null.
    var shownColor: Value { color.isEmpty ? .null : .text("#" + color) }
}

extension MapPoint {
    /// A point to a tenth of a metre.
    init(_ point: GeoPoint) {
        self.init(lat: (point.lat * 1e6).rounded() / 1e6, lon: (point.lon * 1e6).rounded() / 1e6)
    }
}
