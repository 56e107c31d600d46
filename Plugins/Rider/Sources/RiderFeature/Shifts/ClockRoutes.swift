internal import Calendars
internal import FeatureKit
internal import Geography
internal import Rostering

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
        return try await clock(request, call) { shift, franchise, clocking, tx in
            guard try shift.start(clocking, window: window) else { return false }
            guard let rider = shift.riderId else { throw RiderRefusal.unknown(what: "rider") }
            if rider == call.caller.key { try checkPlace(request, of: franchise) }
            let working: [StoreCondition] = [.equals("riderId", rider), .equals("status", WorkStatus.active)]
            guard try tx.first(shifts, where: working) == nil else { throw RiderRefusal.alreadyWorking }
            try checkFree(rider, WorkTimes(start: clocking.at, end: clocking.at), besides: request.shift, tx)
            return true
        }
    }

    /// Clocks out; told twice, nothing changes.
    @Post("/scheduler/shifts/{shift}/end", .user)
    func end(_ request: ClockRequest, _ call: Call) async throws -> Shift.View {
        let window = try window(for: call.caller)
        return try await clock(request, call) { shift, _, clocking, tx in
            guard try shift.end(clocking, window: window, latest: settings.endAfter) else { return false }
            if let rider = shift.riderId, let start = shift.actualStart {
                try checkFree(rider, WorkTimes(start: start, end: clocking.at), besides: request.shift, tx)
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

    /// Asks for other times than were clocked, once a shift is over.
    /// - Parameter times: The right ones.
    /// - Parameter reason: Why they are right.
    @Post("/scheduler/shifts/{shift}/correction", .user)
    func correct(
        shift: ID<Shift>, times: WorkTimes, @Text(1...300) reason: String, _ call: Call
    ) async throws -> Shift.View {
        try await store.transaction { tx in
            let (found, franchise) = try own(shift, call, tx)
            try checkOpen(found.document.date, of: franchise.document)
            try found.document.check(correction: times, now: clock.now)
            if let rider = found.document.riderId { try checkFree(rider, times, besides: shift, tx) }
            let asked = try change(found, tx) { $0.correction = WorkCorrection(times: times, reason: reason) }
            try tellManagers(about: asked, by: asked.document.riderName, on: asked.document.date, tx)
            return asked.seen
        }
    }

    /// Approves or rejects a correction by somebody else; the times before are kept.
    /// - Parameter approves: Whether the times of the correction count.
    @Post("/shifts/{shift}/correction/decide", .user)
    func correctionDecide(shift: ID<Shift>, approves: Bool, _ call: Call) async throws -> Shift.View {
        try await store.transaction { tx in
            let (found, franchise) = try managed(shift, call, tx)
            guard let times = found.document.correction?.times else {
                throw RiderRefusal.unknown(what: "correction")
            }
            try checkOpen(found.document.date, of: franchise.document)
            let rider = found.document.riderId
            guard rider == nil || rider != call.caller.key else { throw RiderRefusal.notYourOwn }
            if approves, let rider { try checkFree(rider, times, besides: shift, tx) }
            return try change(found, tx) { shift in
                shift.correction = nil
                if approves { shift.correct(times, window: settings.window) }
            }.seen
        }
    }

    // MARK: - Parts

    /// Changes a shift as somebody's device tells; `change` says whether anything is new.
    private func clock(
        _ request: ClockRequest, _ call: Call,
        _ change: @escaping @Sendable (inout Shift, Franchise, Clocking, StoreTransaction) throws -> Bool
    ) async throws -> Shift.View {
        let clocking = try Clocking(at: request.at, told: clock.now)
        return try await store.transaction { tx in
            let (found, franchise) = try own(request.shift, call, tx)
            var shift = found.document
            guard try change(&shift, franchise.document, clocking, tx) else { return found.seen }
            try checkOpen(shift.date, of: franchise.document)
            return try put(shift, id: found.key, in: found, tx).seen
        }
    }

    /// How much earlier somebody may begin, and how much later is late.
    private func window(for caller: Caller) throws -> Duration {
        let minutes = try flags.value(of: Rider.clockWindow, for: caller)
        return minutes > 0 ? .seconds(60 * min(minutes, 120)) : settings.window
    }

    /// The shifts that a rider may have worked on at some time: nothing begins further than two days from its plan.
    private func shifts(of rider: String, near times: WorkTimes, _ snapshot: StoreSnapshot) throws -> [Stored<Shift>] {
        let (from, to) = (times.start.advanced(by: .hours(-72)), times.end.advanced(by: .hours(72)))
        return try find("riderId", rider, from: from, below: to, snapshot)
    }

    /// When a rider began to work on another shift after some moment.
    func nextStart(of rider: String, after start: Timestamp, _ snapshot: StoreSnapshot) throws -> Timestamp? {
        try shifts(of: rider, near: WorkTimes(start: start, end: start), snapshot).compactMap(\.document.actualStart)
            .filter { start < $0 }.min()
    }

    /// Refuses times at which a rider worked on another shift.
    private func checkFree(
        _ rider: String, _ times: WorkTimes, besides shift: ID<Shift>, _ snapshot: StoreSnapshot
    ) throws {
        let isWorking = try shifts(of: rider, near: times, snapshot).contains {
            $0.key != shift && $0.document.isWorked(during: times, now: clock.now)
        }
        guard !isWorking else { throw RiderRefusal.alreadyWorking }
    }

    private func checkPlace(_ request: ClockRequest, of franchise: Franchise) throws {
        guard let place = franchise.place else { return }
        guard let lat = request.lat, let lon = request.lon else { throw RiderRefusal.noPlace }
        let fence = Fence(id: "franchise", .circle(place, radius: franchise.radius))
        let (point, accuracy) = (GeoPoint(lat: lat, lon: lon), request.accuracy)
        guard fence?.contains(point, accuracy: accuracy, upTo: franchise.radius) ?? false else {
            throw RiderRefusal.notHere
        }
    }
}
