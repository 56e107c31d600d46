package import FeatureKit

/// One numbered state of the configuration.
package struct Revision: Sendable, Equatable {
    /// What caused it.
    package enum Cause: Sendable, Equatable {
        /// The host started, and the configuration differed from the one that it had left.
        case start
        /// A local configuration file or the remote one changed.
        case document(String)
        /// A source of flags changed.
        case flags(String)
        /// An operator set or removed an override: `features/ble/enabled false`, followed by `by force` if that stops a
        /// locked module.
        case override(String)
        /// The override of this target expired.
        case lapse(String)
        /// An operator applied configuration files.
        case apply(String)
        case rollback(to: Int)
        /// The host rolled back that revision by itself, since it failed or nobody confirmed it.
        case goneBack(from: Int)
    }

    package let number: Int
    package let at: Timestamp
    /// Nil if it is not known.
    package let author: Author?
    package let reason: String?
    package let cause: Cause
    /// The digest of its content: equal for equal content.
    package let hash: String
    /// What changed with it, in a few words.
    package let summary: String

    package init(
        number: Int, at: Timestamp, author: Author?, reason: String?, cause: Cause, hash: String, summary: String
    ) {
        self.number = number
        self.at = at
        self.author = author
        self.reason = reason
        self.cause = cause
        self.hash = hash
        self.summary = summary
    }
}
