internal import FeatureKit

/// One device of somebody who has signed in, and which refresh token counts.
///
/// It decides and touches nothing, so time is an argument. All times are of the wall clock, which may be set back: what is
/// kept has to mean the same after a restart.
struct Session: Shaped, Codable, Equatable {
    /// How long the token before the last one still brings the same successor, for an answer that was lost.
    static let grace = Duration.seconds(10)
    /// How far the clock of whoever checks access tokens may be behind; a revocation is kept for so much longer.
    static let mostSkew = Duration.seconds(300)

    enum End: String, CaseIterable, Codable, Sendable {
        case logout, ended, replaced, theft, password, reset, disabled, roles, deleted, lapsed
    }

    enum Verdict: Equatable {
        /// The token counted; its successor does from now on.
        case rotated
        /// The answer was given already, and is given again.
        case repeated
        /// A token that was replaced long ago: somebody has a copy.
        case stolen
        /// The session is over, or never knew the token.
        case refused
    }

    let user: String
    var device: String?
    let made: Timestamp
    private(set) var used: Timestamp
    /// When it ends unless it is used again.
    private(set) var until: Timestamp
    /// When it ends however often it is used.
    let mostUntil: Timestamp
    private(set) var generation: Int64
    private var current: String
    private var former: String?
    /// When the last token took the place of the one before.
    private var rotated: Timestamp?
    /// When the last access token ends.
    private(set) var accessUntil: Timestamp
    private(set) var ended: Timestamp?
    private(set) var why: End?
    /// Until when access tokens of a session that ended have to be refused; absent where there are none.
    private(set) var revokedUntil: Timestamp?
    /// When nobody needs it any more.
    private(set) var keptUntil: Timestamp

    static let shape = Shape.object([
        Field("user", .text(length: 1...64), "Whose it is."),
        Field("device", .text(length: Account.deviceLength), "What the device is called.", optional: true),
        Field("made", .timestamp, "When somebody signed in."),
        Field("used", .timestamp, "When it was used last."),
        Field("until", .timestamp, "When it ends unless it is used."),
        Field("mostUntil", .timestamp, "When it ends in any case."),
        Field("generation", .integer(in: 1 ... .max), "The number of the token that counts."),
        Field("current", .text(length: 43...43), "The hash of that token."),
        Field("former", .text(length: 43...43), "The hash of the one before.", optional: true),
        Field("rotated", .timestamp, "When that one was replaced.", optional: true),
        Field("accessUntil", .timestamp, "When its last access token ends."),
        Field("ended", .timestamp, "When it ended.", optional: true),
        Field("why", .choice(of: End.self), "Why it ended.", optional: true),
        Field("revokedUntil", .timestamp, "Until when its access tokens have to be refused.", optional: true),
        Field("keptUntil", .timestamp, "When nobody needs it any more."),
    ])

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
            former = current
            current = successor.digest
            generation = successor.generation
            rotated = now
            // A clock that was set back takes nothing away.
            used = max(used, now.inSeconds)
            until = max(until, min(now.advanced(by: lifetimes.refresh).inSeconds, mostUntil))
            keptUntil = until
            return .rotated
        }
        if token.generation == generation - 1, token.digest == former, let rotated,
            rotated.isNear(now, within: Self.grace)
        {
            return .repeated
        }
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

extension Documents<Session> {
    static var sessions: Documents<Session> {
        .init("sessions", indexes: [.on("user", "made"), .on("revokedUntil"), .on("keptUntil")])
    }
}

/// How long what lasts.
struct Lifetimes: Shaped, Codable, Equatable {
    var access = Duration.seconds(900)
    var refresh = Duration.seconds(30 * 86_400)
    var session = Duration.seconds(90 * 86_400)
    var keys = Duration.seconds(30 * 86_400)

    static let shape = Shape.object([
        Field("access", .duration(in: .seconds(60) ... .seconds(3600)), "An access token.", default: "15m"),
        Field(
            "refresh", .duration(in: .seconds(3600) ... .seconds(31_536_000)), "A session that nobody uses.",
            default: "30d"),
        Field("session", .duration(in: .seconds(3600) ... .seconds(31_536_000)), "Any session.", default: "90d"),
        Field(
            "keys", .duration(in: .seconds(86_400) ... .seconds(31_536_000)), "A key that signs access tokens.",
            default: "30d"),
    ])
}
