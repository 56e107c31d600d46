internal import FeatureKit

/// Everything that the routes work with: what is kept, who is told, and what was counted.
///
/// What has to hold together is decided inside a transaction of the store; what is told is told after it.
struct Office: Sendable {
    let settings: Accounts.Settings
    let store: Store
    let clock: FeatureClock
    let log: Log

    let accounts: StoredCollection<Account>
    let sessions: StoredCollection<Session>
    let tickets: StoredCollection<Ticket>
    let profiles: StoredCollection<Profile>
    let keys: StoredCollection<SigningKey>

    let mail: Publisher<Mail>
    let told: Publisher<SessionTold>
    let revoked: Publisher<Revoked>

    let hashing: HashingDesk
    let letters = Letters()
    let throttle: Lock<Throttle>
    let ring: Lock<KeyRing>
    private let admins: Set<String>
    /// What refresh tokens are sealed with.
    let seal: [UInt8]

    init(_ settings: Accounts.Settings, _ context: FeatureContext) async throws {
        try Sodium.begin()
        self.settings = settings
        (store, clock, log) = (context.store, context.clock, context.log)
        accounts = try store.collection(.accounts)
        sessions = try store.collection(.sessions)
        tickets = try store.collection(.tickets)
        profiles = try store.collection(.profiles)
        keys = try store.collection(.keys)
        mail = try context.bus.publisher(on: .accountsMail)
        told = try context.bus.publisher(on: .accountsSessions)
        revoked = try context.bus.publisher(on: .accountsRevoked)
        hashing = HashingDesk(atOnce: settings.hashing.atOnce)
        throttle = Lock(Throttle(settings.limits))
        ring = Lock(KeyRing(lifetimes: settings.lifetimes))
        admins = Set(settings.admins.compactMap { EmailAddress(checking: $0)?.folded })
        seal = try await Self.seal(store)
        for name in settings.admins where EmailAddress(checking: name) == nil {
            throw SodiumProblem(description: "admins: \(name) is no email address")
        }
    }

    private static func seal(_ store: Store) async throws -> [UInt8] {
        let vault = try store.collection(.vault)
        let new = Vault(key: Base64URL.text(Sodium.random(Vault.bytes)))
        let kept = try await store.transaction { tx in
            if let kept = try tx.get(vault, Vault.id) { return kept.document }
            return try tx.insert(vault, new, id: Vault.id).document
        }
        guard let key = Base64URL.bytes(kept.key, count: Vault.bytes) else {
            throw SodiumProblem(description: "what is kept in vault is no key")
        }
        return key
    }

    // MARK: - Accounts

    /// The account of an address, where there is one.
    func account(at folded: String) async throws -> Stored<Account>? {
        try await store.read { [accounts] in try $0.account(at: folded, accounts) }
    }

    /// What somebody may do: what was given, and what the settings say of an address that is confirmed.
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
            throw RouteError.noMemory
        }
        return hash
    }

    /// Whether a password is right; where there is no hash a new one is made, so that it takes as long.
    private func fits(_ password: Password, _ hash: PasswordHash?) async throws -> Bool {
        guard let hash else {
            _ = try await self.hash(password)
            return false
        }
        log.debug("hashing a password")
        return try await hashing.run { hash.fits(password.bytes) }
    }

    /// Checks a password, unless too many were wrong.
    ///
    /// - Throws: `refusal` where it is wrong.
    func check(
        _ password: Password, _ hash: PasswordHash?, counting counts: [Throttle.Count], or refusal: RouteError
    ) async throws {
        if let wait = throttle.withLock({ $0.begin(counts, at: clock.uptime) }) {
            log.info("too many attempts", [("by", "\(counts.first?.word ?? "")")])
            throw RouteError.tooManyAttempts(wait)
        }
        let isRight: Bool
        do { isRight = try await fits(password, hash) } catch {
            // Nobody looked at it.
            throttle.withLock { $0.takeBack(counts) }
            throw error
        }
        guard isRight else { throw refusal }
        throttle.withLock { $0.forgive(counts) }
    }

    /// Counts what costs a hash or a mail and needs no password.
    func countRequest(_ call: Call) throws(RouteError) {
        let count = Throttle.Count.requests(network: Network.name(of: call.caller.address))
        if let wait = throttle.withLock({ $0.begin([count], at: clock.uptime) }) { throw .tooManyAttempts(wait) }
    }

    // MARK: - Telling

    /// Tells of sessions that have ended.
    func tell(_ ended: [EndedSession]) {
        for session in ended {
            if let until = session.revokedUntil { revoked(Revoked(session: session.id, until: until)) }
            told(SessionTold(session: session.id, user: session.user, what: .ended, why: session.why))
        }
    }
}

extension StoreSnapshot {
    /// The account of an address, where there is one.
    func account(
        at folded: String, _ accounts: StoredCollection<Account>
    ) throws(StoreError) -> Stored<Account>? {
        try query(accounts, where: [.equals("folded", folded)], limit: 1).items.first
    }
}

extension Caller {
    /// A stranger's device: the host gave it a key of its own.
    ///
    /// Whoever has signed in has a key with a colon.
    var device: String? {
        guard let key, origin == .http, !key.contains(":") else { return nil }
        return String(Base64URL.text(Sodium.sha256(Array(key.utf8))).prefix(22))
    }

    /// The session of whoever has signed in, as the claim `sid` of the token says.
    var session: String? {
        guard case .text(let session)? = attributes["session"] else { return nil }
        return session
    }
}
