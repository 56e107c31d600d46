package import FeatureKit

/// Something that was done, to be written down.
package struct AuditEntry: Sendable, Equatable {
    package let deed: Deed
    /// What it was done to: `features/ble/enabled`, the name of a document, the id of a token.
    package let target: String
    /// Nil where the host did it by itself.
    package let author: Author?
    /// Why, in their words.
    package let reason: String?
    /// What it was; nil where there was nothing, or where nothing says it.
    package let before: Value?
    /// What it is now.
    package let after: Value?
    /// What documents say otherwise.
    package var differences: Differences?
    /// The revision that it became, or that it speaks of.
    package var revision: Int?
    /// What of that revision has to fit the history.
    var seal: RevisionSeal?
    /// When what was decided lapses by itself.
    var until: Timestamp?
    /// Whether it stops a locked feature, as its author has said that it shall.
    var isForced = false
    /// Whether the record was written by a later start, since a crash came before it.
    var isLate = false
    package let at: Timestamp

    /// - Parameter at: When it was done.
    package init(
        _ deed: Deed, of target: String, by author: Author? = nil, because reason: String? = nil,
        before: Value? = nil, after: Value? = nil, revision: Int? = nil, at: Timestamp
    ) {
        self.deed = deed
        self.target = target
        self.author = author
        self.reason = reason
        self.before = before
        self.after = after
        self.revision = revision
        self.at = at.toTheMillisecond
    }
}

/// What a revision's record says of it, so that both can be compared.
struct RevisionSeal: Sendable, Equatable {
    let cause: String
    let hash: String
    let author: Author?
    let reason: String?
}
