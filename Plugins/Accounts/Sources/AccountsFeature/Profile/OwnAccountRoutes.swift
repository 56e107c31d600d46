internal import FeatureKit

@Record struct ChangePassword {
    /// The password until now.
    var old: Secret
    /// The password from now on.
    var new: Secret
}

@Record struct ChangeEmail {
    /// The new address.
    @Text(3...EmailAddress.longest) var email: String
    /// The password.
    var password: Secret
}

@Record struct DeleteMe {
    /// The password, where the account is kept here.
    var password: Secret?
}

@Routes("accounts") struct OwnAccountRoutes: RouteGroup {
    let service: AccountService

    /// Changes the caller's password and ends all other sessions.
    @Put("/me/password", .user)
    func password(_ request: ChangePassword, _ call: Call) async throws -> Done {
        let account = try await service.user(call).own()
        guard let email = account.document.email.flatMap(EmailAddress.init(checking:)) else {
            throw AccountRefusal.notSignedIn
        }
        let wanted = try Password(wanted: request.new, email: email)
        let old = try await service.check(request.old, of: account, call)
        let new = try await service.hash(wanted)
        let (now, this) = (service.clock.now, call.caller.session)
        let ended = try await service.store.transaction { tx in
            var kept = try unchanged(account.id, since: old, tx)
            kept.hash = new
            try tx.put(service.accounts, kept, id: account.id)
            try service.dropTickets(where: .equals("user", account.id), tx)
            return try service.endAll(of: account.id, .password, but: this, tx, at: now)
        }
        service.publish(ended)
        service.mail(Mail(kind: .password, email: email.written, language: account.document.language))
        return Done()
    }

    /// Sends a mail with which the caller's account moves to another address.
    @Put("/me/email", .user)
    func email(_ request: ChangeEmail, _ call: Call) async throws -> Done {
        let account = try await service.user(call).own()
        let email = try EmailAddress(request.email)
        try service.countRequest(call)
        _ = try await service.check(request.password, of: account, call)
        try service.mails.add(.change(email, user: account.id))
        return Done()
    }

    /// Deletes the caller's account and profile; other modules erase what they keep of the caller.
    @Post("/me/delete", .user)
    func delete(_ request: DeleteMe, _ call: Call) async throws -> Done {
        let user = try await service.user(call)
        guard let account = user.account else {
            service.erased(
                try await service.store.transaction { tx in
                    try tx.delete(service.profiles, user.profileID)
                    return try service.noteErasure(of: user.key, tx)
                })
            return Done()
        }
        guard let password = request.password else { throw AccountRefusal.wrongPassword }
        let hash = try await service.check(password, of: account, call)
        let now = service.clock.now
        let (ended, newest) = try await service.store.transaction { tx in
            let kept = try unchanged(account.id, since: hash, tx)
            let ended = try service.endAll(of: account.id, .deleted, tx, at: now)
            try service.dropTickets(where: .equals("user", account.id), tx)
            if let folded = kept.folded { try service.dropTickets(where: .equals("folded", folded), tx) }
            try tx.delete(service.profiles, user.profileID)
            // The id stays, so that nobody ever gets it again.
            try tx.put(service.accounts, Account(state: .deleted, made: kept.made), id: account.id)
            return (ended, try service.noteErasure(of: user.key, tx))
        }
        service.publish(ended)
        service.erased(newest)
        return Done()
    }

    /// The account, unless its password was changed since it was checked.
    private func unchanged(_ id: String, since hash: PasswordHash, _ tx: StoreTransaction) throws -> Account {
        guard let kept = try tx.get(service.accounts, id)?.document, kept.state == .active, kept.hash == hash else {
            throw AccountRefusal.wrongPassword
        }
        return kept
    }
}
