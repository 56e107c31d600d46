/// A network as it is searched: a value that never changes.
public struct Timetable: Sendable {
    /// The days on which services may run.
    public let days: ServiceDays
    /// The time zones.
    public let zones: [Network.Zone]
    /// Stops, platforms and stations.
    public let stops: [Network.Stop]
    /// The lines.
    public let lines: [Network.Line]
    /// The texts on the front of vehicles.
    public let headsigns: [String]
    /// How many changes were not applied, because they name what was not planned or their times go back.
    public internal(set) var ignoredUpdates = 0

    /// What was planned, on which changes are laid.
    let plan: Plan
    var tables: Tables
    var bounds: Bounds
    var services: [DaySet]
    /// Trips that were not planned.
    var added: [Network.Trip] = []
    /// The planned run of each run that has other times.
    var planned: [UInt32: UInt32] = [:]
    /// How many days after its own a run may still be under way.
    var daysAhead: Int
    var views = DayViews()
    var arena: Arena

    /// What does not change with changes of trips.
    final class Plan: Sendable {
        let places: Places
        let trips: [Network.Trip]
        let rules: [Network.TransferRule]
        let distances: Distances
        let tables: Tables
        let bounds: Bounds
        let services: [DaySet]
        /// The runs, by trip.
        let order: [UInt32]
        let hasSeats: Bool
        let arena: Arena

        init(_ network: Network, places: Places, tables: Tables, bounds: Bounds, arena: Arena) {
            self.bounds = bounds
            (self.places, self.tables, self.arena) = (places, tables, arena)
            (trips, services, distances) = (network.trips, network.services, Distances(network))
            rules = network.rules.filter { $0.kind == .inSeat || $0.kind == .notInSeat }
            hasSeats = !rules.isEmpty || trips.contains { $0.block != Network.none }
            order = (0..<UInt32(tables.runs.count)).sorted {
                (tables.runs[$0].trip, $0) < (tables.runs[$1].trip, $1)
            }
        }

        func runs(of trip: UInt32) -> ArraySlice<UInt32> {
            let first = order.partitioningIndex { tables.runs[$0].trip >= trip }
            return order[first...].prefix { tables.runs[$0].trip == trip }
        }
    }

    /// Builds what is searched.
    public init(_ network: Network) throws(TimetableProblem) {
        try network.check()
        (days, zones, stops, lines) = (network.days, network.zones, network.stops, network.lines)
        (headsigns, services) = (network.headsigns, network.services)
        let places = try Places(network)
        let arena = Arena()
        var builder = PatternBuilder()
        builder.add(try network.members(), calls: network.calls) { member, call in
            places.place(of: call.stop, line: member.line, trip: member.trip)
        }
        let events = arena.column(builder.events)
        let hasSeats = network.trips.contains { $0.block != Network.none } || !network.rules.isEmpty
        let seats =
            hasSeats
            ? Seats(
                network.rules, trips: { network.trips[Int($0)] }, patterns: builder.patterns,
                patternStops: builder.patternStops, runs: builder.runs, event: { builder.events[$1] }, stops: stops,
                services: services, places: places) : Seats()
        tables = Tables(
            patterns: builder.patterns, patternStops: builder.patternStops, runs: builder.runs,
            planned: builder.patterns.count, plannedEvents: events, liveEvents: arena.column([]),
            places: PlaceTables(places, stops: network.stops, in: arena), seats: seats, in: arena)
        bounds = Bounds(tables, in: arena)
        plan = Plan(network, places: places, tables: tables, bounds: bounds, arena: arena)
        daysAhead = tables.daysAhead
        self.arena = arena
    }

    /// How many bytes its columns take.
    public var bytes: Int { plan.arena.bytes + (arena === plan.arena ? 0 : arena.bytes) }

    /// How many patterns there are: rows of runs of which none overtakes another one.
    public var patternCount: Int { tables.patterns.count }

    /// The trip that a run is of.
    public func trip(of run: UInt32) -> Network.Trip? {
        guard run < tables.runs.count else { return nil }
        let trip = Int(tables.runs[run].trip)
        return trip < plan.trips.count ? plan.trips[trip] : added[trip - plan.trips.count]
    }

    /// The place in the network of the trip that a run is of; trips that were added come after those of the network.
    public func tripIndex(of run: UInt32) -> UInt32 {
        run < tables.runs.count ? tables.runs[run].trip : Network.none
    }

    /// The planned runs of a trip; more than one where it is repeated.
    public func runs(of trip: UInt32) -> [UInt32] { Array(plan.runs(of: trip)) }

    /// The calls of a run, with the times that it keeps.
    public func calls(of run: UInt32) -> [Network.Call] {
        guard run < tables.runs.count else { return [] }
        let one = tables.runs[run]
        let pattern = tables.patterns[one.pattern]
        let events = tables.events(of: Int(one.pattern))
        let distances = plan.distances.of(planned[run].map { tables.runs[$0].trip } ?? one.trip)
        return (0..<Int(pattern.length)).map { place in
            let stop = tables.patternStops[Int(pattern.stops) + place]
            var boarding: Network.Boarding = []
            if stop & PatternStop.pickup != 0 { boarding.insert(.pickup) }
            if stop & PatternStop.dropOff != 0 { boarding.insert(.dropOff) }
            let event = Int(one.profile) + 2 * place
            return Network.Call(
                stop: tables.places.stops[stop & PatternStop.place], arrival: one.start + events[event],
                departure: one.start + events[event + 1], boarding: boarding,
                distance: distances.count == Int(pattern.length) ? distances[distances.startIndex + place] : .nan)
        }
    }

    /// The calls of a run as they were planned; those that it keeps where nothing else was.
    public func plannedCalls(of run: UInt32) -> [Network.Call] { calls(of: planned[run] ?? run) }

    /// The moment of a time on a service day in a time zone, in seconds since 1970; days are since 1970-01-01.
    public func moment(day: Int, seconds: Int32, zone: UInt16) -> Int {
        Int(seconds) + start(of: day - days.first, zone: Int(zone))
    }

    /// The service day in which a moment lies, from noon minus 12 hours on, as days since 1970-01-01.
    public func day(at moment: Int, zone: UInt16 = 0) -> Int {
        var day = (moment - start(of: 0, zone: Int(zone))) / 86_400 - 1
        while start(of: day + 1, zone: Int(zone)) <= moment { day += 1 }
        while start(of: day, zone: Int(zone)) > moment { day -= 1 }
        return day + days.first
    }

    /// Noon minus 12 hours of a day, by its place from the first one.
    func start(of day: Int, zone: Int) -> Int {
        guard zone < zones.count, let first = zones[zone].starts.first, let last = zones[zone].starts.last else {
            return (days.first + day) * 86_400
        }
        let starts = zones[zone].starts
        if day < 0 { return first + day * 86_400 }
        return day < starts.count ? starts[day] : last + (day - starts.count + 1) * 86_400
    }

    func view(of day: Int) -> DayView? {
        guard day >= 0, day < days.count else { return nil }
        return views.view(day) { DayView(tables, services: services, day: day) }
    }
}

extension Tables {
    var daysAhead: Int {
        var latest: Int32 = 0
        for place in 0..<runs.count {
            let pattern = Int(runs[place].pattern)
            let last = Int(runs[place].profile) + 2 * Int(patterns[pattern].length) - 1
            latest = max(latest, runs[place].start + events(of: pattern)[last])
        }
        return Int(latest) / 86_400
    }
}

/// How far along their shapes trips call, each list kept once.
struct Distances: Sendable {
    private var places: [UInt32] = []
    private var counts: [UInt16] = []
    private var all: [Float] = []

    init(_ network: Network) {
        guard network.calls.contains(where: { !$0.distance.isNaN }) else { return }
        var known: [[Float]: UInt32] = [:]
        for trip in network.trips {
            let calls = network.calls[Int(trip.firstCall)..<Int(trip.firstCall + trip.callCount)]
            let own = calls.contains { !$0.distance.isNaN } ? calls.map(\.distance) : []
            let place = known[own] ?? UInt32(all.count)
            if place == all.count {
                known[own] = place
                all += own
            }
            places.append(place)
            counts.append(UInt16(own.count))
        }
    }

    func of(_ trip: UInt32) -> ArraySlice<Float> {
        guard trip < places.count else { return [] }
        return all[Int(places[Int(trip)])..<Int(places[Int(trip)]) + Int(counts[Int(trip)])]
    }
}

extension Array {
    /// The first place whose element meets a condition that all later ones meet.
    func partitioningIndex(where meets: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if meets(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
