internal import FeatureKit

extension Office {
    /// How deep what apps keep in a profile may be nested.
    static let mostDepth = 8

    func me(_ call: Call) async throws -> Me {
        let person = try await person(call)
        return me(person, try await profiles.get(person.profileID), call)
    }

    private func me(_ person: Person, _ profile: Stored<Profile>?, _ call: Call) -> Me {
        let account = person.account?.document
        return Me(
            key: person.key, email: account?.email, isConfirmed: account?.isConfirmed,
            roles: account.map(roles(of:)) ?? call.caller.roles.sorted(), version: profile?.version ?? 0,
            profile: profile?.document ?? Profile())
    }

    func change(_ request: ChangeMe, _ call: Call) async throws -> Me {
        let patch = request.profile
        guard case .object(let members) = patch, members.names.allSatisfy(ChangeMe.fields.contains) else {
            throw RouteError.invalid("profile is a mapping of \(ChangeMe.fields.joined(separator: ", "))")
        }
        guard !patch.isDeeper(than: Self.mostDepth) else {
            throw RouteError.invalid("it is nested deeper than \(Self.mostDepth)")
        }
        return try await edit(call, expecting: request.version) { profile in
            // Checked as a whole: what the Shape says of a profile is said once.
            let changed = try Value(encoding: profile).merged(with: patch)
            let problems = Profile.shape.problems(in: changed)
            guard problems.isEmpty else { throw RouteError.misfit(problems) }
            profile = try Profile.shape.completed(changed).decoded(as: Profile.self)
        }
    }

    func sit(on seat: Seat?, _ call: Call) async throws -> Me {
        let problems = try seat.map { Seat.shape.problems(in: try Value(encoding: $0)) } ?? []
        guard problems.isEmpty else { throw RouteError.misfit(problems) }
        return try await edit(call, expecting: nil) { $0.sit(on: seat == Seat() ? nil : seat) }
    }

    private func edit(
        _ call: Call, expecting version: Int64?, _ change: @escaping @Sendable (inout Profile) throws -> Void
    ) async throws -> Me {
        let person = try await person(call)
        let id = person.profileID
        let stored = try await store.transaction { tx in
            let kept = try tx.get(profiles, id)
            guard version == nil || version == kept?.version ?? 0 else {
                throw RouteError.changedMeanwhile(kept?.version ?? 0)
            }
            var profile = kept?.document ?? Profile()
            try change(&profile)
            guard try Value(encoding: profile).json.utf8.count <= Profile.mostBytes else {
                throw RouteError.profileTooLarge
            }
            // Not for an account that was deleted since it was looked at.
            if let account = person.account, try tx.get(accounts, account.id)?.document.state != .active {
                throw RouteError.notSignedIn
            }
            return try tx.put(profiles, profile, id: id)
        }
        return me(person, stored, call)
    }

    func export(_ call: Call) async throws -> Export {
        let person = try await person(call)
        let me = me(person, try await profiles.get(person.profileID), call)
        let account = person.account
        let sessions = try await account.asyncFlatMap { try await shown(of: $0.id, to: call.caller) } ?? []
        return Export(
            me: me, name: account?.document.name, language: account?.document.language, made: account?.document.made,
            sessions: sessions)
    }

    func delete(_ request: DeleteMe, _ call: Call) async throws -> Done {
        let person = try await person(call)
        guard let account = person.account else {
            try await profiles.delete(person.profileID)
            return Done()
        }
        guard let password = request.password else { throw RouteError.wrongPassword }
        let hash = try await check(password, of: account, call)
        let (id, now) = (account.id, clock.now)
        let ended = try await store.transaction { tx in
            guard let kept = try tx.get(accounts, id)?.document, kept.state == .active, kept.hash == hash else {
                throw RouteError.wrongPassword
            }
            let ended = try endAll(of: id, .deleted, tx, at: now)
            try dropTickets(where: [.equals("user", id)], tx)
            if let folded = kept.folded { try dropTickets(where: [.equals("folded", folded)], tx) }
            try tx.delete(profiles, person.profileID)
            try tx.put(accounts, .tombstone(kept.made), id: id)
            return ended
        }
        tell(ended)
        return Done()
    }

    // MARK: - The password and the address

    func changePassword(_ request: ChangePassword, _ call: Call) async throws -> Done {
        let account = try await person(call).own()
        guard let email = account.document.email.flatMap(EmailAddress.init(checking:)) else {
            throw RouteError.notSignedIn
        }
        let wanted = try Password(wanted: request.new, email: email)
        let old = try await check(request.old, of: account, call)
        let new = try await hash(wanted)
        let (id, now, this) = (account.id, clock.now, call.caller.session)
        let ended = try await store.transaction { tx in
            guard var kept = try tx.get(accounts, id)?.document, kept.state == .active, kept.hash == old else {
                throw RouteError.wrongPassword
            }
            kept.hash = new
            try tx.put(accounts, kept, id: id)
            try dropTickets(where: [.equals("user", id)], tx)
            return try endAll(of: id, .password, but: this, tx, at: now)
        }
        tell(ended)
        mail(Mail(kind: .password, email: email.written, language: account.document.language))
        return Done()
    }

    func changeEmail(_ request: ChangeEmail, _ call: Call) async throws -> Done {
        let account = try await person(call).own()
        let email = try EmailAddress(request.email)
        try countRequest(call)
        _ = try await check(request.password, of: account, call)
        try letters.put(.change(email, user: account.id))
        return Done()
    }
}
