internal import Crypto
internal import FeatureKit

/// What is kept of a token that a mail carries, under the token's hash; the token itself is in the mail alone.
@Record @Collection("tickets", .on(\.folded, \.kind, \.made), .on(\.user), .on(\.until))
struct Ticket: Equatable {
    enum Kind: String, CaseIterable, Shaped {
        case register, reset, change

        var lifetime: Duration { self == .reset ? .seconds(1800) : .seconds(86_400) }
        /// How many of them count at the same time for an address.
        ///
        /// Three registrations: somebody else who wants an account for the address must not make its owner's mail
        /// worthless.
        var most: Int { self == .register ? 3 : 1 }
    }

    /// What it is for.
    let kind: Kind
    /// To whom the mail went; for a reset the account's address.
    @Text(3...EmailAddress.longest) let email: String
    /// The same in small letters.
    @Text(1...2 * EmailAddress.longest) let folded: String
    /// Whose account.
    @Text(1...64) var user: String?
    /// The password of the account that is to be.
    var hash: PasswordHash?
    /// What the person is called.
    @Text(Account.nameLength) var name: String?
    /// What mails are written in.
    @Text(Account.languageLength) var language: String?
    /// When it was made.
    let made: Timestamp
    /// Until when it counts.
    let until: Timestamp

    init(_ kind: Kind, to email: EmailAddress, user: String? = nil, at now: Timestamp) {
        self.init(
            kind: kind, email: email.written, folded: email.folded, user: user, made: now.inSeconds,
            until: now.advanced(by: kind.lifetime).inSeconds)
    }
}

/// The token of a ticket: 256 bits.
struct TicketToken {
    private static let bytes = 32
    let secret: Secret
    let id: String

    init() { self.init(SecureRandom.bytes(Self.bytes)) }

    /// Nil where it can be none.
    init?(_ secret: Secret) {
        guard let bytes = Base64URL.bytes(secret.reveal().prefix(64), count: Self.bytes) else { return nil }
        self.init(bytes)
    }

    private init(_ bytes: [UInt8]) {
        secret = Secret(Base64URL.text(bytes))
        id = Base64URL.text(Hash.sha256(bytes))
    }
}
