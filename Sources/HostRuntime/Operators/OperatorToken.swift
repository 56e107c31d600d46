package import FeatureKit

/// An operator's token as the host knows it, without its text.
package struct OperatorToken: Sendable, Equatable {
    /// Who made or revoked the token, when and why.
    package struct Act: Sendable, Equatable {
        package let at: Timestamp
        /// Nil if the host did it by itself.
        package let author: Author?
        package let reason: String?

        package init(at: Timestamp, author: Author?, reason: String?) {
            self.at = at
            self.author = author
            self.reason = reason
        }
    }

    /// When the token was used, and from where.
    package struct Use: Sendable, Equatable {
        package let at: Timestamp
        package let address: String
    }

    package let id: String
    package let name: String
    package let role: OperatorRole
    /// The SHA-256 of its text, in hexadecimal digits.
    let digest: String
    package let made: Act
    /// When it expires; nil if it never does.
    package let until: Timestamp?
    package var revoked: Act?
    package var lastUse: Use?
    /// Whether its expiry was reported; then it stays expired even if the clock is set back.
    package var isExpired = false

    /// Whether it is valid.
    package func counts(at now: Timestamp) -> Bool {
        guard revoked == nil, !isExpired else { return false }
        return until.map { now < $0 } ?? true
    }

    /// Whether it has expired and that was not reported yet.
    func expires(at now: Timestamp) -> Bool { revoked == nil && !isExpired && !counts(at: now) }

    /// Since when it is no longer valid; nil while it is.
    func over(at now: Timestamp) -> Timestamp? {
        guard !counts(at: now) else { return nil }
        return revoked?.at ?? until
    }
}
