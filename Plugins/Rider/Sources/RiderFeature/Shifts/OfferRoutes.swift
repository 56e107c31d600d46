internal import FeatureKit
internal import Rostering

/// A shift that somebody would give away, or that somebody would take.
///
/// It names members of the franchise, not people: who leaves it or is erased is gone from here as well.
@Record
@Collection("offers", .on(\.franchiseId, \.state), .on(\.shiftId, \.state), .on(\.made))
struct Offer: Equatable, OfFranchise {
    /// Somebody would take it from `taken` on, and a manager decides.
    enum State: String, CaseIterable, Shaped { case open, taken, approved, refused, withdrawn }

    var franchiseId: ID<Franchise>
    var shiftId: ID<Shift>
    /// Whose shift it is; absent for an open shift.
    var from: ID<FranchiseMember>?
    /// Whom it is offered to; everybody who works there where nobody is named.
    var to: ID<FranchiseMember>?
    /// Who would take it.
    var taker: ID<FranchiseMember>?
    /// What became of it so far.
    var state: State
    /// When it was made.
    var made: Timestamp

    var franchise: ID<Franchise> { franchiseId }
    var isLive: Bool { [.open, .taken].contains(state) }

    /// Whether somebody has to do with it.
    func isAbout(_ member: ID<FranchiseMember>?) -> Bool { member != nil && [from, to, taker].contains(member) }

    /// An offer as the apps have it, which know people.
    @Record struct Seen: Equatable {
        var id: ID<Offer>
        var franchiseId: ID<Franchise>
        var shiftId: ID<Shift>
        /// The key of the person whose shift it is; absent for an open shift.
        @Text(1...256) var from: String?
        /// The key of the person whom it is offered to; everybody who works there where nobody is named.
        @Text(1...256) var to: String?
        /// The key of the person who would take it.
        @Text(1...256) var taker: String?
        /// What became of it so far.
        var state: State
        /// When it was made.
        var made: Timestamp
    }
}

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
            let ahead = try find("franchiseId", franchise, from: now, snapshot)
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
            let named = try to.map { try worker($0, of: id, tx) }
            // One of a shift at a time.
            try end(offersOf: shift, as: .withdrawn, tx)
            let wanted = try change(found, tx) { $0.swapRequested = true }
            let riders: [StoreCondition] = [.equals("franchise", id), .equals("role", FranchiseMember.Role.rider)]
            for heard in try named.map({ [$0] }) ?? tx.all(members, where: riders) where heard.key != from {
                try tell(heard.document.person, .offered, wanted, of: place.document, tx)
            }
            let offer = Offer(
                franchiseId: id, shiftId: shift, from: from, to: named?.key, state: .open, made: clock.now)
            return try seen(tx.insert(offers, offer), tx)
        }
    }

    /// Asks for a shift that nobody has.
    @Post("/scheduler/shifts/{shift}/apply", .user, limit: .per(.caller, 100, in: .hours(1)))
    func apply(shift: ID<Shift>, _ call: Call) async throws -> Offer.Seen {
        try await store.transaction { tx in
            guard let found = try find(shift, tx), !found.document.isDraft else {
                throw RiderRefusal.unknown(what: "shift")
            }
            let id = found.document.franchiseId
            let rider = try worker(call.user(), of: id, what: "shift", tx)
            guard found.document.riderId == nil else { throw RiderRefusal.offerOver }
            try check(found, for: rider.document, of: franchise(id, call, tx).found, tx)
            let known = try tx.all(offers, where: [.equals("shiftId", shift), .equals("state", Offer.State.taken)])
            if let mine = known.first(where: { $0.document.taker == rider.key }) { return try seen(mine, tx) }
            let offer = Offer(franchiseId: id, shiftId: shift, taker: rider.key, state: .taken, made: clock.now)
            try tellManagers(about: found, by: rider.document.name, on: found.document.date, tx)
            return try seen(tx.insert(offers, offer), tx)
        }
    }

    /// Takes a shift that is offered, once a manager approves.
    @Post("/offers/{offer}/accept", .user)
    func accept(offer: ID<Offer>, _ call: Call) async throws -> Offer.Seen {
        try await store.transaction { tx in
            let (found, rider) = try offered(offer, call, tx) { ($0.to ?? $1) == $1 }
            guard found.document.state == .open, found.document.from != rider.key,
                let shift = try shift(of: found.document, tx)
            else { throw RiderRefusal.offerOver }
            try check(shift, for: rider.document, of: franchise(found.document.franchiseId, call, tx).found, tx)
            try tellManagers(about: shift, by: rider.document.name, on: shift.document.date, tx)
            return try seen(tx.update(offers, offer) { ($0.state, $0.taker) = (.taken, rider.key) }, tx)
        }
    }

    /// Declines a shift that is offered to the caller alone; who offered it hears so, and keeps it.
    @Post("/offers/{offer}/decline", .user)
    func decline(offer: ID<Offer>, _ call: Call) async throws -> Offer.Seen {
        try await store.transaction { tx in
            let (found, _) = try offered(offer, call, tx) { $0.to == $1 }
            guard found.document.isLive, let shift = try shift(of: found.document, tx) else {
                throw RiderRefusal.offerOver
            }
            let place = try franchise(found.document.franchiseId, call, tx).found.document
            try tell(shift.document.riderId, .refused, shift, of: place, tx)
            return try seen(end(found, as: .refused, tx), tx)
        }
    }

    /// Takes an offer back.
    @Delete("/offers/{offer}", .user)
    func withdraw(offer: ID<Offer>, _ call: Call) async throws -> Done {
        try await store.transaction { tx in
            let (found, _) = try offered(offer, call, tx) { ($0.from ?? $0.taker) == $1 }
            guard found.document.isLive else { throw RiderRefusal.offerOver }
            try end(found, as: .withdrawn, tx)
            return Done()
        }
    }

    /// Approves or rejects a swap; of several riders who asked for a shift, one has it then.
    /// - Parameter approves: Whether the taker has the shift.
    @Post("/offers/{offer}/decide", .user)
    func decide(offer: ID<Offer>, approves: Bool, _ call: Call) async throws -> Offer.Seen {
        try await store.transaction { tx in
            let (stored, place) = try managed(offer, in: offers, call, tx)
            let found = stored.document
            guard found.state == .taken, let taker = try found.taker.flatMap({ try tx.get(members, $0)?.document }),
                let shift = try shift(of: found, tx)
            else { throw RiderRefusal.offerOver }
            guard approves else {
                for person in [shift.document.riderId, taker.person] {
                    try tell(person, .refused, shift, of: place.document, tx)
                }
                return try seen(end(stored, as: .refused, tx), tx)
            }
            try check(shift, for: taker, of: place, tx)
            let given = try change(shift, tx) { $0.assign(taker) }
            try tell(taker.person, .approved, given, of: place.document, tx)
            try tell(shift.document.riderId, .removed, shift, of: place.document, tx)
            try end(offersOf: shift.key, tx)
            return try seen(tx.update(offers, offer) { $0.state = .approved }, tx)
        }
    }

    // MARK: - Parts

    func seen(_ stored: Stored<Offer>, _ snapshot: StoreSnapshot) throws -> Offer.Seen {
        func person(_ id: ID<FranchiseMember>?) throws -> String? {
            try id.flatMap { try snapshot.get(members, $0)?.document.person }
        }
        let offer = stored.document
        return Offer.Seen(
            id: stored.key, franchiseId: offer.franchiseId, shiftId: offer.shiftId, from: try person(offer.from),
            to: try person(offer.to), taker: try person(offer.taker), state: offer.state, made: offer.made)
    }

    /// An offer that has to do with the caller, and the caller as somebody who works for its franchise.
    private func offered(
        _ id: ID<Offer>, _ call: Call, _ snapshot: StoreSnapshot, _ isTheirs: (Offer, ID<FranchiseMember>) -> Bool
    ) throws -> (found: Stored<Offer>, me: Stored<FranchiseMember>) {
        guard let found = try snapshot.get(offers, id),
            let me = try member(call.user(), of: found.document.franchiseId, snapshot), isTheirs(found.document, me.key)
        else { throw RiderRefusal.unknown(what: "offer") }
        return (found, me)
    }

    /// The shift of an offer, if it still is whose it was.
    private func shift(of offer: Offer, _ snapshot: StoreSnapshot) throws -> Stored<Shift>? {
        let owner = try offer.from.map { try snapshot.get(members, $0)?.document.person ?? "" }
        guard let shift = try find(offer.shiftId, snapshot), shift.document.riderId == owner else { return nil }
        return shift
    }

    func checkAhead(_ shift: Stored<Shift>) throws {
        guard shift.document.status == .scheduled, clock.now < shift.document.startAt else {
            throw RiderRefusal.begun
        }
    }

    private static func live(_ condition: StoreCondition) -> [StoreCondition] {
        [condition, .among("state", [Offer.State.open, .taken])]
    }

    /// Ends an offer; nobody asks for a swap of its shift any more.
    @discardableResult private func end(
        _ offer: Stored<Offer>, as state: Offer.State, _ tx: StoreTransaction
    ) throws -> Stored<Offer> {
        if let shift = try find(offer.document.shiftId, tx), shift.document.swapRequested {
            try change(shift, tx) { $0.swapRequested = false }
        }
        return try tx.update(offers, offer.key) { $0.state = state }
    }

    /// Ends whatever is offered of a shift, such as when it is somebody else's.
    func end(offersOf shift: ID<Shift>, as state: Offer.State = .refused, _ tx: StoreTransaction) throws {
        for offer in try tx.all(offers, where: Self.live(.equals("shiftId", shift))) { try end(offer, as: state, tx) }
    }

    /// Ends what somebody who leaves had to do with.
    func end(offersTo member: ID<FranchiseMember>, of franchise: ID<Franchise>, _ tx: StoreTransaction) throws {
        for offer in try tx.all(offers, where: Self.live(.equals("franchiseId", franchise)))
        where offer.document.isAbout(member) { try end(offer, as: .refused, tx) }
    }
}
