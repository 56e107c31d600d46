package import FeatureKit

/// Knows who has signed in.
package protocol Authenticator: Sendable {
    /// Who a bearer token speaks for; called on a loop's thread, so it must not block.
    ///
    /// - Parameters:
    ///   - token: The token as it was sent.
    ///   - loop: The loop that asks, each of which may remember tokens of its own.
    func verify(_ token: borrowing Span<UInt8>, at loop: Int) -> Verdict

    /// Whether somebody who has signed in still counts: for those who hold on to them.
    func stillKnows(_ user: Identity, at now: Timestamp) -> Bool
}

extension Authenticator {
    package func stillKnows(_ user: Identity, at now: Timestamp) -> Bool { user.until.map { now < $0 } ?? true }
}

/// What becomes of a token.
package enum Verdict: Sendable {
    /// It is good.
    case user(Identity)
    /// It is not, for a reason that is for the log, not for whoever sent it.
    case refused(TokenFault)
    /// It can't be told before the issuer's keys have been asked for; a client tries again in a moment.
    case unknownYet
}
