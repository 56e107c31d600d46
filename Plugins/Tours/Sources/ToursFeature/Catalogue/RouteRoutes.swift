internal import FeatureKit
internal import Geography
internal import TourFiles

@Record struct RouteSearch: PagedRequest {
    /// In which city, without accents and case.
    @Text(1...100) var city: String?
    /// In which part of it.
    @Text(1...100) var neighborhood: String?
    /// In which language there is a script, or the route was written.
    var language: TourLanguage?
    /// How hard it may be.
    var difficulty: Difficulty?
    /// The latitude of a place; the nearest route comes first then.
    @In(-90.0...90.0) var lat: Double?
    /// The longitude of the place.
    @In(-180.0...180.0) var lon: Double?
    /// How many to reply at most; 100 by default.
    @In(1...1_000) var limit: Int?
    /// The `next` of the page before.
    var after: PageCursor?
}

/// A stop near a place.
@Record struct NearStop: Equatable {
    /// The stop.
    var stop: Stop.View
    /// How far it is, in metres.
    @In(0.0...30_000_000.0) var distance: Double
}

/// The stops near a place.
@Record struct NearStops: Equatable {
    /// Each stop, the nearest first.
    @Count(0...1_000) var items: [NearStop]
}

/// A route and its stops in order, as apps have them.
@Record struct CompleteRoute: Equatable {
    /// The route.
    var route: SeedRoute
    /// Its stops.
    @Count(0...TourRoute.mostStops) var stops: [SeedStop]
    /// Whether only the first script is there, since the caller has not bought the route.
    var isLocked: Bool
}

@Routes("tours", as: "routeRoutes") extension ToursService {
    /// The published routes: by name or, with a place, the nearest first.
    @Get("/routes", .everyone)
    func routeSearch(_ request: RouteSearch) async throws -> Page<TourRoute.View> {
        var languages: [ID<TourRoute>: Set<String>] = [:]
        if let language = request.language {
            for try await stop in stops.all() where stop.document.scripts[language.rawValue]?.isEmpty == false {
                languages[stop.document.route, default: []].insert(language.rawValue)
            }
        }
        var found: [Stored<TourRoute>] = []
        for try await stored in routes.all(where: [.equals("state", TourRoute.State.published)]) {
            let route = stored.document
            guard request.city.map({ $0.folded == route.city.folded }) ?? true,
                request.neighborhood.map({ $0.folded == route.neighborhood.folded }) ?? true,
                request.difficulty.map({ $0 == route.difficulty }) ?? true,
                request.language.map({ $0 == route.language || languages[stored.key] != nil }) ?? true
            else { continue }
            found.append(stored)
        }
        let page = PageRequest(limit: request.limit, after: request.after)
        guard let lat = request.lat, let lon = request.lon else {
            return Page(of: found.map(\.view), by: { "\($0.name.folded) \($0.id)" }, page)
        }
        let here = GeoPoint(lat: lat, lon: lon)
        return Page(
            of: found.map(\.view),
            by: { "\(100_000_000 + Int(here.distance(to: $0.startLocation.point))) \($0.id)" }, page)
    }

    /// A route and its stops in one call, as apps have them, and where the caller has been.
    /// - Parameter allLanguages: Whether scripts in other languages than Spanish come as well.
    @Get("/routes/{route}", .everyone)
    func route(route: ID<TourRoute>, allLanguages: Bool = false, _ call: Call) async throws -> CompleteRoute {
        let trail = try await trail(of: route)
        try checkSeen(trail.route, call)
        let isLocked = try await !mayWalk(trail.route, call)
        let visited = try await visited(on: route, call)
        return CompleteRoute(
            route: SeedRoute(trail.route),
            stops: trail.stops.enumerated().map { number, stop in
                var shown = SeedStop(stop, allScripts: allLanguages, hasBeenVisited: visited.contains(stop.key))
                if isLocked, number > 0 { shown.lock() }
                return shown
            },
            isLocked: isLocked)
    }

    /// The stops of all published routes near a place.
    /// - Parameter lat: The latitude of the place.
    /// - Parameter lon: The longitude of the place.
    /// - Parameter within: How many metres away at most.
    /// - Parameter limit: How many at most.
    @Get("/stops", .everyone)
    func stopsNear(
        @In(-90.0...90.0) lat: Double, @In(-180.0...180.0) lon: Double, @In(1.0...50_000.0) within: Double = 1_000,
        @In(1...1_000) limit: Int = 100
    ) async throws -> NearStops {
        let here = GeoPoint(lat: lat, lon: lon)
        return try await store.read { snapshot in
            var published: [ID<TourRoute>: Bool] = [:]
            var items: [NearStop] = []
            for stored in try snapshot.query(stops, where: [.near("place", of: here, within: within)], limit: 1_000)
                .items
            where items.count < limit {
                let id = stored.document.route
                let isPublished = try published[id] ?? (snapshot.get(routes, id)?.document.state == .published)
                published[id] = isPublished
                guard isPublished else { continue }
                items.append(NearStop(stop: stored.view, distance: here.distance(to: stored.document.place)))
            }
            return NearStops(items: items)
        }
    }

    /// A route on the map, as GeoJSON: its stops, and the straight way between them.
    @Get("/routes/{route}/map.geojson", .everyone)
    func map(route: ID<TourRoute>, _ call: Call) async throws -> Media {
        let trail = try await trail(of: route)
        try checkSeen(trail.route, call)
        return Media(type: "application/geo+json", bytes: Array(map(of: trail).json.utf8))
    }

    /// A route on the map, as GeoJSON.
    func map(of trail: Trail) -> Value {
        var features = trail.stops.map { stop in
            GeoFeature(
                .point(stop.document.place),
                [
                    "kind": "stop", "id": .text(stop.id), "name": .text(stop.document.name),
                    "order": .integer(Int64(stop.document.order)), "category": .text(stop.document.category),
                    "radius": .number(stop.document.triggerRadiusMeters),
                ])
        }
        if trail.stops.count > 1 {
            features.append(GeoFeature(.line(GeoLine(trail.stops.map(\.document.place))), ["kind": "route"]))
        }
        return GeoJSON.value(features)
    }

    // MARK: - Parts

    /// A route with its stops, from memory where it has not changed.
    func trail(of id: ID<TourRoute>) async throws -> Trail {
        try await store.read { snapshot in try trail(of: id, in: snapshot) }
    }

    /// A route with its stops, from memory where it has not changed.
    func trail(of id: ID<TourRoute>, in snapshot: StoreSnapshot) throws -> Trail {
        guard let route = try snapshot.get(routes, id) else { throw ToursRefusal.noRoute }
        if let known = trails.withLock({ $0.use(id) }), known.route.version == route.version { return known }
        let found = Trail(route, try snapshot.query(stops, where: [.equals("route", id)], order: .by("order")).items)
        trails.withLock { $0[id] = found }
        return found
    }

    /// Hides what is not published from everybody but its author and staff.
    func checkSeen(_ route: Stored<TourRoute>, _ call: Call) throws(ToursRefusal) {
        guard route.document.state == .published || call.owns(route.document.author, orHas: "staff") else {
            throw .noRoute
        }
    }
}
