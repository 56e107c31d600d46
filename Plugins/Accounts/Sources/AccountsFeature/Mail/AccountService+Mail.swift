internal import FeatureKit

extension AccountService {
    /// Writes one mail after the other until the queue is closed and empty.
    func writeMails() async {
        for await job in mails.jobs {
            do {
                for mail in try await mails(for: job) where maySend(to: mail.email) { self.mail(mail) }
            } catch {
                // A user who misses the mail asks again.
                log.warning("a mail could not be written", [("error", "\(error)")])
            }
        }
    }

    private func maySend(to email: String) -> Bool {
        let address = EmailAddress(checking: email)?.folded ?? email
        let wait = throttle.withLock { $0.begin([.mails(address: address)], at: clock.uptime) }
        if wait != nil { log.info("an address gets no more mails for now") }
        return wait == nil
    }

    private func mails(for job: MailQueue.Job) async throws -> [Mail] {
        switch job {
        case .register(let ticket): try await register(ticket)
        case .forgot(let email, let language): try await forgot(email, language)
        case .change(let email, let user): try await move(user, to: email)
        }
    }

    private func register(_ ticket: Ticket) async throws -> [Mail] {
        let token = TicketToken()
        let isTaken = try await store.transaction { tx in
            if try tx.account(at: ticket.folded, accounts) != nil { return true }
            try keep(ticket, token, tx)
            return false
        }
        if isTaken { return [Mail(kind: .taken, email: ticket.email, language: ticket.language)] }
        return [mail(.confirm, ticket, token, ticket.language)]
    }

    private func forgot(_ email: EmailAddress, _ language: String?) async throws -> [Mail] {
        let (token, now) = (TicketToken(), clock.now)
        let ticket = try await store.transaction { tx -> (Ticket, String?)? in
            guard let found = try tx.account(at: email.folded, accounts), found.document.state == .active,
                // To the address as it is kept, not as somebody writes it now.
                let kept = found.document.email.flatMap(EmailAddress.init(checking:))
            else { return nil }
            let ticket = Ticket(.reset, to: kept, user: found.id, at: now)
            try keep(ticket, token, tx)
            return (ticket, language ?? found.document.language)
        }
        return ticket.map { [mail(.reset, $0, token, $1)] } ?? []
    }

    private func move(_ user: String, to email: EmailAddress) async throws -> [Mail] {
        let (token, now) = (TicketToken(), clock.now)
        return try await store.transaction { tx -> [Mail] in
            guard let account = try tx.get(accounts, user)?.document, account.state == .active,
                let previous = account.email
            else { return [] }
            let warning = Mail(kind: .changing, email: previous, language: account.language)
            if let other = try tx.account(at: email.folded, accounts), other.id != user {
                return [Mail(kind: .taken, email: email.written, language: account.language), warning]
            }
            let ticket = Ticket(.change, to: email, user: user, at: now)
            try keep(ticket, token, tx)
            return [mail(.change, ticket, token, account.language), warning]
        }
    }

    private func mail(_ kind: Mail.Kind, _ ticket: Ticket, _ token: TicketToken, _ language: String?) -> Mail {
        Mail(kind: kind, email: ticket.email, token: token.secret, until: ticket.until, language: language)
    }

    /// Keeps a ticket in the place of older ones.
    private func keep(_ ticket: Ticket, _ token: TicketToken, _ tx: StoreTransaction) throws {
        let owner: [StoreCondition] =
            ticket.kind == .change
            ? [.equals("user", ticket.user ?? "")]
            : [.equals("folded", ticket.folded), .equals("kind", ticket.kind.rawValue)]
        let older = try tx.query(tickets, where: owner, limit: 100).items.filter { $0.document.kind == ticket.kind }
            .sorted { $0.version < $1.version }
        for ticket in older.dropLast(ticket.kind.most - 1) { try tx.delete(tickets, ticket.id) }
        try tx.insert(tickets, ticket, id: token.id)
    }
}
