extension Command {
    /// Proves features.
    package static let test = Command(
        "test", "Prove features by their scenarios and by what every feature is held to.",
        operands: [.proven], options: [.all, .runs, .filter, .preflightDocument, .cycles, .junit, .json])
}

extension Command.Option {
    /// Whether every feature is meant.
    package static let all = Command.Option("--all", nil, "Prove every feature that is there.")
    /// Where features run.
    package static let runs = Command.Option(
        "--runs", "WAY", "Where they run: host (unless told), worker (a process of their own), or both.",
        form: .choice(["host", "worker", "both"]))
    /// Which cases are meant.
    package static let filter = Command.Option(
        "--filter", "TEXT", "Try the cases alone whose file or name holds this, in capitals or not.")
    /// A document whose settings and flags count.
    package static let preflightDocument = Command.Option(
        "--config", "FILE", "Try what says \"preflight: true\", with the settings and flags of this document.")
    /// How often a feature is started and stopped.
    package static let cycles = Command.Option(
        "--cycles", "N", "How often every feature has to start and stop clean (5 unless told).", form: .count)
    /// Where CI systems read what came of it.
    package static let junit = Command.Option(
        "--junit", "FILE", "Write what CI systems show, as JUnit's XML, to this file too.")
    /// Whether a feature has to prove itself before it is switched on.
    package static let preflight = Command.Option(
        "--preflight", nil, "Try it first, with the settings and flags that it would have; only goes with on.")
}

extension Command.Operand {
    /// What is proven.
    package static let proven = Command.Operand(
        "FEATURE", "Its id, such as ble, or the folder of a unit or of a package that was built.", repeats: true)
}
