/// The commands around the configuration as a whole.
extension Command {
    /// Says what a document would change.
    package static let plan = Command(
        "plan", "Say what a document would change in a running host that stood in for its own.",
        operands: [.newDocument], options: [.config, .state, .json])
    /// Lets a document count.
    package static let apply = Command(
        "apply", "Let a document count in a running host until the files of its own change.",
        operands: [.newDocument], options: [.config, .state, .because, .confirmWithin, .json])
    /// Confirms what counts for a while.
    package static let confirm = Command(
        "confirm", "Let what was applied for a while count for good.", options: [.config, .state, .json])
    /// Lists the revisions.
    package static let history = Command(
        "history", "List what counted in a running host, the newest first.", options: [.config, .state, .newest, .json])
    /// Compares two revisions.
    package static let diff = Command(
        "diff", "Say what two revisions of a running host say otherwise.",
        operands: [.formerRevision, .laterRevision], options: [.config, .state, .json])
    /// Goes back to a revision.
    package static let rollback = Command(
        "rollback", "Let what a revision said count again.",
        operands: [.revision], options: [.config, .state, .because, .confirmWithin, .json])

    /// All of them.
    static let configuration: [Command] = [.plan, .apply, .confirm, .history, .diff, .rollback]
}

extension Command.Option {
    /// What others read in the history.
    package static let because = Command.Option("--reason", "TEXT", "Why; others see it in the history.")
    /// How long something counts unless somebody confirms it.
    package static let confirmWithin = Command.Option(
        "--confirm-within", "TIME", "Go back by itself unless somebody confirms it in time, such as 5m.")
    /// How many revisions are shown.
    package static let newest = Command.Option(
        "--limit", "N", "Show so many, the newest (\(Journal.shown) unless told).", form: .count)
}

extension Command.Operand {
    /// A document for a host that has one.
    package static let newDocument = Command.Operand(
        "FILE", "The document, or a folder of documents; - reads standard input.")
    /// The revision to go back to.
    package static let revision = Command.Operand("REVISION", "Its number, as history shows it.", form: .count)
    /// The first of two.
    package static let formerRevision = Command.Operand("A", "The number of the one.", form: .count)
    /// The second of two.
    package static let laterRevision = Command.Operand("B", "The number of the other.", form: .count)
}

extension Journal {
    /// How many revisions are shown unless more are asked for.
    package static let shown = 50
}
