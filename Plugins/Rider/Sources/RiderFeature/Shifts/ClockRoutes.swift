internal import Calendars
internal import FeatureKit
internal import Geography

/// Where and when somebody clocked, as their device tells.
private struct Clocking {
    let at: Timestamp
    let told: Timestamp
    let point: GeoPoint?
    let accuracy: Double
}

@Routes("rider", as: "clockRoutes") extension RiderService {
    /// Clocks in: the rider begins to work on a shift; told twice, nothing changes.
    /// - Parameter shift: Which shift.
    /// - Parameter at: When it was, by the device's clock, where it is told later.
    /// - Parameter lat: The latitude of the device.
    /// - Parameter lon: The longitude of the device.
    /// - Parameter accuracy: How far off that may be, in metres.
    @Post("/scheduler/shifts/{shift}/start", .user)
    func start(
        shift: ID<Shift>, at: Timestamp?, @In(-90.0...90.0) lat: Double?, @In(-180.0...180.0) lon: Double?,
        @In(0.0...10_000.0) accuracy: Double = 0, _ call: Call
    ) async throws -> Shift.View {
        let clocking = try clocking(at, lat, lon, accuracy)
        let window = try window(for: call.caller)
        return try await store.transaction { tx in
            let found = try own(shift, call, tx)
            let document = found.document
            guard document.status == .scheduled else { return found.seen }
            guard clocking.at >= document.startAt.advanced(by: .zero - window) else {
                throw RiderRefusal.tooEarly(from: document.startAt.advanced(by: .zero - window))
            }
            guard clocking.at < document.endAt else { throw RiderRefusal.tooLate(since: document.endAt) }
            try checkPlace(clocking, of: document.franchiseId, tx)
            if let rider = document.riderId {
                let working: [StoreCondition] = [.equals("riderId", rider), .equals("status", Shift.Status.active)]
                guard try tx.first(shifts, where: working) == nil else { throw RiderRefusal.alreadyWorking }
            }
            let stored = try tx.update(shifts, shift) { shift in
                (shift.status, shift.actualStart) = (.active, clocking.at)
                shift.toldStart = clocking.at == clocking.told ? nil : clocking.told
                shift.isLate = clocking.at > shift.startAt.advanced(by: settings.window)
            }
            tx.afterCommit { setEnd(of: stored) }
            return stored.seen
        }
    }

    /// Clocks out; told twice, nothing changes.
    /// - Parameter shift: Which shift.
    /// - Parameter at: When it was, by the device's clock, where it is told later.
    /// - Parameter lat: The latitude of the device.
    /// - Parameter lon: The longitude of the device.
    /// - Parameter accuracy: How far off that may be, in metres.
    @Post("/scheduler/shifts/{shift}/end", .user)
    func end(
        shift: ID<Shift>, at: Timestamp?, @In(-90.0...90.0) lat: Double?, @In(-180.0...180.0) lon: Double?,
        @In(0.0...10_000.0) accuracy: Double = 0, _ call: Call
    ) async throws -> Shift.View {
        let clocking = try clocking(at, lat, lon, accuracy)
        return try await store.transaction { tx in
            let found = try own(shift, call, tx)
            guard found.document.status != .completed else { return found.seen }
            guard found.document.status == .active, let began = found.document.actualStart, began <= clocking.at else {
                throw RiderRefusal.notStarted
            }
            let stored = try tx.update(shifts, shift) { shift in
                shift.end(at: clocking.at)
                shift.toldEnd = clocking.at == clocking.told ? nil : clocking.told
            }
            tx.afterCommit { setEnd(of: stored) }
            return stored.seen
        }
    }

    /// Asks for other times than were clocked, once a shift is over.
    /// - Parameter shift: Which shift.
    /// - Parameter times: The right ones.
    /// - Parameter reason: Why they are right.
    @Post("/scheduler/shifts/{shift}/correction", .user)
    func correct(
        shift: ID<Shift>, times: WorkTimes, @Text(1...300) reason: String, _ call: Call
    ) async throws -> Shift.View {
        let now = clock.now
        return try await store.transaction { tx in
            let found = try own(shift, call, tx)
            guard
                found.document.status == .completed || found.document.status == .scheduled && found.document.endAt < now
            else { throw RiderRefusal.notOver }
            guard times.start < times.end, times.end <= now, times.start.duration(to: times.end) <= .hours(24) else {
                throw RiderRefusal.badTimes
            }
            return try tx.update(shifts, shift) { $0.correction = Correction(times: times, reason: reason) }.seen
        }
    }

    /// Approves a correction, or does not; the times before are kept.
    /// - Parameter shift: Which shift.
    /// - Parameter approves: Whether the times of the correction count.
    @Post("/shifts/{shift}/correction/decide", .user)
    func correctionDecide(shift: ID<Shift>, approves: Bool, _ call: Call) async throws -> Shift.View {
        try await store.transaction { tx in
            let found = try own(shift, call, tx)
            _ = try managed(found.document.franchiseId, call, tx)
            guard let correction = found.document.correction else { throw RiderRefusal.noCorrection }
            return try tx.update(shifts, shift) { shift in
                shift.correction = nil
                guard approves else { return }
                shift.uncorrected =
                    shift.uncorrected
                    ?? shift.actualStart.flatMap { start in shift.actualEnd.map { WorkTimes(start: start, end: $0) } }
                (shift.actualStart, shift.actualEnd) = (correction.times.start, correction.times.end)
                (shift.status, shift.endedByItself) = (.completed, false)
            }.seen
        }
    }

    // MARK: - Parts

    private func window(for caller: Caller) throws -> Duration {
        let minutes = try flags.value(of: Rider.clockWindow, for: caller)
        return minutes > 0 ? .seconds(60 * min(minutes, 120)) : settings.window
    }

    private func clocking(
        _ at: Timestamp?, _ lat: Double?, _ lon: Double?, _ accuracy: Double
    ) throws(RiderRefusal) -> Clocking {
        let now = clock.now
        // Clocks of devices are off by some seconds.
        guard at.map({ $0 <= now.advanced(by: .seconds(60)) && $0.duration(to: now) <= .hours(24) }) ?? true else {
            throw .badMoment
        }
        let point = lat.flatMap { lat in lon.map { GeoPoint(lat: lat, lon: $0) } }
        return Clocking(at: min(at ?? now, now), told: now, point: point, accuracy: accuracy)
    }

    private func checkPlace(_ clocking: Clocking, of id: ID<Franchise>, _ snapshot: StoreSnapshot) throws {
        guard let franchise = try snapshot.get(franchises, id)?.document, let place = franchise.place else { return }
        guard let fence = Fence(id: id.text, .circle(place, radius: franchise.radius), order: 0),
            let point = clocking.point
        else { throw RiderRefusal.notHere }
        var stays = FenceState()
        var rules = FenceRules()
        rules.mostAccuracy = franchise.radius
        let events = stays.take(
            FenceFix(point, at: clocking.at, accuracy: clocking.accuracy), in: Geofences([fence]), rules)
        guard events.contains(where: { $0.kind == .enter }) else { throw RiderRefusal.notHere }
    }
}
