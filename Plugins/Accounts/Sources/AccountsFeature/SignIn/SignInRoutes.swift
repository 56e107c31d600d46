internal import Crypto
internal import FeatureKit

@Routes("accounts") struct SignInRoutes: RouteGroup {
    let service: AccountService

    /// Signs in with a password.
    @Post("/login", .beforeSigningIn)
    func login(_ request: Login, _ call: Call) async throws -> SignedIn {
        // A text that is no address is treated like an address without an account.
        let email = EmailAddress(checking: request.email)
        let folded = email?.folded ?? request.email.lowercased()
        let found = email == nil ? nil : try await service.account(at: folded)
        let device = call.caller.device.flatMap { found?.document.devices.contains($0) == true ? $0 : nil }
        let counts = Throttle.counts(account: folded, device: device, network: Network.name(of: call.caller.address))
        let password = Password(typed: request.password)
        try await service.check(password, found?.document.hash, counting: counts, or: .wrongCredentials)
        guard let found, let hash = found.document.hash, found.document.state == .active else {
            throw AccountRefusal.wrongCredentials
        }
        let better = hash.differs(from: service.settings.hashing) ? try await service.hash(password) : hash
        return try await service.signIn(found.id, device: request.device, call) { account in
            // The password may have changed since it was checked.
            guard account.hash == hash else { throw AccountRefusal.wrongCredentials }
            account.hash = better
        }
    }

    /// Registers an address; whether it has an account is not told where mails confirm addresses.
    @Post("/register", .beforeSigningIn)
    func register(_ request: Register, _ call: Call) async throws -> Registered {
        let email = try EmailAddress(request.email)
        let password = try Password(wanted: request.password, email: email)
        try service.countRequest(call)
        let hash = try await service.hash(password)
        guard service.settings.confirm == .none else {
            // The account is looked up after the reply, which is the same and takes as long whether there is one.
            var ticket = Ticket(.register, to: email, at: service.clock.now)
            (ticket.hash, ticket.name, ticket.language) = (hash, request.name, request.language)
            try service.mails.add(.register(ticket))
            return Registered(next: .confirm)
        }
        let id = SecureRandom.id()
        let account = Account(
            email: email.written, folded: email.folded, hash: hash, name: request.name, language: request.language,
            made: service.clock.now.inSeconds)
        try await service.store.transaction { tx in
            guard try tx.account(at: email.folded, service.accounts) == nil else { throw AccountRefusal.taken }
            try tx.insert(service.accounts, account, id: id)
        }
        return Registered(next: .none, session: try await service.signIn(id, device: request.device, call))
    }

    /// Makes the account of a registration, or moves an account to another address.
    ///
    /// It takes the mail's token and the password: a mail that somebody else asked for is of no use to them, and its
    /// reader confirms no password but their own.
    @Post("/confirm", .beforeSigningIn)
    func confirm(_ request: Confirm, _ call: Call) async throws -> SignedIn {
        let token = TicketToken(request.token)
        let ticket = try await service.ticket(of: token)
        guard let token, ticket.kind != .reset else { throw AccountRefusal.wrongToken }
        var mover: Stored<Account>?
        if let user = ticket.user { mover = try await service.accounts.get(user) }
        let hash = ticket.hash ?? mover?.document.hash
        let counts = Throttle.counts(
            account: ticket.folded, device: nil, network: Network.name(of: call.caller.address))
        try await service.check(Password(typed: request.password), hash, counting: counts, or: .wrongCredentials)
        let (id, now) = (mover?.id ?? SecureRandom.id(), service.clock.now)
        let previous = try await service.store.transaction { tx -> Account? in
            let other = try tx.account(at: ticket.folded, service.accounts)
            guard try tx.delete(service.tickets, token.id), other == nil || other?.id == id else {
                throw AccountRefusal.wrongToken
            }
            try service.dropTickets(where: .equals("folded", ticket.folded), tx)
            guard ticket.kind == .change else {
                let account = Account(
                    email: ticket.email, folded: ticket.folded, isConfirmed: true, hash: ticket.hash, name: ticket.name,
                    language: ticket.language, made: now.inSeconds)
                try tx.insert(service.accounts, account, id: id)
                return nil
            }
            guard let previous = try tx.get(service.accounts, id)?.document, previous.state == .active,
                previous.hash == hash
            else { throw AccountRefusal.wrongToken }
            var account = previous
            (account.email, account.folded, account.isConfirmed) = (ticket.email, ticket.folded, true)
            try tx.put(service.accounts, account, id: id)
            return previous
        }
        if let email = previous?.email {
            service.mail(Mail(kind: .changed, email: email, language: previous?.language))
        }
        return try await service.signIn(id, device: request.device, call)
    }

    /// Sends a mail with which a forgotten password is replaced; the reply is the same whether there is an account.
    @Post("/forgot", .beforeSigningIn)
    func forgot(_ request: Forgot, _ call: Call) async throws -> Done {
        let email = try EmailAddress(request.email)
        try service.countRequest(call)
        try service.mails.add(.forgot(email, language: request.language))
        return Done()
    }

    /// Replaces a forgotten password and ends all sessions.
    @Post("/reset", .beforeSigningIn)
    func reset(_ request: Reset) async throws -> Done {
        let token = TicketToken(request.token)
        let ticket = try await service.ticket(of: token)
        guard let token, ticket.kind == .reset, let id = ticket.user, let email = EmailAddress(checking: ticket.email)
        else { throw AccountRefusal.wrongToken }
        let hash = try await service.hash(try Password(wanted: request.password, email: email))
        let now = service.clock.now
        let (account, ended) = try await service.store.transaction { tx in
            guard try tx.delete(service.tickets, token.id), var account = try tx.get(service.accounts, id)?.document,
                account.state == .active, account.folded == ticket.folded
            else { throw AccountRefusal.wrongToken }
            account.hash = hash
            // The mail was read, so the address is confirmed. Devices that knew the old password are no longer known.
            account.isConfirmed = true
            account.devices = []
            try tx.put(service.accounts, account, id: id)
            try service.dropTickets(where: .equals("user", id), tx)
            return (account, try service.endAll(of: id, .reset, tx, at: now))
        }
        service.publish(ended)
        if let email = account.email {
            service.mail(Mail(kind: .password, email: email, language: account.language))
        }
        return Done()
    }
}

extension AccountService {
    /// The account of an address, where there is one.
    func account(at folded: String) async throws -> Stored<Account>? {
        try await store.read { [accounts] in try $0.account(at: folded, accounts) }
    }
}

extension Caller {
    /// A digest of the key that the host gave to a guest's device; nil for signed-in users.
    var device: String? {
        guard let key, origin == .http, !key.contains(":") else { return nil }
        return String(Base64URL.text(Hash.sha256(Array(key.utf8))).prefix(22))
    }

    /// The session of a signed-in user, as the claim `sid` of the token says.
    var session: String? {
        guard case .text(let session)? = attributes["session"] else { return nil }
        return session
    }
}
