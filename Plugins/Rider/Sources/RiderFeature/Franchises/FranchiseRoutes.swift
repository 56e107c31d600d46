internal import Calendars
internal import FeatureKit

/// Those who work for a franchise.
@Record struct MemberList: Equatable {
    /// Each person, by name.
    @Count(0...MemberList.most) var items: [FranchiseMember.View]
    static let most = 1_000
}

@Routes("rider", as: "franchiseRoutes") extension RiderService {
    /// The franchises that the caller works for; all of them for staff.
    @Get("/franchises", .user)
    func franchiseList(_ request: PageRequest, _ call: Call) async throws -> Page<Franchise.View> {
        guard !call.owns(nil, orHas: "staff") else {
            return try await franchises.page(request, order: .by(.folded("name"))) { $0.view }
        }
        let person = try call.user()
        let own = try await store.read { snapshot in
            try snapshot.all(members, where: [.equals("person", person)]).compactMap {
                try snapshot.get(franchises, $0.document.franchise)
            }
        }
        return Page(of: own.map(\.view), by: { "\($0.name.folded) \($0.id)" }, request)
    }

    /// Locks all days up to one for payroll; only staff unlocks.
    /// - Parameter until: The last day; nothing is locked without one.
    @Put("/franchises/{franchise}/lock", .user)
    func lock(franchise: ID<Franchise>, @Text(10...10) until: String?, _ call: Call) async throws -> Franchise.View {
        try await store.transaction { tx in
            let old = try managed(franchise, call, tx)
            let (known, isStaff) = (old.document.lockedUntil, call.owns(nil, orHas: "staff"))
            guard isStaff || known.map({ $0 <= until ?? "" }) ?? true else { throw RiderRefusal.staffOnly }
            if let until {
                let today = try zone(of: old.document).day(at: clock.now)
                guard let last = Day(until), last < today else { throw RiderRefusal.badLock }
                let first = known.flatMap { Day($0) }?.advanced(by: 1) ?? today.advanced(by: -366)
                let open = try plan(of: old, from: min(first, last), to: last, tx).filter {
                    $0.document.status == .active || $0.document.correction != nil
                }
                guard open.isEmpty else {
                    throw RiderRefusal.notSettled(shifts: try Value(encoding: open.prefix(100).map(\.id)))
                }
            }
            return try tx.update(franchises, franchise) { $0.lockedUntil = until }.view
        }
    }

    /// Adds a franchise.
    @Post("/franchises", .role("staff"))
    func franchiseAdd(_ draft: Franchise.Draft) async throws -> Franchise.View {
        let franchise = Franchise(draft)
        try check(franchise)
        return try await franchises.insert(franchise).view
    }

    /// Changes a franchise.
    @Patch("/franchises/{franchise}", .user)
    func franchiseChange(_ request: Franchise.Change, _ call: Call) async throws -> Franchise.View {
        try await store.transaction { tx in
            let old = try managed(request.franchise, call, tx)
            let new = try old.changed(by: request)
            try check(new)
            if new.zone != old.document.zone {
                // Other days would be locked than before.
                guard new.lockedUntil == nil else { throw RiderRefusal.locked(until: new.lockedUntil ?? "") }
                try changeDays(of: old.key, to: new, tx)
            }
            return try tx.put(franchises, new, id: old.id).view
        }
    }

    /// Those who work for a franchise.
    @Get("/franchises/{franchise}/members", .user)
    func memberList(franchise: ID<Franchise>, _ call: Call) async throws -> MemberList {
        try await store.read { snapshot in
            _ = try managed(franchise, call, snapshot)
            let all = try snapshot.all(members, where: [.equals("franchise", franchise)]).map(\.view)
            return MemberList(items: all.sorted { ($0.name.folded, $0.person) < ($1.name.folded, $1.person) })
        }
    }

    /// Changes the name or the role of somebody in a franchise; only staff appoints managers, and adds people without asking them.
    /// - Parameter person: The key of the person.
    /// - Parameter name: The name that shifts show.
    /// - Parameter role: What the person does.
    @Put("/franchises/{franchise}/members/{person}", .user)
    func memberPut(
        franchise: ID<Franchise>, @Text(1...256) person: String, @Text(1...100) name: String,
        role: FranchiseMember.Role = .rider, _ call: Call
    ) async throws -> FranchiseMember.View {
        try await store.transaction { tx in
            _ = try managed(franchise, call, tx)
            let known = try member(person, of: franchise, tx)
            if !call.owns(nil, orHas: "staff") {
                guard let known else { throw RiderRefusal.inviteThem }
                // Managers neither make managers nor make riders of them.
                guard role == .rider, known.document.role == .rider else { throw RiderRefusal.staffOnly }
            }
            return try put(person, named: name, as: role, in: franchise, tx).view
        }
    }

    /// Removes somebody from a franchise; their upcoming shifts become open.
    /// - Parameter person: The key of the person.
    @Delete("/franchises/{franchise}/members/{person}", .user)
    func memberRemove(franchise: ID<Franchise>, @Text(1...256) person: String, _ call: Call) async throws -> Done {
        try await store.transaction { tx in
            let place = try managed(franchise, call, tx).document
            guard let known = try member(person, of: franchise, tx) else { throw RiderRefusal.noRider }
            guard known.document.role == .rider || call.owns(nil, orHas: "staff") else {
                throw RiderRefusal.staffOnly
            }
            try tx.delete(members, known.id)
            let ahead: [StoreCondition] = [
                .equals("franchiseId", franchise), .equals("riderId", person), .from("startAt", clock.now),
            ]
            for shift in try find(ahead, tx) where shift.document.status == .scheduled {
                try change(shift, tx) { $0.assign(nil) }
                if !shift.document.isDraft { try tell(person, .removed, shift, of: place, tx) }
                try end(offersOf: shift.key, as: .refused, tx)
            }
            try end(offersTo: known.key, of: franchise, tx)
            try tx.delete(absences, where: [.equals("franchise", franchise), .equals("person", person)])
            return Done()
        }
    }

    // MARK: - Parts

    /// Lets somebody work for a franchise.
    @discardableResult func put(
        _ person: String, named name: String, as role: FranchiseMember.Role, in franchise: ID<Franchise>,
        _ tx: StoreTransaction
    ) throws -> Stored<FranchiseMember> {
        let known = try member(person, of: franchise, tx)
        guard try known != nil || tx.count(members, where: [.equals("franchise", franchise)]) < MemberList.most else {
            throw RiderRefusal.tooMany(most: MemberList.most)
        }
        var new =
            known?.document
            ?? FranchiseMember(
                franchise: franchise, person: person, name: name, role: role,
                claim: FranchiseMember.claim(franchise, person))
        (new.name, new.role) = (name, role)
        return try tx.put(members, new, id: known?.key ?? .random())
    }

    /// Has the shifts to come belong to the days of another clock.
    private func changeDays(of id: ID<Franchise>, to new: Franchise, _ tx: StoreTransaction) throws {
        let (zone, number) = (try zone(of: new), try nextChange(tx))
        for stored in try find([.equals("franchiseId", id), .from("startAt", clock.now)], tx) {
            var shift = stored.document
            shift.date = zone.day(at: shift.startAt).description
            if shift != stored.document { try put(shift, id: stored.key, in: stored, change: number, tx) }
        }
    }

    private func check(_ franchise: Franchise) throws {
        do { _ = try zones.zone(franchise.zone) } catch { throw RiderRefusal.noZone(zone: franchise.zone) }
    }
}
