internal import FeatureKit
internal import TourFiles

extension SeedRoute {
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

extension SeedStop {
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
            funFact: seed.funFact, sound: known?.sound, picture: known?.picture, spoken: known?.spoken ?? [:])
    }
}
