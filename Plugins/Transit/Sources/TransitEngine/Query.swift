/// What somebody asks for: journeys between places.
public struct Query: Sendable {
    /// When somebody wants to travel; moments are seconds since 1970.
    public enum When: Sendable, Hashable {
        /// Not to depart before a moment.
        case departing(at: Int)
        /// Not to arrive after a moment.
        case arriving(by: Int)
        /// To depart within a window, with all journeys that are best for some moment of it.
        case departingWithin(Int, through: Int)
        /// To arrive within a window, with all journeys that are best for some moment of it.
        case arrivingWithin(Int, through: Int)
    }

    /// A stop, and how long it takes on foot between it and where somebody is.
    public struct Place: Sendable, Hashable {
        /// The stop.
        public var stop: UInt32
        /// The walk in seconds; with 0 somebody is there, and footpaths from there are walked too.
        public var walk: Int32

        /// A stop, with a walk.
        public init(_ stop: UInt32, walk: Int32 = 0) { (self.stop, self.walk) = (stop, walk) }
    }

    /// When.
    public var when: When
    /// Where it starts: any of these.
    public var from: [Place]
    /// Where it ends: any of these.
    public var to: [Place]
    /// How long the walk without any ride takes in seconds, where there is one that no footpath says.
    public var directWalk: Int32?
    /// Groups of stops to pass in this order, one stop of each; three groups at most.
    public var via: [[UInt32]] = []
    /// The most changes between rides; 0 to 23.
    public var maxTransfers = 7
    /// Seconds that are added to each change.
    public var slack: Int32 = 0
    /// Whether trips and stops must be fit for a wheelchair: trips must say so, stops must not deny it.
    public var wheelchair = false
    /// The modes that may be used, as route_type of GTFS, or all.
    public var modes: Set<UInt16>?
    /// The only lines that may be used, or all.
    public var lines: Set<UInt32>?
    /// Lines that are not used.
    public var bannedLines: Set<UInt32> = []
    /// Whether journeys that are later or have more changes are kept where they walk less; only of a query that departs
    /// at a moment and passes no stops.
    public var leastWalking = false
    /// Whether somebody may stay seated where a vehicle goes on as another trip.
    public var inSeat = true
    /// The longest journey in seconds.
    public var longest: Int32 = 86_400

    /// Journeys between places.
    public init(_ when: When, from: [Place], to: [Place]) { (self.when, self.from, self.to) = (when, from, to) }
}
