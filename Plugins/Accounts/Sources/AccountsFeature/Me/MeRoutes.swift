internal import FeatureKit

/// Somebody's profile, and their account where it is one of this feature's.
struct Me: Shaped, Codable {
    let key: String
    var email: String?
    var isConfirmed: Bool?
    let roles: [String]
    let version: Int64
    let profile: Profile

    static let shape = Shape.object([
        Field("key", .text(), "The key by which the host knows the caller."),
        Field("email", .text(), "The account's address.", optional: true),
        Field("isConfirmed", .boolean, "Whether a mail to it was read.", optional: true),
        Field("roles", .list(of: .text()), "What the caller may do."),
        Field("version", .integer(), "The profile's version; 0 where there is none yet."),
        Field("profile", .of(Profile.self), "The profile."),
    ])
}

/// A merge patch of a profile, in the form in which the profile is told.
struct ChangeMe: Shaped, Codable {
    /// What can be patched; a seat is taken and left.
    static let fields = ["name", "language", "preferences"]

    var version: Int64?
    /// What is null in it is taken away, what is not there stays.
    ///
    /// Its Shape is the profile's own, once it is merged.
    var profile: Value

    static let shape = Shape.object([
        Field("version", .integer(), "The version that is changed; without it whichever there is.", optional: true),
        Field("profile", .anything, "A merge patch of name, language and preferences."),
    ])
}

struct ChangePassword: Shaped, Codable {
    var old: Secret
    var new: Secret
    static let shape = Shape.object([
        Field("old", .secret, "The password until now."), Field("new", .secret, "The password from now on."),
    ])
}

struct ChangeEmail: Shaped, Codable {
    var email: String
    var password: Secret
    static let shape = Shape.object([
        Field("email", .text(length: 3...EmailAddress.longest), "The new address."),
        Field("password", .secret, "The password."),
    ])
}

/// A session as its owner and staff see it.
struct SessionShown: Shaped, Codable, Equatable {
    let id: String
    var device: String?
    let since: Timestamp
    let used: Timestamp
    let until: Timestamp
    /// Whether it is the one that asks.
    let isThis: Bool

    static let shape = Shape.object([
        Field("id", .text(length: 1...64), "Its id."),
        Field("device", .text(length: Account.deviceLength), "What the device is called.", optional: true),
        Field("since", .timestamp, "When somebody signed in."), Field("used", .timestamp, "When it was used last."),
        Field("until", .timestamp, "When it ends unless it is used."), Field("isThis", .boolean, "Whether it asks."),
    ])
}

struct SessionList: Shaped, Codable, Equatable {
    let sessions: [SessionShown]
    static let shape = Shape.object([
        Field("sessions", .list(of: .of(SessionShown.self)), "The sessions, the oldest first.")
    ])
}

struct NamedSession: Shaped, Codable {
    var session: String
    static let shape = Shape.object([Field("session", .text(length: 1...64), "Which session.")])
}

struct EndSessions: Shaped, Codable {
    /// Whether the one that asks stays.
    var others: Bool
    static let shape = Shape.object([Field("others", .boolean, "Whether the one that asks stays.", default: false)])
}

/// Everything that is kept of somebody, but for what is secret.
struct Export: Shaped, Codable {
    let me: Me
    var name: String?
    var language: String?
    var made: Timestamp?
    let sessions: [SessionShown]

    static let shape = Shape.object([
        Field("me", .of(Me.self), "The profile and the account."),
        Field("name", .text(), "The account's name.", optional: true),
        Field("language", .text(), "What mails are written in.", optional: true),
        Field("made", .timestamp, "When the account was made.", optional: true),
        Field("sessions", .list(of: .of(SessionShown.self)), "The sessions."),
    ])
}

struct DeleteMe: Shaped, Codable {
    /// For accounts that have one.
    var password: Secret?
    static let shape = Shape.object([
        Field("password", .secret, "The password, where the account is kept here.", optional: true)
    ])
}

extension Route where Request == Nothing, Reply == Me {
    static var accountsMe: Self { .init("accounts.me", .get, "/me", access: .user) }
    static var accountsSeatLeave: Self { .init("accounts.seat-leave", .delete, "/me/seat", access: .user) }
}
extension Route where Request == ChangeMe, Reply == Me {
    static var accountsMeChange: Self { .init("accounts.me-change", .patch, "/me", access: .user) }
}
extension Route where Request == Seat, Reply == Me {
    static var accountsSeat: Self { .init("accounts.seat", .put, "/me/seat", access: .user) }
}
extension Route where Request == ChangePassword, Reply == Done {
    static var accountsPassword: Self { .init("accounts.password", .put, "/me/password", access: .user) }
}
extension Route where Request == ChangeEmail, Reply == Done {
    static var accountsEmail: Self { .init("accounts.email", .put, "/me/email", access: .user) }
}
extension Route where Request == Nothing, Reply == SessionList {
    static var accountsSessionList: Self { .init("accounts.session-list", .get, "/me/sessions", access: .user) }
}
extension Route where Request == NamedSession, Reply == Done {
    static var accountsSessionEnd: Self {
        .init("accounts.session-end", .delete, "/me/sessions/{session}", access: .user)
    }
}
extension Route where Request == EndSessions, Reply == Done {
    static var accountsSessionEndAll: Self { .init("accounts.session-end-all", .delete, "/me/sessions", access: .user) }
}
extension Route where Request == Nothing, Reply == Export {
    static var accountsExport: Self { .init("accounts.export", .get, "/me/export", access: .user) }
}
extension Route where Request == DeleteMe, Reply == Done {
    static var accountsDelete: Self { .init("accounts.delete", .post, "/me/delete", access: .user) }
}
