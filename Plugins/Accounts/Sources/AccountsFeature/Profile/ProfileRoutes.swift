internal import Crypto
internal import FeatureKit

/// A user's profile, and the account where it is kept here.
@Record struct Me: Equatable {
    /// The key by which the host knows the caller.
    var key: String
    /// The email address of the account.
    var email: String?
    /// Whether a mail confirmed the address.
    var isConfirmed: Bool?
    /// The caller's roles.
    var roles: [String]
    /// The version of the profile; 0 before its first change.
    var version: Int64
    /// The profile.
    var profile: Profile
}

/// Everything that is kept of a user, except secrets.
@Record struct Export {
    /// The profile and the account.
    var me: Me
    /// The account.
    var account: Account.View?
    /// The sessions.
    var sessions: [Session.View]
}

@Routes("accounts", as: "profileRoutes") extension AccountService {
    /// The caller's profile and account.
    @Get("/me", .user)
    func me(_ call: Call) async throws -> Me {
        let user = try await user(call)
        return me(user, try await profiles.get(user.profileID), call)
    }

    private func me(_ user: User, _ profile: Stored<Profile>?, _ call: Call) -> Me {
        let account = user.account?.document
        return Me(
            key: user.key, email: account?.email, isConfirmed: account?.isConfirmed,
            roles: account.map(roles(of:)) ?? call.caller.roles.sorted(), version: profile?.version ?? 0,
            profile: profile?.document ?? Profile())
    }

    /// Changes the caller's profile by a merge patch.
    /// - Parameter version: The version that is changed; without it the current one.
    /// - Parameter profile: A merge patch of name, language and preferences.
    @Patch("/me", .user)
    func meChange(version: Int64?, profile: Patch<Profile>, _ call: Call) async throws -> Me {
        try await edit(call, expecting: version) { kept in
            kept = try profile.applied(to: kept, in: "profile", only: ["name", "language", "preferences"])
        }
    }

    /// Takes a seat; previous seats are kept.
    @Put("/me/seat", .user)
    func seat(_ request: Seat, _ call: Call) async throws -> Me {
        try await edit(call) { $0.sit(on: request == Seat() ? nil : request) }
    }

    /// Leaves the seat.
    @Delete("/me/seat", .user)
    func seatLeave(_ call: Call) async throws -> Me { try await edit(call) { $0.sit(on: nil) } }

    /// Everything that is kept of the caller.
    @Get("/me/export", .user)
    func export(_ call: Call) async throws -> Export {
        let user = try await user(call)
        let me = me(user, try await profiles.get(user.profileID), call)
        guard let account = user.account else { return Export(me: me, sessions: []) }
        return Export(me: me, account: view(account), sessions: try await sessionViews(of: account.id, call.caller))
    }

    private func edit(
        _ call: Call, expecting version: Int64? = nil, _ change: @escaping @Sendable (inout Profile) throws -> Void
    ) async throws -> Me {
        let user = try await user(call)
        let stored = try await store.transaction { tx in
            let kept = try tx.get(profiles, user.profileID)
            guard version == nil || version == kept?.version ?? 0 else {
                throw AccountRefusal.changedMeanwhile(version: kept?.version ?? 0)
            }
            var profile = kept?.document ?? Profile()
            try change(&profile)
            guard profile.json.utf8.count <= Profile.mostBytes else { throw AccountRefusal.tooLarge }
            // The account may have been deleted since the caller was looked up.
            if let account = user.account, try active(account.id, tx) == nil { throw AccountRefusal.unauthenticated }
            return try tx.put(profiles, profile, id: user.profileID)
        }
        return me(user, stored, call)
    }
}

/// A caller who has signed in, here or with another issuer.
struct User: Sendable {
    /// The caller's key, such as `accounts:…` or `firebase:…`.
    let key: String
    /// The account, where it is kept here.
    let account: Stored<Account>?

    /// The profile's id: keys may be longer than ids.
    var profileID: String { Base64URL.text(Hash.sha256(Array(key.utf8))) }

    /// - Throws: `notOurs` where another issuer keeps the account.
    func own() throws(AccountRefusal) -> Stored<Account> {
        guard let account else { throw .notOurs }
        return account
    }
}

extension AccountService {
    /// The user who asks.
    ///
    /// An access token outlives its account and its session by some minutes, which the host may not know yet; here it
    /// is refused at once.
    func user(_ call: Call) async throws -> User {
        guard let key = call.caller.key, key.contains(":") else { throw AccountRefusal.unauthenticated }
        guard let id = accountID(of: key) else { return User(key: key, account: nil) }
        let now = clock.now
        let account = try await store.read { snapshot -> Stored<Account>? in
            guard let account = try active(id, snapshot) else { return nil }
            guard let session = call.caller.session else { return account }
            let kept = try snapshot.get(sessions, session)?.document
            return kept?.user == id && kept?.isLive(at: now) == true ? account : nil
        }
        guard let account else { throw AccountRefusal.unauthenticated }
        return User(key: key, account: account)
    }
}
