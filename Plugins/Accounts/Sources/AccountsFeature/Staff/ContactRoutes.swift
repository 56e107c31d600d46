internal import FeatureKit
internal import NotificationsContracts

// What other modules ask, to bring people news.
@Routes("accounts", as: "contactRoutes") extension AccountService {
    @Serves(.accountContact)
    func contact(_ request: AccountKey) async throws -> AccountContact {
        let stored = try await store.read { snapshot in
            try accountID(of: request.key).flatMap { try active($0, snapshot) }
        }
        let profile = try await profiles.get(User(key: request.key, account: stored).profileID)?.document
        let account = stored?.document
        // Nobody is written to at an address that somebody else may have given.
        let isKnown = account?.isConfirmed == true || settings.confirm == .none
        return AccountContact(
            email: isKnown ? account?.email : nil, language: profile?.language ?? account?.language,
            seatZone: profile?.seat?.zone)
    }

    @Serves(.roleHolders)
    func roleHolders(_ request: RoleQuery) async throws -> RoleHolders {
        var holders: [String: Account] = [:]
        for try await stored in accounts.all(where: [.equals("hasRoles", true)]) {
            holders[stored.id] = stored.document
        }
        for folded in admins {
            let named = try await accounts.first(where: [.equals("folded", folded)])
            if let named { holders[named.id] = named.document }
        }
        let found = holders.filter { $0.value.state == .active && roles(of: $0.value).contains(request.role) }
        return RoleHolders(
            items: found.sorted { $0.key < $1.key }.prefix(RoleHolders.most).map {
                RoleHolder(key: "\(settings.issuerName):\($0.key)", language: $0.value.language)
            })
    }
}
