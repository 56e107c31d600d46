internal import AccountsContracts
internal import FeatureKit

extension Erasure {
    /// Everybody who was erased, in order; other modules read the list to erase what they keep.
    static let documents = Documents<Erasure>("erasures", indexes: [.unique("number")])
}

@Routes("accounts", as: "ownAccountRoutes") extension AccountService {
    /// Changes the caller's password and ends all other sessions.
    /// - Parameter old: The password until now.
    /// - Parameter new: The password from now on.
    @Put("/me/password", .user)
    func password(old: Secret, new: Secret, _ call: Call) async throws -> Done {
        let account = try await user(call).own()
        let wanted = try Password(wanted: new, email: account.document.folded)
        let checked = try await check(old, of: account, call)
        let (hash, now) = (try await hash(wanted), clock.now)
        try await store.transaction { tx in
            var kept = try unchanged(account.id, since: checked, tx)
            kept.hash = hash
            try tx.put(accounts, kept, id: account.id)
            try tx.delete(tickets, where: [.equals("user", account.id)])
            try endAll(of: account.id, .password, but: call.caller.session, tx, at: now)
            try notify(kept, .password, tx)
        }
        return Done()
    }

    /// Sends a mail with which the caller's account moves to another address.
    /// - Parameter email: The new address.
    /// - Parameter password: The password.
    @Put("/me/email", .user)
    func email(@Text(3...EmailAddress.longest) email: String, password: Secret, _ call: Call) async throws -> Done {
        let account = try await user(call).own()
        let email = try EmailAddress(email)
        try count(settings.limits.request(call))
        _ = try await check(password, of: account, call)
        try await sendLater(Ticket(.change, to: email, user: account.id, at: clock.now))
        return Done()
    }

    /// Deletes the caller's account and profile; other modules erase what they keep of the caller.
    /// - Parameter password: The password, where the account is kept here.
    @Post("/me/delete", .user)
    func delete(password: Secret?, _ call: Call) async throws -> Done {
        let user = try await user(call)
        var hash: String?
        if let account = user.account { hash = try await check(password ?? Secret(""), of: account, call) }
        let now = clock.now
        try await store.transaction { [hash] tx in
            if let id = user.account?.id, let hash {
                let kept = try unchanged(id, since: hash, tx)
                try endAll(of: id, .deleted, tx, at: now)
                try tx.delete(tickets, where: [.equals("user", id)])
                if let folded = kept.folded { try tx.delete(tickets, where: [.equals("folded", folded)]) }
                // The id stays, so that nobody ever gets it again.
                try tx.put(accounts, Account(state: .deleted, made: kept.made), id: id)
            }
            try tx.delete(profiles, user.profileID)
            let last = try tx.first(erased, order: .descending(by: "number"))?.document.number
            let erasure = Erasure(number: (last ?? 0) + 1, key: user.key)
            try tx.insert(erased, erasure)
            tx.publish(NewestErasure(number: erasure.number), on: newestErasure)
        }
        return Done()
    }

    /// The account, unless its password was changed since it was checked.
    private func unchanged(_ id: String, since hash: String, _ tx: StoreTransaction) throws -> Account {
        guard let kept = try active(id, tx)?.document, kept.hash == hash else { throw AccountRefusal.wrongPassword }
        return kept
    }
}
