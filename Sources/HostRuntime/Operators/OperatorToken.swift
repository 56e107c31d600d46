package import FeatureKit

/// A token that was made for an operator, as the host knows it: without its text.
package struct OperatorToken: Sendable, Equatable {
    /// Who did something about it, when and why.
    package struct Act: Sendable, Equatable {
        package let at: Timestamp
        /// Nil where the host did it by itself.
        package let author: Author?
        package let reason: String?

        package init(at: Timestamp, author: Author?, reason: String?) {
            self.at = at
            self.author = author
            self.reason = reason
        }
    }

    /// When it was used, and from where.
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
    /// Nil where it counts for good.
    package let until: Timestamp?
    package var revoked: Act?
    package var lastUse: Use?
    /// Whether its time is over, which was told; a clock that is set back does not bring it back.
    package var isLapsed = false

    /// Whether it lets anybody in.
    package func counts(at now: Timestamp) -> Bool {
        guard revoked == nil, !isLapsed else { return false }
        return until.map { now < $0 } ?? true
    }

    /// Whether its time is over, and nobody has been told.
    func lapses(at now: Timestamp) -> Bool { revoked == nil && !isLapsed && !counts(at: now) }

    /// Since when it counts no more; nil while it does.
    func over(at now: Timestamp) -> Timestamp? {
        guard !counts(at: now) else { return nil }
        return revoked?.at ?? until
    }
}
