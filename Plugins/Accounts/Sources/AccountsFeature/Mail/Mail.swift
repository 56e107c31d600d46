internal import FeatureKit

/// A mail that another module has to write and send: this one knows no mail server.
@Record struct Mail: Equatable {
    enum Kind: String, CaseIterable, Shaped {
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
        /// The account has another address now; this was the previous one.
        case changed
        /// The password was changed.
        case password
        /// A refresh token was used twice; its session was ended.
        case theft
    }

    /// What it is to say.
    var kind: Kind
    /// To whom.
    @Text(3...EmailAddress.longest) var email: String
    /// What to put into the link.
    var token: Secret?
    /// Until when the token counts.
    var until: Timestamp?
    /// The language to write in.
    @Text(Account.languageLength) var language: String?
}

extension Topic where Payload == Mail {
    static var accountsMail: Self { .init("accounts.mail") }
}

/// Mails that are to be written once it is known whether there is an account: after the reply, so that neither an answer nor
/// the time it takes tells who has one.
struct MailQueue: Sendable {
    /// How many wait at most; further requests are refused.
    static let most = 1_000

    enum Job: Sendable {
        case register(Ticket)
        case forgot(EmailAddress, language: String?)
        /// A signed-in user wants to move the account to this address.
        case change(EmailAddress, user: String)
    }

    let jobs: AsyncStream<Job>
    private let continuation: AsyncStream<Job>.Continuation

    init() { (jobs, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.most)) }

    func add(_ job: Job) throws(AccountRefusal) {
        guard case .enqueued = continuation.yield(job) else { throw .tooManyMails }
    }

    func close() { continuation.finish() }
}
