internal import AccountsContracts
internal import Crypto
internal import FeatureKit
internal import Texts

/// What all routes share: collections, publishers, signing keys and the counts of attempts.
@Resources struct AccountService: Sendable {
    let store: Store
    let clock: FeatureClock
    let log: Log

    let accounts: StoredCollection<Account>
    let sessions: StoredCollection<Session>
    let tickets: StoredCollection<Ticket>
    let profiles: StoredCollection<Profile>
    let signingKeys: StoredCollection<SigningKey>
    let erased: StoredCollection<Erasure>
    private let sealKeys: StoredValue<SealKey>

    let sessionEvents: Publisher<SessionEvent>
    let revocations: Publisher<SessionRevocation>
    let newestErasure: Publisher<NewestErasure>

    let settings: Accounts.Settings
    let admins: Set<String>
    let hashing: WorkQueue
    let attempts: Lock<AttemptCounter<AttemptCount>>
    let ring: Lock<KeyRing>
    let texts: TextCatalogue
    /// Seals refresh tokens.
    private(set) var sealKey: [UInt8] = []

    init(_ settings: Accounts.Settings, _ context: FeatureContext) async throws {
        let admins = settings.admins.compactMap { try? EmailAddress($0).folded }
        try self.init(
            context, settings: settings, admins: Set(admins), hashing: WorkQueue(atOnce: settings.hashing.atOnce),
            attempts: Lock(AttemptCounter(in: settings.limits.window)),
            ring: Lock(KeyRing(lifetimes: settings.lifetimes)),
            texts: try TextCatalogue(["es": PackageResources.es_txt, "en": PackageResources.en_txt]))
        sealKey = Array(try await sealKeys.get(or: .random()).key.utf8)
    }

    /// The roles that staff gave an account, and those that the settings give to the owner of a confirmed address.
    func roles(of account: Account) -> [String] {
        let isNamed = account.isConfirmed && account.folded.map(admins.contains) == true
        return Set(account.roles + (isNamed ? [Role.staff, Role.admin] : [])).sorted()
    }

    /// An account that exists and is not disabled.
    func active(_ id: String, _ snapshot: StoreSnapshot) throws(StoreError) -> Stored<Account>? {
        guard let account = try snapshot.get(accounts, id), account.document.state == .active else { return nil }
        return account
    }

    /// The id of the account that a caller's key names; nil where another issuer keeps it.
    func accountID(of key: String) -> String? {
        let prefix = "\(settings.issuerName):"
        return key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : nil
    }

    func hash(_ password: Password) async throws -> String {
        log.debug("hashing a password")
        guard let hash = try await hashing.run({ password.hash(settings.hashing) }) else {
            throw AccountRefusal.noMemory
        }
        return hash
    }

    /// Checks a password, unless too many were wrong; without a hash a new one is computed, so that it takes as long.
    ///
    /// - Throws: `refusal` where it is wrong.
    func check(_ password: Password, _ hash: String?, _ counts: [AttemptCount], or refusal: AccountRefusal) async throws
    {
        try count(counts)
        var isRight = false
        do {
            if let hash {
                log.debug("hashing a password")
                isRight = try await hashing.run { password.matches(hash) }
            } else {
                _ = try await self.hash(password)
            }
        } catch {
            // The password was not checked.
            attempts.withLock { $0.takeBack(counts) }
            throw error
        }
        guard isRight else { throw refusal }
        attempts.withLock { $0.forgive(counts) }
    }

    /// Checks the password of a signed-in user: a stolen access token alone must not change the account.
    func check(_ password: Secret, of account: Stored<Account>, _ call: Call) async throws -> String {
        guard let hash = account.document.hash else { throw AccountRefusal.wrongPassword }
        let device = [account.id, "session \(call.caller.session ?? "")"]
        let count = AttemptCount(kind: .device, of: device, most: settings.limits.account)
        try await check(Password(typed: password), hash, [count], or: .wrongPassword)
        return hash
    }

    /// Counts an attempt before it is made, so that many at once are not more than one after the other.
    func count(_ counts: [AttemptCount]) throws(AccountRefusal) {
        guard let wait = attempts.withLock({ $0.begin(counts.map { ($0, $0.most) }, at: clock.uptime) }) else { return }
        log.info("too many attempts", [("by", counts.first?.kind.rawValue ?? "")])
        throw .tooManyAttempts(retryAfter: wait)
    }

    /// Cleans up until the module is asked to stop.
    func cleanUpEveryHour() async {
        while (try? await clock.sleep(for: .seconds(3600))) != nil {
            do { try await cleanUp() } catch {
                log.warning("could not clean up; trying again in an hour", [("error", "\(error)")])
            }
        }
    }

    /// Deletes what has expired, and makes the next signing key when it is time.
    func cleanUp() async throws {
        let now = clock.now
        try await rotateKeys(at: now)
        try await tickets.deleteAll(where: [.upTo("until", now)])
        try await sessions.deleteAll(where: [.upTo("keptUntil", now)]) { stored in
            guard stored.document.ended == nil else { return }
            sessionEvents(SessionEvent(session: stored.id, user: stored.document.user, what: .ended, why: .lapsed))
        }
    }

    /// Publishes again which sessions ended before their access tokens, and how many people were erased: readers may have
    /// restarted as well.
    func publishAgain() async throws {
        for try await stored in sessions.all(where: [.above("revokedUntil", clock.now)], order: .by("revokedUntil")) {
            guard let until = stored.document.revokedUntil else { continue }
            revocations(SessionRevocation(session: stored.id, until: until))
        }
        let newest = try await erased.first(order: .descending(by: "number"))
        newestErasure(NewestErasure(number: newest?.document.number ?? 0))
    }
}

/// Why the module can't run.
struct AccountsProblem: Error, CustomStringConvertible { let description: String }
