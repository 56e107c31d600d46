internal import Calendars
internal import FeatureKit
internal import Geography

/// What a device reports about the work on a shift.
@Record struct ClockRequest: Equatable {
    var shift: ID<Shift>
    /// When it was, by the device's clock, where it is told later.
    var at: Timestamp?
    /// The latitude of the device.
    @In(-90.0...90.0) var lat: Double?
    /// The longitude of the device.
    @In(-180.0...180.0) var lon: Double?
    /// How far off that may be, in metres.
    @In(0.0...10_000.0) var accuracy: Double = 0
}

@Routes("rider", as: "clockRoutes") extension RiderService {
    /// Clocks in: the rider begins to work on a shift; told twice, nothing changes.
    @Post("/scheduler/shifts/{shift}/start", .user)
    func start(_ request: ClockRequest, _ call: Call) async throws -> Shift.View {
        let window = try window(for: call.caller)
        return try await clock(request, call) { shift, found, clocking, tx in
            guard try shift.start(clocking, window: window) else { return false }
            guard let rider = shift.riderId else { throw RiderRefusal.noRider }
            if rider == call.caller.key { try checkPlace(clocking, of: shift.franchiseId, tx) }
            let working: [StoreCondition] = [.equals("riderId", rider), .equals("status", Shift.Status.active)]
            guard try tx.first(shifts, where: working) == nil else { throw RiderRefusal.alreadyWorking }
            try checkFree(rider, WorkTimes(start: clocking.at, end: clocking.at), besides: found.key, tx)
            return true
        }
    }

    /// Clocks out; told twice, nothing changes.
    @Post("/scheduler/shifts/{shift}/end", .user)
    func end(_ request: ClockRequest, _ call: Call) async throws -> Shift.View {
        let window = try window(for: call.caller)
        return try await clock(request, call) { shift, found, clocking, tx in
            guard try shift.end(clocking, window: window, latest: settings.endAfter) else { return false }
            if let rider = shift.riderId, let start = shift.actualStart {
                try checkFree(rider, WorkTimes(start: start, end: clocking.at), besides: found.key, tx)
            }
            return true
        }
    }

    /// Begins a break, which is no work; told twice, nothing changes.
    @Post("/scheduler/shifts/{shift}/break", .user)
    func breakStart(_ request: ClockRequest, _ call: Call) async throws -> Shift.View {
        try await clock(request, call) { shift, _, clocking, _ in try shift.pause(true, clocking) }
    }

    /// Ends a break; told twice, nothing changes.
    @Post("/scheduler/shifts/{shift}/resume", .user)
    func breakEnd(_ request: ClockRequest, _ call: Call) async throws -> Shift.View {
        try await clock(request, call) { shift, _, clocking, _ in try shift.pause(false, clocking) }
    }

    // MARK: - Parts

    /// Changes a shift as somebody's device tells; `change` says whether anything is new.
    private func clock(
        _ request: ClockRequest, _ call: Call,
        _ change: @escaping @Sendable (inout Shift, Stored<Shift>, Clocking, StoreTransaction) throws -> Bool
    ) async throws -> Shift.View {
        let now = clock.now
        // Clocks of devices are off by some seconds.
        let isPossible = request.at.map {
            $0 <= now.advanced(by: .seconds(60)) && $0.duration(to: now) <= .hours(24)
        }
        guard isPossible ?? true else { throw RiderRefusal.badMoment }
        let point = request.lat.flatMap { lat in request.lon.map { GeoPoint(lat: lat, lon: $0) } }
        let clocking = Clocking(
            at: min(request.at ?? now, now), told: now, point: point, accuracy: request.accuracy)
        return try await store.transaction { tx in
            let (found, franchise) = try own(request.shift, call, tx)
            var shift = found.document
            guard try change(&shift, found, clocking, tx) else { return found.seen }
            try checkOpen(shift.date, of: franchise)
            return try put(shift, id: found.key, in: found, tx).seen
        }
    }

    /// How much earlier somebody may begin, and how much later is late.
    func window(for caller: Caller) throws -> Duration {
        let minutes = try flags.value(of: Rider.clockWindow, for: caller)
        return minutes > 0 ? .seconds(60 * min(minutes, 120)) : settings.window
    }

    /// When a rider began to work on another shift after some moment.
    func nextStart(of rider: String, after start: Timestamp, _ snapshot: StoreSnapshot) throws -> Timestamp? {
        let near: [StoreCondition] = [
            .equals("riderId", rider), .from("startAt", start.advanced(by: .zero - .hours(24))),
            .below("startAt", start.advanced(by: .hours(72))),
        ]
        return try find(near, snapshot).compactMap(\.document.actualStart).filter { start < $0 }.min()
    }

    /// Refuses times at which a rider worked on another shift.
    func checkFree(
        _ rider: String, _ times: WorkTimes, besides shift: ID<Shift>, _ snapshot: StoreSnapshot
    ) throws {
        // Nothing begins more than two days before or after it was planned.
        let near: [StoreCondition] = [
            .equals("riderId", rider), .from("startAt", times.start.advanced(by: .zero - .hours(72))),
            .below("startAt", times.end.advanced(by: .hours(48))),
        ]
        for other in try find(near, snapshot) where other.key != shift {
            guard let start = other.document.actualStart else { continue }
            let end = other.document.actualEnd ?? clock.now
            // Who ends one and begins another at once works on one at a time.
            if times.start < end && (start < times.end || start <= times.start) { throw RiderRefusal.alreadyWorking }
        }
    }

    private func checkPlace(_ clocking: Clocking, of id: ID<Franchise>, _ snapshot: StoreSnapshot) throws {
        guard let franchise = try snapshot.get(franchises, id)?.document, let place = franchise.place else { return }
        guard let point = clocking.point else { throw RiderRefusal.noPlace }
        guard let fence = Fence(id: id.text, .circle(place, radius: franchise.radius), order: 0) else {
            throw RiderRefusal.notHere
        }
        var stays = FenceState()
        var rules = FenceRules()
        rules.mostAccuracy = franchise.radius
        let events = stays.take(
            FenceFix(point, at: clocking.at, accuracy: clocking.accuracy), in: Geofences([fence]), rules)
        guard events.contains(where: { $0.kind == .enter }) else { throw RiderRefusal.notHere }
    }
}
