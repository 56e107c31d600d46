internal import FeatureKit

/// A user's profile, and the account where it is one of this feature's.
@Record struct Me: Equatable {
    /// The key by which the host knows the caller.
    var key: String
    /// The account's address.
    var email: String?
    /// Whether a mail to it was read.
    var isConfirmed: Bool?
    /// What the caller may do.
    var roles: [String]
    /// The profile's version; 0 where there is none yet.
    var version: Int64
    /// The profile.
    var profile: Profile
}

@Record struct ChangeMe {
    /// The version that is changed; without it whichever there is.
    var version: Int64?
    /// A merge patch of name, language and preferences.
    var profile: Patch<Profile>
}

/// Everything that is kept of a user, except secrets.
@Record struct Export {
    /// The profile and the account.
    var me: Me
    /// The account's name.
    var name: String?
    /// What mails are written in.
    var language: String?
    /// When the account was made.
    var made: Timestamp?
    /// The sessions.
    var sessions: [SessionView]
}

@Routes("accounts") struct ProfileRoutes: RouteGroup {
    let service: AccountService

    /// The caller's profile and account.
    @Get("/me", .user)
    func me(_ call: Call) async throws -> Me {
        let user = try await service.user(call)
        return me(user, try await service.profiles.get(user.profileID), call)
    }

    private func me(_ user: User, _ profile: Stored<Profile>?, _ call: Call) -> Me {
        let account = user.account?.document
        return Me(
            key: user.key, email: account?.email, isConfirmed: account?.isConfirmed,
            roles: account.map(service.roles(of:)) ?? call.caller.roles.sorted(), version: profile?.version ?? 0,
            profile: profile?.document ?? Profile())
    }

    /// Changes the caller's profile by a merge patch.
    @Patch("/me", .user)
    func meChange(_ request: ChangeMe, _ call: Call) async throws -> Me {
        try await edit(call, expecting: request.version) { profile in
            profile = try request.profile.applied(to: profile, only: ["name", "language", "preferences"])
        }
    }

    /// Takes a seat; the seats of before are kept.
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
        let user = try await service.user(call)
        let me = me(user, try await service.profiles.get(user.profileID), call)
        guard let account = user.account else { return Export(me: me, sessions: []) }
        return Export(
            me: me, name: account.document.name, language: account.document.language, made: account.document.made,
            sessions: try await service.sessionList(of: account.id, call.caller))
    }

    private func edit(
        _ call: Call, expecting version: Int64? = nil, _ change: @escaping @Sendable (inout Profile) throws -> Void
    ) async throws -> Me {
        let user = try await service.user(call)
        let stored = try await service.store.transaction { tx in
            let kept = try tx.get(service.profiles, user.profileID)
            guard version == nil || version == kept?.version ?? 0 else {
                throw AccountRefusal.changedMeanwhile(kept?.version ?? 0)
            }
            var profile = kept?.document ?? Profile()
            try change(&profile)
            guard profile.json.utf8.count <= Profile.mostBytes else { throw AccountRefusal.profileTooLarge }
            // The account may have been deleted since the caller was looked up.
            if let account = user.account, try tx.get(service.accounts, account.id)?.document.state != .active {
                throw AccountRefusal.notSignedIn
            }
            return try tx.put(service.profiles, profile, id: user.profileID)
        }
        return me(user, stored, call)
    }
}
