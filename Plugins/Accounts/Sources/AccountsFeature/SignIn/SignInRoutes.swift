internal import AccountsContracts
internal import Crypto
internal import FeatureKit

/// The tokens of a session, which are no `Secret`, since a reply has to say them.
@Record struct SignedIn {
    /// The user's id.
    @Text(1...64) var user: String
    /// The session's id.
    @Text(1...64) var session: String
    /// The access token, sent as Authorization: Bearer.
    var accessToken: String
    /// For how many seconds the access token is valid.
    @In(0...86_400) var expiresIn: Int64
    /// The refresh token, which brings the next tokens once.
    @Text(1...RefreshToken.longest) var refreshToken: String
}

@Record struct Registered {
    enum Next: String, CaseIterable, Shaped { case confirm, none }

    /// Whether a mail has to be read first, which is sent whether the address has an account or not.
    var next: Next
    /// The session, where no mail has to be read.
    var session: SignedIn?
}

@Routes("accounts", as: "signInRoutes") extension AccountService {
    /// Signs in with a password.
    /// - Parameter email: The address.
    /// - Parameter password: The password.
    /// - Parameter device: The name of the device.
    @Post("/login", .beforeSigningIn)
    func login(
        @Text(1...EmailAddress.longest) email: String, password: Secret, @Text(Account.deviceLength) device: String?,
        _ call: Call
    ) async throws -> SignedIn {
        // A text that is no address is treated like an address without an account.
        let address = try? EmailAddress(email)
        let folded = address?.folded ?? email.lowercased()
        let found = address == nil ? nil : try await accounts.first(where: [.equals("folded", folded)])
        let known = call.caller.device.flatMap { found?.document.devices.contains($0) == true ? $0 : nil }
        let counts = settings.limits.password(at: folded, device: known, network: call.caller.network)
        let password = Password(typed: password)
        try await check(password, found?.document.hash, counts, or: .invalidCredentials)
        guard let found, let hash = found.document.hash, found.document.state == .active else {
            throw AccountRefusal.invalidCredentials
        }
        let better = settings.hashing.differs(from: hash) ? try await self.hash(password) : hash
        return try await signIn(found.id, device: device, call) { account in
            // The password may have changed since it was checked.
            guard account.hash == hash else { throw AccountRefusal.invalidCredentials }
            account.hash = better
        }
    }

    /// Registers an address; where mails confirm addresses, the reply does not tell whether it has an account.
    /// - Parameter email: The address.
    /// - Parameter password: The password.
    /// - Parameter name: The person's name.
    /// - Parameter language: The language of mails to the person.
    /// - Parameter device: The name of the device.
    @Post("/register", .beforeSigningIn)
    func register(
        @Text(3...EmailAddress.longest) email: String, password: Secret, @Text(Account.nameLength) name: String?,
        @Text(Account.languageLength) language: String?, @Text(Account.deviceLength) device: String?, _ call: Call
    ) async throws -> Registered {
        let email = try EmailAddress(email)
        let password = try Password(wanted: password, email: email.folded)
        try count(settings.limits.request(call))
        let hash = try await hash(password)
        guard settings.confirm == .none else {
            // The account is looked up after the reply, which is the same and takes as long whether it exists.
            try await sendLater(
                Ticket(.register, to: email, hash: hash, name: name, language: language, at: clock.now))
            return Registered(next: .confirm)
        }
        let id = SecureRandom.id()
        let account = Account(
            email: email.written, folded: email.folded, hash: hash, name: name, language: language, made: clock.now)
        try await store.transaction { tx in
            guard try tx.first(accounts, where: [.equals("folded", email.folded)]) == nil else {
                throw AccountRefusal.taken
            }
            try tx.insert(accounts, account, id: id)
        }
        return Registered(next: .none, session: try await signIn(id, device: device, call))
    }

    /// Makes the account of a registration, or moves an account to another address.
    ///
    /// It takes the mail's token and the password: a mail that somebody else asked for is of no use to them, and its
    /// reader confirms no password but their own.
    /// - Parameter token: The mail's token.
    /// - Parameter password: The password that was chosen.
    /// - Parameter device: The name of the device.
    @Post("/confirm", .beforeSigningIn)
    func confirm(
        token: Secret, password: Secret, @Text(Account.deviceLength) device: String?, _ call: Call
    ) async throws -> SignedIn {
        let stored = try await ticket(token, [.register, .change])
        let ticket = stored.document
        var mover: Stored<Account>?
        if let user = ticket.user { mover = try await accounts.get(user) }
        let hash = ticket.hash ?? mover?.document.hash
        let counts = settings.limits.password(at: ticket.folded, device: nil, network: call.caller.network)
        try await check(Password(typed: password), hash, counts, or: .invalidCredentials)
        let (id, now) = (mover?.id ?? SecureRandom.id(), clock.now)
        try await store.transaction { tx in
            let other = try tx.first(accounts, where: [.equals("folded", ticket.folded)])
            guard try tx.delete(tickets, stored.id), other == nil || other?.id == id else {
                throw AccountRefusal.invalidToken
            }
            try tx.delete(tickets, where: [.equals("folded", ticket.folded)])
            var account = Account(hash: ticket.hash, name: ticket.name, language: ticket.language, made: now)
            if ticket.kind == .change {
                guard let moved = try active(id, tx)?.document, moved.hash == hash else {
                    throw AccountRefusal.invalidToken
                }
                try notify(moved, .changed, tx)
                account = moved
            }
            (account.email, account.folded, account.isConfirmed) = (ticket.email, ticket.folded, true)
            try tx.put(accounts, account, id: id)
        }
        return try await signIn(id, device: device, call)
    }

    /// Sends a mail that replaces a forgotten password; the reply is the same whether the address has an account.
    /// - Parameter email: The address.
    /// - Parameter language: The language of the mail.
    @Post("/forgot", .beforeSigningIn)
    func forgot(
        @Text(1...EmailAddress.longest) email: String, @Text(Account.languageLength) language: String?, _ call: Call
    ) async throws -> Done {
        let email = try EmailAddress(email)
        try count(settings.limits.request(call))
        try await sendLater(Ticket(.reset, to: email, language: language, at: clock.now))
        return Done()
    }

    /// Replaces a forgotten password and ends all sessions.
    /// - Parameter token: The mail's token.
    /// - Parameter password: The new password.
    @Post("/reset", .beforeSigningIn)
    func reset(token: Secret, password: Secret) async throws -> Done {
        let stored = try await ticket(token, [.reset])
        let ticket = stored.document
        guard let id = ticket.user else { throw AccountRefusal.invalidToken }
        let hash = try await hash(try Password(wanted: password, email: ticket.folded))
        let now = clock.now
        try await store.transaction { tx in
            guard try tx.delete(tickets, stored.id), var account = try active(id, tx)?.document,
                account.folded == ticket.folded
            else { throw AccountRefusal.invalidToken }
            account.hash = hash
            // The mail was read, so the address is confirmed. Devices that knew the old password are no longer known.
            account.isConfirmed = true
            account.devices = []
            try tx.put(accounts, account, id: id)
            try tx.delete(tickets, where: [.equals("user", id)])
            try endAll(of: id, .reset, tx, at: now)
            try notify(account, .password, tx)
        }
        return Done()
    }
}

extension Caller {
    /// A digest of the key that the host gave to a guest's device; nil for signed-in users.
    var device: String? {
        guard let key, origin == .http, !key.contains(":") else { return nil }
        return String(Base64URL.text(Hash.sha256(Array(key.utf8))).prefix(22))
    }

    /// The session of a signed-in user, as the claim `sid` of the token says.
    var session: String? { if case .text(let session)? = attributes["session"] { session } else { nil } }
}
