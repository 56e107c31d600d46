public import FeatureKit

/// How hard a route is to walk.
public enum Difficulty: String, CaseIterable, Shaped { case easy, medium, hard }

/// The languages of scripts.
public enum TourLanguage: String, CaseIterable, Shaped { case es, ca, de, en, eu, fr, gl, it, nl, pt }

/// A place with a name.
@Record public struct NamedPlace: Equatable {
    /// What the place is called.
    @Text(0...200) public var name: String
    /// The latitude in degrees.
    @In(-90.0...90.0) public var latitude: Double
    /// The longitude in degrees.
    @In(-180.0...180.0) public var longitude: Double

    /// Where it is.
    public var point: GeoPoint { GeoPoint(lat: latitude, lon: longitude) }
}

/// Routes and stops as apps have them: the collections `routes` and `stops`.
@Record public struct TourFile: Equatable {
    /// How many stops a route has at most.
    public static let mostStops = 200

    /// The routes.
    @Count(0...1_000) public var routes: [SeedRoute] = []
    /// Their stops.
    @Count(0...10_000) public var stops: [SeedStop] = []
}

/// A route as apps have it.
@Record public struct SeedRoute: Equatable {
    /// The id of the route.
    @Text(1...64) public var id: String
    /// The name of the route.
    @Text(1...200) public var name: String
    /// What the route is about.
    @Text(0...4_000) public var description: String
    /// The city that the route lies in.
    @Text(1...100) public var city: String
    /// The part of the city.
    @Text(0...100) public var neighborhood: String
    /// The language that the route was written in.
    public var language: TourLanguage
    /// How hard the walk is.
    public var difficulty: Difficulty
    /// How long the walk takes.
    @Name("duration_minutes") @In(0...1_440) public var durationMinutes: Int
    /// How long the way is.
    @Name("distance_km") @In(0.0...1_000.0) public var distanceKm: Double
    /// How many stops the route has.
    @Name("num_stops") @In(0...TourFile.mostStops) public var numStops: Int
    /// Whether people see the route.
    @Name("is_active") public var isActive: Bool
    /// Where a small picture of the route lies.
    @Name("thumbnail_url") @Text(0...500) public var thumbnailUrl: String
    /// Where the walk starts.
    @Name("start_location") public var startLocation: NamedPlace
    /// Where the walk ends.
    @Name("end_location") public var endLocation: NamedPlace
    /// When the route was added.
    @Name("created_at") public var createdAt: Timestamp
    /// When the route was changed last.
    @Name("updated_at") public var updatedAt: Timestamp
}

/// A stop as apps have it.
@Record public struct SeedStop: Equatable {
    /// The id of the stop.
    @Text(1...64) public var id: String
    /// The id of its route.
    @Name("route_id") @Text(1...64) public var routeID: String
    /// The place of the stop on the route, from 1 on.
    @In(1...1_000) public var order: Int
    /// The name of the stop.
    @Text(1...200) public var name: String
    /// What is there.
    @Text(0...2_000) public var description: String
    /// What the stop is about.
    @Text(0...60) public var category: String
    /// The latitude in degrees.
    @In(-90.0...90.0) public var latitude: Double
    /// The longitude in degrees.
    @In(-180.0...180.0) public var longitude: Double
    /// How near somebody has to come, in metres.
    @Name("trigger_radius_meters") @In(5.0...500.0) public var triggerRadiusMeters: Double = 25
    /// How long the sound is.
    @Name("audio_duration_seconds") @In(0...7_200) public var audioDurationSeconds: Int
    /// Where a picture of the stop lies.
    @Name("image_url") @Text(0...500) public var imageUrl: String
    /// What is told in Spanish.
    @Name("script_es") @Text(0...2_000) public var scriptEs: String
    /// What is told in Catalan.
    @Name("script_ca") @Text(0...2_000) public var scriptCa: String?
    /// What is told in German.
    @Name("script_de") @Text(0...2_000) public var scriptDe: String?
    /// What is told in English.
    @Name("script_en") @Text(0...2_000) public var scriptEn: String?
    /// What is told in Basque.
    @Name("script_eu") @Text(0...2_000) public var scriptEu: String?
    /// What is told in French.
    @Name("script_fr") @Text(0...2_000) public var scriptFr: String?
    /// What is told in Galician.
    @Name("script_gl") @Text(0...2_000) public var scriptGl: String?
    /// What is told in Italian.
    @Name("script_it") @Text(0...2_000) public var scriptIt: String?
    /// What is told in Dutch.
    @Name("script_nl") @Text(0...2_000) public var scriptNl: String?
    /// What is told in Portuguese.
    @Name("script_pt") @Text(0...2_000) public var scriptPt: String?
    /// Something amusing.
    @Name("fun_fact") @Text(0...2_000) public var funFact: String
    /// Whether the caller has been there.
    @Name("has_been_visited") public var hasBeenVisited: Bool = false

    /// The scripts that the file has, by language.
    public var scripts: [String: String] {
        [
            "es": scriptEs.isEmpty ? nil : scriptEs, "ca": scriptCa, "de": scriptDe, "en": scriptEn, "eu": scriptEu,
            "fr": scriptFr, "gl": scriptGl, "it": scriptIt, "nl": scriptNl, "pt": scriptPt,
        ].compactMapValues(\.self)
    }

    /// Takes the scripts away from who may not walk the route.
    public mutating func lock() {
        scriptEs = ""
        (scriptCa, scriptDe, scriptEn, scriptEu, scriptFr) = (nil, nil, nil, nil, nil)
        (scriptGl, scriptIt, scriptNl, scriptPt) = (nil, nil, nil, nil)
    }
}
