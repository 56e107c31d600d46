public import FeatureKit

// What is asked of Accounts, which serves these routes.

/// Asks about a person by the key of the caller.
@Record public struct AccountKey: Equatable {
    /// The key.
    @Text(1...256) public var key: String
}

/// How a person is reached; empty where there is no account.
@Record public struct AccountContact: Equatable {
    /// The confirmed address of the account.
    @Text(3...254) public var email: String?
    /// The language that the person chose.
    @Text(2...35) public var language: String?
    /// The zone of the person's seat, in the circuit's own words.
    @Text(1...50) public var seatZone: String?
}

/// Asks who has a role.
@Record public struct RoleQuery: Equatable {
    /// The role.
    @Text(1...32) public var role: String
}

/// Who has a role.
@Record public struct RoleHolders: Equatable {
    /// The most that are listed.
    public static let most = 1_000

    /// Each person.
    @Count(0...RoleHolders.most) public var items: [RoleHolder]
}

/// A person who has a role.
@Record public struct RoleHolder: Equatable {
    /// The key of the caller.
    @Text(1...256) public var key: String
    /// The language that the person chose.
    @Text(2...35) public var language: String?
}

/// Asks for the link of a ticket, for which a mail is written.
@Record public struct TicketID: Equatable {
    /// The ticket's id.
    @Text(1...64) public var ticket: String
}

/// The link that a mail brings.
@Record public struct TicketLink: Equatable {
    /// The address to open; anyone who has it can use the ticket.
    public var link: Secret
}

extension Route where Request == AccountKey, Reply == AccountContact {
    /// Tells how a person is reached.
    public static var accountContact: Self {
        .init(forModules: "accounts.contact", summary: "Tells the address and the language of a person.")
    }
}

extension Route where Request == RoleQuery, Reply == RoleHolders {
    /// Tells who has a role.
    public static var roleHolders: Self {
        .init(forModules: "accounts.role-holders", summary: "Tells who has a role.")
    }
}

extension Route where Request == TicketID, Reply == TicketLink {
    /// Makes the link of a ticket when its mail is written, so that it lies nowhere else.
    public static var ticketLink: Self {
        .init(forModules: "accounts.ticket-link", summary: "Makes the link of a ticket that a mail brings.")
    }
}
