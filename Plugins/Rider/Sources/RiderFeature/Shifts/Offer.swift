internal import FeatureKit

/// A shift that somebody would give away, or that somebody would take.
@Record
@Collection(
    "offers", .on(\.franchiseId, \.state), .on(\.shiftId, \.state), person: .anonymises(\.from, clearing: \.to, \.taker)
)
struct Offer: Equatable {
    enum State: String, CaseIterable, Shaped {
        /// Nobody would take it yet.
        case open
        /// Somebody would, and a manager decides.
        case taken
        case approved, refused, withdrawn
    }

    /// Which franchise.
    @Public var franchiseId: ID<Franchise>
    /// Which shift.
    @Public var shiftId: ID<Shift>
    /// Whose shift it is; absent for an open shift.
    @Public @Text(1...256) var from: String?
    /// Whom it is offered to; everybody who works there where nobody is named.
    @Public @Text(1...256) var to: String?
    /// Who would take it.
    @Public @Text(1...256) var taker: String?
    /// What became of it so far.
    @Public var state: State
    /// When it was made.
    @Public var made: Timestamp

    /// Whether it may still come to something.
    var isLive: Bool { state == .open || state == .taken }
}
