internal import FeatureKit

/// What all groups of routes share: collections, publishers, signing keys and counts of attempts.
///
/// What has to hold together is decided inside a transaction of the store; messages are published after it.
struct AccountService: Sendable {
    let settings: Accounts.Settings
    let store: Store
    let clock: FeatureClock
    let log: Log

    let accounts: StoredCollection<Account>
    let sessions: StoredCollection<Session>
    let tickets: StoredCollection<Ticket>
    let profiles: StoredCollection<Profile>
    let keys: StoredCollection<SigningKey>
    let erasures: StoredCollection<Erasure>

    let mail: Publisher<Mail>
    let sessionEvents: Publisher<SessionEvent>
    let revocations: Publisher<Revocation>
    let erased: Publisher<NewestErasure>

    let hashing: HashingQueue
    let mails = MailQueue()
    let throttle: Lock<Throttle>
    let ring: Lock<KeyRing>
    /// Seals refresh tokens.
    let sealKey: [UInt8]
    private let admins: Set<String>

    init(_ settings: Accounts.Settings, _ context: FeatureContext) async throws {
        self.settings = settings
        (store, clock, log) = (context.store, context.clock, context.log)
        accounts = try store.collection(Account.documents)
        sessions = try store.collection(Session.documents)
        tickets = try store.collection(Ticket.documents)
        profiles = try store.collection(Profile.documents)
        keys = try store.collection(SigningKey.documents)
        erasures = try store.collection(Self.erasures)
        erased = try context.bus.publisher(on: .erased)
        mail = try context.bus.publisher(on: .accountsMail)
        sessionEvents = try context.bus.publisher(on: .accountsSessions)
        revocations = try context.bus.publisher(on: .accountsRevoked)
        hashing = HashingQueue(atOnce: settings.hashing.atOnce)
        throttle = Lock(Throttle(settings.limits))
        ring = Lock(KeyRing(lifetimes: settings.lifetimes))
        sealKey = try await SealKey.read(store)
        for text in settings.admins where EmailAddress(checking: text) == nil {
            throw AccountsProblem(description: "admins: \(text) is no email address")
        }
        admins = Set(settings.admins.compactMap { EmailAddress(checking: $0)?.folded })
    }

    /// The roles that staff gave an account, and those that the settings give to the owner of a confirmed address.
    func roles(of account: Account) -> [String] {
        var roles = Set(account.roles)
        if account.isConfirmed, let folded = account.folded, admins.contains(folded) {
            roles.formUnion([Role.staff, Role.admin])
        }
        return roles.sorted()
    }

    // MARK: - Passwords

    func hash(_ password: Password) async throws -> PasswordHash {
        log.debug("hashing a password")
        let cost = settings.hashing
        guard let hash = try await hashing.run({ PasswordHash(password.bytes, cost) }) else {
            throw AccountRefusal.noMemory
        }
        return hash
    }

    /// Whether a password is right; where there is no hash a new one is made, so that it takes as long.
    private func matches(_ password: Password, _ hash: PasswordHash?) async throws -> Bool {
        guard let hash else {
            _ = try await self.hash(password)
            return false
        }
        log.debug("hashing a password")
        return try await hashing.run { hash.matches(password.bytes) }
    }

    /// Checks a password, unless too many were wrong.
    ///
    /// - Throws: `refusal` where it is wrong.
    func check(
        _ password: Password, _ hash: PasswordHash?, counting counts: [Throttle.Count], or refusal: AccountRefusal
    ) async throws {
        if let wait = throttle.withLock({ $0.begin(counts, at: clock.uptime) }) {
            log.info("too many attempts", [("by", "\(counts.first?.word ?? "")")])
            throw AccountRefusal.tooManyAttempts(wait)
        }
        let isRight: Bool
        do { isRight = try await matches(password, hash) } catch {
            // The password was not checked.
            throttle.withLock { $0.takeBack(counts) }
            throw error
        }
        guard isRight else { throw refusal }
        throttle.withLock { $0.forgive(counts) }
    }

    /// Checks the password of a signed-in user: a stolen access token alone must not change the account.
    func check(_ password: Secret, of account: Stored<Account>, _ call: Call) async throws -> PasswordHash {
        guard let hash = account.document.hash else { throw AccountRefusal.wrongPassword }
        let count = Throttle.Count.device(account: account.id, device: "session \(call.caller.session ?? "")")
        try await check(Password(typed: password), hash, counting: [count], or: .wrongPassword)
        return hash
    }

    /// Counts a request that costs a hash or a mail and needs no password.
    func countRequest(_ call: Call) throws(AccountRefusal) {
        let count = Throttle.Count.requests(network: Network.name(of: call.caller.address))
        if let wait = throttle.withLock({ $0.begin([count], at: clock.uptime) }) { throw .tooManyAttempts(wait) }
    }

    // MARK: - Tickets

    /// The ticket of a mail's token, unless its time is over.
    func ticket(of token: TicketToken?) async throws -> Ticket {
        guard let token, let ticket = try await tickets.get(token.id)?.document, clock.now < ticket.until else {
            throw AccountRefusal.wrongToken
        }
        return ticket
    }

    /// Deletes tickets, so that their tokens are worthless.
    func dropTickets(where condition: StoreCondition, _ tx: StoreTransaction) throws(StoreError) {
        for ticket in try tx.query(tickets, where: [condition], limit: 100).items { try tx.delete(tickets, ticket.id) }
    }
}

extension StoreSnapshot {
    /// The account of an address, where there is one.
    func account(at folded: String, _ accounts: StoredCollection<Account>) throws(StoreError) -> Stored<Account>? {
        try query(accounts, where: [.equals("folded", folded)], limit: 1).items.first
    }
}

/// Why the feature can't run.
struct AccountsProblem: Error, CustomStringConvertible { let description: String }

extension Timestamp {
    /// In whole seconds, as tokens have it; written so, times are in order as texts are, which indexes go by.
    var inSeconds: Timestamp {
        Timestamp(nanoseconds: nanoseconds - (nanoseconds % 1_000_000_000 + 1_000_000_000) % 1_000_000_000)
    }
    /// Since 1970.
    var seconds: Int64 { inSeconds.nanoseconds / 1_000_000_000 }
}
