package import FeatureKit

/// One state of the configuration that counted, or counts.
package struct Revision: Sendable, Equatable {
    /// What brought it.
    package enum Cause: Sendable, Equatable {
        /// The host started, and something was different from what it left.
        case start
        /// A local or the remote document says something else.
        case document(String)
        /// A source of flags says something else.
        case flags(String)
        /// An operator said something of a target, or took it back: `features/ble/enabled false`, and `by force` where that
        /// stops what is locked.
        case override(String)
        /// The override of this target was over.
        case lapse(String)
        /// An operator handed a document over.
        case apply(String)
        case rollback(to: Int)
        /// The host went back by itself, since that revision did not do.
        case goneBack(from: Int)
    }

    package let number: Int
    package let at: Timestamp
    /// Nil where the host can't know.
    package let author: Author?
    package let reason: String?
    package let cause: Cause
    /// Of its content: equal for equal content.
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
