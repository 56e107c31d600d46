internal import FeatureKit

extension Office {
    // MARK: - Signing in

    func login(_ request: Login, _ call: Call) async throws -> SignedIn {
        // What is no address takes the same way as one that nobody has.
        let email = EmailAddress(checking: request.email)
        let folded = email?.folded ?? request.email.lowercased()
        let found = email == nil ? nil : try await account(at: folded)
        let device = call.caller.device.flatMap { found?.document.devices.contains($0) == true ? $0 : nil }
        let counts = Throttle.counts(
            account: folded, device: device, network: Network.name(of: call.caller.address))
        let password = Password(typed: request.password)
        try await check(password, found?.document.hash, counting: counts, or: .wrongCredentials)
        guard let found, let hash = found.document.hash, found.document.state == .active else {
            throw RouteError.wrongCredentials
        }
        let better = hash.differs(from: settings.hashing) ? try await self.hash(password) : hash
        return try await signIn(found.id, device: request.device, call) { account in
            // Another password, or none any more, since it was looked at.
            guard account.hash == hash else { throw RouteError.wrongCredentials }
            account.hash = better
        }
    }

    /// Begins a session for an account whose owner has shown who they are.
    ///
    /// - Parameter change: What else becomes of the account, in the same transaction; refuses where it may not be.
    func signIn(
        _ id: String, device: String?, _ call: Call, _ change: @escaping @Sendable (inout Account) throws -> Void
    ) async throws -> SignedIn {
        let (new, now, key) = (NewSession(device: device), clock.now, call.caller.device)
        let (account, session, ended) = try await store.transaction { tx in
            guard var account = try tx.get(accounts, id)?.document, account.state == .active else {
                throw RouteError.wrongCredentials
            }
            try change(&account)
            account.note(device: key)
            try tx.put(accounts, account, id: id)
            let (session, ended) = try begin(new, of: id, tx, at: now)
            return (account, session, ended)
        }
        tell(ended)
        told(SessionTold(session: new.id, user: id, what: .started))
        return try signedIn(account, id, session, new.id, new.first, at: now)
    }

    // MARK: - Registering

    func register(_ request: Register, _ call: Call) async throws -> Registered {
        let email = try EmailAddress(request.email)
        let password = try Password(wanted: request.password, email: email)
        try Self.check(name: request.name, language: request.language, device: request.device)
        try countRequest(call)
        let hash = try await self.hash(password)
        switch settings.confirm {
        case .email:
            // Whether there is such an account is looked up after the reply, which is the same and takes as long.
            var ticket = Ticket(.register, to: email, at: clock.now)
            (ticket.hash, ticket.name, ticket.language) = (hash, request.name, request.language)
            try letters.put(.register(ticket))
            return Registered(next: .confirm)
        case .none:
            let id = Base64URL.text(Sodium.random(16))
            let account = Account(
                email: email.written, folded: email.folded, hash: hash, name: request.name, language: request.language,
                made: clock.now.inSeconds)
            try await store.transaction { tx in
                guard try tx.account(at: email.folded, accounts) == nil else { throw RouteError.taken }
                try tx.insert(accounts, account, id: id)
            }
            let session = try await signIn(id, device: request.device, call) { _ in }
            return Registered(next: .none, session: session)
        }
    }

    /// The host has held requests against their Shapes; other features have not.
    private static func check(name: String?, language: String?, device: String?) throws(RouteError) {
        let checked: [(String?, ClosedRange<Int>, String)] = [
            (name, Account.nameLength, "name"), (language, Profile.languageLength, "language"),
            (device, Account.deviceLength, "device"),
        ]
        for (text, length, field) in checked {
            guard let text, !length.contains(text.unicodeScalars.count) else { continue }
            throw .invalid("\(field) has \(length.lowerBound) to \(length.upperBound) letters")
        }
    }

    /// Makes the account of a registration, or moves one to another address, for whoever read the mail and knows the
    /// password: a mail that somebody else asked for is of no use to them, and its reader confirms no password but their own.
    func confirm(_ request: Confirm, _ call: Call) async throws -> SignedIn {
        try Self.check(name: nil, language: nil, device: request.device)
        guard let token = TicketToken(request.token), let ticket = try await tickets.get(token.id)?.document,
            ticket.kind != .reset, clock.now < ticket.until
        else { throw RouteError.wrongToken }
        let mover = try await ticket.user.asyncFlatMap { try await accounts.get($0) }
        let hash = ticket.hash ?? mover?.document.hash
        let counts = Throttle.counts(
            account: ticket.folded, device: nil, network: Network.name(of: call.caller.address))
        try await check(Password(typed: request.password), hash, counting: counts, or: .wrongCredentials)
        let id = mover?.id ?? Base64URL.text(Sodium.random(16))
        let now = clock.now
        let former = try await store.transaction { tx -> Account? in
            guard try tx.delete(tickets, token.id) else { throw RouteError.wrongToken }
            if let other = try tx.account(at: ticket.folded, accounts), other.id != id { throw RouteError.wrongToken }
            try dropTickets(where: [.equals("folded", ticket.folded)], tx)
            guard ticket.kind == .change else {
                let account = Account(
                    email: ticket.email, folded: ticket.folded, isConfirmed: true, hash: ticket.hash, name: ticket.name,
                    language: ticket.language, made: now.inSeconds)
                try tx.insert(accounts, account, id: id)
                return nil
            }
            guard let former = try tx.get(accounts, id)?.document, former.state == .active, former.hash == hash else {
                throw RouteError.wrongToken
            }
            var account = former
            (account.email, account.folded, account.isConfirmed) = (ticket.email, ticket.folded, true)
            try tx.put(accounts, account, id: id)
            return former
        }
        if let email = former?.email { mail(Mail(kind: .changed, email: email, language: former?.language)) }
        return try await signIn(id, device: request.device, call) { _ in }
    }

    // MARK: - Forgotten passwords

    func forgot(_ request: Forgot, _ call: Call) async throws -> Done {
        let email = try EmailAddress(request.email)
        try Self.check(name: nil, language: request.language, device: nil)
        try countRequest(call)
        try letters.put(.forgot(email, language: request.language))
        return Done()
    }

    func reset(_ request: Reset, _ call: Call) async throws -> Done {
        guard let token = TicketToken(request.token), let ticket = try await tickets.get(token.id)?.document,
            ticket.kind == .reset, clock.now < ticket.until, let id = ticket.user,
            let email = EmailAddress(checking: ticket.email)
        else { throw RouteError.wrongToken }
        let hash = try await hash(try Password(wanted: request.password, email: email))
        let now = clock.now
        let (account, ended) = try await store.transaction { tx in
            guard try tx.delete(tickets, token.id), var account = try tx.get(accounts, id)?.document,
                account.state == .active, account.folded == ticket.folded
            else { throw RouteError.wrongToken }
            account.hash = hash
            // The mail was read. Whatever devices signed in with the old password are strangers again.
            account.isConfirmed = true
            account.devices = []
            try tx.put(accounts, account, id: id)
            try dropTickets(where: [.equals("user", id)], tx)
            return (account, try endAll(of: id, .reset, tx, at: now))
        }
        tell(ended)
        if let email = account.email { mail(Mail(kind: .password, email: email, language: account.language)) }
        return Done()
    }

    /// Makes tickets worthless.
    func dropTickets(where conditions: [StoreCondition], _ tx: StoreTransaction) throws(StoreError) {
        for ticket in try tx.query(tickets, where: conditions, limit: 100).items { try tx.delete(tickets, ticket.id) }
    }
}

extension Optional where Wrapped: Sendable {
    func asyncFlatMap<Other>(_ transform: (Wrapped) async throws -> Other?) async rethrows -> Other? {
        guard let self else { return nil }
        return try await transform(self)
    }
}
