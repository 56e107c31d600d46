package import FeatureKit

/// The sessions of one issuer that are over, as all threads ask for them.
package final class Revocations: Sendable {
    /// How many of an issuer are remembered.
    package static let most = 100_000

    private let book = Lock(RevocationBook())

    package init() {}

    /// Notes that a session has ended; true where others had to be forgotten for it.
    package func add(_ session: String, until: Timestamp, at now: Timestamp) -> Bool {
        book.withLock { $0.add(session, until: until, at: now) }
    }

    /// Refuses all tokens that were made up to now.
    package func refuse(upTo now: Timestamp) { book.withLock { $0.refuse(upTo: now) } }

    /// Whether a token of a session has been revoked, or may have been.
    package func holds(_ session: String?, issued: Timestamp?, at now: Timestamp) -> Bool {
        book.withLock { $0.holds(session, issued: issued, at: now) }
    }
}

/// A module's message that a session has ended: tokens with this `sid` are refused until the last of them expires.
package struct EndedSession: Shaped, Codable, Equatable {
    package let session: String
    package let until: Timestamp

    package init(session: String, until: Timestamp) {
        self.session = session
        self.until = until
    }

    package static let shape = Shape.object([
        Field("session", .text(length: TokenLimits.session), "The session's name, which its tokens have as sid."),
        Field("until", .timestamp, "When the last of its tokens is over."),
    ])
}
