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
            case .ride(let ride):
                // Where the vehicle goes on as another trip, its sign changes, too.
                segments += ride.parts.enumerated().map { segment($1, staysSeated: $0 > 0) }
            case .walk(let walk): if let segment = segment(walk) { segments.append(segment) }
            }
        }
        return PlannedJourney(
            departure: snapshot.local(journey.departure, zone: from.zone),
            arrival: snapshot.local(journey.arrival, zone: to.zone),
            minutes: Self.minutes(journey.arrival - journey.departure), transfers: max(0, journey.transfers),
            walkingMinutes: segments.contains { $0.type == .walking && $0.minutes > 0 }
                ? Self.minutes(journey.walking) : 0,
            segments: segments)
    }

    /// The calls of a ride from getting on to getting off; where somebody stays seated, each stop once.
    func calls(of ride: Journey.Ride) -> [Network.Call] {
        var calls: [Network.Call] = []
        for part in ride.parts {
            let rest = self.calls(of: part)
            calls += calls.last?.stop == rest.first?.stop ? rest.dropFirst() : rest
        }
        return calls
    }

    private func calls(of part: Journey.Part) -> ArraySlice<Network.Call> {
        let all = timetable.calls(of: part.run)
        guard all.indices.contains(part.board), all.indices.contains(part.alight), part.board <= part.alight
        else { return [] }
        return all[part.board...part.alight]
    }

    private func segment(_ part: Journey.Part, staysSeated: Bool) -> JourneySegment {
        let (calls, trip, way) = (calls(of: part), timetable.trip(of: part.run), way(of: part))
        let line = trip.map { timetable.lines[Int($0.line)] }
        let (start, end) = (calls.first?.stop ?? 0, calls.last?.stop ?? 0)
        let departure = timetable.moment(of: part.run, on: part.day, call: part.board, arrives: false)
        let arrival = timetable.moment(of: part.run, on: part.day, call: part.alight, arrives: true)
        return JourneySegment(
            type: .transit, mode: Mode.name(of: line?.mode ?? 3), line: .text(line?.id ?? ""),
            lineName: .text(line.map(\.shownName) ?? ""), lineColor: line?.shownColor ?? .null,
            headsign: .text(timetable.headsign(of: trip, run: part.run)),
            origin: stop(start), destination: stop(end), staySeated: staysSeated ? true : nil,
            departure: .text(snapshot.local(departure, zone: timetable.stops[Int(start)].zone)),
            arrival: .text(snapshot.local(arrival, zone: timetable.stops[Int(end)].zone)),
            minutes: Self.minutes(arrival - departure),
            stops: calls.dropFirst().dropLast().map { stop($0.stop) }, coordinates: way.points.map { MapPoint($0) },
            heading: way.heading.map { .number($0) } ?? .null)
    }

    private func segment(_ walk: Journey.Walk) -> JourneySegment? {
        let (start, end) = (place(walk.from, or: from), place(walk.to, or: to))
        let known = walk.from.flatMap { from in walk.to.map { index.metres(from: from, to: $0) } }
        let metres = known ?? GeoLine.distance(start.1, end.1)
        // Nobody is told to walk from a station to its own platform in no time.
        guard walk.arrival > walk.departure || metres > 1 else { return nil }
        let way = GeoLine([start.1, end.1]).dense(every: Self.gap)
        return JourneySegment(
            type: .walking, mode: "walking", origin: start.0, destination: end.0,
            minutes: metres < 0.5 ? 0 : Self.minutes(walk.arrival - walk.departure),
            metres: .integer(Int64(metres.rounded())),
            coordinates: way.points.map { MapPoint($0) }, heading: way.heading.map { .number($0) } ?? .null)
    }

    private func place(_ number: UInt32?, or place: TravelPlace) -> (JourneyStop, GeoPoint) {
        if let number = number ?? place.stop { return (stop(number), index.place(of: number)) }
        let (point, text) = (place.point, "\(place.point.lat),\(place.point.lon)")
        return (JourneyStop(id: text, name: text, lat: point.lat, lon: point.lon), point)
    }

    func stop(_ number: UInt32) -> JourneyStop { timetable.stops[Int(number)].shown }

    /// The way of a ride's part on the map.
    private func way(of part: Journey.Part) -> GeoLine {
        let shape = timetable.trip(of: part.run)?.shape ?? Network.none
        if snapshot.shapes.indices.contains(Int(shape)), snapshot.shapes[Int(shape)].points.count > 1 {
            let places = snapshot.places(shape: shape, stops: timetable.calls(of: part.run).map(\.stop))
            if places.indices.contains(part.alight) {
                return snapshot.shapes[Int(shape)].cut(from: places[part.board], to: places[part.alight])
                    .dense(every: Self.gap)
            }
        }
        return GeoLine(calls(of: part).map { index.place(of: $0.stop) }).dense(every: Self.gap)
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

extension Network.Stop {
    /// The stop as apps read it.
    var shown: JourneyStop { JourneyStop(id: id, name: name, lat: latitude, lon: longitude) }
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
