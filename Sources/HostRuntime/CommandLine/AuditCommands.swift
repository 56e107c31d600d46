/// The commands around what was done, and by whom.
extension Command {
    /// Lists records.
    package static let audit = Command(
        "audit", "List what was done to a host and by whom, the newest first; it need not run.",
        options: [.config, .state, .newestRecords, .beforeRecord, .who, .what, .onTarget, .since, .until, .json])
    /// Walks the chain.
    package static let verifyAudit = Command(
        "audit verify", "Hold all records against each other, and against the history.",
        options: [.config, .state, .expect, .json])

    /// All of them.
    static let audits: [Command] = [.audit, .verifyAudit]
}

extension Command.Option {
    /// How many records are shown.
    package static let newestRecords = Command.Option(
        "--limit", "N", "Show so many, the newest (\(AuditLimits.shown) unless told).", form: .count)
    /// Where to go on.
    package static let beforeRecord = Command.Option(
        "--before", "N", "Only records with a smaller number.", form: .count)
    package static let who = Command.Option("--who", "NAME", "Only what they did: a name, or the id of a token.")
    package static let what = Command.Option(
        "--what", "DEED", "Only this, such as override.", form: .choice(Deed.known.map(\.name)))
    package static let onTarget = Command.Option(
        "--target", "TARGET", "Only what was done to it, or to what follows it after a slash.")
    package static let since = Command.Option("--since", "TIME", "Not before, such as 2026-11-22T18:00:00Z.")
    package static let until = Command.Option("--until", "TIME", "Not after.")
    /// What the chain has to hold.
    package static let expect = Command.Option("--expect", "HASH", "Find a hash in the chain that was kept elsewhere.")
}
