internal import FeatureKit

/// The stops of a route in a new order.
@Record struct StopOrder: Equatable {
    var route: ID<TourRoute>
    /// All its stops, in their order.
    @Count(1...TourRoute.mostStops) var stops: [ID<Stop>]
}

/// How often a route is walked, and where people end.
@Record struct RouteFigures: Equatable {
    /// How often it was started, without previews.
    var starts = 0
    /// How often it was walked to its end.
    var completions = 0
    /// After which stop how many stopped; those who reached none are under an empty text.
    @Count(0...1_000) var stoppedAfter: [String: Int] = [:]
}

/// What its author and staff do to a route.
@Routes("tours", as: "editRoutes") extension ToursService {
    /// The caller's own routes; all that wait for review, for staff.
    @Get("/own/routes", .user)
    func ownRoutes(_ request: PageRequest, _ call: Call) async throws -> Page<TourRoute.View> {
        let condition: StoreCondition =
            call.owns(nil, orHas: "staff")
            ? .equals("state", TourRoute.State.inReview) : .equals("author", try call.user())
        return try await routes.page(request, where: [condition]) { $0.view }
    }

    /// Adds a draft of a route.
    @Post("/routes", .user)
    func routeAdd(_ draft: TourRoute.Draft, _ call: Call) async throws -> TourRoute.View {
        let author = call.owns(nil, orHas: "staff") ? nil : try call.user()
        let route = TourRoute(draft, createdAt: clock.now, updatedAt: clock.now, author: author)
        return try await routes.insert(route).view
    }

    /// Changes a route.
    @Patch("/routes/{tourRoute}", .user)
    func routeChange(_ request: TourRoute.Change, _ call: Call) async throws -> TourRoute.View {
        try await edit(request.tourRoute, call) { route, old, _ in route = try old.changed(by: request) }
    }

    /// Removes a route with its stops and their sounds; walks on it stay in their histories.
    @Delete("/routes/{route}", .user)
    func routeRemove(route: ID<TourRoute>, _ call: Call) async throws -> Done {
        try await store.transaction { tx in
            guard let found = try tx.get(routes, route) else { throw ToursRefusal.noRoute }
            guard call.owns(found.document.author, orHas: "staff") else { throw ToursRefusal.notYours }
            for stop in try tx.all(stops, where: [.equals("route", route)]) { try remove(stop, tx) }
            try tx.delete(routes, route)
            return Done()
        }
    }

    /// Publishes a route; one that is not the caller's as staff is given to staff for review.
    @Post("/routes/{route}/publish", .user)
    func publish(route: ID<TourRoute>, _ call: Call) async throws -> TourRoute.View {
        try await edit(route, call) { document, _, tx in
            guard document.numStops > 0 else { throw ToursRefusal.noStops }
            document.state = call.owns(nil, orHas: "staff") ? .published : .inReview
            if document.state == .published, let author = document.author {
                try reward(.routePublished(route, stops: document.numStops), to: author, zone: nil, tx)
            }
        }
    }

    /// Takes a route back: it is a draft again.
    @Post("/routes/{route}/withdraw", .user)
    func withdraw(route: ID<TourRoute>, _ call: Call) async throws -> TourRoute.View {
        try await edit(route, call) { document, _, _ in document.state = .draft }
    }

    /// Adds a stop at the end of a route.
    /// - Parameter stop: The stop.
    @Post("/routes/{route}/stops", .user)
    func stopAdd(route: ID<TourRoute>, stop: Stop.Draft, _ call: Call) async throws -> Stop.View {
        let added = ID<Stop>.random()
        _ = try await edit(route, call) { document, _, tx in
            guard document.numStops < TourRoute.mostStops else {
                throw ToursRefusal.tooManyStops(most: TourRoute.mostStops)
            }
            let last = try tx.all(stops, where: [.equals("route", route)]).map(\.document.order).max() ?? 0
            let new = Stop(stop, route: route, order: last + 1)
            try new.problems(at: ValuePath([.member("stop")])).refuse()
            try tx.insert(stops, new, id: added)
            document.numStops += 1
        }
        guard let stored = try await stops.get(added) else { throw ToursRefusal.noStop }
        return stored.view
    }

    /// Changes a stop.
    @Patch("/stops/{stop}", .user)
    func stopChange(_ request: Stop.Change, _ call: Call) async throws -> Stop.View {
        try await edit(request.stop, call) { stop, old, _ in
            stop = try old.changed(by: request)
            try stop.problems().refuse()
        }
    }

    /// Removes a stop; those after it move up.
    @Delete("/stops/{stop}", .user)
    func stopRemove(stop: ID<Stop>, _ call: Call) async throws -> Done {
        guard let found = try await stops.get(stop) else { throw ToursRefusal.noStop }
        _ = try await edit(found.document.route, call) { route, _, tx in
            guard let found = try tx.get(stops, stop) else { throw ToursRefusal.noStop }
            try remove(found, tx)
            route.numStops -= 1
            let others = try tx.query(stops, where: [.equals("route", found.document.route)], order: .by("order")).items
            try put(others, inOrder: tx)
        }
        return Done()
    }

    /// Puts the stops of a route into another order.
    @Put("/routes/{route}/order", .user)
    func stopOrder(_ request: StopOrder, _ call: Call) async throws -> TourRoute.View {
        try await edit(request.route, call) { _, _, tx in
            let known = try tx.all(stops, where: [.equals("route", request.route)])
            let byID = Dictionary(known.map { ($0.key, $0) }) { $1 }
            let ordered = request.stops.compactMap { byID[$0] }
            guard ordered.count == known.count, request.stops.count == known.count,
                Set(request.stops).count == known.count
            else { throw ToursRefusal.otherStops }
            try put(ordered, inOrder: tx)
        }
    }

    /// How often a route is walked, and where people end.
    @Get("/routes/{route}/figures", .user)
    func figures(route: ID<TourRoute>, _ call: Call) async throws -> RouteFigures {
        guard let found = try await routes.get(route) else { throw ToursRefusal.noRoute }
        guard call.owns(found.document.author, orHas: "staff") else { throw ToursRefusal.notYours }
        var figures = RouteFigures()
        for try await stored in walks.all(where: [.equals("route", route)]) where !stored.document.isPreview {
            figures.starts += 1
            switch stored.document.state {
            case .completed: figures.completions += 1
            case .stopped: figures.stoppedAfter[stored.document.lastReached?.text ?? "", default: 0] += 1
            case .active, .paused: break
            }
        }
        return figures
    }

    // MARK: - Parts

    /// Changes a route of the caller's, which counts as changed even where only its stops are.
    func edit(
        _ id: ID<TourRoute>, _ call: Call,
        _ change: @escaping @Sendable (inout TourRoute, Stored<TourRoute>, StoreTransaction) throws -> Void
    ) async throws -> TourRoute.View {
        try await store.transaction { tx in
            guard let old = try tx.get(routes, id) else { throw ToursRefusal.noRoute }
            guard call.owns(old.document.author, orHas: "staff") else {
                throw old.document.state == .published ? ToursRefusal.notYours : .noRoute
            }
            var route = old.document
            try change(&route, old, tx)
            // What somebody else than staff changed, also a stop or its sound, goes through review again.
            if route.state == .published, !call.owns(nil, orHas: "staff") { route.state = .inReview }
            route.updatedAt = clock.now
            if route.state == .published { try speakAhead(id, tx) }
            return try tx.put(routes, route, id: id).view
        }
    }

    /// Changes a stop of a route of the caller's.
    func edit(
        _ id: ID<Stop>, _ call: Call,
        _ change: @escaping @Sendable (inout Stop, Stored<Stop>, StoreTransaction) throws -> Void
    ) async throws -> Stop.View {
        guard let known = try await stops.get(id) else { throw ToursRefusal.noStop }
        _ = try await edit(known.document.route, call) { _, _, tx in
            guard let old = try tx.get(stops, id) else { throw ToursRefusal.noStop }
            var stop = old.document
            try change(&stop, old, tx)
            try tx.put(stops, stop, id: id)
        }
        guard let stored = try await stops.get(id) else { throw ToursRefusal.noStop }
        return stored.view
    }

    private func put(_ ordered: [Stored<Stop>], inOrder tx: StoreTransaction) throws {
        for (number, stored) in ordered.enumerated() where stored.document.order != number + 1 {
            var stop = stored.document
            stop.order = number + 1
            try tx.put(stops, stop, id: stored.id)
        }
    }

    private func remove(_ stop: Stored<Stop>, _ tx: StoreTransaction) throws {
        let spoken = stop.document.spoken.keys.map { Stop.spoken(stop.key, in: $0) }
        for blob in spoken + [Stop.sound(of: stop.key), Stop.picture(of: stop.key)] { try tx.blobs.delete(blob) }
        try tx.delete(stops, stop.id)
    }
}
