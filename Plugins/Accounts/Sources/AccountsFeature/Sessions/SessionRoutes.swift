internal import FeatureKit

@Record struct Refresh {
    /// The refresh token.
    var refreshToken: Secret
}

/// A session as its owner and staff see it.
@Record struct SessionView: Equatable {
    /// Its id.
    @Text(1...64) var id: String
    /// What the device is called.
    @Text(Account.deviceLength) var device: String?
    /// When somebody signed in.
    var since: Timestamp
    /// When it was used last.
    var used: Timestamp
    /// When it ends unless it is used.
    var until: Timestamp
    /// Whether it is the one that asks.
    var isThis: Bool
}

@Record struct SessionList: Equatable {
    /// The sessions, the oldest first.
    var sessions: [SessionView]
}

@Record struct EndSession {
    /// Which session.
    @Text(1...64) var session: String
}

@Record struct EndSessions {
    /// Whether the one that asks stays.
    var others = false
}

@Routes("accounts") struct SessionRoutes: RouteGroup {
    let service: AccountService

    /// The public keys of access tokens, previous and coming ones too.
    @Get("/jwks.json", .beforeSigningIn)
    func keys() -> JWKS { service.ring.withLock { $0.jwks } }

    private enum Refreshed: Sendable {
        case valid(Stored<Account>, Stored<Session>)
        case stolen(Account, Stored<Session>?)
        case refused
    }

    /// Trades a refresh token for the next tokens.
    @Post("/refresh", .beforeSigningIn)
    func refresh(_ request: Refresh) async throws -> SignedIn {
        let (clock, sessions) = (service.clock, service.sessions)
        guard let token = RefreshToken(request.refreshToken.reveal(), service.sealKey) else {
            throw AccountRefusal.wrongToken
        }
        let (successor, now) = (token.successor(service.sealKey), clock.now)
        let refreshed = try await service.store.transaction { tx -> Refreshed in
            guard let stored = try tx.get(sessions, token.session),
                let account = try tx.get(service.accounts, stored.document.user), account.document.state == .active
            else { return .refused }
            var session = stored.document
            switch session.present(token, successor: successor, service.settings.lifetimes, at: now) {
            case .refused: return .refused
            case .stolen: return .stolen(account.document, try service.end(stored, .theft, tx, at: now))
            case .rotated, .repeated:
                session.gave(accessUntil: service.accessUntil(now))
                return .valid(account, try tx.put(sessions, session, id: stored.id))
            }
        }
        switch refreshed {
        case .refused: throw AccountRefusal.wrongToken
        case .stolen(let account, let ended):
            service.log.warning(
                "a refresh token was used twice; its session was ended", [("session", token.session)])
            service.publish([ended].compactMap(\.self))
            if let email = account.email {
                service.mail(Mail(kind: .theft, email: email, language: account.language))
            }
            throw AccountRefusal.wrongToken
        case .valid(let account, let session):
            service.sessionEvents(SessionEvent(session: session.id, user: account.id, what: .refreshed))
            return try service.signedIn(account, session, successor, at: now)
        }
    }

    /// Ends the session of a refresh token; the reply is the same whatever was sent.
    @Post("/logout", .beforeSigningIn)
    func logout(_ request: Refresh) async throws -> Done {
        guard let token = RefreshToken(request.refreshToken.reveal(), service.sealKey) else { return Done() }
        let now = service.clock.now
        let ended = try await service.store.transaction { tx in
            try tx.get(service.sessions, token.session).flatMap { try service.end($0, .logout, tx, at: now) }
        }
        service.publish([ended].compactMap(\.self))
        return Done()
    }

    /// The devices on which the caller is signed in.
    @Get("/me/sessions", .user)
    func sessionList(_ call: Call) async throws -> SessionList {
        let own = try await service.user(call).own()
        return SessionList(sessions: try await service.sessionList(of: own.id, call.caller))
    }

    /// Ends one of the caller's sessions.
    @Delete("/me/sessions/{session}", .user)
    func sessionEnd(_ request: EndSession, _ call: Call) async throws -> Done {
        let own = try await service.user(call).own().id
        let now = service.clock.now
        let ended = try await service.store.transaction { tx in
            // Another user's session is as if it were not there.
            guard let stored = try tx.get(service.sessions, request.session), stored.document.user == own,
                let ended = try service.end(stored, .ended, tx, at: now)
            else { throw AccountRefusal.noSession }
            return ended
        }
        service.publish([ended])
        return Done()
    }

    /// Ends all of the caller's sessions, or all others.
    @Delete("/me/sessions", .user)
    func sessionEndAll(_ request: EndSessions, _ call: Call) async throws -> Done {
        let own = try await service.user(call).own().id
        let (now, this) = (service.clock.now, request.others ? call.caller.session : nil)
        let ended = try await service.store.transaction { tx in
            try service.endAll(of: own, .ended, but: this, tx, at: now)
        }
        service.publish(ended)
        return Done()
    }
}
