public import FeatureKit

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
