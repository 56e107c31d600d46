internal import CSV
internal import Calendars
internal import FeatureKit
internal import GTFS
internal import Geography
internal import TransitEngine

extension FeedReader {
    /// A call as it stands in the table.
    struct RawCall {
        var trip: Int
        var sequence: Int
        var stop: UInt32
        var arrival: Int32?
        var departure: Int32?
        var boarding: Network.Boarding
        var distance = Float.nan
        /// The line of the table.
        var line = 0
    }

    mutating func takeCalls(_ feed: FeedTables, _ found: [Network.Trip], _ numbers: [String: Int]) {
        let table = feed["stop_times.txt"]
        let (id, arrival, departure) = (
            table.column("trip_id"), table.column("arrival_time"), table.column("departure_time")
        )
        let (stop, sequence) = (table.column("stop_id"), table.column("stop_sequence"))
        let (pickup, dropOff) = (table.column("pickup_type"), table.column("drop_off_type"))
        let distance = table.column("shape_dist_traveled")
        var calls: [RawCall] = []
        var isSorted = true
        table.each { row in
            guard let trip = numbers[row.text(id)] else {
                return note(feed, "stop_times.txt", row, "there is no trip \(row.text(id))")
            }
            guard let number = stops[row.text(stop)] else {
                return note(feed, "stop_times.txt", row, "there is no stop \(row.text(stop))")
            }
            var boarding: Network.Boarding = []
            if row.number(pickup) != 1 { boarding.insert(.pickup) }
            if row.number(dropOff) != 1 { boarding.insert(.dropOff) }
            let call = RawCall(
                trip: trip, sequence: row.number(sequence) ?? 0, stop: number, arrival: row.time(arrival),
                departure: row.time(departure), boarding: boarding,
                distance: row.decimal(distance).map { Float($0) } ?? .nan, line: row.line)
            if let last = calls.last, (last.trip, last.sequence) > (call.trip, call.sequence) { isSorted = false }
            calls.append(call)
        }
        if !isSorted { calls.sort { ($0.trip, $0.sequence) < ($1.trip, $1.sequence) } }
        var start = 0
        while start < calls.count {
            var end = start
            while end < calls.count, calls[end].trip == calls[start].trip { end += 1 }
            var trip = found[calls[start].trip]
            let name = String(trip.id.dropFirst(feed.prefix.count))
            if let row = Self.timed(calls[start..<end]), row.count > 1 {
                trip.firstCall = UInt32(network.calls.count)
                trip.callCount = UInt32(row.count)
                trips[name] = UInt32(network.trips.count)
                network.trips.append(trip)
                network.calls += row
                sequences += calls[start..<end].map { Int32(clamping: $0.sequence) }
                distances += calls[start..<end].map(\.distance)
            } else {
                let what = "the trip \(name) has times that go back, or none at an end"
                note(feed, "stop_times.txt", line: calls[start].line, what)
            }
            start = end
        }
        takeFrequencies(feed)
    }

    /// The calls with the times that are left blank put evenly between those that are not; nil where times go back.
    static func timed(_ raw: ArraySlice<RawCall>) -> [Network.Call]? {
        StopTimes.filled(raw.map { ($0.arrival, $0.departure) }).map { times in
            zip(raw, times).map {
                Network.Call(stop: $0.stop, arrival: $1.arrival, departure: $1.departure, boarding: $0.boarding)
            }
        }
    }

    private mutating func takeFrequencies(_ feed: FeedTables) {
        feed["frequencies.txt"].each { row in
            guard let trip = trips[row.text("trip_id")], let first = row.time("start_time"),
                let last = row.time("end_time"),
                let every = row.number("headway_secs"), (1...86_400).contains(every), first < last
            else { return note(feed, "frequencies.txt", row, "it names no trip, or no times and headway") }
            network.frequencies.append(
                Network.Frequency(
                    trip: trip, start: first, end: last, headway: Int32(every)))
        }
    }

    mutating func takeTransfers(_ feed: FeedTables) {
        /// The number of what a column names; none where it names nothing, nil where there is no such thing.
        func number(_ column: String, _ row: CSVTable.Row, _ known: [String: UInt32]) -> UInt32? {
            row.text(column).isEmpty ? Network.none : known[row.text(column)]
        }
        feed["transfers.txt"].each { row in
            let kind =
                Network.TransferRule.Kind(rawValue: UInt8(clamping: row.number("transfer_type") ?? 0)) ?? .recommended
            // A rule that names what there is not would be one for all.
            guard let lineOff = number("from_route_id", row, lines), let lineOn = number("to_route_id", row, lines),
                let tripOff = number("from_trip_id", row, trips), let tripOn = number("to_trip_id", row, trips)
            else { return note(feed, "transfers.txt", row, "it names a line or trip that there is not", error: false) }
            // Who stays seated need not say where.
            let last = tripOff == Network.none ? nil : network.calls(of: tripOff).last?.stop
            let first = tripOn == Network.none ? nil : network.calls(of: tripOn).first?.stop
            guard let start = row.text("from_stop_id").isEmpty ? last : stops[row.text("from_stop_id")],
                let end = row.text("to_stop_id").isEmpty ? first : stops[row.text("to_stop_id")]
            else { return note(feed, "transfers.txt", row, "it names a stop that there is not", error: false) }
            var rule = Network.TransferRule(
                from: start, to: end, kind: kind, seconds: row.number("min_transfer_time").map { Int32(clamping: $0) })
            (rule.fromLine, rule.toLine, rule.fromTrip, rule.toTrip) = (lineOff, lineOn, tripOff, tripOn)
            network.rules.append(rule)
        }
    }

    /// Walks between stops near each other, and those that transfers name where none is so near.
    mutating func addFootpaths(walk: Int, pace: Double) {
        var isServed = network.isServed
        var index = GeoIndex()
        let places = network.stops.map { GeoPoint(lat: $0.latitude, lon: $0.longitude) }
        // A stop without a place is nowhere near another one.
        for stop in places.indices where places[stop] == GeoPoint(lat: 0, lon: 0) { isServed[stop] = false }
        for stop in places.indices where isServed[stop] {
            index.insert(places[stop], id: network.stops[stop].id, number: stop)
        }
        var known: Set<UInt64> = []
        func add(_ from: UInt32, _ to: UInt32, metres: Double, seconds: Int32? = nil) {
            guard from != to, known.insert(UInt64(from) << 32 | UInt64(to)).inserted else { return }
            network.footpaths.append(
                Network.Footpath(
                    from: from, to: to, seconds: seconds ?? Int32((metres / pace).rounded(.up)), metres: Float(metres)))
        }
        for stop in places.indices where isServed[stop] && walk > 0 {
            for hit in index.nearest(200, to: places[stop], within: Double(walk) + 1) {
                let metres = GeoLine.distance(places[stop], places[hit.number])
                if metres <= Double(walk) { add(UInt32(stop), UInt32(hit.number), metres: metres) }
            }
        }
        // A rule of some lines or trips makes no way for all: how long it takes is its own.
        for (number, rule) in network.rules.enumerated() where rule.kind.rawValue <= 2 {
            guard rule.isForAll else {
                let metres = GeoLine.distance(places[Int(rule.from)], places[Int(rule.to)])
                let isUntimed = rule.seconds == nil && rule.from != rule.to
                if isUntimed { network.rules[number].seconds = Int32((metres / pace).rounded(.up)) }
                continue
            }
            add(
                rule.from, rule.to, metres: places[Int(rule.from)].distance(to: places[Int(rule.to)]),
                seconds: rule.seconds)
        }
    }
}

extension Network {
    /// Whether anything calls at each stop.
    var isServed: [Bool] {
        calls.reduce(into: [Bool](repeating: false, count: stops.count)) { $0[Int($1.stop)] = true }
    }

    /// The calls of a trip.
    func calls(of trip: UInt32) -> ArraySlice<Call> {
        let first = Int(trips[Int(trip)].firstCall)
        return calls[first..<first + Int(trips[Int(trip)].callCount)]
    }
}
