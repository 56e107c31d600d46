extension Command {
    /// Runs the host.
    package static let run = Command(
        "run", "Run the features that a document switches on, until told to stop.",
        options: [.config, .state, .listen])
    /// Checks a document.
    package static let check = Command(
        "check", "Check a document and say everything that is wrong with it.",
        operands: [.file], options: [.json])
    /// Lists the features.
    package static let features = Command(
        "features", "List the features that can be switched on.", options: [.config, .json])
    /// Prints the schema.
    package static let schema = Command(
        "schema", "Print the JSON Schema of the document, for editors.", options: [.config])
}

extension Command.Option {
    /// Which document.
    package static let config = Command.Option("--config", "FILE", "The document (plugins.yaml unless told).")
    /// Where the state is kept.
    package static let state = Command.Option(
        "--state", "DIR", "What outlives the host (.flagstand beside the document unless told).")
    /// Where the host listens.
    package static let listen = Command.Option(
        "--listen", "ADDRESS", "Where to listen, such as 127.0.0.1:8080; nothing listens yet in this version.",
        form: .address)
    /// How data is printed.
    package static let json = Command.Option("--json", nil, "Print JSON.")
}

extension Command.Operand {
    /// A document.
    package static let file = Command.Operand("FILE", "The document, such as plugins.yaml.")
}

extension Program {
    /// The program that this package builds.
    package static let flagstand = Program(
        name: "flagstand", version: "0.1.0", summary: "A host for features that are switched on and off while it runs.",
        commands: [.run, .check, .features, .schema])
}
