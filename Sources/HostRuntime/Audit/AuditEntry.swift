package import FeatureKit

/// An action to be recorded in the audit log.
package struct AuditEntry: Sendable, Equatable {
    package let action: AuditAction
    /// The target: `features/ble/enabled`, the name of a configuration file, the id of a token.
    package let target: String
    /// Nil if the host acted by itself.
    package let author: Author?
    /// Why, in the author's words.
    package let reason: String?
    /// The value before; nil if there was none or it is not known.
    package let before: Value?
    /// The value now.
    package let after: Value?
    /// What differs in the configuration files.
    package var differences: Differences?
    /// The revision that it made, or that it is about.
    package var revision: Int?
    /// What the record and the history both say about that revision.
    var seal: RevisionSeal?
    /// When the decision expires.
    var until: Timestamp?
    /// Whether its author forced a locked module to stop.
    var isForced = false
    /// Whether the record was written only after a restart, since a crash came first.
    var isLate = false
    package let at: Timestamp

    /// - Parameter at: When it was done.
    package init(
        _ action: AuditAction, of target: String, by author: Author? = nil, because reason: String? = nil,
        before: Value? = nil, after: Value? = nil, revision: Int? = nil, at: Timestamp
    ) {
        self.action = action
        self.target = target
        self.author = author
        self.reason = reason
        self.before = before
        self.after = after
        self.revision = revision
        self.at = at.toTheMillisecond
    }
}

/// What the record of a revision says about it, so that both can be compared.
struct RevisionSeal: Sendable, Equatable {
    let cause: String
    let hash: String
    let author: Author?
    let reason: String?
}
