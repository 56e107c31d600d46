/// What kind of thing was done; an open set, since others write down what they do.
package struct Deed: Sendable, Hashable {
    /// As it is written: `override`.
    package let name: String

    package init(_ name: String) { self.name = name }

    /// All that the host writes down, by which somebody may ask.
    package static let known: [Deed] = [
        .start, .document, .flags, .override, .reset, .lapse, .apply, .rollback, .goneBack, .confirm, .replace,
        .tokenMade, .tokenRevoked, .tokenLapsed, .call, .storeBackup, .storeCompact, .chainBroken, .fileDropped,
        .cutOff, .historyLost, .historyDiffers,
    ]

    /// The host started, and something was different from what it had left.
    package static let start = Deed("start")
    /// A local or the remote document says something else.
    package static let document = Deed("document")
    /// A source of flags says something else.
    package static let flags = Deed("flags")
    package static let override = Deed("override")
    /// An operator let the documents decide again.
    package static let reset = Deed("reset")
    /// The time of an override was over.
    package static let lapse = Deed("lapse")
    package static let apply = Deed("apply")
    package static let rollback = Deed("rollback")
    /// The host went back from a revision that did not do, or that nobody confirmed.
    package static let goneBack = Deed("goneBack")
    package static let confirm = Deed("confirm")
    /// A feature's unit was replaced.
    package static let replace = Deed("replace")
    package static let tokenMade = Deed("tokenMade")
    package static let tokenRevoked = Deed("tokenRevoked")
    /// The time of an operator's token was over.
    package static let tokenLapsed = Deed("tokenLapsed")
    /// A route was asked in somebody else's name.
    package static let call = Deed("call")
    package static let storeBackup = Deed("storeBackup")
    package static let storeCompact = Deed("storeCompact")
    /// The audit's own: a record does not fit the one before it.
    package static let chainBroken = Deed("chainBroken")
    /// The audit's own: the oldest file was removed, since there were too many bytes.
    package static let fileDropped = Deed("fileDropped")
    /// The audit's own: half a record, as a crash leaves it, was put aside.
    package static let cutOff = Deed("cutOff")
    /// The audit's own: a record and the history say different things.
    package static let historyDiffers = Deed("historyDiffers")
    /// The audit's own: revisions that have a record are not in the history any more.
    package static let historyLost = Deed("historyLost")
}
