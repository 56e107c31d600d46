/// The kind of an action; an open set, since other parts of the host record their own.
package struct AuditAction: Sendable, Hashable {
    /// The kind as records have it: `override`.
    package let name: String

    package init(_ name: String) { self.name = name }

    /// All actions that the host records, by which records can be filtered.
    package static let known: [AuditAction] = [
        .start, .document, .flags, .override, .reset, .lapse, .apply, .rollback, .goneBack, .confirm, .replace,
        .tokenMade, .tokenRevoked, .tokenLapsed, .call, .storeBackup, .storeCompact, .chainBroken, .fileDropped,
        .cutOff, .historyLost, .historyDiffers,
    ]

    /// The host started, and the configuration differed from the one that it had left.
    package static let start = AuditAction("start")
    /// A local configuration file or the remote one changed.
    package static let document = AuditAction("document")
    /// A source of flags changed.
    package static let flags = AuditAction("flags")
    package static let override = AuditAction("override")
    /// An operator removed an override.
    package static let reset = AuditAction("reset")
    /// An override expired.
    package static let lapse = AuditAction("lapse")
    package static let apply = AuditAction("apply")
    package static let rollback = AuditAction("rollback")
    /// The host rolled back a revision that failed, or that nobody confirmed.
    package static let goneBack = AuditAction("goneBack")
    package static let confirm = AuditAction("confirm")
    /// A module's unit was replaced.
    package static let replace = AuditAction("replace")
    package static let tokenMade = AuditAction("tokenMade")
    package static let tokenRevoked = AuditAction("tokenRevoked")
    /// An operator's token expired.
    package static let tokenLapsed = AuditAction("tokenLapsed")
    /// A route was called on behalf of somebody else.
    package static let call = AuditAction("call")
    package static let storeBackup = AuditAction("storeBackup")
    package static let storeCompact = AuditAction("storeCompact")
    /// About the audit log itself: a record does not match the one before it.
    package static let chainBroken = AuditAction("chainBroken")
    /// About the audit log itself: the oldest file was removed, since there were too many bytes.
    package static let fileDropped = AuditAction("fileDropped")
    /// About the audit log itself: half a record, as a crash leaves it, was moved to a file of its own.
    package static let cutOff = AuditAction("cutOff")
    /// About the audit log itself: a record and the history say different things.
    package static let historyDiffers = AuditAction("historyDiffers")
    /// About the audit log itself: revisions that have a record are not in the history any more.
    package static let historyLost = AuditAction("historyLost")
}
