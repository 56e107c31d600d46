internal import FeatureKit

/// Routes and stops as apps have them: the collections `routes` and `stops`.
@Record struct SeedFile: Equatable {
    /// The routes.
    @Count(0...1_000) var routes: [SeedRoute] = []
    /// Their stops.
    @Count(0...10_000) var stops: [SeedStop] = []
}

/// A route as apps have it.
@Record struct SeedRoute: Equatable {
    /// The id of the route.
    @Text(1...64) var id: String
    /// The name of the route.
    @Text(1...200) var name: String
    /// What the route is about.
    @Text(0...4_000) var description: String
    /// The city that the route lies in.
    @Text(1...100) var city: String
    /// The part of the city.
    @Text(0...100) var neighborhood: String
    /// The language that the route was written in.
    var language: TourLanguage
    /// How hard the walk is.
    var difficulty: Difficulty
    /// How long the walk takes.
    @Name("duration_minutes") @In(0...1_440) var durationMinutes: Int
    /// How long the way is.
    @Name("distance_km") @In(0.0...1_000.0) var distanceKm: Double
    /// How many stops the route has.
    @Name("num_stops") @In(0...TourRoute.mostStops) var numStops: Int
    /// Whether people see the route.
    @Name("is_active") var isActive: Bool
    /// Where a small picture of the route lies.
    @Name("thumbnail_url") @Text(0...500) var thumbnailUrl: String
    /// Where the walk starts.
    @Name("start_location") var startLocation: NamedPlace
    /// Where the walk ends.
    @Name("end_location") var endLocation: NamedPlace
    /// When the route was added.
    @Name("created_at") var createdAt: Timestamp
    /// When the route was changed last.
    @Name("updated_at") var updatedAt: Timestamp

    init(_ stored: Stored<TourRoute>) {
        let route = stored.document
        self.init(
            id: stored.id, name: route.name, description: route.description, city: route.city,
            neighborhood: route.neighborhood, language: route.language, difficulty: route.difficulty,
            durationMinutes: route.durationMinutes, distanceKm: route.distanceKm, numStops: route.numStops,
            isActive: route.state == .published, thumbnailUrl: route.thumbnailUrl, startLocation: route.startLocation,
            endLocation: route.endLocation, createdAt: route.createdAt, updatedAt: route.updatedAt)
    }
}

/// A stop as apps have it.
@Record struct SeedStop: Equatable {
    /// The id of the stop.
    @Text(1...64) var id: String
    /// The id of its route.
    @Name("route_id") @Text(1...64) var routeID: String
    /// The place of the stop on the route, from 1 on.
    @In(1...1_000) var order: Int
    /// The name of the stop.
    @Text(1...200) var name: String
    /// What is there.
    @Text(0...2_000) var description: String
    /// What the stop is about.
    @Text(0...60) var category: String
    /// The latitude in degrees.
    @In(-90.0...90.0) var latitude: Double
    /// The longitude in degrees.
    @In(-180.0...180.0) var longitude: Double
    /// How near somebody has to come, in metres.
    @Name("trigger_radius_meters") @In(5.0...500.0) var triggerRadiusMeters: Double = 25
    /// How long the sound is.
    @Name("audio_duration_seconds") @In(0...7_200) var audioDurationSeconds: Int
    /// Where a picture of the stop lies.
    @Name("image_url") @Text(0...500) var imageUrl: String
    /// What is told in Spanish.
    @Name("script_es") @Text(0...2_000) var scriptEs: String
    /// What is told in Catalan.
    @Name("script_ca") @Text(0...2_000) var scriptCa: String?
    /// What is told in German.
    @Name("script_de") @Text(0...2_000) var scriptDe: String?
    /// What is told in English.
    @Name("script_en") @Text(0...2_000) var scriptEn: String?
    /// What is told in Basque.
    @Name("script_eu") @Text(0...2_000) var scriptEu: String?
    /// What is told in French.
    @Name("script_fr") @Text(0...2_000) var scriptFr: String?
    /// What is told in Galician.
    @Name("script_gl") @Text(0...2_000) var scriptGl: String?
    /// What is told in Italian.
    @Name("script_it") @Text(0...2_000) var scriptIt: String?
    /// What is told in Dutch.
    @Name("script_nl") @Text(0...2_000) var scriptNl: String?
    /// What is told in Portuguese.
    @Name("script_pt") @Text(0...2_000) var scriptPt: String?
    /// Something amusing.
    @Name("fun_fact") @Text(0...2_000) var funFact: String
    /// Whether the caller has been there.
    @Name("has_been_visited") var hasBeenVisited: Bool = false

    /// A stop with its Spanish script and, on request, with the others.
    init(_ stored: Stored<Stop>, allScripts: Bool = false, hasBeenVisited: Bool = false) {
        let stop = stored.document
        self.init(
            id: stored.id, routeID: stop.route.text, order: stop.order, name: stop.name, description: stop.description,
            category: stop.category, latitude: stop.place.lat, longitude: stop.place.lon,
            triggerRadiusMeters: stop.triggerRadiusMeters, audioDurationSeconds: stop.audioDurationSeconds,
            imageUrl: stop.imageUrl, scriptEs: stop.scripts["es"] ?? "", funFact: stop.funFact,
            hasBeenVisited: hasBeenVisited)
        guard allScripts else { return }
        (scriptCa, scriptDe, scriptEn) = (stop.scripts["ca"], stop.scripts["de"], stop.scripts["en"])
        (scriptEu, scriptFr, scriptGl) = (stop.scripts["eu"], stop.scripts["fr"], stop.scripts["gl"])
        (scriptIt, scriptNl, scriptPt) = (stop.scripts["it"], stop.scripts["nl"], stop.scripts["pt"])
    }

    /// The scripts that the file has, by language.
    var scripts: [String: String] {
        [
            "es": scriptEs.isEmpty ? nil : scriptEs, "ca": scriptCa, "de": scriptDe, "en": scriptEn, "eu": scriptEu,
            "fr": scriptFr, "gl": scriptGl, "it": scriptIt, "nl": scriptNl, "pt": scriptPt,
        ].compactMapValues(\.self)
    }

    /// Takes the scripts away from who may not walk the route.
    mutating func lock() {
        scriptEs = ""
        (scriptCa, scriptDe, scriptEn, scriptEu, scriptFr) = (nil, nil, nil, nil, nil)
        (scriptGl, scriptIt, scriptNl, scriptPt) = (nil, nil, nil, nil)
    }
}

extension TourRoute {
    /// The route of a file, in place of a known one, whose author and price stay.
    init(_ seed: SeedRoute, known: TourRoute?) {
        self.init(
            name: seed.name, description: seed.description, city: seed.city, neighborhood: seed.neighborhood,
            durationMinutes: seed.durationMinutes, distanceKm: seed.distanceKm, difficulty: seed.difficulty,
            language: seed.language, thumbnailUrl: seed.thumbnailUrl, startLocation: seed.startLocation,
            endLocation: seed.endLocation, grant: known?.grant, state: seed.isActive ? .published : .draft,
            createdAt: seed.createdAt, updatedAt: seed.updatedAt, author: known?.author)
    }
}

extension Stop {
    /// The stop of a file, in place of a known one, whose sound and scripts in languages that the file lacks stay.
    init(_ seed: SeedStop, known: Stop?) {
        self.init(
            route: ID(seed.routeID), order: seed.order, name: seed.name, description: seed.description,
            category: seed.category, place: GeoPoint(lat: seed.latitude, lon: seed.longitude),
            triggerRadiusMeters: seed.triggerRadiusMeters, audioDurationSeconds: seed.audioDurationSeconds,
            imageUrl: seed.imageUrl, scripts: (known?.scripts ?? [:]).merging(seed.scripts) { $1 },
            funFact: seed.funFact, sound: known?.sound)
    }
}
