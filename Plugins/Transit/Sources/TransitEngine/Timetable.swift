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

    /// Builds what is searched.
    public init(_ network: Network) throws(TimetableProblem) {
        (days, zones, stops, lines) = (network.days, network.zones, network.stops, network.lines)
        headsigns = network.headsigns
    }

    /// The trip that a run is of.
    public func trip(of run: UInt32) -> Network.Trip? { nil }

    /// The place in the network of the trip that a run is of; trips that were added come after those of the network.
    public func tripIndex(of run: UInt32) -> UInt32 { Network.none }

    /// The calls of a run, with the times that it keeps.
    public func calls(of run: UInt32) -> [Network.Call] { [] }

    /// The moment of a time on a service day of a line's zone, in seconds since 1970; days are since 1970-01-01.
    public func moment(day: Int, seconds: Int32, zone: UInt16) -> Int { 0 }

    /// The service day in which a moment lies, from noon minus 12 hours on, as days since 1970-01-01.
    public func day(at moment: Int, zone: UInt16 = 0) -> Int { 0 }

    /// The next departures of stops from a moment on, the first ones first.
    public func departures(of stops: [UInt32], from moment: Int, limit: Int) -> [Departure] { [] }

    /// The timetable with changes of trips; they replace all that were applied before.
    public func applying(_ updates: [TripUpdate]) -> Timetable { self }
}
