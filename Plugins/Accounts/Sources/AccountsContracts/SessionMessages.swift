public import FeatureKit

/// A session that ended before its access tokens do; the host refuses those.
@Record @Topic("accounts.revoked") public struct SessionRevocation: Equatable {
    /// Which session, as the claim sid names it.
    @Text(1...128) public var session: String
    /// When the last of its access tokens has expired.
    public var until: Timestamp
}

/// Something that happened to a session.
@Record @Topic("accounts.sessions") public struct SessionEvent: Equatable {
    /// What happens to sessions.
    public enum What: String, CaseIterable, Shaped {
        /// Its user signed in, got the next tokens, or is not signed in any more.
        case started, refreshed, ended
    }

    /// Why sessions end.
    public enum End: String, CaseIterable, Shaped {
        /// Its user, staff, or something that happened to its token or account ended it.
        case logout, ended, replaced, theft, password, reset, disabled, roles, deleted, lapsed
    }

    /// Which session.
    @Text(1...128) public var session: String
    /// Whose, as the claim sub names it.
    @Text(1...64) public var user: String
    /// What happened.
    public var what: What
    /// Why it ended.
    public var why: End?
}
