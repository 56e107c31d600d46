internal import Calendars
internal import FeatureKit

@Routes("rider", as: "shiftRoutes") extension RiderService {
    /// How many days a list has at most.
    private static let mostDays = 31

    /// The shifts of a franchise on some days, both included: all for its managers, for riders what is published.
    /// - Parameter startDate: The first day, by the clock of the franchise.
    /// - Parameter endDate: The last day.
    @Get("/scheduler/shifts", .user)
    func shiftList(
        franchiseId: ID<Franchise>, @Text(10...10) startDate: String, @Text(10...10) endDate: String, _ call: Call
    ) async throws -> [Shift.View] {
        guard let first = Day(startDate), let last = Day(endDate), first <= last,
            last.daysSince1970 - first.daysSince1970 < Self.mostDays
        else { throw RiderRefusal.badRange(most: Self.mostDays) }
        return try await store.read { snapshot in
            let (found, role) = try franchise(franchiseId, call, snapshot)
            let all = try plan(of: found, from: first, to: last, snapshot)
            guard role != .manager else { return all.map(\.seen) }
            return all.filter { !$0.document.isDraft }.map { shift in
                shift.document.riderId == call.caller.key ? shift.seen : shift.seen.forColleagues
            }
        }
    }

    /// Confirms a shift.
    @Post("/scheduler/shifts/{shift}/confirm", .user)
    func confirm(shift: ID<Shift>, _ call: Call) async throws -> Shift.View {
        try await change(shift, call) { $0.isConfirmed = true }
    }

    /// Asks the managers for a change of a shift.
    /// - Parameter reason: What is to be changed, and why.
    @Post("/scheduler/shifts/{shift}/change", .user)
    func askForChange(shift: ID<Shift>, @Text(1...300) reason: String, _ call: Call) async throws -> Shift.View {
        try await change(shift, call, isAsked: true) { ($0.changeRequested, $0.changeReason) = (true, reason) }
    }

    // MARK: - Parts

    /// Changes a shift that is to come for the rider whose it is, or for managers.
    private func change(
        _ id: ID<Shift>, _ call: Call, isAsked: Bool = false, _ change: @escaping @Sendable (inout Shift) -> Void
    ) async throws -> Shift.View {
        try await store.transaction { tx in
            let (found, franchise) = try own(id, call, tx)
            guard found.document.status == .scheduled, clock.now < found.document.endAt else {
                throw RiderRefusal.begun
            }
            try checkOpen(found.document.date, of: franchise)
            let changed = try self.change(found, tx, change)
            if isAsked { try tellManagers(about: changed, tx) }
            return changed.seen
        }
    }

    /// A published shift of the caller's, or one of a franchise that they manage.
    func own(
        _ id: ID<Shift>, _ call: Call, _ snapshot: StoreSnapshot
    ) throws -> (shift: Stored<Shift>, franchise: Franchise) {
        let user = try call.user()
        // Who is removed from a franchise during a shift can still end it.
        guard let found = try find(id, snapshot),
            let role = try role(in: found.document.franchiseId, call, snapshot)
                ?? (found.document.status == .active && found.document.riderId == user ? .rider : nil),
            let franchise = try snapshot.get(franchises, found.document.franchiseId)?.document,
            role == .manager || !found.document.isDraft
        else { throw RiderRefusal.noShift }
        guard role == .manager || found.document.riderId == user else { throw RiderRefusal.notYours }
        guard !found.document.isDraft else { throw RiderRefusal.draft }
        return (found, franchise)
    }

    /// The shifts of a franchise that begin on some days, in their order.
    func plan(
        of franchise: Stored<Franchise>, from first: Day, to last: Day, _ snapshot: StoreSnapshot
    ) throws -> [Stored<Shift>] {
        let zone = try zone(of: franchise.document)
        let (from, until) = (zone.moment(first, .midnight), zone.moment(last.advanced(by: 1), .midnight))
        return try find(
            [.equals("franchiseId", franchise.key), .from("startAt", from), .below("startAt", until)],
            order: .by("startAt"), snapshot)
    }
}
