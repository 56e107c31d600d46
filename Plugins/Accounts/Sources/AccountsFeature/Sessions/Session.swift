internal import FeatureKit

/// A device on which somebody is signed in, and which refresh token is valid.
///
/// Time is an argument. All times are of the wall clock, which may be set back: what is kept has to mean the same after a
/// restart.
@Record @Collection("sessions", .on(\.user, \.ended, \.made), .on(\.revokedUntil), .on(\.keptUntil))
struct Session: Equatable {
    /// How long the previous token still brings the same successor, for an answer that was lost.
    static let grace = Duration.seconds(10)
    /// How far the clock of whoever checks access tokens may be behind; a revocation is kept for so much longer.
    static let mostSkew = Duration.seconds(300)

    enum End: String, CaseIterable, Shaped {
        case logout, ended, replaced, theft, password, reset, disabled, roles, deleted, lapsed
    }

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
    /// What the device is called.
    @Text(Account.deviceLength) var device: String?
    /// When somebody signed in.
    let made: Timestamp
    /// When it was used last.
    private(set) var used: Timestamp
    /// When it ends unless it is used.
    private(set) var until: Timestamp
    /// When it ends in any case.
    let mostUntil: Timestamp
    /// The number of the token that is valid.
    @In(1...Int64.max) private(set) var generation: Int64
    /// The hash of that token.
    @Text(43...43) private var current: String
    /// The hash of the token before.
    @Text(43...43) private var previous: String?
    /// When the token before was replaced.
    private var rotated: Timestamp?
    /// When its last access token ends.
    private(set) var accessUntil: Timestamp
    /// When it ended.
    private(set) var ended: Timestamp?
    /// Why it ended.
    private(set) var why: End?
    /// Until when access tokens of an ended session have to be refused; absent where there are none.
    private(set) var revokedUntil: Timestamp?
    /// When nobody needs it any more.
    private(set) var keptUntil: Timestamp

    init(of user: String, device: String?, token: RefreshToken, _ lifetimes: Lifetimes, at now: Timestamp) {
        let now = now.inSeconds
        self.user = user
        self.device = device
        made = now
        used = now
        mostUntil = now.advanced(by: lifetimes.session).inSeconds
        until = min(now.advanced(by: lifetimes.refresh).inSeconds, mostUntil)
        keptUntil = until
        generation = token.generation
        current = token.digest
        accessUntil = now
    }

    func isLive(at now: Timestamp) -> Bool { ended == nil && now < until }

    /// Takes a refresh token that was made here, and says what becomes of it.
    ///
    /// - Parameter successor: The token that follows from it.
    mutating func present(
        _ token: RefreshToken, successor: RefreshToken, _ lifetimes: Lifetimes, at now: Timestamp
    ) -> Verdict {
        guard isLive(at: now) else { return .refused }
        if token.generation == generation, token.digest == current {
            (previous, current, generation, rotated) = (current, successor.digest, successor.generation, now)
            // A clock that was set back takes nothing away.
            used = max(used, now.inSeconds)
            until = max(until, min(now.advanced(by: lifetimes.refresh).inSeconds, mostUntil))
            keptUntil = until
            return .rotated
        }
        let isPrevious = token.generation == generation - 1 && token.digest == previous
        if isPrevious, let rotated, rotated.isNear(now, within: Self.grace) { return .repeated }
        return .stolen
    }

    /// Notes an access token.
    mutating func gave(accessUntil end: Timestamp) { accessUntil = max(accessUntil, end) }

    /// Ends it.
    ///
    /// - Returns: False where it had ended already.
    @discardableResult
    mutating func end(_ why: End, at now: Timestamp) -> Bool {
        guard ended == nil else { return false }
        ended = now.inSeconds
        self.why = why
        let last = accessUntil.advanced(by: Self.mostSkew).inSeconds
        revokedUntil = last > now ? last : nil
        keptUntil = max(last, now.inSeconds)
        return true
    }
}

extension Timestamp {
    fileprivate func isNear(_ other: Timestamp, within duration: Duration) -> Bool {
        advanced(by: duration) >= other && other.advanced(by: duration) >= self
    }
}

@Record struct Lifetimes: Equatable {
    /// An access token.
    @In(.seconds(60) ... .seconds(3600)) var access: Duration = .seconds(900)
    /// A session that nobody uses.
    @In(.seconds(3600) ... .seconds(31_536_000)) var refresh: Duration = .seconds(2_592_000)
    /// Any session.
    @In(.seconds(3600) ... .seconds(31_536_000)) var session: Duration = .seconds(7_776_000)
    /// A key that signs access tokens.
    @In(.seconds(86_400) ... .seconds(31_536_000)) var keys: Duration = .seconds(2_592_000)
}
