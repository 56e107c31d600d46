public import Days

/// Everything that a timetable is built from, with places in its lists as ids.
public struct Network: Sendable {
    /// What stands for no value where a place in a list is expected.
    public static let none = UInt32.max

    /// The days on which services may run.
    public var days: ServiceDays
    /// The time zones; the first one decides on which day a moment lies.
    public var zones: [Zone] = []
    /// Stops, platforms and stations.
    public var stops: [Stop] = []
    /// The lines, called routes in GTFS.
    public var lines: [Line] = []
    /// The days of each service.
    public var services: [DaySet] = []
    /// The texts on the front of vehicles.
    public var headsigns: [String] = []
    /// The trips.
    public var trips: [Trip] = []
    /// The calls of all trips, those of one trip in a row.
    public var calls: [Call] = []
    /// Trips that are repeated.
    public var frequencies: [Frequency] = []
    /// Walks between stops.
    public var footpaths: [Footpath] = []
    /// Rules about changes.
    public var rules: [TransferRule] = []

    /// A network without anything, for services on these days.
    public init(days: ServiceDays) { self.days = days }

    /// Whether somebody in a wheelchair can use something.
    public enum Wheelchair: UInt8, Sendable { case unknown, possible, impossible }

    /// A time zone, with what makes a time of a service day a moment.
    public struct Zone: Sendable {
        /// Its name, such as Europe/Madrid.
        public var name: String
        /// Noon minus 12 hours of each day of the network, in seconds since 1970.
        public var starts: [Int]

        /// A zone with noon minus 12 hours of each day.
        public init(name: String, starts: [Int]) { (self.name, self.starts) = (name, starts) }
    }

    /// A stop, a platform or a station.
    public struct Stop: Sendable {
        /// Its id, with the prefix of its feed.
        public var id: String
        /// Its name.
        public var name: String
        /// Its latitude in degrees.
        public var latitude: Double
        /// Its longitude in degrees.
        public var longitude: Double
        /// The station that it is part of, or none.
        public var parent = Network.none
        /// Its time zone.
        public var zone: UInt16 = 0
        /// Whether somebody in a wheelchair can get on and off here.
        public var wheelchair = Wheelchair.unknown
        /// The seconds between getting off here and getting on again.
        public var change: Int32 = 0
        /// The platform's code or letter.
        public var platform = ""

        /// A stop at a place.
        public init(id: String, name: String = "", latitude: Double = 0, longitude: Double = 0) {
            (self.id, self.name, self.latitude, self.longitude) = (id, name, latitude, longitude)
        }
    }

    /// A line.
    public struct Line: Sendable {
        /// Its id, with the prefix of its feed.
        public var id: String
        /// What passengers call it.
        public var name: String
        /// Its kind of vehicle, as route_type of GTFS.
        public var mode: UInt16
        /// Its time zone, which is its agency's.
        public var zone: UInt16 = 0
        /// Its color such as 0D6928, or nothing.
        public var color = ""
        /// The id of its agency.
        public var agency = ""
        /// Its long name.
        public var longName = ""

        /// A line.
        public init(id: String, name: String = "", mode: UInt16 = 3) {
            (self.id, self.name, self.mode) = (id, name, mode)
        }
    }

    /// A vehicle's run along stops, on each day of its service.
    public struct Trip: Sendable {
        /// Its id, with the prefix of its feed.
        public var id: String
        /// Its line.
        public var line: UInt32
        /// Its service.
        public var service: UInt32
        /// The place of its first call.
        public var firstCall: UInt32
        /// How many calls it has; two at least, or it is left out.
        public var callCount: UInt32
        /// Its headsign, or none.
        public var headsign = Network.none
        /// A number that trips of one vehicle share, or none.
        public var block = Network.none
        /// Its shape, a number that only the reader knows, or none.
        public var shape = Network.none
        /// Whether somebody in a wheelchair can ride.
        public var wheelchair = Wheelchair.unknown
        /// 0 or 1 as in direction_id.
        public var direction: UInt8 = 0

        /// A trip whose calls lie in a row.
        public init(id: String, line: UInt32, service: UInt32, firstCall: UInt32, callCount: UInt32) {
            (self.id, self.line, self.service) = (id, line, service)
            (self.firstCall, self.callCount) = (firstCall, callCount)
        }
    }

    /// A trip's call at a stop.
    public struct Call: Sendable {
        /// The stop.
        public var stop: UInt32
        /// Seconds after noon minus 12 hours at which the vehicle arrives.
        public var arrival: Int32
        /// Seconds after noon minus 12 hours at which the vehicle departs.
        public var departure: Int32
        /// Whether passengers get on and off.
        public var boarding: Boarding

        /// A call.
        public init(stop: UInt32, arrival: Int32, departure: Int32, boarding: Boarding = .both) {
            (self.stop, self.arrival, self.departure, self.boarding) = (stop, arrival, departure, boarding)
        }
    }

    /// What passengers may do at a call.
    public struct Boarding: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8
        /// From bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// They may get on.
        public static let pickup = Boarding(rawValue: 1)
        /// They may get off.
        public static let dropOff = Boarding(rawValue: 2)
        /// They may do both.
        public static let both: Boarding = [.pickup, .dropOff]
    }

    /// A trip that is repeated; its calls say only how long it takes.
    public struct Frequency: Sendable {
        /// The trip.
        public var trip: UInt32
        /// When the first one starts, in seconds after noon minus 12 hours.
        public var start: Int32
        /// Before when the last one starts.
        public var end: Int32
        /// The seconds from one to the next.
        public var headway: Int32

        /// A trip that is repeated.
        public init(trip: UInt32, start: Int32, end: Int32, headway: Int32) {
            (self.trip, self.start, self.end, self.headway) = (trip, start, end, headway)
        }
    }

    /// A walk from one stop to another; the way back is one of its own.
    public struct Footpath: Sendable {
        /// Where it starts.
        public var from: UInt32
        /// Where it ends.
        public var to: UInt32
        /// How long it takes in seconds.
        public var seconds: Int32
        /// How long it is in metres.
        public var metres: Float

        /// A walk.
        public init(from: UInt32, to: UInt32, seconds: Int32, metres: Float = 0) {
            (self.from, self.to, self.seconds, self.metres) = (from, to, seconds, metres)
        }
    }

    /// A rule about changes between stops or stations, possibly only of certain lines or trips.
    public struct TransferRule: Sendable {
        /// The kinds, with the numbers of transfer_type.
        public enum Kind: UInt8, Sendable { case recommended, timed, minimum, forbidden, inSeat, notInSeat }

        /// Where passengers get off.
        public var from: UInt32
        /// Where they get on.
        public var to: UInt32
        /// What it says.
        public var kind: Kind
        /// How long the change takes at least, or nil where the rule does not say.
        public var seconds: Int32?
        /// The line that they get off, or none for all.
        public var fromLine = Network.none
        /// The line that they get on, or none for all.
        public var toLine = Network.none
        /// The trip that they get off, or none for all.
        public var fromTrip = Network.none
        /// The trip that they get on, or none for all.
        public var toTrip = Network.none

        /// Whether it is about all lines and trips.
        public var isForAll: Bool { [fromLine, toLine, fromTrip, toTrip].allSatisfy { $0 == Network.none } }

        /// A rule about all changes between two stops.
        public init(from: UInt32, to: UInt32, kind: Kind, seconds: Int32? = nil) {
            (self.from, self.to, self.kind, self.seconds) = (from, to, kind, seconds)
        }
    }
}
