internal import FeatureKit
internal import NotificationsContracts

// What other modules ask, to bring people news.
@Routes("accounts", as: "contactRoutes") extension AccountService {
    @Serves(.accountContact)
    func contact(_ request: AccountKey) async throws -> AccountContact {
        let user = User(key: request.key, account: try await account(of: request.key))
        let profile = try await profiles.get(user.profileID)?.document
        let account = user.account?.document
        // Nobody is written to at an address that somebody else may have given.
        let isKnown = account?.isConfirmed == true || settings.confirm == .none
        return AccountContact(
            email: isKnown ? account?.email : nil, language: profile?.language ?? account?.language,
            seatZone: profile?.seat?.zone)
    }

    @Serves(.roleHolders)
    func roleHolders(_ request: RoleQuery) async throws -> RoleHolders {
        var holders: [Stored<Account>] = []
        for try await stored in accounts.all(where: [.equals("hasRoles", true)]) { holders.append(stored) }
        for folded in admins {
            guard let stored = try await accounts.first(where: [.equals("folded", folded)]) else { continue }
            if !holders.contains(where: { $0.id == stored.id }) { holders.append(stored) }
        }
        let found = holders.filter {
            $0.document.state == .active && roles(of: $0.document).contains(request.role)
        }
        return RoleHolders(
            items: found.prefix(RoleHolders.most).map {
                RoleHolder(key: "\(settings.issuerName):\($0.id)", language: $0.document.language)
            })
    }

    /// The account of a caller's key; nil where another issuer keeps it.
    private func account(of key: String) async throws -> Stored<Account>? {
        let prefix = "\(settings.issuerName):"
        guard key.hasPrefix(prefix), case let id = String(key.dropFirst(prefix.count)),
            (1...64).contains(id.utf8.count),
            let account = try await accounts.get(id), account.document.state == .active
        else { return nil }
        return account
    }
}
