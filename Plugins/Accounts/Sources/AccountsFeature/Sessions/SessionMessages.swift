internal import FeatureKit

/// A session that ended before its access tokens do; the host refuses those.
@Record struct Revocation: Equatable {
    /// Which session, as the claim sid names it.
    @Text(1...128) var session: String
    /// When none of its access tokens can count any more.
    var until: Timestamp
}

@Record struct SessionEvent: Equatable {
    enum What: String, CaseIterable, Shaped { case started, refreshed, ended }

    /// Which session.
    @Text(1...128) var session: String
    /// Whose, as the claim sub names it.
    @Text(1...64) var user: String
    /// What happened.
    var what: What
    /// Why it ended.
    var why: Session.End?
}

extension Topic where Payload == Revocation {
    static var accountsRevoked: Self { .init("accounts.revoked") }
}

extension Topic where Payload == SessionEvent {
    static var accountsSessions: Self { .init("accounts.sessions") }
}
