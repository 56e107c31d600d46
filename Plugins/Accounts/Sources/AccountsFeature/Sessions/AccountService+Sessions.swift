internal import AccountsContracts
internal import Crypto
internal import FeatureKit

extension AccountService {
    /// How many sessions an account has at most; the oldest ends.
    static let mostSessions = 20

    /// Begins a session for an account whose owner has shown who they are.
    ///
    /// - Parameter change: What else changes in the account, in the same transaction; it may refuse.
    func signIn(
        _ user: String, device: String?, _ call: Call,
        _ change: @escaping @Sendable (inout Account) throws -> Void = { _ in }
    ) async throws -> SignedIn {
        let (id, now) = (SecureRandom.id(), clock.now)
        let token = RefreshToken(first: id)
        return try await store.transaction { tx in
            guard var account = try active(user, tx)?.document else {
                throw AccountRefusal.invalidCredentials
            }
            try change(&account)
            account.remember(device: call.caller.device)
            for oldest in try liveSessions(of: user, tx, at: now).dropLast(Self.mostSessions - 1) {
                try end(oldest, .replaced, tx, at: now)
            }
            var session = Session(of: user, device: device, token: token, settings.lifetimes, at: now)
            session.gave(accessUntil: accessUntil(now))
            tx.publish(SessionEvent(session: id, user: user, what: .started), on: sessionEvents)
            return try signedIn(
                tx.put(accounts, account, id: user), tx.insert(sessions, session, id: id), token, at: now)
        }
    }

    /// The tokens of a session.
    func signedIn(
        _ account: Stored<Account>, _ session: Stored<Session>, _ token: RefreshToken, at now: Timestamp
    ) throws(RouteError) -> SignedIn {
        guard let signer = ring.withLock({ $0.signer(at: now) }) else { throw .unavailable("there is no key yet") }
        let (person, until) = (account.document, accessUntil(now))
        var claims: Members = [
            "iss": .text(settings.issuer), "aud": .text(settings.audience), "sub": .text(account.id),
            "sid": .text(session.id), "jti": .text(SecureRandom.id()), "iat": .integer(now.seconds),
            "exp": .integer(until.seconds), "auth_time": .integer(session.document.since.seconds),
            "email": .text(person.email ?? ""), "email_verified": .boolean(person.isConfirmed),
            "roles": .list(roles(of: person).map { .text($0) }),
        ]
        claims["name"] = person.name.map { .text($0) }
        return SignedIn(
            user: account.id, session: session.id, accessToken: signer.token(claims),
            expiresIn: until.seconds - now.seconds, refreshToken: token.text(sealKey))
    }

    func accessUntil(_ now: Timestamp) -> Timestamp { now.advanced(by: settings.lifetimes.access) }

    // MARK: - Inside transactions

    /// The oldest first.
    func liveSessions(of user: String, _ snapshot: StoreSnapshot, at now: Timestamp) throws -> [Stored<Session>] {
        // Twenty are live, and those that expired within an hour are not deleted yet.
        try snapshot.query(
            sessions, where: [.equals("user", user), .absent("ended")], order: .by("since"), limit: 1_000
        ).items.filter { $0.document.isLive(at: now) }
    }

    /// Ends a session unless it has ended, and publishes that once it is on the disk.
    func end(_ stored: Stored<Session>, _ why: SessionEvent.End, _ tx: StoreTransaction, at now: Timestamp) throws {
        var session = stored.document
        guard session.end(why, at: now) else { return }
        try tx.put(sessions, session, id: stored.id)
        if let until = session.revokedUntil {
            tx.publish(SessionRevocation(session: stored.id, until: until), on: revocations)
        }
        tx.publish(SessionEvent(session: stored.id, user: session.user, what: .ended, why: why), on: sessionEvents)
    }

    func endAll(
        of user: String, _ why: SessionEvent.End, but own: String? = nil, _ tx: StoreTransaction, at now: Timestamp
    ) throws {
        for session in try liveSessions(of: user, tx, at: now) where session.id != own {
            try end(session, why, tx, at: now)
        }
    }

    /// The live sessions of an account, as its owner and staff see them.
    func sessionViews(of user: String, _ caller: Caller? = nil) async throws -> [Session.View] {
        let now = clock.now
        return try await store.read { try liveSessions(of: user, $0, at: now) }.map { stored in
            var view = stored.view
            view.isThis = stored.id == caller?.session
            return view
        }
    }
}
