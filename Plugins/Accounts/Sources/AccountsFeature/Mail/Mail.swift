internal import Crypto
internal import FeatureKit
internal import NotificationsContracts
internal import Texts

/// What a token in a mail is for; the token follows from the ticket's id and a key, and is in the mail alone.
@Record @Collection("tickets", .on(\.folded, \.kind), .on(\.user, \.kind), .on(\.until))
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
    /// To whom the mail goes; for a reset the account's address.
    @Text(3...EmailAddress.longest) var email: String
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
    /// When it expires.
    let until: Timestamp

    init(
        _ kind: Kind, to email: EmailAddress, user: String? = nil, hash: String? = nil, name: String? = nil,
        language: String? = nil, at now: Timestamp
    ) {
        self.init(
            kind: kind, email: email.written, folded: email.folded, user: user, hash: hash, name: name,
            language: language, until: now.advanced(by: kind.lifetime))
    }
}

@Routes("accounts", as: "mailRoutes") extension AccountService {
    /// Tickets that are asked for; accounts are looked up and mails written after the reply.
    static let mails = JobQueue<Ticket>("mails", most: 1_000)

    /// Has mails written after the reply, so that neither the reply nor the time it takes tells who has an account.
    func sendLater(_ ticket: Ticket) async throws {
        do {
            _ = try await store.transaction { tx in
                try tx.enqueue(ticket, in: Self.mails, id: SecureRandom.id(), key: ticket.folded, until: ticket.until)
            }
        } catch let error as StoreError where error.code == .full { throw AccountRefusal.tooManyMails }
    }

    /// Writes mails until the module is asked to stop.
    func writeMails() async throws {
        // In the transaction that ends the job, so that none is written twice.
        try await store.jobs(Self.mails).run(
            on: clock, log: log,
            ended: { attempt, end, tx in
                if end == .done { try write(attempt.job, tx) }
            }
        ) { _ in }
    }

    /// Writes the mails that follow from a ticket that is asked for, and keeps it in the place of older ones.
    private func write(_ asked: Ticket, _ tx: StoreTransaction) throws {
        var ticket = asked
        let owner = try tx.first(accounts, where: [.equals("folded", ticket.folded)])
        let mail: MailKind
        switch ticket.kind {
        case .register: mail = .confirm
        case .reset:
            guard let owner, owner.document.state == .active, let email = owner.document.email else { return }
            // To the address as it is kept, not as somebody writes it now.
            (ticket.email, ticket.user) = (email, owner.id)
            ticket.language = ticket.language ?? owner.document.language
            mail = .reset
        case .change:
            guard let account = try ticket.user.flatMap({ try active($0, tx)?.document }) else { return }
            ticket.language = account.language
            try notify(account, .changing, tx)
            mail = .change
        }
        guard owner == nil || owner?.id == ticket.user else {
            return try send(.taken, to: ticket.email, ticket.language, tx)
        }
        let same = ticket.user.map { StoreCondition.equals("user", $0) } ?? .equals("folded", ticket.folded)
        let older = try tx.query(tickets, where: [same, .equals("kind", ticket.kind)]).items
        for old in older.sorted(by: { $0.version < $1.version }).dropLast(ticket.kind.most - 1) {
            try tx.delete(tickets, old.id)
        }
        let kept = try tx.insert(tickets, ticket, id: SecureRandom.id())
        try send(mail, to: ticket.email, ticket.language, ticket: kept, tx)
    }

    /// Tells the owner of an account what happened to it.
    func notify(_ account: Account, _ kind: MailKind, _ tx: StoreTransaction) throws {
        guard let email = account.email else { return }
        try send(kind, to: email, account.language, tx)
    }

    /// Hands a mail to Notifications once the transaction is on the disk, unless the address had too many.
    private func send(
        _ kind: MailKind, to address: String, _ language: String?, ticket: Stored<Ticket>? = nil,
        _ tx: StoreTransaction
    ) throws {
        guard (try? count(settings.limits.mail(to: address))) != nil else { return }
        let id = "accounts.\(SecureRandom.id())"
        let until = ticket?.document.until ?? clock.now.advanced(by: .seconds(604_800))
        let mail = Notification(
            id: id, to: Recipient(mail: address, language: language), kind: kind.name, level: .important,
            texts: try kind.texts(texts), until: until, ticket: ticket?.id)
        try tx.send(mail, to: .notificationsSend, id: id, key: address, until: until)
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
    func mailPage() -> Media { Media(type: "text/html; charset=utf-8", bytes: PackageResources.page_html) }

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

    /// What Notifications knows it by.
    var name: String { "accounts.\(rawValue)" }

    /// Its texts by language; the link is put in when the mail is written.
    func texts(_ catalogue: TextCatalogue) throws -> [String: NotificationText] {
        let link: [String: TextParameter] = [.confirm, .reset, .change].contains(self) ? ["link": "{link}"] : [:]
        return try TextCatalogue.completeLanguages.reduce(into: [:]) { texts, language in
            texts[language] = NotificationText(
                title: try catalogue.text("\(rawValue).title", in: language),
                body: try catalogue.text("\(rawValue).body", in: language, link))
        }
    }
}
