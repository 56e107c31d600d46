internal import FeatureKit

/// What can be had in a franchise.
@Record struct OfferList: Equatable {
    /// The offers that may still come to something: all of them for managers, for riders those to them and their own.
    @Count(0...1_000) var offers: [Offer.View]
    /// The published shifts to come that nobody has.
    @Count(0...1_000) var shifts: [Shift.View]
}

@Routes("rider", as: "offerRoutes") extension RiderService {
    /// What can be had in a franchise.
    /// - Parameter franchise: Which franchise.
    @Get("/franchises/{franchise}/offers", .user)
    func offerList(franchise: ID<Franchise>, _ call: Call) async throws -> OfferList {
        let (person, now) = (try call.user(), clock.now)
        return try await store.read { snapshot in
            let (_, role) = try self.franchise(franchise, call, snapshot)
            let live = try snapshot.all(
                offers, where: [.equals("franchiseId", franchise), .among("state", [Offer.State.open, .taken])])
            let mine = live.filter { offer in
                role == .manager || [offer.document.from, offer.document.taker].contains(person)
                    || offer.document.state == .open && (offer.document.to ?? person) == person
            }
            let ahead = try snapshot.all(
                shifts, where: [.equals("franchiseId", franchise), .from("startAt", now)], order: .by("startAt"))
            return OfferList(
                offers: mine.map(\.view).sorted { ($0.made, $0.id) < ($1.made, $1.id) },
                shifts: ahead.filter { !$0.document.isDraft && $0.document.riderId == nil }.prefix(1_000).map(\.seen))
        }
    }

    /// Offers the caller's own shift to somebody, or to everybody in the franchise.
    /// - Parameter shift: Which shift.
    /// - Parameter to: The key of the person.
    @Post("/scheduler/shifts/{shift}/offer", .user)
    func offer(shift: ID<Shift>, @Text(1...256) to: String?, _ call: Call) async throws -> Offer.View {
        try await store.transaction { tx in
            let found = try own(shift, call, tx)
            guard let rider = found.document.riderId else { throw RiderRefusal.notYours }
            try checkAhead(found)
            if let to, try member(to, of: found.document.franchiseId, tx) == nil { throw RiderRefusal.noRider }
            // One of a shift at a time.
            try end(offersOf: shift, as: .withdrawn, tx)
            let wanted = try tx.update(shifts, shift) { $0.swapRequested = true }
            let place = try franchise(found.document.franchiseId, call, tx).found.document
            if let to { try tell(to, .offered, wanted, of: place, tx) }
            let offer = Offer(
                franchiseId: found.document.franchiseId, shiftId: shift, from: rider, to: to, state: .open,
                made: clock.now)
            return try tx.insert(offers, offer).view
        }
    }

    /// Asks for a shift that nobody has.
    /// - Parameter shift: Which shift.
    @Post("/scheduler/shifts/{shift}/apply", .user)
    func apply(shift: ID<Shift>, _ call: Call) async throws -> Offer.View {
        let person = try call.user()
        return try await store.transaction { tx in
            guard let found = try tx.get(shifts, shift), !found.document.isDraft,
                let rider = try member(person, of: found.document.franchiseId, tx)
            else { throw RiderRefusal.noShift }
            guard found.document.riderId == nil else { throw RiderRefusal.offerOver }
            try checkAhead(found)
            try check(found, for: rider, of: franchise(found.document.franchiseId, call, tx).found, tx)
            let known = try tx.all(offers, where: [.equals("shiftId", shift), .equals("state", Offer.State.taken)])
            if let mine = known.first(where: { $0.document.taker == person }) { return mine.view }
            let offer = Offer(
                franchiseId: found.document.franchiseId, shiftId: shift, taker: person, state: .taken, made: clock.now)
            return try tx.insert(offers, offer).view
        }
    }

    /// Takes a shift that is offered, once a manager approves.
    /// - Parameter offer: Which offer.
    @Post("/offers/{offer}/accept", .user)
    func accept(offer: ID<Offer>, _ call: Call) async throws -> Offer.View {
        let person = try call.user()
        return try await store.transaction { tx in
            guard let found = try tx.get(offers, offer)?.document,
                let rider = try member(person, of: found.franchiseId, tx), (found.to ?? person) == person
            else { throw RiderRefusal.noOffer }
            guard found.state == .open, found.from != person, let shift = try tx.get(shifts, found.shiftId),
                shift.document.riderId == found.from
            else { throw RiderRefusal.offerOver }
            try checkAhead(shift)
            try check(shift, for: rider, of: franchise(found.franchiseId, call, tx).found, tx)
            return try tx.update(offers, offer) { ($0.state, $0.taker) = (.taken, person) }.view
        }
    }

    /// Takes an offer back.
    /// - Parameter offer: Which offer.
    @Delete("/offers/{offer}", .user)
    func withdraw(offer: ID<Offer>, _ call: Call) async throws -> Done {
        let person = try call.user()
        return try await store.transaction { tx in
            guard let found = try tx.get(offers, offer)?.document, (found.from ?? found.taker) == person else {
                throw RiderRefusal.noOffer
            }
            guard found.isLive else { throw RiderRefusal.offerOver }
            if found.from == nil {
                try tx.update(offers, offer) { $0.state = .withdrawn }
            } else {
                try end(offersOf: found.shiftId, as: .withdrawn, tx)
                try tx.update(shifts, found.shiftId) { $0.swapRequested = false }
            }
            return Done()
        }
    }

    /// Gives a shift to who would take it, or does not; of several who would, one has it then.
    /// - Parameter offer: Which offer.
    /// - Parameter approves: Whether the taker has the shift.
    @Post("/offers/{offer}/decide", .user)
    func decide(offer: ID<Offer>, approves: Bool, _ call: Call) async throws -> Offer.View {
        try await store.transaction { tx in
            guard let found = try tx.get(offers, offer)?.document,
                let role = try role(in: found.franchiseId, call, tx)
            else { throw RiderRefusal.noOffer }
            guard role == .manager else { throw RiderRefusal.notManager }
            guard found.state == .taken, let taker = found.taker, let shift = try tx.get(shifts, found.shiftId),
                shift.document.riderId == found.from, let rider = try member(taker, of: found.franchiseId, tx)
            else { throw RiderRefusal.offerOver }
            guard approves else { return try tx.update(offers, offer) { $0.state = .refused }.view }
            try checkAhead(shift)
            let place = try franchise(found.franchiseId, call, tx).found
            try check(shift, for: rider, of: place, tx)
            let given = try tx.update(shifts, shift.key) { $0.assign(rider) }
            try tell(taker, .approved, given, of: place.document, tx)
            try tell(found.from, .removed, shift, of: place.document, tx)
            try end(offersOf: shift.key, as: .refused, tx)
            return try tx.update(offers, offer) { $0.state = .approved }.view
        }
    }

    // MARK: - Parts

    private func member(
        _ person: String, of franchise: ID<Franchise>, _ snapshot: StoreSnapshot
    ) throws -> FranchiseMember? {
        let claim = FranchiseMember.claim(franchise, person)
        return try snapshot.first(members, where: [.equals("claim", claim)])?.document
    }

    private func checkAhead(_ shift: Stored<Shift>) throws(RiderRefusal) {
        guard shift.document.status == .scheduled, clock.now < shift.document.startAt else {
            throw .tooLate(since: shift.document.startAt)
        }
    }

    /// Ends whatever is offered of a shift, such as when it is somebody else's.
    func end(offersOf shift: ID<Shift>, as state: Offer.State, _ tx: StoreTransaction) throws {
        let live: [StoreCondition] = [.equals("shiftId", shift), .among("state", [Offer.State.open, .taken])]
        for offer in try tx.all(offers, where: live) { try tx.update(offers, offer.key) { $0.state = state } }
    }
}
