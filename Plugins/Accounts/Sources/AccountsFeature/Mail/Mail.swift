internal import Crypto
internal import FeatureKit
internal import NotificationsContracts
internal import Texts

/// What a token in a mail is for; the token follows from the ticket's id and a key, and is in the mail alone.
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
}

@Routes("accounts", as: "mailRoutes") extension AccountService {
    /// Looks an account up after the reply and sends mails, so that neither the reply nor the time it takes tells who has an
    /// account.
    func sendLater(_ job: @escaping @Sendable (StoreTransaction) throws -> Void) throws(AccountRefusal) {
        guard case .enqueued = mailQueue.continuation.yield(job) else { throw .tooManyMails }
    }

    /// Does one job after the other until the queue is closed and empty.
    func sendMails() async {
        for await job in mailQueue.stream {
            do { try await store.transaction(job) } catch {
                // A user who misses the mail asks again.
                log.warning("a mail could not be sent", [("error", "\(error)")])
            }
        }
    }

    /// Hands a mail to Notifications once the transaction is on the disk, unless the address had too many.
    private func send(
        _ kind: MailKind, to address: String, _ language: String?, ticket: String? = nil, _ tx: StoreTransaction
    ) throws {
        guard (try? count(settings.limits.mail(to: address))) != nil else { return }
        let id = "accounts.\(SecureRandom.id())"
        let until = clock.now.advanced(by: ticket == nil ? .seconds(604_800) : kind.lifetime)
        let mail = Notification(
            id: id, to: Recipient(mail: address, language: language), kind: "accounts.\(kind.rawValue)",
            level: .important, texts: try kind.texts(texts), until: until, ticket: ticket)
        try tx.send(mail, to: .notificationsSend, id: id, key: address, until: until)
    }

    /// Tells the owner of an account what happened to it.
    func notify(_ account: Account, _ kind: MailKind, _ tx: StoreTransaction) throws {
        guard let email = account.email else { return }
        try send(kind, to: email, account.language, tx)
    }

    func sendAfterRegistering(_ ticket: Ticket, _ tx: StoreTransaction) throws {
        guard try tx.first(accounts, where: [.equals("folded", ticket.folded)]) == nil else {
            return try send(.taken, to: ticket.email, ticket.language, tx)
        }
        try send(.confirm, to: ticket.email, ticket.language, ticket: try keep(ticket, tx), tx)
    }

    func sendAfterForgetting(_ email: EmailAddress, _ language: String?, _ tx: StoreTransaction) throws {
        guard let found = try tx.first(accounts, where: [.equals("folded", email.folded)]),
            found.document.state == .active,
            // To the address as it is kept, not as somebody writes it now.
            let kept = found.document.email.flatMap(EmailAddress.init(checking:))
        else { return }
        let ticket = Ticket(.reset, to: kept, user: found.id, at: clock.now)
        try send(.reset, to: kept.written, language ?? found.document.language, ticket: try keep(ticket, tx), tx)
    }

    func sendBeforeMoving(_ user: String, to email: EmailAddress, _ tx: StoreTransaction) throws {
        guard let account = try active(user, tx), let previous = account.email else { return }
        if let other = try tx.first(accounts, where: [.equals("folded", email.folded)]), other.id != user {
            try send(.taken, to: email.written, account.language, tx)
        } else {
            let ticket = Ticket(.change, to: email, user: user, at: clock.now)
            try send(.change, to: email.written, account.language, ticket: try keep(ticket, tx), tx)
        }
        try send(.changing, to: previous, account.language, tx)
    }

    /// Keeps a ticket in the place of older ones.
    private func keep(_ ticket: Ticket, _ tx: StoreTransaction) throws -> String {
        let owner: [StoreCondition] =
            ticket.kind == .change
            ? [.equals("user", ticket.user ?? "")]
            : [.equals("folded", ticket.folded), .equals("kind", ticket.kind.rawValue)]
        let older = try tx.query(tickets, where: owner).items.filter { $0.document.kind == ticket.kind }
            .sorted { $0.version < $1.version }
        for ticket in older.dropLast(ticket.kind.most - 1) { try tx.delete(tickets, ticket.id) }
        return try tx.insert(tickets, ticket, id: SecureRandom.id()).id
    }

    /// The token of a ticket, which is nowhere but in the mail.
    private func token(of ticket: String) -> String {
        "\(ticket).\(Base64URL.text(Hash.hmacSHA256(Array("ticket \(ticket)".utf8), key: sealKey)))"
    }

    /// The ticket of a mail's token, unless it has expired or is for something else.
    func ticket(_ token: Secret, _ kinds: Set<Ticket.Kind>) async throws -> Stored<Ticket> {
        let text = token.reveal(), id = String(text.prefix { $0 != "." })
        guard (1...64).contains(id.utf8.count), Hash.areEqual(Array(self.token(of: id).utf8), Array(text.utf8)),
            let ticket = try await tickets.get(id), kinds.contains(ticket.document.kind),
            clock.now < ticket.document.until
        else { throw AccountRefusal.invalidToken }
        return ticket
    }

    /// The page that links in mails open where no app does: it confirms an address, or takes a new password.
    @Get("/mail", .beforeSigningIn)
    func mailPage() -> Media { Media(type: "text/html; charset=utf-8", bytes: Array(MailPage.html.utf8)) }

    @Serves(.ticketLink)
    func ticketLink(_ request: TicketID) async throws -> TicketLink {
        guard let ticket = try await tickets.get(request.ticket)?.document, clock.now < ticket.until else {
            throw AccountRefusal.noTicket
        }
        let does = ticket.kind == .reset ? "reset" : "confirm"
        return TicketLink(link: Secret("\(settings.link)#\(does).\(token(of: request.ticket))"))
    }
}

/// What a mail is about.
enum MailKind: String, CaseIterable {
    /// A mail to an address that becomes or keeps an account's.
    case confirm, taken, reset, change
    /// News of an account.
    case changing, changed, password, theft

    /// How long its link can be used.
    var lifetime: Duration { self == .reset ? Ticket.Kind.reset.lifetime : Ticket.Kind.register.lifetime }

    /// An example for staff.
    func sample(_ catalogue: TextCatalogue) throws(TextError) -> NotificationSample {
        NotificationSample(kind: "accounts.\(rawValue)", level: .important, texts: try texts(catalogue))
    }

    /// Its texts by language; the link is put in when the mail is written.
    func texts(_ catalogue: TextCatalogue) throws(TextError) -> [String: NotificationText] {
        var texts: [String: NotificationText] = [:]
        for language in TextCatalogue.completeLanguages {
            let hasLink = [.confirm, .reset, .change].contains(self)
            texts[language] = NotificationText(
                title: try catalogue.text("\(rawValue).title", in: language),
                body: try catalogue.text("\(rawValue).body", in: language, hasLink ? ["link": "{link}"] : [:]))
        }
        return texts
    }
}
