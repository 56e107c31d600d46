internal import Codes
internal import FeatureKit
internal import QRCodes

/// What people need to join a group.
@Record struct Invitation: Equatable {
    /// The code, which can be typed.
    var code: String
    /// The link that opens the app.
    var link: String
    /// The link that opens a web page, where the settings name one.
    var webLink: String?
}

@Routes("groups", as: "invitationRoutes") extension GroupService {
    /// How often somebody may name a code that there is not, in ten minutes: one caller, and one address.
    private static let mostWrongCodes = (caller: 10, address: 100)

    /// What people need to join a group, for its members.
    @Get("/{group}/invitation", .everyone)
    func invitation(group: ID<Group>, _ call: Call) async throws -> Invitation {
        let person = try await person(call)
        return try await store.read { snapshot in try invitation(to: find(group, person, snapshot).group) }
    }

    /// The link that opens the app as a QR code, for members.
    /// - Parameter web: Whether it is the link of the web page.
    @Get("/{group}/invitation.png", .everyone)
    func invitationPNG(group: ID<Group>, web: Bool = false, _ call: Call) async throws -> Media {
        guard let png = try await qrCode(group, web, call).png() else { throw GroupRefusal.noCode }
        return Media(type: "image/png", bytes: png)
    }

    /// The link that opens the app as a QR code that can be printed in any size, for members.
    /// - Parameter web: Whether it is the link of the web page.
    @Get("/{group}/invitation.svg", .everyone)
    func invitationSVG(group: ID<Group>, web: Bool = false, _ call: Call) async throws -> Media {
        Media(type: "image/svg+xml", bytes: Array(try await qrCode(group, web, call).svg.utf8))
    }

    /// Replaces the code of a group, for its owner; the previous one is worth nothing any more.
    @Post("/{group}/code", .everyone)
    func rotateCode(group: ID<Group>, _ call: Call) async throws -> Invitation {
        try await setCode(.joinCode(), of: group, call) { try invitation(to: $0) }
    }

    /// Takes the code of a group away, for its owner: nobody can join it.
    @Delete("/{group}/code", .everyone)
    func revokeCode(group: ID<Group>, _ call: Call) async throws -> Done {
        try await setCode(nil, of: group, call) { _ in Done() }
    }

    /// Joins a group; asked again, nothing changes.
    /// - Parameter code: The code of the group, in any case and with spaces or dashes.
    /// - Parameter name: The name by which the others see the caller.
    @Post("/join", .everyone)
    func join(@Text(1...40) code: String, @Text(1...40) name: String?, _ call: Call) async throws -> Group.View {
        let person = try await person(call)
        let limits = limits(of: person, call)
        // Counted before, so that many at once are not more than one after the other.
        if let wait = wrongCodes.withLock({ $0.begin(limits, at: clock.uptime) }) {
            throw GroupRefusal.tooManyCodes(retryAfter: wait)
        }
        let (typed, now, settings) = (ShortCode.normalized(code) ?? "", clock.now, settings)
        return try await store.transaction { tx -> Group.View in
            guard let group = try tx.first(groups, where: [.equals("code", typed)]) else {
                throw GroupRefusal.wrongCode
            }
            wrongCodes.withLock { $0.takeBack(limits.map(\.key)) }
            if try tx.first(members, where: [.equals("claim", Member.claim(group.key, person))]) != nil {
                return try view(group, to: person, tx)
            }
            guard now < group.document.until else { throw GroupRefusal.ended }
            guard group.document.takesGuests || call.caller.isSignedIn else { throw GroupRefusal.noGuests }
            let claim = Member.claim(group.key, person)
            guard try tx.first(bans, where: [.equals("claim", claim)]) == nil else { throw GroupRefusal.banned }
            guard let name else { throw GroupRefusal.sayName }
            guard try tx.count(members, where: [.equals("group", group.key)]) < settings.mostMembers else {
                throw GroupRefusal.full(most: settings.mostMembers)
            }
            try checkGroups(of: person, tx)
            try put(
                Member(
                    group: group.key, person: person, name: name, isGuest: !call.caller.isSignedIn, joined: now,
                    claim: claim), .random(), tx)
            return try view(group, to: person, tx)
        }
    }

    // MARK: - Parts

    private func invitation(to group: Stored<Group>) throws(GroupRefusal) -> Invitation {
        guard let code = group.document.code else { throw .noCode }
        let query = "groupId=\(group.id)&code=\(code)"
        return Invitation(
            code: code, link: "georacing://join?\(query)",
            webLink: settings.webLink.map { "\($0)\($0.contains("?") ? "&" : "?")\(query)" })
    }

    private func qrCode(_ group: ID<Group>, _ web: Bool, _ call: Call) async throws -> QRCode {
        let invitation = try await invitation(group: group, call)
        guard let link = web ? invitation.webLink : invitation.link else { throw GroupRefusal.noWebLink }
        return try QRCode(link)
    }

    private func setCode<Result: Sendable>(
        _ code: String?, of id: ID<Group>, _ call: Call,
        _ body: @escaping @Sendable (Stored<Group>) throws -> Result
    ) async throws -> Result {
        let person = try await person(call)
        return try await store.transaction { tx in
            var group = try own(id, person, tx).document
            group.code = code
            return try body(put(group, id, tx))
        }
    }

    private func limits(of person: String, _ call: Call) -> [(key: String, most: Int)] {
        [(person, Self.mostWrongCodes.caller)]
            + (call.caller.network.map { [("from \($0)", Self.mostWrongCodes.address)] } ?? [])
    }
}
