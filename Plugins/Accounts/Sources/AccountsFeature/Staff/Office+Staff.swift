internal import FeatureKit

extension Office {
    func find(_ request: FindAccount) async throws -> AccountShown {
        guard let email = EmailAddress(checking: request.email), let account = try await account(at: email.folded)
        else {
            throw RouteError.noAccount
        }
        return shown(account.id, account.document)
    }

    private func shown(_ id: String, _ account: Account) -> AccountShown {
        AccountShown(
            id: id, email: account.email ?? "", isConfirmed: account.isConfirmed, name: account.name,
            roles: roles(of: account), isDisabled: account.state == .disabled, made: account.made)
    }

    func sessions(of request: NamedAccount) async throws -> SessionList {
        guard let account = try await accounts.get(request.account), account.document.state != .deleted else {
            throw RouteError.noAccount
        }
        return SessionList(sessions: try await shown(of: request.account, to: nil))
    }

    func endSessions(of request: NamedAccount, _ call: Call) async throws -> Done {
        _ = try await edit(request.account, by: call) { _ in .ended }
        return Done()
    }

    func disable(_ request: DisableAccount, _ call: Call) async throws -> AccountShown {
        try await edit(request.account, by: call) { account in
            account.state = request.isDisabled ? .disabled : .active
            return request.isDisabled ? .disabled : nil
        }
    }

    /// The tokens that are out say what was; they are over.
    func changeRoles(_ request: ChangeRoles, _ call: Call) async throws -> AccountShown {
        guard request.roles.count <= Account.mostRoles, request.roles.allSatisfy(Role.isValid) else {
            throw RouteError.invalid("a role is a word of small letters, digits and dashes")
        }
        return try await edit(request.account, by: call) { account in
            let roles = Set(request.roles).sorted()
            defer { account.roles = roles }
            return account.roles == roles ? nil : .roles
        }
    }

    /// - Parameter change: What becomes of the account; where it says why, its sessions end.
    private func edit(
        _ id: String, by call: Call, _ change: @escaping @Sendable (inout Account) -> Session.End?
    ) async throws -> AccountShown {
        let now = clock.now
        // The host asks on its own behalf, and an operator at the command line has no role that apps know.
        let isAdmin = call.caller.roles.contains(Role.admin) || [.system, .cli].contains(call.caller.origin)
        let (account, ended) = try await store.transaction { tx in
            guard var account = try tx.get(accounts, id)?.document, account.state != .deleted else {
                throw RouteError.noAccount
            }
            guard isAdmin || !roles(of: account).contains(Role.admin) else { throw RouteError.onlyAdmins }
            let why = change(&account)
            try tx.put(accounts, account, id: id)
            return (account, try why.map { try endAll(of: id, $0, tx, at: now) } ?? [])
        }
        tell(ended)
        return shown(id, account)
    }
}
