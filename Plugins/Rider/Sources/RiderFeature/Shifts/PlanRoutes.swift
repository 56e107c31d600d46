internal import Calendars
internal import FeatureKit
internal import Rostering

/// What of a shift its managers give.
@Record struct ShiftDraft: Equatable {
    /// The rider; absent for an open shift.
    @Text(1...256) var riderId: String?
    /// The motorcycle, one of the franchise's.
    var motoId: ID<Moto>?
    /// The plate, for a franchise that lists no motorcycles.
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
    @Count(0...Plan.most) var breaches: [RosterBreach]
}

/// What was published.
@Record struct Publication: Equatable {
    /// How many shifts are no drafts any more.
    var published: Int
    /// What they break nevertheless, for the reason that was given.
    @Count(0...Plan.most) var breaches: [RosterBreach]
}

@Routes("rider", as: "planRoutes") extension RiderService {
    /// The plan of a franchise on a week, and everything that it breaks.
    /// - Parameter week: A day of the week.
    @Get("/franchises/{franchise}/plan", .user)
    func planOf(franchise: ID<Franchise>, @Text(10...10) week: String, _ call: Call) async throws -> Plan {
        try await store.read { snapshot in
            let found = try managed(franchise, call, snapshot)
            return try plan(of: found, in: self.week(of: week), snapshot)
        }
    }

    /// Adds a draft of a shift.
    /// - Parameter shift: The shift.
    @Post("/franchises/{franchise}/shifts", .user)
    func shiftAdd(franchise: ID<Franchise>, shift: ShiftDraft, _ call: Call) async throws -> Shift.View {
        try await store.transaction { tx in
            let found = try managed(franchise, call, tx)
            let new = try new(shift, in: found, tx)
            let week = try week(of: new.date).moments(in: zone(of: found.document))
            let known: [StoreCondition] = [
                .equals("franchiseId", franchise), .from("startAt", week.lowerBound),
                .below("startAt", week.upperBound),
            ]
            guard try tx.count(shifts, where: known) < Plan.most else { throw RiderRefusal.tooMany(most: Plan.most) }
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
            let (old, found) = try managed(shift, call, tx)
            guard old.document.status == .scheduled else { throw RiderRefusal.begun }
            try checkOpen(old.document.date, of: found.document)
            var changed = try new(change, in: found, tx)
            let isSame = old.document.riderId == changed.riderId
            let isMoved = (old.document.startAt, old.document.endAt) != (changed.startAt, changed.endAt)
            changed.isDraft = old.document.isDraft
            if isSame, !isMoved { changed.isConfirmed = old.document.isConfirmed }
            let stored = try put(changed, id: shift, in: old, tx)
            try end(offersOf: shift, tx)
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
            let (old, found) = try managed(shift, call, tx)
            guard old.document.status == .scheduled else { throw RiderRefusal.begun }
            if !old.document.isDraft { try tell(old.document.riderId, .removed, old, of: found.document, tx) }
            try checkOpen(old.document.date, of: found.document)
            try end(offersOf: shift, tx)
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
            let days = try self.week(of: week)
            let all = try plan(of: found, on: days, tx)
            let published = all.filter { $0.document.isDraft && $0.document.status == .scheduled }.map { draft in
                var draft = draft
                draft.document.isDraft = false
                return draft
            }
            for shift in published { try checkOpen(shift.document.date, of: found.document) }
            let new = Set(published.map(\.id))
            let breaches = try check(published, of: found, week: all, new: new, reason: reason, tx)
            let (monday, number) = (days.lowerBound, try nextChange(tx))
            let week = WeekPublication(franchise: franchise, monday: monday.description, change: number)
            try tx.put(publications, week, id: WeekPublication.id(franchise, monday))
            tx.afterCommit {
                for shift in published { setDeadline(of: shift) }
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
            let (week, target) = (try week(of: from), try week(of: to))
            guard week != target else { throw RiderRefusal.badRange(most: 7) }
            return try add(shifts(of: week, in: found, tx), to: target, of: found, tx)
        }
    }

    // MARK: - Parts

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
                throw RiderRefusal.unknown(what: "motorcycle")
            }
            shift.motoPlate = moto.plate
        }
        if let vehicle = Shift.vehicle(shift.motoPlate) {
            let listed = try snapshot.first(motos, where: [.equals("claim", "\(franchise.key)|\(vehicle)")])
            // Who lists no motorcycles names any plate.
            if listed == nil, try snapshot.first(motos, where: [.equals("franchise", franchise.key)]) != nil {
                throw RiderRefusal.unknownPlate(plate: shift.motoPlate)
            }
            guard listed?.document.isInService ?? true else { throw RiderRefusal.outOfService }
            (shift.vehicle, shift.motoId) = (vehicle, listed?.id)
        }
        if let rider = draft.riderId { shift.assign(try worker(rider, of: franchise.key, snapshot).document) }
        return shift
    }

    func plan(of franchise: Stored<Franchise>, in days: ClosedRange<Day>, _ snapshot: StoreSnapshot) throws -> Plan {
        let week = try plan(of: franchise, on: days, snapshot)
        let new = Set(week.filter(\.document.isDraft).map(\.id))
        let breaches = try breaches(of: week, week: week, drafts: true, new: new, in: franchise, snapshot)
        return Plan(shifts: week.map(\.seen), breaches: Array(breaches.prefix(Plan.most)))
    }
}
