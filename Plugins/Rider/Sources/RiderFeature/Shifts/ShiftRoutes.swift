internal import Calendars
internal import FeatureKit
internal import Rostering

@Routes("rider", as: "shiftRoutes") extension RiderService {
    /// The shifts of a franchise on some days, both included: all for its managers, for riders what is published.
    /// - Parameter startDate: The first day, by the clock of the franchise.
    /// - Parameter endDate: The last day.
    @Get("/scheduler/shifts", .user)
    func shiftList(
        franchiseId: ID<Franchise>, @Text(10...10) startDate: String, @Text(10...10) endDate: String, _ call: Call
    ) async throws -> [Shift.View] {
        let days = try days(startDate, endDate, most: 31)
        return try await store.read { snapshot in
            let (found, role) = try franchise(franchiseId, call, snapshot)
            let all = try plan(of: found, on: days, snapshot)
            guard role != .manager else { return all.map(\.seen) }
            return all.filter { !$0.document.isDraft }.map { shift in
                shift.document.riderId == call.caller.key ? shift.seen : shift.seen.forColleagues
            }
        }
    }

    /// Confirms a shift.
    @Post("/scheduler/shifts/{shift}/confirm", .user)
    func confirm(shift: ID<Shift>, _ call: Call) async throws -> Shift.View {
        try await change(shift, call) {
            $0.isConfirmed = true
        } then: { _, _, _ in
        }
    }

    /// Asks the managers for a change of a shift.
    /// - Parameter reason: What is to be changed, and why.
    @Post("/scheduler/shifts/{shift}/change", .user)
    func askForChange(shift: ID<Shift>, @Text(1...300) reason: String, _ call: Call) async throws -> Shift.View {
        try await change(shift, call) {
            ($0.changeRequested, $0.changeReason) = (true, reason)
        } then: { asked, _, tx in
            try tellManagers(about: asked, by: asked.document.riderName, on: asked.document.date, tx)
        }
    }

    /// Leaves a shift as it is though its rider asked for a change: managers reject it, and the rider may take it back.
    @Delete("/scheduler/shifts/{shift}/change", .user)
    func keepUnchanged(shift: ID<Shift>, _ call: Call) async throws -> Shift.View {
        try await change(shift, call) { shift in
            guard shift.changeRequested else { throw RiderRefusal.unknown(what: "change") }
            (shift.changeRequested, shift.changeReason) = (false, nil)
        } then: { kept, franchise, tx in
            guard kept.document.riderId != call.caller.key else { return }
            try tell(kept.document.riderId, .kept, kept, of: franchise, tx)
        }
    }

    // MARK: - Parts

    /// Changes a shift that is to come for the rider whose it is, or for managers.
    private func change(
        _ id: ID<Shift>, _ call: Call, _ change: @escaping @Sendable (inout Shift) throws -> Void,
        then tellOthers: @escaping @Sendable (Stored<Shift>, Franchise, StoreTransaction) throws -> Void
    ) async throws -> Shift.View {
        try await store.transaction { tx in
            let (found, franchise) = try own(id, call, tx)
            guard found.document.status == .scheduled, clock.now < found.document.endAt else {
                throw RiderRefusal.begun
            }
            try checkOpen(found.document.date, of: franchise.document)
            let changed = try self.change(found, tx, change)
            try tellOthers(changed, franchise.document, tx)
            return changed.seen
        }
    }

    /// A shift that the caller may see, its franchise, and whether they manage that.
    private func visible(
        _ id: ID<Shift>, _ call: Call, _ snapshot: StoreSnapshot
    ) throws -> (shift: Stored<Shift>, franchise: Stored<Franchise>, isManager: Bool) {
        let user = try call.user()
        // Who is removed from a franchise during a shift can still end it.
        guard let found = try find(id, snapshot),
            let role = try role(in: found.document.franchiseId, call, snapshot)
                ?? (found.document.status == .active && found.document.riderId == user ? .rider : nil),
            let franchise = try snapshot.get(franchises, found.document.franchiseId),
            role == .manager || !found.document.isDraft
        else { throw RiderRefusal.unknown(what: "shift") }
        return (found, franchise, role == .manager)
    }

    /// A shift of a franchise that the caller manages.
    func managed(
        _ id: ID<Shift>, _ call: Call, _ snapshot: StoreSnapshot
    ) throws -> (shift: Stored<Shift>, franchise: Stored<Franchise>) {
        let (found, franchise, isManager) = try visible(id, call, snapshot)
        guard isManager else { throw RiderRefusal.notManager }
        return (found, franchise)
    }

    /// A published shift of the caller's, or one of a franchise that they manage.
    func own(
        _ id: ID<Shift>, _ call: Call, _ snapshot: StoreSnapshot
    ) throws -> (shift: Stored<Shift>, franchise: Stored<Franchise>) {
        let (found, franchise, isManager) = try visible(id, call, snapshot)
        guard isManager || found.document.riderId == call.caller.key else { throw RiderRefusal.notYours }
        guard !found.document.isDraft else { throw RiderRefusal.draft }
        return (found, franchise)
    }

    /// The shifts of a franchise that begin on some days, in their order.
    func plan(
        of franchise: Stored<Franchise>, on days: ClosedRange<Day>, _ snapshot: StoreSnapshot
    ) throws -> [Stored<Shift>] {
        let time = days.moments(in: try zone(of: franchise.document))
        return try find("franchiseId", franchise.key, from: time.lowerBound, below: time.upperBound, snapshot)
    }
}
