/// The kind of an action; an open set, since other parts of the host record their own.
package struct Deed: Sendable, Hashable {
    /// The kind as records have it: `override`.
    package let name: String

    package init(_ name: String) { self.name = name }

    /// All actions that the host records, by which records can be filtered.
    package static let known: [Deed] = [
        .start, .document, .flags, .override, .reset, .lapse, .apply, .rollback, .goneBack, .confirm, .replace,
        .tokenMade, .tokenRevoked, .tokenLapsed, .call, .storeBackup, .storeCompact, .chainBroken, .fileDropped,
        .cutOff, .historyLost, .historyDiffers,
    ]

    /// The host started, and the configuration differed from the one that it had left.
    package static let start = Deed("start")
    /// A local configuration file or the remote one changed.
    package static let document = Deed("document")
    /// A source of flags changed.
    package static let flags = Deed("flags")
    package static let override = Deed("override")
    /// An operator removed an override.
    package static let reset = Deed("reset")
    /// An override expired.
    package static let lapse = Deed("lapse")
    package static let apply = Deed("apply")
    package static let rollback = Deed("rollback")
    /// The host rolled back a revision that failed, or that nobody confirmed.
    package static let goneBack = Deed("goneBack")
    package static let confirm = Deed("confirm")
    /// A module's unit was replaced.
    package static let replace = Deed("replace")
    package static let tokenMade = Deed("tokenMade")
    package static let tokenRevoked = Deed("tokenRevoked")
    /// An operator's token expired.
    package static let tokenLapsed = Deed("tokenLapsed")
    /// A route was called on behalf of somebody else.
    package static let call = Deed("call")
    package static let storeBackup = Deed("storeBackup")
    package static let storeCompact = Deed("storeCompact")
    /// About the audit log itself: a record does not match the one before it.
    package static let chainBroken = Deed("chainBroken")
    /// About the audit log itself: the oldest file was removed, since there were too many bytes.
    package static let fileDropped = Deed("fileDropped")
    /// About the audit log itself: half a record, as a crash leaves it, was moved to a file of its own.
    package static let cutOff = Deed("cutOff")
    /// About the audit log itself: a record and the history say different things.
    package static let historyDiffers = Deed("historyDiffers")
    /// About the audit log itself: revisions that have a record are not in the history any more.
    package static let historyLost = Deed("historyLost")
}
