internal import AccountsContracts
internal import FeatureKit

/// A device on which somebody is signed in, and which refresh token is valid.
///
/// Time is an argument. All times are of the wall clock, which may be set back: what is kept has to mean the same after a
/// restart.
@Record @Collection("sessions", .on(\.user, \.ended, \.since), .on(\.revokedUntil), .on(\.keptUntil))
struct Session: Equatable {
    /// How long the previous token still brings the same successor, for an answer that was lost.
    static let grace = Duration.seconds(10)
    /// How far the clock of a service that checks tokens may be behind; revocations are kept for so much longer.
    static let mostSkew = Duration.seconds(300)

    enum Verdict: Equatable {
        /// The token was valid; its successor is from now on.
        case rotated
        /// The answer was given already, and is given again.
        case repeated
        /// A token that was replaced long ago: somebody has a copy.
        case stolen
        /// The session is over, or never had the token.
        case refused
    }

    /// Whose it is.
    @Text(1...64) let user: String
    /// The name of the device, until it ends.
    @Public @Text(Account.deviceLength) var device: String?
    /// When the user signed in.
    @Public let since: Timestamp
    /// When it was last used.
    @Public private(set) var used: Timestamp
    /// When it expires unless it is used.
    @Public private(set) var until: Timestamp
    /// When it expires in any case.
    let mostUntil: Timestamp
    /// The number of the token that is valid.
    @In(1...Int64.max) private(set) var generation: Int64
    /// The hash of that token.
    @Text(43...43) private var current: String
    /// The hash of the token before.
    @Text(43...43) private var previous: String?
    /// When the token before was replaced.
    private var rotated: Timestamp?
    /// When its last access token expires.
    private(set) var accessUntil: Timestamp
    /// When it ended.
    private(set) var ended: Timestamp?
    /// Why it ended.
    private(set) var why: SessionEvent.End?
    /// Until when access tokens of an ended session have to be refused; absent where there are none.
    private(set) var revokedUntil: Timestamp?
    /// When nobody needs it any more.
    private(set) var keptUntil: Timestamp
    /// Whether it is the one that asks.
    @Public var isThis: Bool { false }

    init(of user: String, device: String?, token: RefreshToken, _ lifetimes: Lifetimes, at now: Timestamp) {
        let most = now.advanced(by: lifetimes.session)
        let until = min(now.advanced(by: lifetimes.refresh), most)
        self.init(
            user: user, device: device, since: now, used: now, until: until, mostUntil: most,
            generation: token.generation, current: token.digest, accessUntil: now, keptUntil: until)
    }

    func isLive(at now: Timestamp) -> Bool { ended == nil && now < until }

    /// Takes a refresh token that was made here and the one that follows from it, and says what becomes of it.
    mutating func present(
        _ token: RefreshToken, successor: RefreshToken, _ lifetimes: Lifetimes, at now: Timestamp
    ) -> Verdict {
        guard isLive(at: now) else { return .refused }
        if token.generation == generation, token.digest == current {
            (previous, current, generation, rotated) = (current, successor.digest, successor.generation, now)
            // A clock that was set back takes nothing away.
            used = max(used, now)
            until = max(until, min(now.advanced(by: lifetimes.refresh), mostUntil))
            keptUntil = until
            return .rotated
        }
        guard token.generation == generation - 1, token.digest == previous, let rotated,
            (.zero - Self.grace...Self.grace).contains(rotated.duration(to: now))
        else { return .stolen }
        return .repeated
    }

    /// Notes an access token.
    mutating func gave(accessUntil end: Timestamp) { accessUntil = max(accessUntil, end) }

    /// Ends it; false where it had ended already.
    @discardableResult
    mutating func end(_ why: SessionEvent.End, at now: Timestamp) -> Bool {
        guard ended == nil else { return false }
        (ended, self.why, device) = (now, why, nil)
        let last = accessUntil.advanced(by: Self.mostSkew)
        revokedUntil = last > now ? last : nil
        keptUntil = max(last, now)
        return true
    }
}
