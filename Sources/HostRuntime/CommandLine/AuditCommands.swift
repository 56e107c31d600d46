/// The commands around what was done, and by whom.
extension Command {
    /// Lists records.
    package static let audit = Command(
        "audit", "List who did what and when, newest first; works without a running host, too.",
        options: [.config, .state, .newestRecords, .beforeRecord, .who, .what, .onTarget, .since, .until, .json],
        example: "audit --what override --since 2026-11-22T18:00:00Z")
    /// Walks the chain.
    package static let verifyAudit = Command(
        "audit verify", "Check that no record was changed or removed, and that the history agrees.",
        options: [.config, .state, .expect, .json],
        example: "audit verify")

    /// All of them.
    static let audits: [Command] = [.audit, .verifyAudit]
}

extension Command.Option {
    /// How many records are shown.
    package static let newestRecords = Command.Option(
        "--limit", "N", "How many, the newest (default: \(AuditLimits.shown)).", form: .count)
    /// Where to go on.
    package static let beforeRecord = Command.Option(
        "--before", "N", "Only records with a smaller number, for the next page.", form: .count)
    package static let who = Command.Option(
        "--who", "NAME", "Only what they did: a user's name, or a token's name or id.")
    package static let what = Command.Option(
        "--what", "ACTION", "Only this action, such as override.", form: .choice(AuditAction.known.map(\.name)))
    package static let onTarget = Command.Option(
        "--target", "TARGET", "Only what was done to this, such as features/ble.")
    package static let since = Command.Option("--since", "TIME", "From this time on, such as 2026-11-22T18:00:00Z.")
    package static let until = Command.Option("--until", "TIME", "Up to this time.")
    /// What the chain has to hold.
    package static let expect = Command.Option(
        "--expect", "HASH", "Check that this hash, which was kept elsewhere, is in the chain.")
}
