internal import AccountsContracts
internal import FeatureKit

@Record struct SessionList: Equatable {
    /// The sessions, the oldest first.
    var sessions: [Session.View]
}

@Routes("accounts", as: "sessionRoutes") extension AccountService {
    /// The public keys of access tokens, previous and coming ones too.
    @Get("/jwks.json", .beforeSigningIn)
    func keys() -> JWKS { JWKS(keys: ring.withLock { $0.signers.map(\.jwk) }) }

    /// Trades a refresh token for the next tokens.
    /// - Parameter refreshToken: The refresh token.
    @Post("/refresh", .beforeSigningIn)
    func refresh(refreshToken: Secret) async throws -> SignedIn {
        guard let token = RefreshToken(refreshToken.reveal(), sealKey) else { throw AccountRefusal.invalidToken }
        let (successor, now) = (token.successor(sealKey), clock.now)
        let signedIn = try await store.transaction { tx -> SignedIn? in
            guard var session = try tx.get(sessions, token.session),
                let account = try active(session.document.user, tx)
            else { return nil }
            switch session.document.present(token, successor: successor, settings.lifetimes, at: now) {
            case .refused: return nil
            case .stolen:
                try end(session, .theft, tx, at: now)
                try notify(account.document, .theft, tx)
                tx.afterCommit {
                    log.warning("a refresh token was used twice; its session was ended", [("session", token.session)])
                }
                return nil
            case .rotated, .repeated:
                session.document.gave(accessUntil: accessUntil(now))
                session = try tx.put(sessions, session.document, id: session.id)
                tx.publish(SessionEvent(session: session.id, user: account.id, what: .refreshed), on: sessionEvents)
                return try self.signedIn(account, session, successor, at: now)
            }
        }
        guard let signedIn else { throw AccountRefusal.invalidToken }
        return signedIn
    }

    /// Ends the session of a refresh token; the reply is the same whatever was sent.
    /// - Parameter refreshToken: The refresh token.
    @Post("/logout", .beforeSigningIn)
    func logout(refreshToken: Secret) async throws -> Done {
        guard let token = RefreshToken(refreshToken.reveal(), sealKey) else { return Done() }
        let now = clock.now
        try await store.transaction { tx in
            if let session = try tx.get(sessions, token.session) { try end(session, .logout, tx, at: now) }
        }
        return Done()
    }

    /// The devices on which the caller is signed in.
    @Get("/me/sessions", .user)
    func sessionList(_ call: Call) async throws -> SessionList {
        SessionList(sessions: try await sessionViews(of: user(call).own().id, call.caller))
    }

    /// Ends one of the caller's sessions.
    /// - Parameter session: Which session.
    @Delete("/me/sessions/{session}", .user)
    func sessionEnd(@Text(1...64) session: String, _ call: Call) async throws -> Done {
        let (own, now) = (try await user(call).own().id, clock.now)
        try await store.transaction { tx in
            // Another user's session is as if it did not exist.
            guard let stored = try tx.get(sessions, session), stored.document.user == own,
                stored.document.ended == nil
            else { throw AccountRefusal.noSession }
            try end(stored, .ended, tx, at: now)
        }
        return Done()
    }

    /// Ends all of the caller's sessions, or all others.
    /// - Parameter others: Whether the one that asks stays.
    @Delete("/me/sessions", .user)
    func sessionEndAll(others: Bool = false, _ call: Call) async throws -> Done {
        let (own, now) = (try await user(call).own().id, clock.now)
        try await store.transaction { tx in
            try endAll(of: own, .ended, but: others ? call.caller.session : nil, tx, at: now)
        }
        return Done()
    }
}
