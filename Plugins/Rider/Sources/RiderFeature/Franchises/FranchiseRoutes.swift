internal import Calendars
internal import FeatureKit
internal import Rostering

@Routes("rider", as: "franchiseRoutes") extension RiderService {
    /// The franchises that the caller works for; all of them for staff.
    @Get("/franchises", .user)
    func franchiseList(_ request: PageRequest, _ call: Call) async throws -> Page<Franchise.View> {
        guard !call.isStaff else {
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
            let known = old.document.lockedUntil
            guard call.isStaff || known.map({ $0 <= until ?? "" }) ?? true else { throw RiderRefusal.staffOnly }
            if let until {
                let today = try today(in: old.document)
                guard let last = Day(until), last < today else { throw RiderRefusal.badLock }
                let first = known.flatMap { Day($0) }?.advanced(by: 1) ?? today.advanced(by: -366)
                let open = try plan(of: old, on: min(first, last)...last, tx).filter {
                    $0.document.status == .active || $0.document.correction != nil
                }
                guard open.isEmpty else { throw RiderRefusal.notSettled(shifts: open.prefix(100).map(\.id)) }
            }
            return try tx.update(franchises, franchise) { $0.lockedUntil = until }.view
        }
    }

    /// Adds a franchise.
    @Post("/franchises", .role("staff"))
    func franchiseAdd(_ draft: Franchise.Draft) async throws -> Franchise.View {
        let franchise = Franchise(draft)
        _ = try zone(of: franchise)
        return try await franchises.insert(franchise).view
    }

    /// Changes a franchise.
    @Patch("/franchises/{franchise}", .user)
    func franchiseChange(_ request: Franchise.Change, _ call: Call) async throws -> Franchise.View {
        try await store.transaction { tx in
            let old = try managed(request.franchise, call, tx)
            let new = try old.changed(by: request)
            _ = try zone(of: new)
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
    func memberList(franchise: ID<Franchise>, _ call: Call) async throws -> [FranchiseMember.View] {
        try await list(members, of: franchise, call) { "\($0.name.folded) \($0.person)" }
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
            if !call.isStaff {
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
            let known = try worker(person, of: franchise, tx)
            guard known.document.role == .rider || call.isStaff else { throw RiderRefusal.staffOnly }
            try tx.delete(members, known.id)
            for shift in try ahead(of: person, in: franchise, tx) {
                try change(shift, tx) { $0.assign(nil) }
                if !shift.document.isDraft { try tell(person, .removed, shift, of: place, tx) }
                try end(offersOf: shift.key, tx)
            }
            try end(offersTo: known.key, of: franchise, tx)
            try tx.delete(absences, where: [.equals("franchise", franchise), .equals("person", person)])
            return Done()
        }
    }

    // MARK: - Parts

    /// Lets somebody work for a franchise; upcoming shifts show the name, too.
    @discardableResult func put(
        _ person: String, named name: String, as role: FranchiseMember.Role, in franchise: ID<Franchise>,
        _ tx: StoreTransaction
    ) throws -> Stored<FranchiseMember> {
        let (claim, known) = (FranchiseMember.claim(franchise, person), try member(person, of: franchise, tx)?.document)
        if let known, known.name != name {
            for shift in try ahead(of: person, in: franchise, tx) { try change(shift, tx) { $0.riderName = name } }
        }
        let new = FranchiseMember(
            franchise: franchise, person: person, name: name, role: role, availability: known?.availability ?? [],
            claim: claim)
        return try put(new, claim: claim, in: members, most: 1_000, tx)
    }

    /// The shifts of a rider that begin from now or some moment on, and that nobody began.
    func ahead(
        of person: String, in franchise: ID<Franchise>, from moment: Timestamp? = nil, _ snapshot: StoreSnapshot
    ) throws -> [Stored<Shift>] {
        try find("riderId", person, from: moment ?? clock.now, snapshot).filter {
            $0.document.franchiseId == franchise && $0.document.status == .scheduled
        }
    }

    /// Has the shifts to come belong to the days of another clock.
    private func changeDays(of id: ID<Franchise>, to new: Franchise, _ tx: StoreTransaction) throws {
        let (zone, number) = (try zone(of: new), try nextChange(tx))
        for stored in try find("franchiseId", id, from: clock.now, tx) {
            var shift = stored.document
            shift.date = zone.day(at: shift.startAt).description
            if shift != stored.document { try put(shift, id: stored.key, in: stored, change: number, tx) }
        }
    }
}
