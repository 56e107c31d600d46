internal import FeatureKit

/// The open offers and unassigned shifts of a franchise.
@Record struct OfferList: Equatable {
    /// The offers that may still come to something: all of them for managers, for riders those to them and their own.
    @Count(0...1_000) var offers: [Offer.Seen]
    /// The published shifts to come that nobody has.
    @Count(0...1_000) var shifts: [Shift.View]
}

@Routes("rider", as: "offerRoutes") extension RiderService {
    /// The open offers and unassigned shifts of a franchise.
    @Get("/franchises/{franchise}/offers", .user)
    func offerList(franchise: ID<Franchise>, _ call: Call) async throws -> OfferList {
        let (person, now) = (try call.user(), clock.now)
        return try await store.read { snapshot in
            let (_, role) = try self.franchise(franchise, call, snapshot)
            let me = try member(person, of: franchise, snapshot)?.key
            let live = try snapshot.all(offers, where: Self.live(.equals("franchiseId", franchise)))
            let mine = try live.filter { stored in
                let offer = stored.document
                guard let shift = try shift(of: offer, snapshot), now < shift.document.startAt else { return false }
                return role == .manager || offer.isAbout(me) || offer.state == .open && offer.to == nil
            }.sorted { ($0.document.made, $0.id) < ($1.document.made, $1.id) }
            let ahead = try find(
                [.equals("franchiseId", franchise), .from("startAt", now)], order: .by("startAt"), snapshot)
            return OfferList(
                offers: try mine.prefix(1_000).map { try seen($0, snapshot) },
                shifts: ahead.filter { !$0.document.isDraft && $0.document.riderId == nil }.prefix(1_000).map(\.seen))
        }
    }

    /// Offers the caller's own shift to somebody, or to everybody in the franchise.
    /// - Parameter to: The key of the person.
    @Post("/scheduler/shifts/{shift}/offer", .user, limit: .per(.caller, 20, in: .hours(1)))
    func offer(shift: ID<Shift>, @Text(1...256) to: String?, _ call: Call) async throws -> Offer.Seen {
        try await store.transaction { tx in
            let (found, place) = try own(shift, call, tx)
            let id = found.document.franchiseId
            guard let rider = found.document.riderId, let from = try member(rider, of: id, tx)?.key else {
                throw RiderRefusal.notYours
            }
            try checkAhead(found)
            let named = try to.map { to in
                guard let member = try member(to, of: id, tx) else { throw RiderRefusal.noRider }
                return member
            }
            // One of a shift at a time.
            try end(offersOf: shift, as: .withdrawn, tx)
            let wanted = try change(found, tx) { $0.swapRequested = true }
            let riders: [StoreCondition] = [.equals("franchise", id), .equals("role", FranchiseMember.Role.rider)]
            for heard in try named.map({ [$0] }) ?? tx.all(members, where: riders) where heard.key != from {
                try tell(heard.document.person, .offered, wanted, of: place, tx)
            }
            let offer = Offer(
                franchiseId: id, shiftId: shift, from: from, to: named?.key, state: .open, made: clock.now)
            return try seen(tx.insert(offers, offer), tx)
        }
    }

    /// Asks for a shift that nobody has.
    @Post("/scheduler/shifts/{shift}/apply", .user, limit: .per(.caller, 100, in: .hours(1)))
    func apply(shift: ID<Shift>, _ call: Call) async throws -> Offer.Seen {
        let person = try call.user()
        return try await store.transaction { tx in
            guard let found = try find(shift, tx), !found.document.isDraft,
                let rider = try member(person, of: found.document.franchiseId, tx)
            else { throw RiderRefusal.noShift }
            guard found.document.riderId == nil else { throw RiderRefusal.offerOver }
            try checkAhead(found)
            try check(found, for: rider.document, of: franchise(found.document.franchiseId, call, tx).found, tx)
            let known = try tx.all(offers, where: [.equals("shiftId", shift), .equals("state", Offer.State.taken)])
            if let mine = known.first(where: { $0.document.taker == rider.key }) { return try seen(mine, tx) }
            let offer = Offer(
                franchiseId: found.document.franchiseId, shiftId: shift, taker: rider.key, state: .taken,
                made: clock.now)
            try tellManagers(about: found, by: rider.document.name, tx)
            return try seen(tx.insert(offers, offer), tx)
        }
    }

    /// Takes a shift that is offered, once a manager approves.
    @Post("/offers/{offer}/accept", .user)
    func accept(offer: ID<Offer>, _ call: Call) async throws -> Offer.Seen {
        let person = try call.user()
        return try await store.transaction { tx in
            guard let found = try tx.get(offers, offer)?.document,
                let rider = try member(person, of: found.franchiseId, tx), (found.to ?? rider.key) == rider.key
            else { throw RiderRefusal.noOffer }
            guard found.state == .open, found.from != rider.key, let shift = try shift(of: found, tx) else {
                throw RiderRefusal.offerOver
            }
            try checkAhead(shift)
            try check(shift, for: rider.document, of: franchise(found.franchiseId, call, tx).found, tx)
            try tellManagers(about: shift, by: rider.document.name, tx)
            return try seen(tx.update(offers, offer) { ($0.state, $0.taker) = (.taken, rider.key) }, tx)
        }
    }

    /// Takes an offer back.
    @Delete("/offers/{offer}", .user)
    func withdraw(offer: ID<Offer>, _ call: Call) async throws -> Done {
        let person = try call.user()
        return try await store.transaction { tx in
            guard let found = try tx.get(offers, offer)?.document,
                let me = try member(person, of: found.franchiseId, tx)?.key, (found.from ?? found.taker) == me
            else { throw RiderRefusal.noOffer }
            guard found.state == .open || found.state == .taken else { throw RiderRefusal.offerOver }
            try tx.update(offers, offer) { $0.state = .withdrawn }
            if found.from != nil, let shift = try find(found.shiftId, tx) {
                try change(shift, tx) { $0.swapRequested = false }
            }
            return Done()
        }
    }

    /// Approves or rejects a swap; of several riders who asked for a shift, one has it then.
    /// - Parameter approves: Whether the taker has the shift.
    @Post("/offers/{offer}/decide", .user)
    func decide(offer: ID<Offer>, approves: Bool, _ call: Call) async throws -> Offer.Seen {
        try await store.transaction { tx in
            guard let found = try tx.get(offers, offer)?.document,
                let role = try role(in: found.franchiseId, call, tx)
            else { throw RiderRefusal.noOffer }
            guard role == .manager else { throw RiderRefusal.notManager }
            let place = try franchise(found.franchiseId, call, tx).found
            guard found.state == .taken, let taker = try found.taker.flatMap({ try tx.get(members, $0)?.document }),
                let shift = try shift(of: found, tx)
            else { throw RiderRefusal.offerOver }
            guard approves else {
                let kept = found.from == nil ? shift : try change(shift, tx) { $0.swapRequested = false }
                for person in [kept.document.riderId, taker.person] {
                    try tell(person, .refused, kept, of: place.document, tx)
                }
                return try seen(tx.update(offers, offer) { $0.state = .refused }, tx)
            }
            try checkAhead(shift)
            try check(shift, for: taker, of: place, tx)
            let given = try change(shift, tx) { $0.assign(taker) }
            try tell(taker.person, .approved, given, of: place.document, tx)
            try tell(shift.document.riderId, .removed, shift, of: place.document, tx)
            try end(offersOf: shift.key, as: .refused, tx)
            return try seen(tx.update(offers, offer) { $0.state = .approved }, tx)
        }
    }

    // MARK: - Parts

    /// The shift of an offer, if it still is whose it was.
    private func shift(of offer: Offer, _ snapshot: StoreSnapshot) throws -> Stored<Shift>? {
        let owner = try offer.from.map { try snapshot.get(members, $0)?.document.person ?? "" }
        guard let shift = try find(offer.shiftId, snapshot), shift.document.riderId == owner else { return nil }
        return shift
    }

    private func checkAhead(_ shift: Stored<Shift>) throws {
        guard shift.document.status == .scheduled, clock.now < shift.document.startAt else {
            throw RiderRefusal.begun
        }
    }

    private static func live(_ condition: StoreCondition) -> [StoreCondition] {
        [condition, .among("state", [Offer.State.open, .taken])]
    }

    /// Ends whatever is offered of a shift, such as when it is somebody else's.
    func end(offersOf shift: ID<Shift>, as state: Offer.State, _ tx: StoreTransaction) throws {
        for offer in try tx.all(offers, where: Self.live(.equals("shiftId", shift))) {
            try tx.update(offers, offer.key) { $0.state = state }
        }
    }

    /// Ends what somebody who leaves had to do with.
    func end(offersTo member: ID<FranchiseMember>, of franchise: ID<Franchise>, _ tx: StoreTransaction) throws {
        for offer in try tx.all(offers, where: Self.live(.equals("franchiseId", franchise)))
        where offer.document.isAbout(member) {
            try tx.update(offers, offer.key) { $0.state = .refused }
            guard let shift = try find(offer.document.shiftId, tx), shift.document.swapRequested else { continue }
            try change(shift, tx) { $0.swapRequested = false }
        }
    }
}
