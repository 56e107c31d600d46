extension Command {
    /// Runs the host.
    package static let run = Command(
        "run", "Run the features that a document switches on, until told to stop.",
        options: [.config, .state, .listen])
    /// Checks a document.
    package static let check = Command(
        "check", "Check a document, or one of flags, and say everything that is wrong with it.",
        operands: [.file], options: [.strict, .json])
    /// Lists the features.
    package static let features = Command(
        "features", "Say how the features of a running host are; without a host, list those that are there.",
        options: [.config, .state, .why, .json])
    /// Switches a feature.
    package static let toggle = Command(
        "toggle", "Switch a feature of a running host on or off, whatever its document says.",
        operands: [.feature, .wish], options: [.config, .state, .reason, .lifetime, .force, .preflight, .json])
    /// Says how many have a feature.
    package static let rollout = Command(
        "rollout", "Say how many of those whom its gate means have a feature of a running host.",
        operands: [.feature, .part], options: [.config, .state, .reason, .lifetime, .force, .json])
    /// Overrides anything that can be.
    package static let override = Command(
        "override", "Decide about a feature or a flag of a running host, whatever its documents say.",
        operands: [.target, .value], options: [.config, .state, .reason, .lifetime, .force, .json])
    /// Replaces a feature's unit.
    package static let replace = Command(
        "replace", "Run a worker feature of a running host from another unit, without a break.",
        operands: [.feature, .unit], options: [.back, .config, .state, .reason, .lifetime, .json])
    /// Lists the overrides.
    package static let overrides = Command(
        "overrides", "List what operators decided: who, why, since when and until when.",
        options: [.config, .state, .json])
    /// Follows messages.
    package static let trace = Command(
        "trace", "Show the messages of a running host as they come, until interrupted.",
        operands: [.pattern], options: [.config, .state, .json])
    /// Asks a route.
    package static let call = Command(
        "call", "Ask a route of a running host.",
        operands: [.route, .argument], options: [.config, .state, .caller, .attributes, .json])
    /// Evaluates a flag.
    package static let evaluate = Command(
        "evaluate", "Say what a flag holds for somebody, by a running host; or by a file, without one.",
        operands: [.flag, .attribute],
        options: [.person, .flags, .document, .state, .type, .json])
    /// Explains a flag.
    package static let explain = Command(
        "explain", "Say why a flag holds what it holds for somebody, step by step.",
        operands: [.flag, .attribute], options: [.person, .flags, .document, .state, .json])
    /// Lists the flags.
    package static let flags = Command(
        "flags", "List the flags of a running host, or of a file without one; or tell who was given what.",
        options: [.flags, .document, .state, .exposures, .exposedFlag, .limit, .json])
    /// Prints the schema.
    package static let schema = Command(
        "schema", "Print the JSON Schema of the document, for editors.", options: [.config])
    /// Makes a feature.
    package static let new = Command(
        "new", "Make the package of a new feature: in a checkout among its features, elsewhere here.",
        operands: [.newFeature], options: [.kit])
    /// Builds a feature.
    package static let build = Command(
        "build", "Build a feature's package, with one cache for all of them, and pack what comes of it.",
        operands: [.package], options: [.release, .swiftTests])
    /// Packs units.
    package static let pack = Command(
        "pack", "Write down what is in the libraries of units, so that hosts can load them.", operands: [.units])
}

extension Command.Option {
    /// Which document.
    package static let config = Command.Option("--config", "FILE", "The document (plugins.yaml unless told).")
    /// Where the state is kept.
    package static let state = Command.Option(
        "--state", "DIR", "The host's own folder (.flagstand beside the document unless told).")
    /// Where the host listens.
    package static let listen = Command.Option(
        "--listen", "ADDRESS", "Where to listen instead, such as 127.0.0.1:8080.", form: .address)
    /// Which feature is asked about.
    package static let why = Command.Option("--why", "ID", "Say why this feature is as it is.")
    /// What others read later.
    package static let reason = Command.Option("--reason", "TEXT", "Why; others see it beside what was decided.")
    /// How long it counts.
    package static let lifetime = Command.Option(
        "--for", "DURATION", "How long, such as 2h; then the documents decide again (for good unless told).",
        form: .duration(Overrides.lifetimes))
    /// Whether what is locked may stop.
    package static let force = Command.Option(
        "--force", nil, "Also where a locked feature stops by it; goes with --reason.", needs: reason.name)
    /// Whether the unit in the host's folders is to run again.
    package static let back = Command.Option("--back", nil, "Run the unit in the host's folders again.")
    /// For whom a route is asked.
    package static let caller = Command.Option("--as", "KEY", "The key of the caller to ask for.")
    /// What is known of who asks.
    package static let attributes = Command.Option(
        "--with", "A=B,C=D", "The attributes of the caller to ask for.", form: .pairs)
    /// For whom a flag is evaluated.
    package static let person = Command.Option("--as", "KEY", "The targetingKey of whom to ask for.")
    /// A document of flags, in the place of a host.
    package static let flags = Command.Option(
        "--flags", "FILE", "A document of flags, ours or flagd's, to read instead of asking a host.")
    /// A document in the place of the host that runs it.
    package static let document = Command.Option(
        "--config", "FILE", "A document such as plugins.yaml to read instead of asking a host.")
    /// Whether exposures are meant.
    package static let exposures = Command.Option(
        "--exposures", nil, "List who was given what by a host, the newest last; it need not run.")
    /// Of which flag exposures are shown.
    package static let exposedFlag = Command.Option(
        "--flag", "KEY", "Show the exposures of this flag alone.", needs: exposures.name)
    /// How many exposures are shown.
    package static let limit = Command.Option(
        "--limit", "N", "Show so many, the newest (\(ExposureRecords.shown) unless told).", form: .count,
        needs: exposures.name)
    /// Of which type a flag has to be.
    package static let type = Command.Option(
        "--type", "TYPE", "The type that is expected: boolean, string, integer, float or object.",
        form: .choice(["boolean", "string", "integer", "float", "object"]))
    /// How much is bad.
    package static let strict = Command.Option("--strict", nil, "Take warnings for errors.")
    /// With which kit a feature is made.
    package static let kit = Command.Option(
        "--kit", "DIR", "Make it here, with the kit in this folder (the program's own unless told).")
    /// How a feature is built.
    package static let release = Command.Option("--release", nil, "Build what is to be shipped.")
    /// Whether tests are run.
    package static let swiftTests = Command.Option("--test", nil, "Run its tests in Swift, too.")
    /// How data is printed.
    package static let json = Command.Option("--json", nil, "Print JSON.")
}

extension Command.Operand {
    /// A document.
    package static let file = Command.Operand("FILE", "The document, such as plugins.yaml.")
    /// A feature's id.
    package static let feature = Command.Operand("FEATURE", "The feature's id, such as ble.")
    /// What a new feature is called.
    package static let newFeature = Command.Operand("NAME", "What it is called, as a Swift type: Parking.")
    /// What a feature is to be.
    package static let wish = Command.Operand(
        "on|off|reset", "What it is to be; reset lets the document decide again.",
        form: .choice(["on", "off", "reset"]))
    /// How many have a feature.
    package static let part = Command.Operand(
        "PERCENT|reset", "How many of them, such as 25%; reset lets the document decide again.",
        form: .percentageOrReset)
    /// What is overridden.
    package static let target = Command.Operand(
        "TARGET", "features/ID/enabled, features/ID/rollout, flags/KEY/enabled or flags/KEY/serve.", form: .target)
    /// What it is to be.
    package static let value = Command.Operand(
        "VALUE|reset", "true, false, a percentage or a variant's name; reset lets the documents decide again.")
    /// Names of topics.
    package static let pattern = Command.Operand(
        "PATTERN", "A topic's name; * stands for one word and ** for any number, as in track.**."
    )
    /// A route's name.
    package static let route = Command.Operand("ROUTE", "The route's name, such as track.status.")
    /// A flag's key.
    package static let flag = Command.Operand("FLAG", "The flag's key, such as shop.express-checkout.")
    /// What is known of somebody.
    package static let attribute = Command.Operand(
        "NAME=VALUE", "What is known of them: country=ES, age=33, beta=true; name:=JSON for anything.",
        form: .attribute, repeats: true)
    /// A unit's folder.
    package static let unit = Command.Operand(
        "FOLDER", "The folder of the unit, with feature.yaml and library; it is copied.", repeats: true)
    /// A feature's package.
    package static let package = Command.Operand("DIR", "The folder of the package, with Package.swift.")
    /// Folders of units.
    package static let units = Command.Operand(
        "DIR", "The folder of a unit, with feature.yaml and library, or one that holds such folders.", repeats: true)
    /// A part of a request.
    package static let argument = Command.Operand(
        "NAME=VALUE", "What the request says; a list repeats its name, a mapping is JSON.", form: .pair, repeats: true)
}

extension Program {
    /// The program that this package builds.
    package static let flagstand = Program(
        name: "flagstand", version: "0.1.0", summary: "A host for features that are switched on and off while it runs.",
        commands: [
            .run, .check, .features, .flags, .evaluate, .explain, .toggle, .rollout, .override, .overrides, .replace,
            .trace, .call, .schema, .new, .build, .pack, .test,
        ] + Command.configuration + Command.audits + Command.tokens + Command.stores)
}
