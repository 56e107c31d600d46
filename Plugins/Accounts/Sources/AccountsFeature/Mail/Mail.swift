internal import AccountsContracts
internal import Crypto
internal import FeatureKit

/// What is kept of a token that a mail carries, under the token's hash; the token itself is in the mail alone.
@Record @Collection("tickets", .on(\.folded, \.kind, \.made), .on(\.user), .on(\.until))
struct Ticket: Equatable {
    enum Kind: String, CaseIterable, Shaped {
        case register, reset, change

        var lifetime: Duration { self == .reset ? .seconds(1800) : .seconds(86_400) }
        /// How many of them are valid at the same time for an address.
        ///
        /// Three registrations: somebody else who wants an account for the address must not make its owner's mail
        /// worthless.
        var most: Int { self == .register ? 3 : 1 }
    }

    /// What the token does.
    let kind: Kind
    /// To whom the mail went; for a reset the account's address.
    @Text(3...EmailAddress.longest) let email: String
    /// The form of the address by which two are the same.
    @Text(1...2 * EmailAddress.longest) let folded: String
    /// Whose account.
    @Text(1...64) var user: String?
    /// The argon2id hash of the password that was chosen.
    @Text(1...128) var hash: String?
    /// The person's name.
    @Text(Account.nameLength) var name: String?
    /// The language of mails to the person.
    @Text(Account.languageLength) var language: String?
    /// When it was made.
    let made: Timestamp
    /// When it expires.
    let until: Timestamp

    init(_ kind: Kind, to email: EmailAddress, user: String? = nil, at now: Timestamp) {
        self.init(
            kind: kind, email: email.written, folded: email.folded, user: user, made: now,
            until: now.advanced(by: kind.lifetime))
    }

    func mail(_ kind: AccountMail.Kind, _ token: SecretToken, _ language: String?) -> AccountMail {
        AccountMail(kind: kind, email: email, token: Secret(token.text), until: until, language: language)
    }
}

extension AccountService {
    /// Has mails sent after the reply, so that neither the reply nor the time it takes tells who has an account.
    func sendLater(_ job: @escaping @Sendable () async throws -> [AccountMail]) throws(AccountRefusal) {
        guard case .enqueued = mailQueue.continuation.yield(job) else { throw .tooManyMails }
    }

    /// Publishes one mail after the other until the queue is closed and empty.
    func publishMails() async {
        for await job in mailQueue.stream {
            do {
                for mail in try await job() where (try? count(settings.limits.mail(to: mail.email))) != nil {
                    self.mail(mail)
                }
            } catch {
                // A user who misses the mail asks again.
                log.warning("a mail could not be sent", [("error", "\(error)")])
            }
        }
    }

    /// Tells the owner of an account what happened to it, once the transaction is on the disk.
    func notify(_ account: Account, _ kind: AccountMail.Kind, _ tx: StoreTransaction) {
        guard let email = account.email else { return }
        tx.publish(AccountMail(kind: kind, email: email, language: account.language), on: mail)
    }

    func mailsAfterRegistering(_ ticket: Ticket) async throws -> [AccountMail] {
        let token = SecretToken()
        return try await store.transaction { tx in
            guard try tx.first(accounts, where: [.equals("folded", ticket.folded)]) == nil else {
                return [AccountMail(kind: .taken, email: ticket.email, language: ticket.language)]
            }
            try keep(ticket, token, tx)
            return [ticket.mail(.confirm, token, ticket.language)]
        }
    }

    func mailsAfterForgetting(_ email: EmailAddress, _ language: String?) async throws -> [AccountMail] {
        let (token, now) = (SecretToken(), clock.now)
        return try await store.transaction { tx in
            guard let found = try tx.first(accounts, where: [.equals("folded", email.folded)]),
                found.document.state == .active,
                // To the address as it is kept, not as somebody writes it now.
                let kept = found.document.email.flatMap(EmailAddress.init(checking:))
            else { return [] }
            let ticket = Ticket(.reset, to: kept, user: found.id, at: now)
            try keep(ticket, token, tx)
            return [ticket.mail(.reset, token, language ?? found.document.language)]
        }
    }

    func mailsBeforeMoving(_ user: String, to email: EmailAddress) async throws -> [AccountMail] {
        let (token, now) = (SecretToken(), clock.now)
        return try await store.transaction { tx in
            guard let account = try active(user, tx), let previous = account.email else { return [] }
            let warning = AccountMail(kind: .changing, email: previous, language: account.language)
            if let other = try tx.first(accounts, where: [.equals("folded", email.folded)]), other.id != user {
                return [AccountMail(kind: .taken, email: email.written, language: account.language), warning]
            }
            let ticket = Ticket(.change, to: email, user: user, at: now)
            try keep(ticket, token, tx)
            return [ticket.mail(.change, token, account.language), warning]
        }
    }

    /// Keeps a ticket in the place of older ones.
    private func keep(_ ticket: Ticket, _ token: SecretToken, _ tx: StoreTransaction) throws {
        let owner: [StoreCondition] =
            ticket.kind == .change
            ? [.equals("user", ticket.user ?? "")]
            : [.equals("folded", ticket.folded), .equals("kind", ticket.kind.rawValue)]
        let older = try tx.query(tickets, where: owner).items.filter { $0.document.kind == ticket.kind }
            .sorted { $0.version < $1.version }
        for ticket in older.dropLast(ticket.kind.most - 1) { try tx.delete(tickets, ticket.id) }
        try tx.insert(tickets, ticket, id: token.digest)
    }

    /// The ticket of a mail's token, unless it has expired or is for something else.
    func ticket(_ token: Secret, _ kinds: Set<Ticket.Kind>) async throws -> Stored<Ticket> {
        guard let token = SecretToken(token.reveal()), let ticket = try await tickets.get(token.digest),
            kinds.contains(ticket.document.kind), clock.now < ticket.document.until
        else { throw AccountRefusal.invalidToken }
        return ticket
    }
}
