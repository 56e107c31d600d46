package import FeatureKit

/// Knows who has signed in.
package protocol Authenticator: Sendable {
    /// Who a bearer token speaks for; called on a loop's thread, so it must not block.
    ///
    /// - Parameters:
    ///   - token: The token as it was sent.
    ///   - loop: The loop that asks, each of which may remember tokens of its own.
    func verify(_ token: borrowing Span<UInt8>, at loop: Int) -> Verdict
}

/// What becomes of a token.
package enum Verdict: Sendable {
    /// It is good.
    case user(Identity)
    /// It is not, for a reason that is for the log, not for whoever sent it.
    case refused(String)
    /// It can't be told before the issuer's keys have been asked for; a client tries again in a moment.
    case unknownYet
}

/// A user who has signed in; of a class, since many requests hold the same one.
package final class Identity: Sendable {
    /// The issuer's name in the document, a colon, and the subject, such as `accounts:4f1c`.
    ///
    /// No key that the host makes for strangers has a colon, and no two issuers speak for the same key.
    package let key: String
    package let attributes: [String: Value]
    package let roles: Set<String>

    package init(key: String, attributes: [String: Value] = [:], roles: Set<String> = []) {
        self.key = key
        self.attributes = attributes
        self.roles = roles
    }
}
