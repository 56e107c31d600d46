internal import FeatureKit

// What is asked and replied where people sign in; what is said of oneself lies in Me, what staff asks in Staff.

/// Somebody who wants an account.
struct Register: Shaped, Codable {
    var email: String
    var password: Secret
    var name: String?
    var language: String?
    var device: String?

    static let shape = Shape.object([
        Field("email", .text(length: 3...EmailAddress.longest), "The address."),
        Field("password", .secret, "The password."),
        Field("name", .text(length: Account.nameLength), "What the person is called.", optional: true),
        Field("language", .text(length: Profile.languageLength), "What mails are written in.", optional: true),
        Field("device", .text(length: Account.deviceLength), "What the device is called.", optional: true),
    ])
}

/// What comes next, and who somebody is where nothing does.
struct Registered: Shaped, Codable {
    enum Next: String, CaseIterable, Codable, Sendable {
        /// A mail is on its way, whether there was an account or not.
        case confirm
        case none
    }

    let next: Next
    var session: SignedIn?

    static let shape = Shape.object([
        Field("next", .choice(of: Next.self), "Whether a mail has to be read first."),
        Field("session", .of(SignedIn.self), "Where not: the session.", optional: true),
    ])
}

/// Whoever read the mail and knows the password that was chosen.
struct Confirm: Shaped, Codable {
    var token: Secret
    var password: Secret
    var device: String?

    static let shape = Shape.object([
        Field("token", .secret, "The mail's token."), Field("password", .secret, "The password."),
        Field("device", .text(length: Account.deviceLength), "What the device is called.", optional: true),
    ])
}

struct Login: Shaped, Codable {
    var email: String
    var password: Secret
    var device: String?

    static let shape = Shape.object([
        Field("email", .text(length: 1...EmailAddress.longest), "The address."),
        Field("password", .secret, "The password."),
        Field("device", .text(length: Account.deviceLength), "What the device is called.", optional: true),
    ])
}

/// A session's tokens.
struct SignedIn: Shaped, Codable {
    let user: String
    let session: String
    /// These are for the app alone; they are no `Secret`, since a reply has to say them.
    let accessToken: String
    let expiresIn: Int64
    let refreshToken: String

    static let shape = Shape.object([
        Field("user", .text(length: 1...64), "Who signed in."), Field("session", .text(length: 1...64), "The session."),
        Field("accessToken", .text(), "What goes behind Authorization: Bearer."),
        Field("expiresIn", .integer(in: 0...86_400), "For how many seconds."),
        Field("refreshToken", .text(length: 1...RefreshToken.longest), "What brings the next tokens, once."),
    ])
}

/// A refresh token.
struct Refresh: Shaped, Codable {
    var refreshToken: Secret
    static let shape = Shape.object([Field("refreshToken", .secret, "The refresh token.")])
}

struct Forgot: Shaped, Codable {
    var email: String
    var language: String?
    static let shape = Shape.object([
        Field("email", .text(length: 1...EmailAddress.longest), "The address."),
        Field("language", .text(length: Profile.languageLength), "What the mail is written in.", optional: true),
    ])
}

/// The password that takes the place of one that was forgotten.
struct Reset: Shaped, Codable {
    var token: Secret
    var password: Secret
    static let shape = Shape.object([
        Field("token", .secret, "The mail's token."), Field("password", .secret, "The new password."),
    ])
}

/// It was taken up; what becomes of it goes by mail, or nowhere.
struct Done: Shaped, Codable, Equatable {
    var done = true
    static let shape = Shape.object([Field("done", .boolean, "Always true.")])
}

extension Route where Request == Register, Reply == Registered {
    static var accountsRegister: Self { .init("accounts.register", .post, "/register", access: .beforeSigningIn) }
}
extension Route where Request == Confirm, Reply == SignedIn {
    static var accountsConfirm: Self { .init("accounts.confirm", .post, "/confirm", access: .beforeSigningIn) }
}
extension Route where Request == Login, Reply == SignedIn {
    static var accountsLogin: Self { .init("accounts.login", .post, "/login", access: .beforeSigningIn) }
}
extension Route where Request == Refresh, Reply == SignedIn {
    static var accountsRefresh: Self { .init("accounts.refresh", .post, "/refresh", access: .beforeSigningIn) }
}
extension Route where Request == Refresh, Reply == Done {
    static var accountsLogout: Self { .init("accounts.logout", .post, "/logout", access: .beforeSigningIn) }
}
extension Route where Request == Forgot, Reply == Done {
    static var accountsForgot: Self { .init("accounts.forgot", .post, "/forgot", access: .beforeSigningIn) }
}
extension Route where Request == Reset, Reply == Done {
    static var accountsReset: Self { .init("accounts.reset", .post, "/reset", access: .beforeSigningIn) }
}
