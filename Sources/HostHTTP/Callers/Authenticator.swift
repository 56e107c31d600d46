package import FeatureKit

/// Knows who has signed in; until there is one, nobody has.
package protocol Authenticator: Sendable {
    /// Who a bearer token speaks for, or nil where it is not good; called on a loop's thread, so it must not block.
    func verify(_ token: String) -> Identity?
}

/// A user who has signed in.
package struct Identity: Sendable, Equatable {
    package let key: String
    package let attributes: [String: Value]
    package let roles: Set<String>

    package init(key: String, attributes: [String: Value] = [:], roles: Set<String> = []) {
        self.key = key
        self.attributes = attributes
        self.roles = roles
    }
}
