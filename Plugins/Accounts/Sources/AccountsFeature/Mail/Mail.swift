internal import FeatureKit

/// A mail that somebody else has to write and send: this feature knows no mail server.
struct Mail: Shaped, Codable, Equatable {
    enum Kind: String, CaseIterable, Codable, Sendable, Shaped {
        /// Somebody wants an account for this address; the token and the password make it.
        case confirm
        /// Somebody wanted an account, or to move one to this address, and there is one.
        case taken
        /// Somebody forgot the password; the token sets a new one.
        case reset
        /// Somebody wants to move an account to this address; the token does it.
        case change
        /// Somebody wants to move the account from this address to another one.
        case changing
        /// The account has another address now; this was the former one.
        case changed
        /// The password is another one now.
        case password
        /// A refresh token was used twice; its session was ended.
        case theft
    }

    let kind: Kind
    let email: String
    var token: Secret?
    /// Until when the token counts.
    var until: Timestamp?
    var language: String?

    static let shape = Shape.object([
        Field("kind", .choice(of: Kind.self), "What it is to say."),
        Field("email", .text(length: 3...EmailAddress.longest), "To whom."),
        Field("token", .secret, "What to put into the link.", optional: true),
        Field("until", .timestamp, "Until when the token counts.", optional: true),
        Field("language", .text(length: Profile.languageLength), "The language to write in.", optional: true),
    ])
}

extension Topic where Payload == Mail {
    static var accountsMail: Topic<Mail> { .init("accounts.mail") }
}
