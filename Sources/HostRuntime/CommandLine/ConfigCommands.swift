/// The commands around the configuration as a whole.
extension Command {
    /// Says what a document would change.
    package static let plan = Command(
        "plan", "Show what a new configuration file would change, without changing anything.",
        operands: [.newDocument], options: [.config, .state, .json],
        example: "plan new.yaml")
    /// Applies a document.
    package static let apply = Command(
        "apply", "Apply a configuration file to a running host, until the host's own files change.",
        operands: [.newDocument], options: [.config, .state, .because, .confirmWithin, .json],
        example: "apply new.yaml --confirm-within 5m --reason \"more seats\"")
    /// Keeps what was applied for a while.
    package static let confirm = Command(
        "confirm", "Keep what was applied with --confirm-within.", options: [.config, .state, .json],
        example: "confirm")
    /// Lists the revisions.
    package static let history = Command(
        "history", "List the revisions of the configuration, newest first.",
        options: [.config, .state, .newest, .json],
        example: "history --limit 10")
    /// Compares two revisions.
    package static let diff = Command(
        "diff", "Show what differs between two revisions.",
        operands: [.earlierRevision, .laterRevision], options: [.config, .state, .json],
        example: "diff 11 12")
    /// Goes back to a revision.
    package static let rollback = Command(
        "rollback", "Apply an earlier revision again, until the host's own files change.",
        operands: [.revision], options: [.config, .state, .because, .confirmWithin, .json],
        example: "rollback 11 --reason \"too many errors\"")

    /// All of them.
    static let configuration: [Command] = [.plan, .apply, .confirm, .history, .diff, .rollback]
}

extension Command.Option {
    /// What others read in the history.
    package static let because = Command.Option("--reason", "TEXT", "Why; shown in the history.")
    /// How long something lasts unless it is confirmed.
    package static let confirmWithin = Command.Option(
        "--confirm-within", "TIME", "Roll back unless it is confirmed within this time, such as 5m.")
    /// How many revisions are shown.
    package static let newest = Command.Option(
        "--limit", "N", "How many, the newest (default: \(Journal.shown)).", form: .count)
}

extension Command.Operand {
    /// A document for a host that has one.
    package static let newDocument = Command.Operand(
        "FILE", "The configuration file, or a folder of them; - reads standard input.")
    /// The revision to go back to.
    package static let revision = Command.Operand("REVISION", "Its number, as history shows it.", form: .count)
    /// The first of two revisions to compare.
    package static let earlierRevision = Command.Operand("A", "The number of one revision.", form: .count)
    /// The second of two revisions to compare.
    package static let laterRevision = Command.Operand("B", "The number of the other one.", form: .count)
}

extension Journal {
    /// How many revisions are shown unless more are asked for.
    package static let shown = 50
}
