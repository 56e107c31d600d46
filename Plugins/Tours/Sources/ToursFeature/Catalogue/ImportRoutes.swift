internal import FeatureKit
internal import TourFiles

/// How much an import changed.
@Record struct ImportResult: Equatable {
    /// How many routes are new or were replaced.
    var routes: Int
    /// How many stops.
    var stops: Int
}

@Routes("tours", as: "importRoutes") extension ToursService {
    /// All routes and stops as apps have them, in a file that can be imported.
    /// - Parameter allLanguages: Whether scripts in other languages than Spanish come as well.
    @Get("/export", .role("staff"))
    func export(allLanguages: Bool = false) async throws -> TourFile {
        try await store.read { snapshot in
            let found = try snapshot.all(stops, where: []).sorted {
                ($0.document.route, $0.document.order) < ($1.document.route, $1.document.order)
            }
            return TourFile(
                routes: try snapshot.all(routes, where: []).map { SeedRoute($0) }.sorted { $0.id < $1.id },
                stops: found.map { SeedStop($0, allScripts: allLanguages) })
        }
    }

    /// Takes over routes and stops: all of the file or nothing; what it does not name stays.
    @Put("/import", .role("staff"))
    func importFile(_ file: TourFile) async throws -> ImportResult {
        try await store.transaction { tx in
            try write(file, by: nil, tx)
            return ImportResult(routes: file.routes.count, stops: file.stops.count)
        }
    }

    /// Writes what a file has, once all of it was checked.
    func write(_ file: TourFile, by author: String?, _ tx: StoreTransaction) throws {
        var problems: [RequestProblem] = []
        var changed = Dictionary(file.routes.map { ($0.id, $0) }) { $1 }.mapValues { Optional($0) }
        func add(_ field: String, _ message: String) { problems.append(RequestProblem(field, message)) }
        if changed.count < file.routes.count { add("routes", "an id stands there twice") }
        if Set(file.stops.map(\.id)).count < file.stops.count { add("stops", "an id stands there twice") }
        for stop in file.stops where changed[stop.routeID] == nil {
            if try tx.get(routes, stop.routeID) == nil {
                add("stops", "\(stop.id) is of the route \(stop.routeID), which there is not")
            } else {
                changed.updateValue(nil, forKey: stop.routeID)
            }
        }
        try problems.refuse()
        for seed in file.stops {
            let known = try tx.get(stops, seed.id)?.document
            if let known, known.route.text != seed.routeID, changed[known.route.text] == nil {
                changed.updateValue(nil, forKey: known.route.text)
            }
            try tx.put(stops, Stop(seed, known: known), id: seed.id)
        }
        for (id, seed) in changed {
            let known = try tx.get(routes, id)?.document
            guard var route = seed.map({ TourRoute($0, known: known) }) ?? known else { continue }
            let orders = try tx.all(stops, where: [.equals("route", id)]).map(\.document.order)
            guard orders.count <= TourRoute.mostStops else {
                throw ToursRefusal.tooManyStops(most: TourRoute.mostStops)
            }
            guard Set(orders).count == orders.count else {
                throw RouteError.invalid([RequestProblem("stops", "two of the route \(id) have the same order")])
            }
            if seed == nil { route.updatedAt = clock.now }
            route.numStops = orders.count
            if route.state == .published { try speakAhead(ID(id), tx) }
            try tx.put(routes, route, id: id)
        }
    }
}
