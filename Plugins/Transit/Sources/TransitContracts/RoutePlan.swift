public import FeatureKit

/// What the planner replies, as apps read it: what there is not is written as `null`.
@Record public struct RoutePlan: Equatable {
    /// Whether the stops are known and the day is one of the timetable.
    public var success: Bool
    /// Why there is no journey, or null.
    public var message: Value = .null
    /// The journeys, the best one first.
    @Count(0...64) public var journeys: [PlannedJourney] = []
    /// What is announced for the lines and stops of the journeys.
    @Count(0...500) public var alerts: [JourneyAlert] = []
}

/// A way from one place to the other.
@Record public struct PlannedJourney: Equatable {
    /// When it begins, in the time of the place and without a zone.
    @Text(19...19) public var departure: String
    /// When it ends.
    @Text(19...19) public var arrival: String
    /// How long it takes.
    @Name("duration_minutes") @In(0...100_000) public var minutes: Int
    /// How often one changes between rides.
    @In(0...64) public var transfers: Int
    /// How long one walks.
    @Name("walking_minutes") @In(0...100_000) public var walkingMinutes: Int
    /// Its parts.
    @Count(0...200) public var segments: [JourneySegment]
}

/// A ride or a walk.
@Record public struct JourneySegment: Equatable {
    /// What a segment is.
    public enum Kind: String, CaseIterable, Shaped {
        /// A ride.
        case transit
        /// A walk.
        case walking
    }

    /// Whether one rides or walks.
    public var type: Kind
    /// By what: metro, cercanias, tram, bus, walking and so on.
    @Text(1...40) public var mode: String
    /// Which line, or null for a walk.
    @Name("line_id") public var line: Value = .null
    /// What the line is called, or null.
    @Name("line_name") public var lineName: Value = .null
    /// The colour of the line, such as #0D6928, or null.
    @Name("line_color") public var lineColor: Value = .null
    /// Where it goes to, as its front says, or null.
    public var headsign: Value = .null
    /// Where it begins.
    public var origin: JourneyStop
    /// Where it ends.
    public var destination: JourneyStop
    /// Whether one stays seated since the vehicle of the ride before goes on as this one; absent where one gets on.
    @Name("stay_seated") public var staySeated: Bool?
    /// When it departs, or null for a walk.
    public var departure: Value = .null
    /// When it arrives, or null for a walk.
    public var arrival: Value = .null
    /// How long it takes.
    @Name("duration_minutes") @In(0...100_000) public var minutes: Int
    /// The stops in between.
    @Name("intermediate_stops") @Count(0...1_000) public var stops: [JourneyStop] = []
    /// How far one walks, or null for a ride.
    @Name("distance_meters") public var metres: Value = .null
    /// The way on the map, in points that lie no further apart than 50 m.
    @Count(0...50_000) public var coordinates: [MapPoint]
    /// The direction from its beginning to its end in degrees, or null where both are one place.
    @Name("suggested_heading") public var heading: Value = .null
    /// Where the vehicle of a ride was last; absent where nobody says.
    public var vehicle: VehiclePosition?
}

/// Where a vehicle is.
@Record public struct VehiclePosition: Equatable {
    /// The latitude.
    @In(-90.0...90.0) public var lat: Double
    /// The longitude.
    @In(-180.0...180.0) public var lon: Double
    /// Where it heads in degrees, or null.
    public var heading: Value = .null
    /// How full it is, from 0 to 8 as GTFS-realtime counts, or null.
    public var occ: Value = .null
    /// When it was there.
    public var at: Timestamp
}

/// A stop of a journey.
@Record public struct JourneyStop: Equatable {
    /// Its id.
    @Text(0...300) public var id: String
    /// What it is called.
    @Text(0...1_000) public var name: String
    /// The latitude.
    public var lat: Double
    /// The longitude.
    public var lon: Double
}

/// A point on the map.
@Record public struct MapPoint: Equatable {
    /// The latitude.
    public var lat: Double
    /// The longitude.
    public var lon: Double
}

/// How bad an alert is.
public enum AlertSeverity: String, CaseIterable, Shaped {
    /// Good to know.
    case info
    /// Takes longer, or by another way.
    case warning
    /// Does not run.
    case severe
}

/// Something that is announced for a line or a stop.
@Record public struct JourneyAlert: Equatable {
    /// Its id.
    @Text(1...300) public var id: String
    /// Which line, or null.
    @Name("line_id") public var line: Value = .null
    /// What the line is called, or null.
    @Name("line_name") public var lineName: Value = .null
    /// What is announced.
    @Text(0...4_000) public var message: String
    /// How bad it is.
    public var severity: AlertSeverity
}
