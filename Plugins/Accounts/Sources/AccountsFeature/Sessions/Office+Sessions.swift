internal import FeatureKit

/// A session that has just ended, and what has to be told of it.
struct EndedSession: Sendable {
    let id: String
    let user: String
    let why: Session.End?
    let revokedUntil: Timestamp?

    init(_ id: String, _ session: Session) {
        self.id = id
        (user, why, revokedUntil) = (session.user, session.why, session.revokedUntil)
    }
}

/// A session that is to begin: what is random is made before the transaction, which may run more than once.
struct NewSession: Sendable {
    let id = Base64URL.text(Sodium.random(16))
    let device: String?
    let first: RefreshToken

    init(device: String?) {
        self.device = device
        first = RefreshToken(first: id)
    }
}

extension Office {
    /// How many sessions an account has at most; the oldest goes.
    static let mostSessions = 20

    // MARK: - Inside transactions

    /// Begins a session; where there are too many, the oldest ends.
    func begin(
        _ new: NewSession, of user: String, _ tx: StoreTransaction, at now: Timestamp
    ) throws -> (Session, [EndedSession]) {
        let live = try liveSessions(of: user, tx, at: now)
        let ended = try live.dropLast(Self.mostSessions - 1).compactMap { try end($0, .replaced, tx, at: now) }
        var session = Session(of: user, device: new.device, token: new.first, settings.lifetimes, at: now)
        session.gave(accessUntil: accessUntil(now))
        try tx.insert(sessions, session, id: new.id)
        return (session, ended)
    }

    /// The oldest first.
    func liveSessions(
        of user: String, _ snapshot: StoreSnapshot, at now: Timestamp
    ) throws(StoreError) -> [Stored<Session>] {
        // Those that have ended are kept for some minutes, and an account's owner may make many of those.
        var live: [Stored<Session>] = []
        var next: PageCursor?
        repeat {
            let page = try snapshot.query(
                sessions, where: [.equals("user", user)], order: .by("made"), limit: 1_000, after: next)
            live += page.items.filter { $0.document.isLive(at: now) }
            next = page.next
        } while next != nil
        return live
    }

    func end(
        _ stored: Stored<Session>, _ why: Session.End, _ tx: StoreTransaction, at now: Timestamp
    ) throws(StoreError) -> EndedSession? {
        var session = stored.document
        guard session.end(why, at: now) else { return nil }
        // Whose device it was is of no matter any more.
        session.device = nil
        try tx.put(sessions, session, id: stored.id)
        return EndedSession(stored.id, session)
    }

    func endAll(
        of user: String, _ why: Session.End, but own: String? = nil, _ tx: StoreTransaction, at now: Timestamp
    ) throws(StoreError) -> [EndedSession] {
        var ended: [EndedSession] = []
        for session in try liveSessions(of: user, tx, at: now) where session.id != own {
            if let session = try end(session, why, tx, at: now) { ended.append(session) }
        }
        return ended
    }

    // MARK: - Tokens

    func accessUntil(_ now: Timestamp) -> Timestamp { now.inSeconds.advanced(by: settings.lifetimes.access).inSeconds }

    /// What an app gets.
    func signedIn(
        _ account: Account, _ id: String, _ session: Session, _ sessionID: String, _ token: RefreshToken,
        at now: Timestamp
    ) throws(RouteError) -> SignedIn {
        guard let signer = ring.withLock({ $0.signer(at: now) }) else { throw .unavailable("there is no key yet") }
        let until = accessUntil(now)
        let access = AccessToken(
            issuer: settings.issuer, audience: settings.audience, user: id, session: sessionID,
            id: Base64URL.text(Sodium.random(16)), issued: now, until: until, signedIn: session.made,
            email: account.email ?? "", isConfirmed: account.isConfirmed, name: account.name, roles: roles(of: account))
        return SignedIn(
            user: id, session: sessionID, accessToken: access.text(signedBy: signer),
            expiresIn: until.seconds - now.seconds, refreshToken: token.text(seal))
    }

    // MARK: - Routes

    private enum Refreshed: Sendable {
        case fresh(Stored<Account>, Session)
        case stolen(Account, EndedSession?)
        case refused
    }

    func refresh(_ request: Refresh, _ call: Call) async throws -> SignedIn {
        guard let token = RefreshToken(request.refreshToken.reveal(), seal) else { throw RouteError.wrongToken }
        let (successor, now) = (token.successor(seal), clock.now)
        let refreshed = try await store.transaction { tx -> Refreshed in
            guard let stored = try tx.get(sessions, token.session),
                let account = try tx.get(accounts, stored.document.user), account.document.state == .active
            else { return .refused }
            var session = stored.document
            switch session.present(token, successor: successor, settings.lifetimes, at: now) {
            case .refused: return .refused
            case .stolen: return .stolen(account.document, try end(stored, .theft, tx, at: now))
            case .rotated, .repeated:
                session.gave(accessUntil: accessUntil(now))
                try tx.put(sessions, session, id: stored.id)
                return .fresh(account, session)
            }
        }
        switch refreshed {
        case .refused: throw RouteError.wrongToken
        case .stolen(let account, let ended):
            log.warning("a refresh token was used twice; its session was ended", [("session", token.session)])
            tell([ended].compactMap(\.self))
            if let email = account.email { mail(Mail(kind: .theft, email: email, language: account.language)) }
            throw RouteError.wrongToken
        case .fresh(let account, let session):
            told(SessionTold(session: token.session, user: account.id, what: .refreshed))
            return try signedIn(account.document, account.id, session, token.session, successor, at: now)
        }
    }

    /// Ends the session of a refresh token.
    ///
    /// It says the same whatever it was: whoever leaves wants to be gone.
    func logout(_ request: Refresh, _ call: Call) async throws -> Done {
        guard let token = RefreshToken(request.refreshToken.reveal(), seal) else { return Done() }
        let now = clock.now
        let ended = try await store.transaction { tx in
            try tx.get(sessions, token.session).flatMap { try end($0, .logout, tx, at: now) }
        }
        tell([ended].compactMap(\.self))
        return Done()
    }

    func sessionList(_ call: Call) async throws -> SessionList {
        let person = try await person(call)
        return SessionList(sessions: try await shown(of: person.own().id, to: call.caller))
    }

    func shown(of user: String, to caller: Caller?) async throws -> [SessionShown] {
        let now = clock.now
        return try await store.read { snapshot in
            try liveSessions(of: user, snapshot, at: now).map { stored in
                let session = stored.document
                return SessionShown(
                    id: stored.id, device: session.device, since: session.made, used: session.used,
                    until: session.until, isThis: stored.id == caller?.session)
            }
        }
    }

    func endSession(_ request: NamedSession, _ call: Call) async throws -> Done {
        let own = try await person(call).own().id
        let now = clock.now
        let ended = try await store.transaction { tx in
            // Somebody else's is as if it were not there.
            guard let stored = try tx.get(sessions, request.session), stored.document.user == own,
                let ended = try end(stored, .ended, tx, at: now)
            else { throw RouteError.noSession }
            return ended
        }
        tell([ended])
        return Done()
    }

    func endSessions(_ request: EndSessions, _ call: Call) async throws -> Done {
        let own = try await person(call).own().id
        let (now, this) = (clock.now, request.others ? call.caller.session : nil)
        tell(try await store.transaction { tx in try endAll(of: own, .ended, but: this, tx, at: now) })
        return Done()
    }
}
