/// A way to travel; moments are seconds since 1970.
public struct Journey: Sendable, Hashable {
    /// When somebody leaves.
    public var departure: Int
    /// When they are there.
    public var arrival: Int
    /// How they travel, without gaps in place.
    public var legs: [Leg]

    /// The changes between rides; -1 where nothing is ridden.
    public var transfers: Int { rides.count - 1 }
    /// How many seconds are walked.
    public var walking: Int {
        legs.reduce(0) { if case .walk(let walk) = $1 { $0 + walk.arrival - walk.departure } else { $0 } }
    }
    /// The rides alone; trips that a vehicle goes on as without a change are one ride.
    public var rides: [Ride] { legs.compactMap { if case .ride(let ride) = $0 { ride } else { nil } } }

    /// A part of a journey.
    public enum Leg: Sendable, Hashable {
        /// On a vehicle.
        case ride(Ride)
        /// On foot.
        case walk(Walk)
    }

    /// A ride from getting on to getting off.
    public struct Ride: Sendable, Hashable {
        /// The trips: more than one where the vehicle goes on as another trip and somebody stays seated.
        public var parts: [Part]
        /// When it departs.
        public var departure: Int
        /// When it arrives.
        public var arrival: Int
    }

    /// A ride's part on one trip.
    public struct Part: Sendable, Hashable {
        /// The trip as it runs.
        public var run: UInt32
        /// The service day, as days since 1970-01-01.
        public var day: Int
        /// The place of the call at which it begins.
        public var board: Int
        /// The place of the call at which it ends.
        public var alight: Int
    }

    /// A walk.
    public struct Walk: Sendable, Hashable {
        /// The stop where it starts, or nil where the query's start is.
        public var from: UInt32?
        /// The stop where it ends, or nil where the query's end is.
        public var to: UInt32?
        /// When it starts.
        public var departure: Int
        /// When it ends.
        public var arrival: Int
    }
}

/// A vehicle that calls at a stop.
public struct Departure: Sendable, Hashable {
    /// The trip as it runs.
    public var run: UInt32
    /// The service day, as days since 1970-01-01.
    public var day: Int
    /// The place of the call.
    public var call: Int
    /// The stop.
    public var stop: UInt32
    /// When it departs, in seconds since 1970.
    public var moment: Int
    /// When it was planned to depart, in seconds since 1970.
    public var planned: Int
}

/// When a stop is reached first, and with how many rides.
public struct Reach: Sendable, Hashable {
    /// The stop.
    public var stop: UInt32
    /// When it is reached, in seconds since 1970.
    public var arrival: Int
    /// With how many rides.
    public var rides: Int
}
