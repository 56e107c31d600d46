internal import Calendars
internal import FeatureKit
internal import GPX
internal import Media
internal import TourFiles

enum WalkAction: String, CaseIterable, Shaped { case pause, resume, restart, stop }

/// That somebody came to a stop, for other modules; it comes at least once, and its id tells one that comes twice.
@Record @Topic("tours.visits") struct StopEvent: Announcement, Equatable {
    /// The event's id.
    let id: ID<StopEvent>
    /// The key of the person.
    let person: String
    let walk: ID<Walk>
    let route: ID<TourRoute>
    /// Which stop, and when they came to it.
    let visit: Visit
}

@Routes("tours", as: "walkRoutes") extension ToursService {
    /// Constants for phones.
    @Get("/device-config", .everyone)
    func deviceConfig() -> DeviceConfig { DeviceConfig() }

    /// Starts a walk; one along this route that goes on already, such as from another device, is gone on with.
    /// - Parameter language: In which language it is told; by default in that of the route.
    /// - Parameter isPreview: Whether only the first stop is told, for those who have not bought the route.
    /// - Parameter zone: The time zone of the person.
    @Post("/routes/{route}/walks", .everyone)
    func walkStart(
        route: ID<TourRoute>, language: TourLanguage?, isPreview: Bool = false, @Text(1...64) zone: String?,
        _ call: Call
    ) async throws -> WalkView {
        let trail = try await trail(of: route)
        try checkSeen(trail.route, call)
        guard !trail.stops.isEmpty else { throw ToursRefusal.noStops }
        if !isPreview { try await checkBought(trail.route, call) }
        let zone = zone ?? settings.zone
        do { _ = try zones.zone(zone) } catch { throw ToursRefusal.noZone(zone: zone) }
        return try await store.transaction { tx in
            let person = try person(call, in: tx)
            let known = try tx.all(walks, where: [.equals("person", person), .equals("route", route)])
            if let open = known.first(where: { $0.document.isOpen && $0.document.isPreview == isPreview }) {
                return WalkView(open, trail)
            }
            let walk = Walk(
                person: person, route: route, language: language ?? trail.route.document.language,
                isPreview: isPreview, zone: zone, startedAt: clock.now)
            return WalkView(try tx.insert(walks, walk), trail)
        }
    }

    /// The caller's walks, the newest first.
    @Get("/walks", .everyone)
    func walkList(_ request: PageRequest, _ call: Call) async throws -> Page<Walk.View> {
        let person = try person(call)
        return try await walks.page(
            request, where: [.equals("person", person)], order: .descending(by: "startedAt")
        ) { $0.view }
    }

    /// A walk of the caller's, and what comes next.
    @Get("/walks/{walk}", .everyone)
    func walk(walk: ID<Walk>, _ call: Call) async throws -> WalkView {
        let stored = try await own(walk, call)
        return WalkView(stored, try await trail(of: stored.document.route))
    }

    /// Says where the caller is, or was while the phone was offline; each stop in reach counts as visited, once.
    /// - Parameter fixes: The fixes, in any order.
    @Post("/walks/{walk}/fixes", .everyone)
    func fixes(walk: ID<Walk>, @Count(1...1_000) fixes: [WalkFix], _ call: Call) async throws -> WalkView {
        try await change(walk, call) { document, trail, now in
            rules.take(fixes, into: &document, on: trail, at: now)
        }
    }

    /// Takes a recorded track as the fixes of a walk, such as of an app that knows nothing of walks, or to try a route.
    /// - Parameter file: A GPX file whose points have times.
    /// - Parameter endsNow: Whether the times are moved so that the last one is now.
    @Post("/walks/{walk}/gpx", .everyone)
    func track(walk: ID<Walk>, file: Upload<4_194_304>, endsNow: Bool = false, _ call: Call) async throws -> WalkView {
        let points: [GPXTrack.Point]
        do throws(GPXProblem) { points = try GPXTrack(file.media.bytes).points } catch {
            throw RouteError.invalid([RequestProblem("file", "\(error)")])
        }
        var fixes = points.compactMap { point in point.time.map { WalkFix(point: point.point, time: $0) } }
        guard !fixes.isEmpty, fixes.count == points.count, fixes.count <= 20_000 else {
            throw RouteError.invalid([RequestProblem("file", "1 to 20000 points, each with its time")])
        }
        if endsNow, let last = fixes.map(\.time).max() {
            let shift = last.duration(to: clock.now)
            for index in fixes.indices { fixes[index].time = fixes[index].time.advanced(by: shift) }
        }
        return try await change(walk, call) { [fixes] document, trail, now in
            rules.take(fixes, into: &document, on: trail, at: now)
        }
    }

    /// Pauses a walk, goes on, starts it again from its first stop, or ends it.
    /// - Parameter action: What to do.
    @Post("/walks/{walk}/{action}", .everyone)
    func walkControl(walk: ID<Walk>, action: WalkAction, _ call: Call) async throws -> WalkView {
        try await change(walk, call) { document, _, now in
            switch (action, document.state) {
            case (.pause, .active), (.pause, .paused): document.state = .paused
            case (.resume, .active), (.resume, .paused): document.state = .active
            case (.stop, .active), (.stop, .paused):
                (document.state, document.endedAt) = (.stopped, now)
                document.hearAll()
            case (.stop, .stopped): break
            case (.restart, _):
                document = Walk(
                    person: document.person, route: document.route, language: document.language,
                    isPreview: document.isPreview, zone: document.zone, startedAt: now, round: document.round + 1)
            default: throw ToursRefusal.notPossible(state: document.state)
            }
            return (nil, [])
        }
    }

    /// Counts a stop as visited that the caller does not go to.
    @Post("/walks/{walk}/stops/{stop}/skip", .everyone)
    func stopSkip(walk: ID<Walk>, stop: ID<Stop>, _ call: Call) async throws -> WalkView {
        try await change(walk, call) { document, trail, now in
            guard document.isOpen else { throw ToursRefusal.notPossible(state: document.state) }
            guard trail[stop] != nil else { throw ToursRefusal.noStop }
            if let index = document.visits.firstIndex(where: { $0.stop == stop }) {
                document.visits[index].isHeard = true
            } else {
                document.visits.append(Visit(stop: stop, at: now, manner: .skipped, isHeard: true))
            }
            rules.complete(&document, on: trail, at: now)
            return (nil, [])
        }
    }

    // MARK: - Parts

    var rules: WalkRules { WalkRules(speakWithin: settings.speakWithin, accuracy: settings.accuracy) }

    /// A walk of the caller's.
    func own(_ id: ID<Walk>, _ call: Call) async throws -> Stored<Walk> {
        let person = try person(call)
        guard let stored = try await walks.get(id),
            stored.document.person == person || stored.document.person == call.caller.device
        else { throw ToursRefusal.noWalk }
        return stored
    }

    /// Where the caller has been on a route, on the walk that they began last.
    func visited(on route: ID<TourRoute>, _ call: Call) async throws -> Set<ID<Stop>> {
        guard let person = call.caller.key else { return [] }
        let found = try await store.read { snapshot in
            try snapshot.all(walks, where: [.equals("person", person), .equals("route", route)])
        }
        let last = found.max { $0.document.startedAt < $1.document.startedAt }
        return Set(last?.document.visits.map(\.stop) ?? [])
    }

    /// Changes a walk in one transaction, which tells others of its visits; what is spoken follows the commit.
    func change(
        _ id: ID<Walk>, _ call: Call,
        _ change: @escaping @Sendable (inout Walk, Trail, Timestamp) throws -> (FixCount?, [Visit])
    ) async throws -> WalkView {
        let isAutomatic = try flags.value(of: Self.autoPlay, for: call.caller)
        return try await self.change(own(id, call), isAutomatic: isAutomatic, change) { tx in
            try person(call, in: tx)
        }
    }

    /// Changes a walk of the person whose key is found in the same transaction.
    func change(
        _ known: Stored<Walk>, isAutomatic: Bool,
        _ change: @escaping @Sendable (inout Walk, Trail, Timestamp) throws -> (FixCount?, [Visit]),
        of person: @escaping @Sendable (StoreTransaction) throws -> String
    ) async throws -> WalkView {
        let (id, now, trail) = (known.key, clock.now, try await trail(of: known.document.route))
        return try await store.transaction { tx in
            let person = try person(tx)
            guard let old = try tx.get(walks, id), old.document.person == person else { throw ToursRefusal.noWalk }
            var walk = old.document
            let (count, visits) = try change(&walk, trail, now)
            guard walk != old.document else { return WalkView(old, trail, fixes: count, triggered: visits) }
            let stored = try tx.put(walks, walk, id: old.id)
            for visit in visits {
                try tx.announce(
                    StopEvent(id: .random(), person: person, walk: id, route: walk.route, visit: visit),
                    on: StopEvent.topic)
            }
            if walk.state == .completed, old.document.state != .completed, !walk.isPreview {
                try reward(.routeWalked(walk.route), to: person, zone: walk.zone, tx)
            }
            tx.afterCommit { follow(stored, trail, isAutomatic: isAutomatic) }
            return WalkView(stored, trail, fixes: count, triggered: visits)
        }
    }
}

extension Walk {
    /// Nothing that was reached is to be spoken any more.
    mutating func hearAll() { for index in visits.indices { visits[index].isHeard = true } }
}
