internal import FeatureKit
internal import Geography
internal import TourFiles

/// The stop that comes next.
@Record struct NextStop: Equatable {
    var stop: ID<Stop>
    /// The name of the stop.
    var name: String
    /// How far it is, in metres, from where the person was last.
    var distance: Double?
    /// In which direction, in degrees from north.
    var bearing: Double?
}

/// A region in which a phone wakes its app up.
@Record struct WakeRegion: Equatable {
    /// Around which stop.
    var stop: ID<Stop>
    /// The middle of the region.
    var center: GeoPoint
    /// How far it reaches, in metres.
    var radius: Double
}

/// A walk and what comes next.
@Record struct WalkView: Equatable {
    /// The walk.
    var walk: Walk.View
    /// How many stops are visited.
    var visited: Int
    /// How many stops there are.
    var total: Int
    /// The first stop that is not visited.
    var next: NextStop?
    /// The regions of the nearest stops that are not visited.
    @Count(0...20) var regions: [WakeRegion]
    /// What became of the fixes that were sent.
    var fixes: FixCount?
    /// The stops that these triggered.
    @Count(0...1_000) var triggered: [Visit]?

    /// The most regions that a phone watches, and how far they reach.
    static let regions = (most: 20, radius: 100.0)

    init(_ stored: Stored<Walk>, _ trail: Trail, fixes: FixCount? = nil, triggered: [Visit]? = nil) {
        let walk = stored.document
        let stops = walk.isPreview ? Array(trail.stops.prefix(1)) : trail.stops
        let left = stops.filter { !walk.hasVisited($0.key) }
        let here = walk.fences.point
        let next = left.first.map { stop in
            NextStop(
                stop: stop.key, name: stop.document.name, distance: here?.distance(to: stop.document.place),
                bearing: here?.bearing(to: stop.document.place))
        }
        let origin = here ?? trail.route.document.startLocation.point
        let nearest = left.map { ($0, origin.distance(to: $0.document.place)) }
            .sorted { ($0.1, $0.0.document.order) < ($1.1, $1.0.document.order) }.prefix(Self.regions.most)
        let regions = nearest.map { stop, _ in
            WakeRegion(
                stop: stop.key, center: stop.document.place,
                radius: max(Self.regions.radius, stop.document.triggerRadiusMeters))
        }
        self.init(
            walk: stored.view, visited: stops.count - left.count, total: stops.count, next: next,
            regions: walk.isOpen ? regions : [], fixes: fixes, triggered: triggered)
    }
}

/// What apps tell their phones: constants that were found to work.
@Record struct DeviceConfig: Equatable {
    /// Around how many stops a phone watches regions.
    var mostRegions: Int = WalkView.regions.most
    /// How far a region reaches, in metres.
    var regionRadius: Double = WalkView.regions.radius
    /// After how many metres a phone tells where it is.
    var distanceFilterMeters = 5
    /// After how many milliseconds it does.
    var intervalMilliseconds = 5_000
    /// How exact a fix is asked for.
    var accuracy = "best"
    /// Whether Android waits for an exact fix.
    var waitForAccurateLocation = true
    /// When a region of Android ends, and what it tells.
    var geofenceExpiration = "NEVER_EXPIRE"
    /// What a region of Android tells.
    var geofenceTransition = "ENTER"
    /// How Android queues what it speaks.
    var speechQueueMode = "QUEUE_ADD"
    /// The voice where no sound is recorded.
    var voice = "es-ES"
    /// How fast it speaks on iOS.
    var speechRate = 0.5
    /// How fast it speaks on Android.
    var androidSpeechRate = 0.9
    /// How high it speaks.
    var speechPitch = 1.0
    /// How loud it speaks.
    var speechVolume = 1.0
    /// Whether other sounds are softer meanwhile.
    var ducksOthers = true
    /// Why the app asks for the position, in Spanish.
    var permissionEs = "Necesitamos tu ubicación para activar las audioguías cuando llegas a cada parada."
    /// Why the app asks for the position, in English.
    var permissionEn = "We need your location to start the audio guide when you reach each stop."
}
