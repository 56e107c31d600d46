internal import FeatureKit

struct FindAccount: Shaped, Codable {
    var email: String
    static let shape = Shape.object([Field("email", .text(length: 1...EmailAddress.longest), "The address.")])
}

/// An account as staff sees it.
struct AccountShown: Shaped, Codable, Equatable {
    let id: String
    let email: String
    let isConfirmed: Bool
    var name: String?
    let roles: [String]
    let isDisabled: Bool
    let made: Timestamp

    static let shape = Shape.object([
        Field("id", .text(length: 1...64), "Its id, the claim sub of its tokens."),
        Field("email", .text(), "The address."),
        Field("isConfirmed", .boolean, "Whether a mail to it was read."),
        Field("name", .text(), "What the person is called.", optional: true),
        Field("roles", .list(of: .text()), "What the person may do."),
        Field("isDisabled", .boolean, "Whether nobody can sign in with it."),
        Field("made", .timestamp, "When it was made."),
    ])
}

struct NamedAccount: Shaped, Codable {
    var account: String
    static let field = Field("account", .text(length: 1...64), "Which account.")
    static let shape = Shape.object([field])
}

struct DisableAccount: Shaped, Codable {
    var account: String
    var isDisabled: Bool
    static let shape = Shape.object([
        NamedAccount.field, Field("isDisabled", .boolean, "Whether nobody can sign in with it."),
    ])
}

struct ChangeRoles: Shaped, Codable {
    var account: String
    var roles: [String]
    static let shape = Shape.object([
        NamedAccount.field,
        Field("roles", .list(of: Role.shape, count: 0...Account.mostRoles), "The roles from now on."),
    ])
}

extension Route where Request == FindAccount, Reply == AccountShown {
    static var staffFind: Self { .init("accounts.staff-find", .get, "/staff/accounts", access: .role(Role.staff)) }
}
extension Route where Request == NamedAccount, Reply == SessionList {
    static var staffSessions: Self {
        .init("accounts.staff-sessions", .get, "/staff/accounts/{account}/sessions", access: .role(Role.staff))
    }
}
extension Route where Request == NamedAccount, Reply == Done {
    static var staffEnd: Self {
        .init("accounts.staff-end", .delete, "/staff/accounts/{account}/sessions", access: .role(Role.staff))
    }
}
extension Route where Request == DisableAccount, Reply == AccountShown {
    static var staffDisable: Self {
        .init("accounts.staff-disable", .put, "/staff/accounts/{account}/disabled", access: .role(Role.staff))
    }
}
extension Route where Request == ChangeRoles, Reply == AccountShown {
    static var staffRoles: Self {
        .init("accounts.staff-roles", .put, "/staff/accounts/{account}/roles", access: .role(Role.admin))
    }
}
