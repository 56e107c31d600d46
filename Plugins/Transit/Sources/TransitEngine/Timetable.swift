internal import Columns
public import Days
internal import Ways

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

    let plan: Plan
    var state: State

    /// What changes of trips replace.
    struct State: Sendable {
        let tables: Tables
        let landmarks: Landmarks
        let services: [DaySet]
        /// Trips that were not planned.
        var added: [Network.Trip] = []
        var ignored = 0
        let views = DayViews()
        let arena: Arena
    }

    /// What was planned, on which changes are laid.
    final class Plan: Sendable {
        let places: Places
        let trips: [Network.Trip]
        let rules: [Network.TransferRule]
        let state: State
        /// The runs of each trip.
        let runs: Groups<UInt32>

        init(_ network: Network, _ places: Places, _ state: State) {
            (self.places, self.state, trips) = (places, state, network.trips)
            rules = network.rules.filter { $0.kind == .inSeat || $0.kind == .notInSeat }
            let runs = (0..<UInt32(state.tables.runs.count)).map { (state.tables.runs[$0].trip, $0) }
            self.runs = state.arena.groups(runs, count: trips.count)
        }
    }

    /// Builds what is searched.
    public init(_ network: Network) throws(TimetableProblem) {
        try network.check()
        (days, zones, stops, lines) = (network.days, network.zones, network.stops, network.lines)
        headsigns = network.headsigns
        let places = try Places(network)
        var builder = PatternBuilder()
        builder.add(try network.members(), calls: network.calls, places)
        guard builder.runs.count < RideLabel.runs else { throw .tooMany("runs") }
        let arena = Arena()
        let seats = Seats(
            network.rules, trip: { network.trips[Int($0)] }, builder, stops: stops, services: network.services, places)
        let tables = Tables(builder, PlaceTables(places, stops: stops, in: arena), seats, in: arena)
        state = State(
            tables: tables, landmarks: Landmarks(tables.links, places: places.stops.count, in: arena),
            services: network.services, arena: arena)
        plan = Plan(network, places, state)
    }

    var tables: Tables { state.tables }

    /// How many changes were not applied, because they name what was not planned or their times go back.
    public var ignoredUpdates: Int { state.ignored }

    /// How many bytes its columns take.
    public var bytes: Int { plan.state.arena.bytes + (state.arena === plan.state.arena ? 0 : state.arena.bytes) }

    /// The trip that a run is of.
    public func trip(of run: UInt32) -> Network.Trip? { run < tables.runs.count ? trip(tables.runs[run].trip) : nil }

    /// The trip of a number; those that were added come after those of the network.
    func trip(_ number: UInt32) -> Network.Trip {
        let number = Int(number)
        return number < plan.trips.count ? plan.trips[number] : state.added[number - plan.trips.count]
    }

    /// The planned runs of a trip; more than one where it is repeated.
    public func runs(of trip: UInt32) -> [UInt32] {
        trip < plan.trips.count ? plan.runs[Int(trip)].map { plan.runs.values[$0] } : []
    }

    /// The calls of a run, with the times that it keeps.
    public func calls(of run: UInt32) -> [Network.Call] {
        guard run < tables.runs.count else { return [] }
        let one = tables.runs[run]
        let pattern = tables.patterns[one.pattern]
        return (0..<Int(pattern.length)).map { call in
            let stop = tables.patternStops[Int(pattern.stops) + call]
            return Network.Call(
                stop: tables.places.stops[stop & PatternStop.place], arrival: tables.time(one, call, arrives: true),
                departure: tables.time(one, call, arrives: false), boarding: PatternStop.boarding(stop))
        }
    }

    /// When a run is at a call on a service day, in seconds since 1970.
    public func moment(of run: UInt32, on day: Int, call: Int, arrives: Bool) -> Int {
        guard run < tables.runs.count, call >= 0 else { return 0 }
        let one = tables.runs[run]
        let pattern = tables.patterns[one.pattern]
        guard call < Int(pattern.length) else { return 0 }
        return moment(day: day, seconds: tables.time(one, call, arrives: arrives), zone: pattern.zone)
    }

    /// The moment of a time on a service day in a time zone, in seconds since 1970; days are since 1970-01-01.
    public func moment(day: Int, seconds: Int32, zone: UInt16) -> Int {
        Int(seconds) + start(of: day - days.first, zone: Int(zone))
    }

    /// The service day in which a moment lies, from noon minus 12 hours on, as days since 1970-01-01.
    public func day(at moment: Int, zone: UInt16 = 0) -> Int {
        days.first + days.day(at: moment, starts: zone < zones.count ? zones[Int(zone)].starts : [])
    }

    /// Noon minus 12 hours of a day, by its place from the first one.
    func start(of day: Int, zone: Int) -> Int {
        days.start(of: day, starts: zone < zones.count ? zones[zone].starts : [])
    }

    /// The runs of a day, by its place from the first one; nil for a day that there is not.
    func view(of day: Int) -> DayView? {
        guard day >= 0, day < days.count else { return nil }
        return state.views.view(day) { DayView(tables, services: state.services, day: day) }
    }
}
