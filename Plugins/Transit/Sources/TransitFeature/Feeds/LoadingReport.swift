internal import FeatureKit
internal import GTFS

/// What came of the last attempt to read the timetables.
@Record struct LoadingReport: Equatable {
    /// When it was.
    var at: Timestamp?
    /// Whether the timetable that holds is what was read then.
    var isInUse = false
    /// Why it is not, or what was left out.
    @Text(0...2_000) var problem: String?
    /// How long it took.
    var seconds: Double = 0
    /// The first day on which something runs.
    @Text(10...10) var first: String?
    /// The last one.
    @Text(10...10) var last: String?
    /// How many stops there are.
    var stops = 0
    /// How many lines.
    var lines = 0
    /// How many trips.
    var trips = 0
    /// How many calls of trips at stops.
    var calls = 0
    /// How many walks between stops.
    var footpaths = 0
    /// How many findings are errors.
    var errors = 0
    /// How many are warnings.
    var warnings = 0
    /// How many more there are than are listed.
    var unlisted = 0
    /// What each timetable says of itself.
    @Count(0...51) var feeds: [About] = []
    /// What is wrong with the files or odd about them.
    @Count(0...2_000) var findings: [Finding] = []
    /// How many live changes can't be so: of a day on which the trip does not run, or with times that go back.
    var ignored = 0
    /// What is live.
    @Count(0...1_000) var live: [Live] = []

    /// What a timetable says of itself.
    @Record struct About: Equatable {
        /// Where it was read from.
        @Text(0...2_000) var feed: String
        /// Its version.
        @Text(0...200) var version: String?
        /// The first day for which it is meant.
        @Text(10...10) var first: String?
        /// The last one.
        @Text(10...10) var last: String?
        /// Whether that day is over.
        var expired: Bool
    }

    /// Something that is wrong with a file, or odd.
    @Record struct Finding: Equatable {
        /// Whether a part of the timetable is missing for it.
        var isError: Bool
        /// Of which feed.
        @Text(0...2_000) var feed: String
        /// In which file.
        @Text(0...300) var file: String
        /// In which line, from 1; 0 where it is about the file.
        @In(0...2_000_000_000) var line: Int
        /// What it is.
        @Text(0...2_000) var what: String
    }

    /// What a server of live changes said last.
    @Record struct Live: Equatable {
        /// Its address, or the name under which staff posted it.
        @Text(0...2_100) var source: String
        /// When it was said; never where nothing holds that it said.
        var at: Timestamp?
        /// Why its last answer was not taken.
        @Text(0...2_000) var problem: String?
        /// How many trips differ from the plan.
        var trips: Int
        /// How many alerts there are.
        var alerts: Int
        /// How many vehicles.
        var vehicles: Int
        /// How often it names a trip that the timetable does not have.
        @Name("unknown_trips") var unknownTrips: Int
        /// How often it names a stop that the timetable, or the trip, does not have.
        @Name("unknown_stops") var unknownStops: Int
        /// How many messages were left aside because they were older than the one before.
        var outdated: Int
    }
}

extension LoadingReport.Live {
    init(_ name: String, _ source: LiveSource?, problem: String? = nil) {
        let said = source?.said ?? LiveChanges()
        self.init(
            source: name, at: source?.at, problem: problem, trips: said.updates.count, alerts: said.alerts.count,
            vehicles: said.vehicles.count, unknownTrips: said.unknownTrips, unknownStops: said.unknownStops,
            outdated: source?.entities.outdated ?? 0)
    }
}
