internal import FeatureKit
internal import NotificationsContracts

/// A mail that asks somebody to work for a franchise.
@Record
@Collection("invitations", .on(\.mail), .on(\.franchise, \.until), .unique(\.claim), .on(\.until))
struct Invitation: Equatable, OfFranchise {
    @Public var franchise: ID<Franchise>
    /// The name of the franchise.
    @Public @Text(0...100) var place = ""
    /// The address.
    @Public @Text(3...254) var mail: String
    /// The name that shifts are to show.
    @Public @Text(1...100) var name: String
    /// What the person is to do.
    @Public var role: FranchiseMember.Role
    /// How long it can be accepted.
    @Public var until: Timestamp
    /// Unique key: the franchise and the address.
    @Text(1...400) var claim: String
}

// Who accepts has to have the address: Accounts knows who confirmed it, so that no mail needs a secret.
@Routes("rider", as: "invitationRoutes") extension RiderService {
    /// Invites somebody by mail to work for a franchise; managers are invited by staff.
    /// - Parameter mail: The address of an account, or of one to come.
    /// - Parameter name: The name that shifts show.
    /// - Parameter role: What the person does.
    /// - Parameter language: The language of the mail.
    @Post("/franchises/{franchise}/invitations", .user, limit: .per(.caller, 100, in: .hours(1)))
    func invite(
        franchise: ID<Franchise>, @Text(3...254) mail: String, @Text(1...100) name: String,
        role: FranchiseMember.Role = .rider, @Text(2...35) language: String = "es", _ call: Call
    ) async throws -> Invitation.View {
        let (now, mail) = (clock.now, mail.lowercased())
        guard mail.wholeMatch(of: /[^@\s]+@[^@\s]+\.[^@\s]+/) != nil else { throw RiderRefusal.badMail }
        return try await store.transaction { tx in
            let found = try managed(franchise, call, tx)
            guard role == .rider || call.isStaff else { throw RiderRefusal.staffOnly }
            try tx.delete(invitations, where: [.upTo("until", now)])
            let invitation = Invitation(
                franchise: franchise, place: found.document.name, mail: mail, name: name, role: role,
                until: now.advanced(by: .hours(24 * 14)), claim: "\(franchise)|\(mail)")
            let known = try tx.first(invitations, where: [.equals("claim", invitation.claim)])
            guard known?.document.role != .manager || call.isStaff else { throw RiderRefusal.staffOnly }
            let stored = try put(invitation, claim: invitation.claim, in: invitations, most: 1_000, tx)
            try send(
                .invited, to: Recipient(mail: mail, language: language), about: stored.id, stored.version,
                ["place": invitation.place, "link": "\(settings.webLink)/api/v1/rider/invitations"],
                until: invitation.until, tx)
            return stored.view
        }
    }

    /// The open invitations of a franchise, for its managers.
    @Get("/franchises/{franchise}/invitations", .user)
    func invitationsOf(franchise: ID<Franchise>, _ call: Call) async throws -> [Invitation.View] {
        let now = clock.now
        return try await list(invitations, of: franchise, call) { $0.mail }.filter { now < $0.until }
    }

    /// The invitations to the caller's confirmed address.
    @Get("/invitations", .user)
    func invitationList(_ call: Call) async throws -> [Invitation.View] {
        let (mail, now) = (try await mail(of: call.user()), clock.now)
        return try await store.read { snapshot in
            try snapshot.all(invitations, where: [.equals("mail", mail)]).filter { now < $0.document.until }
                .prefix(1_000).map(\.view)
        }
    }

    /// Accepts an invitation: the caller works for the franchise.
    @Post("/invitations/{invitation}/accept", .user)
    func invitationAccept(invitation: ID<Invitation>, _ call: Call) async throws -> FranchiseMember.View {
        let person = try call.user()
        let mail = try await mail(of: person)
        return try await store.transaction { tx in
            guard let known = try tx.get(invitations, invitation)?.document, known.mail == mail,
                clock.now < known.until
            else { throw RiderRefusal.unknown(what: "invitation") }
            try tx.delete(invitations, invitation)
            let role = try member(person, of: known.franchise, tx)?.document.role
            // A manager who is invited as a rider stays a manager.
            return try put(
                person, named: known.name, as: role == .manager ? .manager : known.role, in: known.franchise, tx
            ).view
        }
    }

    /// Takes an invitation back.
    @Delete("/invitations/{invitation}", .user)
    func invitationRemove(invitation: ID<Invitation>, _ call: Call) async throws -> Done {
        try await store.transaction { tx in
            try tx.delete(invitations, managed(invitation, in: invitations, call, tx).found.key)
            return Done()
        }
    }

    private func mail(of person: String) async throws -> String {
        let contact: AccountContact
        do {
            contact = try await bus.request(.accountContact, AccountKey(key: person), within: .seconds(2))
        } catch { throw RiderRefusal.noAccounts }
        guard let mail = contact.email else { throw RiderRefusal.unknown(what: "invitation") }
        return mail.lowercased()
    }
}
