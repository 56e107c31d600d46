internal import FeatureKit

/// What is kept of a token that a mail carries; the token itself is in the mail alone.
///
/// Its id is the token's hash.
struct Ticket: Shaped, Codable, Equatable {
    enum Kind: String, CaseIterable, Codable, Sendable, Shaped {
        case register, reset, change

        var lifetime: Duration { self == .reset ? .seconds(1800) : .seconds(86_400) }
        /// How many of them count at the same time for an address.
        ///
        /// Of registrations some: whoever wants an account in another's name shall not be able to make the owner's own
        /// mail worthless.
        var most: Int { self == .register ? 3 : 1 }
    }

    let kind: Kind
    /// Whom the mail went to; for a reset the account's address.
    let email: String
    let folded: String
    var user: String?
    var hash: PasswordHash?
    var name: String?
    var language: String?
    let made: Timestamp
    let until: Timestamp

    static let shape = Shape.object([
        Field("kind", .choice(of: Kind.self), "What it is for."),
        Field("email", .text(length: 3...EmailAddress.longest), "To whom it went."),
        Field("folded", .text(length: 1...2 * EmailAddress.longest), "The same in small letters."),
        Field("user", .text(length: 1...64), "Whose account.", optional: true),
        Field("hash", PasswordHash.shape, "The password of the account that is to be.", optional: true),
        Field("name", .text(length: Account.nameLength), "What the person is called.", optional: true),
        Field("language", .text(length: Profile.languageLength), "What mails are written in.", optional: true),
        Field("made", .timestamp, "When it was made."),
        Field("until", .timestamp, "Until when it counts."),
    ])

    init(_ kind: Kind, to email: EmailAddress, user: String? = nil, at now: Timestamp) {
        self.kind = kind
        self.email = email.written
        folded = email.folded
        self.user = user
        made = now.inSeconds
        until = now.advanced(by: kind.lifetime).inSeconds
    }
}

extension Documents<Ticket> {
    static var tickets: Documents<Ticket> {
        .init("tickets", indexes: [.on("folded", "kind", "made"), .on("user"), .on("until")])
    }
}

/// The token of a ticket: 256 bits.
struct TicketToken {
    private static let bytes = 32
    let secret: Secret
    let id: String

    init() {
        let bytes = Sodium.random(Self.bytes)
        secret = Secret(Base64URL.text(bytes))
        id = Base64URL.text(Sodium.sha256(bytes))
    }

    /// Nil where it can be none.
    init?(_ secret: Secret) {
        guard let bytes = Base64URL.bytes(secret.reveal().prefix(64), count: Self.bytes) else { return nil }
        self.secret = secret
        id = Base64URL.text(Sodium.sha256(bytes))
    }
}
