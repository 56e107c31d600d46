extension Command {
    /// Proves features.
    package static let test = Command(
        "test", "Test features: their scenarios, and the rules that every feature has to keep.",
        operands: [.proven], options: [.all, .runs, .filter, .preflightDocument, .cycles, .junit, .json],
        example: "test ./Parking --filter refused")
}

extension Command.Option {
    /// Whether every feature is meant.
    package static let all = Command.Option("--all", nil, "Test every feature.")
    /// Where features run.
    package static let runs = Command.Option(
        "--runs", "WAY", "Where they run: host (default), worker (a process of their own), or both.",
        form: .choice(["host", "worker", "both"]))
    /// Which cases are meant.
    package static let filter = Command.Option(
        "--filter", "TEXT", "Only cases whose file or name contains this, in upper or lower case.")
    /// A document whose settings and flags count.
    package static let preflightDocument = Command.Option(
        "--config", "FILE", "Only scenarios with \"preflight: true\", with the settings and flags of this file.")
    /// How often a feature is started and stopped.
    package static let cycles = Command.Option(
        "--cycles", "N", "How often to start and stop each feature (default: 5).", form: .count)
    /// Where CI systems read what came of it.
    package static let junit = Command.Option(
        "--junit", "FILE", "Write the results to this file, too, as JUnit XML.")
    /// Whether a feature has to prove itself before it is switched on.
    package static let preflight = Command.Option(
        "--preflight", nil, "Test it first, with its real settings and flags; only with on.")
}

extension Command.Operand {
    /// What is proven.
    package static let proven = Command.Operand(
        "FEATURE", "Its id, such as ble, or the folder of a unit or of a built package.", repeats: true)
}
