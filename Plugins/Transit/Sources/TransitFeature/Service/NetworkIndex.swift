internal import Days
internal import FeatureKit
internal import Geography
internal import TransitEngine

/// The stops and lines of a network by ids, names and places.
struct NetworkIndex: Sendable {
    /// The lines with what is drawn of them.
    struct Line: Sendable {
        /// The shape that most of its trips have, for each direction.
        var shapes: [UInt8: UInt32] = [:]
        /// The stops of its longest trip.
        var stops: [UInt32] = []
    }

    let lines: [Line]
    private let network: Network
    /// The number that each call has in its feed.
    private let sequences: [Int32]
    /// How far along its shape each call lies.
    private let distances: [Float]
    private let stopNumbers: [String: UInt32]
    private let lineNumbers: [String: UInt32]
    private let tripNumbers: [String: UInt32]
    private let children: [UInt32: [UInt32]]
    private let names: [String]
    private let isServed: [Bool]
    /// The stops that something calls at.
    private let places: GeoIndex
    private let walks: [UInt64: Float]
    private let repeated: Set<UInt32>
    private let lineTrips: [UInt32: [UInt32]]

    var stops: [Network.Stop] { network.stops }

    /// A trip as it was planned.
    struct Trip {
        let number: UInt32
        let plan: Network.Trip
        let calls: [Network.Call]
        /// The number that each call has in its feed.
        let sequences: [Int]
        let isRepeated: Bool
    }

    /// The trip of an id.
    func trip(_ id: String) -> Trip? {
        tripNumbers[id].map { trip($0) }
    }

    private func trip(_ number: UInt32) -> Trip {
        let calls = network.calls(of: number)
        return Trip(
            number: number, plan: network.trips[Int(number)], calls: Array(calls),
            sequences: sequences[calls.indices].map { Int($0) }, isRepeated: repeated.contains(number))
    }

    /// The one trip of a line that starts at a time on a day; nil where there are none or several.
    func trip(of line: UInt32, direction: UInt64?, start: Int32, on day: Int) -> Trip? {
        let found = (lineTrips[line] ?? []).filter { number in
            let trip = network.trips[Int(number)]
            return (direction ?? UInt64(trip.direction)) == trip.direction && runs(trip, on: day)
                && (network.calls[Int(trip.firstCall)].departure == start || repeated.contains(number))
        }
        return found.count == 1 ? trip(found[0]) : nil
    }

    /// How far along a shape trips with these stops call; nil where the feed does not say of all, or they go back.
    func distances(shape: UInt32, stops: [UInt32]) -> ArraySlice<Float>? {
        let trip = network.trips.indices.first { trip in
            network.trips[trip].shape == shape
                && network.calls(of: UInt32(trip)).elementsEqual(stops) { $0.stop == $1 }
        }
        guard let trip, distances.count == network.calls.count else { return nil }
        let found = distances[network.calls(of: UInt32(trip)).indices]
        return zip(found, found.dropFirst()).allSatisfy { $0 <= $1 } ? found : nil
    }

    /// The service day of a trip: the one that is said or, after midnight, the one before; next to a moment where none is said.
    func day(of trip: Trip, said day: Int?, near moment: Int, in timetable: Timetable) -> Int {
        if let day {
            let isLate = trip.calls.first.map { $0.departure >= 86_400 } ?? false
            return isLate && !runs(trip.plan, on: day) && runs(trip.plan, on: day - 1) ? day - 1 : day
        }
        let zone = timetable.lines[Int(trip.plan.line)].zone
        let today = timetable.day(at: moment, zone: zone)
        func distance(_ day: Int) -> Int {
            let start = timetable.moment(day: day, seconds: trip.calls.first?.departure ?? 0, zone: zone)
            let end = timetable.moment(day: day, seconds: trip.calls.last?.arrival ?? 0, zone: zone)
            return max(start - moment, moment - end, 0)
        }
        let days = (today - 2...today + 1).filter { runs(trip.plan, on: $0) }
        return days.min { distance($0) < distance($1) } ?? today
    }

    private func runs(_ trip: Network.Trip, on day: Int) -> Bool {
        network.services[Int(trip.service)].contains(day - network.days.first)
    }

    init(_ network: Network, sequences: [Int32], distances: [Float] = []) {
        (self.network, self.sequences, self.distances) = (network, sequences, distances)
        (stopNumbers, lineNumbers) = (Self.numbers(network.stops.map(\.id)), Self.numbers(network.lines.map(\.id)))
        tripNumbers = Self.numbers(network.trips.map(\.id))
        repeated = Set(network.frequencies.map(\.trip))
        lineTrips = Dictionary(grouping: 0..<UInt32(network.trips.count)) { network.trips[Int($0)].line }
        names = network.stops.map { $0.name.folded }
        var children: [UInt32: [UInt32]] = [:]
        for (number, stop) in network.stops.enumerated() where stop.parent != Network.none {
            children[stop.parent, default: []].append(UInt32(number))
        }
        self.children = children
        isServed = network.isServed
        var places = GeoIndex()
        for (number, stop) in network.stops.enumerated() where isServed[number] {
            places.insert(GeoPoint(lat: stop.latitude, lon: stop.longitude), id: stop.id, number: number)
        }
        self.places = places
        walks = Dictionary(
            network.footpaths.map { (UInt64($0.from) << 32 | UInt64($0.to), $0.metres) },
            uniquingKeysWith: { first, _ in first })
        lines = Self.lines(of: network)
    }

    private static func numbers(_ ids: [String]) -> [String: UInt32] {
        Dictionary(ids.enumerated().map { ($1, UInt32($0)) }, uniquingKeysWith: { first, _ in first })
    }

    private static func lines(of network: Network) -> [Line] {
        var lines = [Line](repeating: Line(), count: network.lines.count)
        var counts = [[UInt64: Int]](repeating: [:], count: network.lines.count)
        for (number, trip) in network.trips.enumerated() {
            let line = Int(trip.line)
            if trip.shape != Network.none {
                counts[line][UInt64(trip.direction) << 32 | UInt64(trip.shape), default: 0] += 1
            }
            guard Int(trip.callCount) > lines[line].stops.count else { continue }
            lines[line].stops = network.calls(of: UInt32(number)).map(\.stop)
        }
        for line in lines.indices {
            for (key, _) in counts[line].sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) })
            where lines[line].shapes[UInt8(key >> 32)] == nil {
                lines[line].shapes[UInt8(key >> 32)] = UInt32(truncatingIfNeeded: key)
            }
        }
        return lines
    }

    /// The number of a stop.
    func stop(_ id: String) -> UInt32? { stopNumbers[id] }

    /// The number of a line.
    func line(_ id: String) -> UInt32? { lineNumbers[id] }

    /// The first line whose longest trip calls at stops in their order, in either direction.
    func line(along stops: [UInt32]) -> UInt32? {
        lines.indices.first { number in
            [lines[number].stops, lines[number].stops.reversed()].contains { way in
                var rest = stops[...]
                for stop in way where stop == rest.first { rest.removeFirst() }
                return rest.isEmpty
            }
        }.map { UInt32($0) }
    }

    /// Where a stop is.
    func place(of stop: UInt32) -> GeoPoint {
        GeoPoint(lat: stops[Int(stop)].latitude, lon: stops[Int(stop)].longitude)
    }

    /// A stop and, of a station, what belongs to it.
    func platforms(of stop: UInt32) -> [UInt32] {
        var (found, next) = ([stop], children[stop] ?? [])
        while let child = next.popLast(), found.count < 1_000 {
            guard !found.contains(child) else { continue }
            found.append(child)
            next += children[child] ?? []
        }
        return found
    }

    /// How far a footpath is, in metres; as the crow flies where no footpath says.
    func metres(from: UInt32, to: UInt32) -> Double {
        if let known = walks[UInt64(from) << 32 | UInt64(to)], known > 0 { return Double(known) }
        return GeoLine.distance(place(of: from), place(of: to))
    }

    /// The stops around a place that something calls at, the nearest first.
    func near(_ place: GeoPoint, within metres: Double, limit: Int) -> [GeoIndex.Hit] {
        places.nearest(limit, to: place, within: metres)
    }

    /// The id of a stop that somebody may have meant.
    func suggestion(for id: String) -> String? {
        stops.count <= 20_000 ? Suggestion.closest(to: id, in: stops.map(\.id)) : nil
    }

    /// The stops that something calls at whose names hold a text, without accents and case, or by id: stations first.
    ///
    /// A platform of a station that is found is left out.
    func search(_ text: String, limit: Int) -> [UInt32] {
        let wanted = text.folded
        let found = stops.indices.filter { stop in
            stops[stop].id == text
                || names[stop].contains(wanted)
                    && (isServed[stop] || platforms(of: UInt32(stop)).contains { isServed[Int($0)] })
        }
        let all = Set(found)
        let roots = found.filter { stops[$0].parent == Network.none || !all.contains(Int(stops[$0].parent)) }
        func rank(_ stop: Int) -> (Int, Int, String, String) {
            (
                names[stop] == wanted ? 0 : names[stop].hasPrefix(wanted) ? 1 : 2,
                children[UInt32(stop)] == nil ? 1 : 0, names[stop], stops[stop].id
            )
        }
        return roots.sorted { rank($0) < rank($1) }.prefix(limit).map { UInt32($0) }
    }
}
