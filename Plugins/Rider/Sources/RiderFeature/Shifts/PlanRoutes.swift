internal import Calendars
internal import FeatureKit
internal import Rostering

/// What of a shift its managers give.
@Record struct ShiftDraft: Equatable {
    /// The rider; absent for an open shift.
    @Text(1...256) var riderId: String?
    /// The motorcycle, one of the franchise's.
    var motoId: ID<Moto>?
    /// The plate, of a motorcycle that the franchise does not list.
    @Text(0...20) var motoPlate = ""
    /// When it begins.
    var startAt: Timestamp
    /// When it ends.
    var endAt: Timestamp
}

/// A plan and what it breaks.
@Record struct Plan: Equatable {
    static let most = 5_000
    /// The shifts, in their order.
    @Count(0...Plan.most) var shifts: [Shift.View]
    /// What they break together with those of the days around.
    @Count(0...5_000) var breaches: [RosterBreach]
}

/// What was published.
@Record struct Publication: Equatable {
    /// How many shifts are no drafts any more.
    var published: Int
    /// What they break nevertheless, for the reason that was given.
    @Count(0...5_000) var breaches: [RosterBreach]
}

@Routes("rider", as: "planRoutes") extension RiderService {
    /// The plan of a franchise on a week, and everything that it breaks.
    /// - Parameter week: A day of the week.
    @Get("/franchises/{franchise}/plan", .user)
    func planOf(franchise: ID<Franchise>, @Text(10...10) week: String, _ call: Call) async throws -> Plan {
        try await store.read { snapshot in
            let found = try managed(franchise, call, snapshot)
            return try plan(of: found, in: try monday(of: week), snapshot)
        }
    }

    /// Adds a draft of a shift.
    /// - Parameter shift: The shift.
    @Post("/franchises/{franchise}/shifts", .user)
    func shiftAdd(franchise: ID<Franchise>, shift: ShiftDraft, _ call: Call) async throws -> Shift.View {
        try await store.transaction { tx in
            let found = try managed(franchise, call, tx)
            let new = try new(shift, in: found, tx)
            try checkRoom(for: 1, on: Day(new.date)?.monday, of: found, tx)
            return try put(new, id: .random(), in: nil, tx).seen
        }
    }

    /// Changes a shift that nobody has begun; one that is published keeps to the rules, or its manager says why not.
    /// - Parameter change: The shift as it is to be.
    /// - Parameter reason: Why a rule is broken.
    @Put("/shifts/{shift}", .user)
    func shiftChange(
        shift: ID<Shift>, change: ShiftDraft, @Text(1...300) reason: String?, _ call: Call
    ) async throws -> Shift.View {
        try await store.transaction { tx in
            let (old, found) = try managedShift(shift, call, tx)
            guard old.document.status == .scheduled else { throw RiderRefusal.begun }
            try checkOpen(old.document.date, of: found.document)
            var changed = try new(change, in: found, tx)
            let isSame = old.document.riderId == changed.riderId
            let isMoved = (old.document.startAt, old.document.endAt) != (changed.startAt, changed.endAt)
            changed.isDraft = old.document.isDraft
            if isSame, !isMoved { changed.isConfirmed = old.document.isConfirmed }
            let stored = try put(changed, id: shift, in: old, tx)
            try end(offersOf: shift, as: .refused, tx)
            if !changed.isDraft {
                try check([stored], of: found, new: isSame && !isMoved ? [] : [stored.id], reason: reason, tx)
                try tell(changed.riderId, isSame ? .changed : .published, stored, of: found.document, tx)
                if !isSame { try tell(old.document.riderId, .removed, old, of: found.document, tx) }
            }
            return stored.seen
        }
    }

    /// Removes a shift that nobody has begun.
    @Delete("/shifts/{shift}", .user)
    func shiftRemove(shift: ID<Shift>, _ call: Call) async throws -> Done {
        try await store.transaction { tx in
            let (old, found) = try managedShift(shift, call, tx)
            guard old.document.status == .scheduled else { throw RiderRefusal.begun }
            if !old.document.isDraft { try tell(old.document.riderId, .removed, old, of: found.document, tx) }
            try checkOpen(old.document.date, of: found.document)
            try end(offersOf: shift, as: .refused, tx)
            try remove(old, tx)
            return Done()
        }
    }

    /// Publishes all drafts of a week at once: what breaks a rule that nobody may break is refused, other rules need a reason.
    /// - Parameter week: A day of the week.
    /// - Parameter reason: Why rules are broken.
    @Post("/franchises/{franchise}/publish", .user)
    func publish(
        franchise: ID<Franchise>, @Text(10...10) week: String, @Text(1...300) reason: String?, _ call: Call
    ) async throws -> Publication {
        try await store.transaction { tx in
            let found = try managed(franchise, call, tx)
            let monday = try monday(of: week)
            let all = try plan(of: found, from: monday, to: monday.advanced(by: 6), tx)
            let drafts = all.filter { $0.document.isDraft && $0.document.status == .scheduled }
            for draft in drafts { try checkOpen(draft.document.date, of: found.document) }
            let breaches = try check(drafts, of: found, week: all, new: Set(drafts.map(\.id)), reason: reason, tx)
            let number = try nextChange(tx)
            let published = drafts.map { draft in
                var draft = draft
                draft.document.isDraft = false
                return draft
            }
            let week = WeekPublication(franchise: franchise, monday: monday.description, change: number)
            try tx.put(publications, week, id: WeekPublication.id(franchise, monday))
            tx.afterCommit {
                // Drafts had no deadlines, and what is further ahead gets them later.
                for shift in published where isNear(shift.document) { setDeadlines(of: shift) }
                boards.set(number, for: franchise, version: number)
            }
            // Each rider hears once, of the first one.
            for (rider, own) in Dictionary(grouping: published, by: \.document.riderId) {
                guard let first = own.min(by: { $0.document.startAt < $1.document.startAt }) else { continue }
                let news = own.count == 1 ? News.published : .week
                try tell(rider, news, first, of: found.document, count: own.count, tx)
            }
            return Publication(published: published.count, breaches: breaches)
        }
    }

    /// Copies the shifts of a week to another one, as drafts at the same times of day.
    /// - Parameter from: A day of the week to copy.
    /// - Parameter to: A day of the week that they are copied to.
    @Post("/franchises/{franchise}/copy", .user)
    func copyWeek(
        franchise: ID<Franchise>, @Text(10...10) from: String, @Text(10...10) to: String, _ call: Call
    ) async throws -> Plan {
        try await store.transaction { tx in
            let found = try managed(franchise, call, tx)
            let (first, target) = (try monday(of: from), try monday(of: to))
            guard first != target else { throw RiderRefusal.badRange(most: 7) }
            try add(shiftsOfWeek(first, of: found, tx), on: target, of: found, tx)
            return try plan(of: found, in: target, tx)
        }
    }

    // MARK: - Parts

    private func managedShift(
        _ id: ID<Shift>, _ call: Call, _ snapshot: StoreSnapshot
    ) throws -> (shift: Stored<Shift>, franchise: Stored<Franchise>) {
        guard let shift = try find(id, snapshot),
            let role = try role(in: shift.document.franchiseId, call, snapshot),
            let found = try snapshot.get(franchises, shift.document.franchiseId)
        else { throw RiderRefusal.noShift }
        guard role == .manager else {
            throw shift.document.isDraft ? RiderRefusal.noShift : RiderRefusal.notManager
        }
        return (shift, found)
    }

    /// A draft of a shift for somebody who works for the franchise.
    func new(
        _ draft: ShiftDraft, in franchise: Stored<Franchise>, _ snapshot: StoreSnapshot
    ) throws -> Shift {
        guard draft.startAt < draft.endAt, draft.startAt.duration(to: draft.endAt) <= .hours(24) else {
            throw RiderRefusal.badTimes
        }
        var shift = Shift(
            franchiseId: franchise.key, motoPlate: draft.motoPlate, startAt: draft.startAt, endAt: draft.endAt,
            date: try zone(of: franchise.document).day(at: draft.startAt).description)
        try checkOpen(shift.date, of: franchise.document)
        if let id = draft.motoId {
            guard let moto = try snapshot.get(motos, id)?.document, moto.franchise == franchise.key else {
                throw RiderRefusal.noMoto
            }
            shift.motoPlate = moto.plate
        }
        shift.vehicle = Shift.vehicle(shift.motoPlate)
        let listed = try shift.vehicle.flatMap { vehicle in
            try snapshot.first(motos, where: [.equals("claim", "\(franchise.key)|\(vehicle)")])
        }
        if let listed {
            guard listed.document.isInService else { throw RiderRefusal.notInService }
            shift.motoId = listed.id
        }
        if let rider = draft.riderId {
            guard let member = try member(rider, of: franchise.key, snapshot) else { throw RiderRefusal.noRider }
            shift.assign(member.document)
        }
        return shift
    }

    /// Refuses more shifts than a plan shows.
    func checkRoom(
        for count: Int, on monday: Day?, of franchise: Stored<Franchise>, _ snapshot: StoreSnapshot
    ) throws {
        guard let monday else { return }
        let zone = try zone(of: franchise.document)
        let week: [StoreCondition] = [
            .equals("franchiseId", franchise.key), .from("startAt", zone.moment(monday, .midnight)),
            .below("startAt", zone.moment(monday.advanced(by: 7), .midnight)),
        ]
        guard try snapshot.count(shifts, where: week) + count <= Plan.most else {
            throw RiderRefusal.weekFull(most: Plan.most)
        }
    }

    func plan(of franchise: Stored<Franchise>, in monday: Day, _ snapshot: StoreSnapshot) throws -> Plan {
        let week = try plan(of: franchise, from: monday, to: monday.advanced(by: 6), snapshot)
        return Plan(
            shifts: week.map(\.seen),
            breaches: try breaches(
                of: week, week: week, isPublished: { _ in true }, new: Set(week.filter(\.document.isDraft).map(\.id)),
                in: franchise, snapshot
            ).prefix(5_000).map(\.self))
    }
}
