internal import FeatureKit

/// A shift that somebody would give away, or that somebody would take.
///
/// It names members of the franchise, not people: who leaves it or is erased is gone from here as well.
@Record
@Collection("offers", .on(\.franchiseId, \.state), .on(\.shiftId, \.state), .on(\.made))
struct Offer: Equatable {
    enum State: String, CaseIterable, Shaped {
        /// Nobody would take it yet.
        case open
        /// Somebody would, and a manager decides.
        case taken
        case approved, refused, withdrawn
    }

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

    /// Whether somebody has to do with it.
    func isAbout(_ member: ID<FranchiseMember>?) -> Bool { member != nil && [from, to, taker].contains(member) }

    /// An offer, as the apps have it.
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

extension RiderService {
    /// An offer as the apps have it.
    func seen(_ stored: Stored<Offer>, _ snapshot: StoreSnapshot) throws -> Offer.Seen {
        func person(_ id: ID<FranchiseMember>?) throws -> String? {
            try id.flatMap { try snapshot.get(members, $0)?.document.person }
        }
        let offer = stored.document
        return Offer.Seen(
            id: stored.key, franchiseId: offer.franchiseId, shiftId: offer.shiftId, from: try person(offer.from),
            to: try person(offer.to), taker: try person(offer.taker), state: offer.state, made: offer.made)
    }
}
