package import FeatureKit

/// Knows who has signed in.
package protocol Authenticator: Sendable {
    /// Who a bearer token speaks for; called on a loop's thread, so it must not block.
    ///
    /// - Parameters:
    ///   - token: The token as it was sent.
    ///   - loop: The loop that asks, each of which may remember tokens of its own.
    func verify(_ token: borrowing Span<UInt8>, at loop: Int) -> Verdict

    /// Who a token speaks for, if the token was verified before and is still valid; cheap for any token.
    func recall(_ token: borrowing Span<UInt8>, at loop: Int) -> Identity?

    /// Whether a user who has signed in is still valid, for code that keeps the user beyond one request.
    func stillKnows(_ user: Identity, at now: Timestamp) -> Bool
}

extension Authenticator {
    package func recall(_ token: borrowing Span<UInt8>, at loop: Int) -> Identity? { nil }

    package func stillKnows(_ user: Identity, at now: Timestamp) -> Bool { user.until.map { now < $0 } ?? true }
}

/// The result of verifying a token.
package enum Verdict: Sendable {
    /// The token is valid.
    case user(Identity)
    /// The token is not valid; the reason is for the log, not for the sender.
    case refused(TokenFault)
    /// The issuer's keys have to be fetched first; the client tries again in a moment.
    case unknownYet
}
