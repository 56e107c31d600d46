internal import FeatureKit

/// A session that ended before its access tokens do; the host refuses those of it.
struct Revoked: Shaped, Codable, Equatable {
    let session: String
    let until: Timestamp

    static let shape = Shape.object([
        Field("session", .text(length: 1...128), "Which session, as the claim sid names it."),
        Field("until", .timestamp, "When none of its access tokens can count any more."),
    ])
}

/// What became of a session.
struct SessionTold: Shaped, Codable, Equatable {
    enum What: String, CaseIterable, Codable, Sendable { case started, refreshed, ended }

    let session: String
    let user: String
    let what: What
    var why: Session.End?

    static let shape = Shape.object([
        Field("session", .text(length: 1...128), "Which."),
        Field("user", .text(length: 1...64), "Whose, as the claim sub names it."),
        Field("what", .choice(of: What.self), "What happened."),
        Field("why", .choice(of: Session.End.self), "Why it ended.", optional: true),
    ])
}

extension Topic where Payload == Revoked {
    static var accountsRevoked: Topic<Revoked> { .init("accounts.revoked") }
}

extension Topic where Payload == SessionTold {
    static var accountsSessions: Topic<SessionTold> { .init("accounts.sessions") }
}
