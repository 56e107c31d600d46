/// What differs from the plan for one trip on one day.
public struct TripUpdate: Sendable {
    /// What happens.
    public enum Change: Sendable {
        /// It does not run.
        case cancelled
        /// It runs at these times and skips what may be neither boarded nor left; as many calls as planned.
        case retimed([Network.Call])
        /// It runs along other stops.
        case replaced([Network.Call])
        /// It was not planned at all; its line, headsign and wheelchair access are the trip's.
        case added(Network.Trip, [Network.Call])
    }

    /// The trip in the network; ignored where one is added.
    public var trip: UInt32
    /// The service day, as days since 1970-01-01.
    public var day: Int
    /// Of a trip that is repeated, the planned start in seconds after noon minus 12 hours.
    public var start: Int32?
    /// What happens.
    public var change: Change

    /// A change of one trip on one day.
    public init(trip: UInt32, day: Int, start: Int32? = nil, change: Change) {
        (self.trip, self.day, self.start, self.change) = (trip, day, start, change)
    }
}

/// Why a network can't become a timetable.
public enum TimetableProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// Something names a place that its list does not have.
    case unknown(what: String, of: String)
    /// A trip's times go back.
    case timesGoBack(trip: String, call: Int)
    /// A time is before noon minus 36 hours or after four days.
    case timeOutOfRange(trip: String, call: Int)
    /// A trip has more calls than can be numbered.
    case tooManyCalls(trip: String)
    /// Something repeats without a headway, or too often.
    case badFrequency(trip: String)
    /// There are more of something than can be numbered.
    case tooMany(String)

    /// What happened.
    public var description: String {
        switch self {
        case .unknown(let what, let owner): "\(owner) names a \(what) that the network does not have"
        case .timesGoBack(let trip, let call): "the times of trip \(trip) go back at its call \(call + 1)"
        case .timeOutOfRange(let trip, let call): "trip \(trip) has a time out of range at its call \(call + 1)"
        case .tooManyCalls(let trip): "trip \(trip) has more than 65,000 calls"
        case .badFrequency(let trip): "trip \(trip) repeats without a headway or more than 100,000 times"
        case .tooMany(let what): "there are too many \(what)"
        }
    }
}
