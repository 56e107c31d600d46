internal import AccountsContracts
internal import FeatureKit

@Routes("accounts", as: "staffRoutes") extension AccountService {
    /// Finds the account of an address.
    /// - Parameter email: The address.
    @Get("/staff/accounts", .role("staff"))
    func staffFind(@Text(1...EmailAddress.longest) email: String) async throws -> Account.View {
        guard let folded = try? EmailAddress(email).folded,
            let account = try await accounts.first(where: [.equals("folded", folded)])
        else { throw AccountRefusal.noAccount }
        return view(account)
    }

    /// The sessions of an account.
    /// - Parameter account: Which account.
    @Get("/staff/accounts/{account}/sessions", .role("staff"))
    func staffSessions(@Text(1...64) account: String) async throws -> SessionList {
        guard let found = try await accounts.get(account), found.document.state != .deleted else {
            throw AccountRefusal.noAccount
        }
        return SessionList(sessions: try await sessionViews(of: account))
    }

    /// Ends all sessions of an account.
    /// - Parameter account: Which account.
    @Delete("/staff/accounts/{account}/sessions", .role("staff"))
    func staffEnd(@Text(1...64) account: String, _ call: Call) async throws -> Done {
        _ = try await edit(account, by: call) { _ in .ended }
        return Done()
    }

    /// Disables or enables an account; disabling ends its sessions.
    /// - Parameter account: Which account.
    /// - Parameter isDisabled: Whether nobody can sign in with it.
    @Put("/staff/accounts/{account}/disabled", .role("staff"))
    func staffDisable(@Text(1...64) account: String, isDisabled: Bool, _ call: Call) async throws -> Account.View {
        try await edit(account, by: call) { account in
            account.state = isDisabled ? .disabled : .active
            return isDisabled ? .disabled : nil
        }
    }

    /// Gives an account other roles and ends its sessions, whose tokens hold the previous ones.
    /// - Parameter account: Which account.
    /// - Parameter roles: The roles from now on.
    @Put("/staff/accounts/{account}/roles", .role("admin"))
    func staffRoles(
        @Text(1...64) account: String, @Text(Role.length) @Count(0...Account.mostRoles) roles: [String], _ call: Call
    ) async throws -> Account.View {
        guard roles.count <= Account.mostRoles, roles.allSatisfy(Role.isValid) else { throw AccountRefusal.wrongRole }
        let roles = Set(roles).sorted()
        return try await edit(account, by: call) { account in
            defer { (account.roles, account.hasRoles) = (roles, !roles.isEmpty) }
            return account.roles == roles ? nil : .roles
        }
    }

    @Serves(.erasures)
    func erasures(_ request: ErasuresAfter) async throws -> ErasurePage {
        let page = try await erased.query(
            where: [.above("number", request.after)], order: .by("number"), limit: request.limit)
        return ErasurePage(items: page.items.map(\.document))
    }

    /// An account as staff sees it, also with the roles that the settings give.
    func view(_ stored: Stored<Account>) -> Account.View {
        var view = stored.view
        view.roles = roles(of: stored.document)
        return view
    }

    /// - Parameter change: Changes the account; where it returns a reason, the sessions end.
    private func edit(
        _ id: String, by call: Call, _ change: @escaping @Sendable (inout Account) -> SessionEvent.End?
    ) async throws -> Account.View {
        let now = clock.now
        let isAdmin = call.caller.roles.contains(Role.admin) || call.caller.origin == .system
        let stored = try await store.transaction { tx in
            guard var account = try tx.get(accounts, id)?.document, account.state != .deleted else {
                throw AccountRefusal.noAccount
            }
            guard isAdmin || !roles(of: account).contains(Role.admin) else { throw AccountRefusal.onlyAdmins }
            if let why = change(&account) { try endAll(of: id, why, tx, at: now) }
            return try tx.put(accounts, account, id: id)
        }
        return view(stored)
    }
}
