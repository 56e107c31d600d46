internal import FeatureKit

@Record struct FindAccount {
    /// The address.
    @Text(1...EmailAddress.longest) var email: String
}

/// An account as staff sees it.
@Record struct AccountView: Equatable {
    /// Its id, the claim sub of its tokens.
    @Text(1...64) var id: String
    /// The address.
    var email: String
    /// Whether a mail to it was read.
    var isConfirmed: Bool
    /// What the person is called.
    var name: String?
    /// What the person may do.
    var roles: [String]
    /// Whether nobody can sign in with it.
    var isDisabled: Bool
    /// When it was made.
    var made: Timestamp
}

@Record struct NamedAccount {
    /// Which account.
    @Text(1...64) var account: String
}

@Record struct DisableAccount {
    /// Which account.
    @Text(1...64) var account: String
    /// Whether nobody can sign in with it.
    var isDisabled: Bool
}

@Record struct ChangeRoles {
    /// Which account.
    @Text(1...64) var account: String
    /// The roles from now on.
    @Text(Role.length) @Count(0...Account.mostRoles) var roles: [String]
}

@Routes("accounts") struct StaffRoutes: RouteGroup {
    let service: AccountService

    /// Finds the account of an address.
    @Get("/staff/accounts", .role("staff"))
    func staffFind(_ request: FindAccount) async throws -> AccountView {
        guard let email = EmailAddress(checking: request.email),
            let account = try await service.account(at: email.folded)
        else { throw AccountRefusal.noAccount }
        return view(account)
    }

    /// The sessions of an account.
    @Get("/staff/accounts/{account}/sessions", .role("staff"))
    func staffSessions(_ request: NamedAccount) async throws -> SessionList {
        guard let account = try await service.accounts.get(request.account), account.document.state != .deleted else {
            throw AccountRefusal.noAccount
        }
        return SessionList(sessions: try await service.sessionList(of: request.account))
    }

    /// Ends all sessions of an account.
    @Delete("/staff/accounts/{account}/sessions", .role("staff"))
    func staffEnd(_ request: NamedAccount, _ call: Call) async throws -> Done {
        _ = try await edit(request.account, by: call) { _ in .ended }
        return Done()
    }

    /// Disables or enables an account; disabling ends its sessions.
    @Put("/staff/accounts/{account}/disabled", .role("staff"))
    func staffDisable(_ request: DisableAccount, _ call: Call) async throws -> AccountView {
        try await edit(request.account, by: call) { account in
            account.state = request.isDisabled ? .disabled : .active
            return request.isDisabled ? .disabled : nil
        }
    }

    /// Gives an account other roles and ends its sessions, whose tokens say the previous ones.
    @Put("/staff/accounts/{account}/roles", .role("admin"))
    func staffRoles(_ request: ChangeRoles, _ call: Call) async throws -> AccountView {
        guard request.roles.count <= Account.mostRoles, request.roles.allSatisfy(Role.isValid) else {
            throw AccountRefusal.wrongRole
        }
        return try await edit(request.account, by: call) { account in
            let roles = Set(request.roles).sorted()
            defer { account.roles = roles }
            return account.roles == roles ? nil : .roles
        }
    }

    private func view(_ stored: Stored<Account>) -> AccountView {
        let account = stored.document
        return AccountView(
            id: stored.id, email: account.email ?? "", isConfirmed: account.isConfirmed, name: account.name,
            roles: service.roles(of: account), isDisabled: account.state == .disabled, made: account.made)
    }

    /// - Parameter change: Changes the account; where it returns a reason, the sessions end.
    private func edit(
        _ id: String, by call: Call, _ change: @escaping @Sendable (inout Account) -> Session.End?
    ) async throws -> AccountView {
        let now = service.clock.now
        // The host asks on its own behalf, and an operator at the command line has no role that apps know.
        let isAdmin = call.caller.roles.contains(Role.admin) || [.system, .cli].contains(call.caller.origin)
        let (stored, ended) = try await service.store.transaction { tx in
            guard var account = try tx.get(service.accounts, id)?.document, account.state != .deleted else {
                throw AccountRefusal.noAccount
            }
            guard isAdmin || !service.roles(of: account).contains(Role.admin) else { throw AccountRefusal.onlyAdmins }
            let why = change(&account)
            let stored = try tx.put(service.accounts, account, id: id)
            return (stored, try why.map { try service.endAll(of: id, $0, tx, at: now) } ?? [])
        }
        service.publish(ended)
        return view(stored)
    }
}
