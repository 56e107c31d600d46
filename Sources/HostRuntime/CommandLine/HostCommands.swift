extension Command {
    /// Runs the host.
    package static let run = Command(
        "run", "Run the host with a configuration file, until it is told to stop.",
        options: [.config, .state, .listen],
        example: "run --config plugins.yaml --listen 127.0.0.1:8080")
    /// Checks a document.
    package static let check = Command(
        "check", "Check a configuration file, or a file of flags, and list every mistake.",
        operands: [.file], options: [.strict, .json],
        example: "check plugins.yaml --strict")
    /// Lists the features.
    package static let features = Command(
        "features", "Show the features of a running host and their states; without one, which there are.",
        options: [.config, .state, .why, .json],
        example: "features --why ble")
    /// Switches a feature.
    package static let toggle = Command(
        "toggle", "Switch a feature on or off, whatever the configuration file says.",
        operands: [.feature, .wish], options: [.config, .state, .reason, .lifetime, .force, .preflight, .json],
        example: "toggle ble off --reason rain --for 2h")
    /// Says how many have a feature.
    package static let rollout = Command(
        "rollout", "Set which percentage of people get a feature.",
        operands: [.feature, .part], options: [.config, .state, .reason, .lifetime, .force, .json],
        example: "rollout ble 25% --reason \"first quarter\"")
    /// Overrides anything that can be.
    package static let override = Command(
        "override", "Override a flag or a feature, whatever the configuration file says.",
        operands: [.target, .value], options: [.config, .state, .reason, .lifetime, .force, .json],
        example: "override flags/shop.banner/enabled false --reason incident")
    /// Replaces a feature's unit.
    package static let replace = Command(
        "replace", "Replace the code of a feature that runs as a worker, without a break.",
        operands: [.feature, .unit], options: [.back, .config, .state, .reason, .lifetime, .json],
        example: "replace shop ./shop-1.3.0 --reason \"faster basket\"")
    /// Lists the overrides.
    package static let overrides = Command(
        "overrides", "List the overrides: who made them, why, since when and until when.",
        options: [.config, .state, .json],
        example: "overrides --json")
    /// Follows messages.
    package static let trace = Command(
        "trace", "Show the messages on topics as they are published, until interrupted.",
        operands: [.pattern], options: [.config, .state, .json],
        example: "trace 'track.**'")
    /// Asks a route.
    package static let call = Command(
        "call", "Call a route of a feature.",
        operands: [.route, .argument], options: [.config, .state, .caller, .roles, .attributes, .json],
        example: "call bars.search name=cafe people=4 --as alice")
    /// Evaluates a flag.
    package static let evaluate = Command(
        "evaluate", "Show the value of a flag for a person, from a running host or a file.",
        operands: [.flag, .attribute],
        options: [.person, .flags, .document, .state, .type, .json],
        example: "evaluate shop.banner --as alice country=ES")
    /// Explains a flag.
    package static let explain = Command(
        "explain", "Show step by step why a flag has that value for a person.",
        operands: [.flag, .attribute], options: [.person, .flags, .document, .state, .json],
        example: "explain shop.banner --as alice country=ES")
    /// Lists the flags.
    package static let flags = Command(
        "flags", "List the flags of a running host or of a file; or who was given which variant.",
        options: [.flags, .document, .state, .exposures, .exposedFlag, .limit, .json],
        example: "flags --exposures --flag shop.banner")
    /// Prints the schema.
    package static let schema = Command(
        "schema", "Print the JSON Schema of plugins.yaml, for editors.", options: [.config],
        example: "schema > plugins.schema.json")
    /// Completes commands in a shell.
    package static let completion = Command(
        "completion", "Print a script that completes commands and options in bash.", operands: [.shell],
        example: "completion bash > /etc/bash_completion.d/flagstand")
    /// Makes a feature.
    package static let new = Command(
        "new", "Make the package of a new feature: in a checkout in Plugins/, elsewhere here.",
        operands: [.newFeature], options: [.longExample, .kit],
        example: "new Parking")
    /// Builds a feature.
    package static let build = Command(
        "build", "Build a feature's package and pack it; the kit is compiled once for all packages.",
        operands: [.package], options: [.release, .swiftTests],
        example: "build Parking --test")
    /// Packs units.
    package static let pack = Command(
        "pack", "Describe the libraries of units in files beside them, which hosts read.", operands: [.units],
        example: "pack features/parking")
}

extension Command.Option {
    /// Which document.
    package static let config = Command.Option("--config", "FILE", "The configuration file (default: plugins.yaml).")
    /// Where the state is kept.
    package static let state = Command.Option(
        "--state", "DIR", "The state folder (default: .flagstand beside the configuration file).")
    /// Where the host listens.
    package static let listen = Command.Option(
        "--listen", "ADDRESS", "Listen here instead, such as 127.0.0.1:8080.", form: .address)
    /// Which feature is asked about.
    package static let why = Command.Option("--why", "ID", "Explain the state of this feature.")
    /// What others read later.
    package static let reason = Command.Option("--reason", "TEXT", "Why; shown beside the override.")
    /// How long it counts.
    package static let lifetime = Command.Option(
        "--for", "DURATION", "How long, such as 2h; then the files decide again (default: until reset).",
        form: .duration(Overrides.lifetimes))
    /// Whether what is locked may stop.
    package static let force = Command.Option(
        "--force", nil, "Even if a locked feature stops; needs --reason.", needs: reason.name)
    /// Whether the unit in the host's folders is to run again.
    package static let back = Command.Option("--back", nil, "Run the unit in the host's folders again.")
    /// For whom a route is asked.
    package static let caller = Command.Option("--as", "KEY", "The key of the caller.")
    /// What who asks may do.
    package static let roles = Command.Option(
        "--roles", "A,B", "The roles of the caller, such as staff.", needs: caller.name)
    /// What is known of who asks.
    package static let attributes = Command.Option(
        "--with", "A=B,C=D", "The attributes of the caller.", form: .pairs)
    /// For whom a flag is evaluated.
    package static let person = Command.Option("--as", "KEY", "The person's key (targetingKey).")
    /// A document of flags, in the place of a host.
    package static let flags = Command.Option(
        "--flags", "FILE", "Read this file of flags, ours or flagd's, instead of asking a host.")
    /// A document in the place of the host that runs it.
    package static let document = Command.Option(
        "--config", "FILE", "Read this configuration file instead of asking a host.")
    /// Whether exposures are meant.
    package static let exposures = Command.Option(
        "--exposures", nil, "List who was given which variant, newest last; works without a host, too.")
    /// Of which flag exposures are shown.
    package static let exposedFlag = Command.Option(
        "--flag", "KEY", "Only the exposures of this flag.", needs: exposures.name)
    /// How many exposures are shown.
    package static let limit = Command.Option(
        "--limit", "N", "How many, the newest (default: \(ExposureRecords.shown)).", form: .count,
        needs: exposures.name)
    /// Of which type a flag has to be.
    package static let type = Command.Option(
        "--type", "TYPE", "The expected type: boolean, string, integer, float or object.",
        form: .choice(["boolean", "string", "integer", "float", "object"]))
    /// How much is bad.
    package static let strict = Command.Option("--strict", nil, "Treat warnings as errors.")
    /// With which kit a feature is made.
    package static let kit = Command.Option(
        "--kit", "DIR", "Make it here, with the kit in this folder (default: the program's own).")
    /// As which example a feature begins.
    package static let longExample = Command.Option(
        "--example", nil, "Make a longer example, with a topic, a timer and an actor.")
    /// How a feature is built.
    package static let release = Command.Option("--release", nil, "Build what is to be shipped.")
    /// Whether tests are run.
    package static let swiftTests = Command.Option("--test", nil, "Run its tests in Swift, too.")
    /// How data is printed.
    package static let json = Command.Option("--json", nil, "Print JSON.")
}

extension Command.Operand {
    /// A document.
    package static let file = Command.Operand("FILE", "The configuration file, such as plugins.yaml.")
    /// A feature's id.
    package static let feature = Command.Operand("FEATURE", "The feature's id, such as ble.")
    /// What a new feature is called.
    package static let newFeature = Command.Operand("NAME", "Its name, as a Swift type: Parking.")
    /// What a feature is to be.
    package static let wish = Command.Operand(
        "on|off|reset", "The wanted state; with reset the file decides again.",
        form: .choice(["on", "off", "reset"]))
    /// How many have a feature.
    package static let part = Command.Operand(
        "PERCENT|reset", "The percentage, such as 25%; with reset the file decides again.",
        form: .percentageOrReset)
    /// What is overridden.
    package static let target = Command.Operand(
        "TARGET", "features/ID/enabled, features/ID/rollout, flags/KEY/enabled or flags/KEY/serve.", form: .target)
    /// What it is to be.
    package static let value = Command.Operand(
        "VALUE|reset", "true, false, a percentage or a variant's name; with reset the files decide again.")
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
        "NAME=VALUE", "An attribute of the person: country=ES, age=33, beta=true; name:=JSON for others.",
        form: .attribute, repeats: true)
    /// Which shell.
    package static let shell = Command.Operand("bash", "The shell.", form: .choice(["bash"]))
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
        "NAME=VALUE", "A field of the request; repeat the name for a list, write JSON for a mapping.", form: .pair,
        repeats: true)
}

extension Program {
    /// The program that this package builds.
    package static let flagstand = Program(
        name: "flagstand", version: "0.1.0",
        summary: "A host for feature flags, and for features that are switched on and off while it runs.",
        groups: [
            .init("Start", [.run, .check, .schema]),
            .init("Flags", [.flags, .evaluate, .explain]),
            .init("Features", [.features, .toggle, .rollout, .replace, .call, .trace]),
            .init("Change the configuration", [.override, .overrides] + Command.configuration),
            .init("Operate", Command.tokens + Command.audits + Command.stores),
            .init("Write a feature", [.new, .build, .pack, .test, .completion]),
        ],
        synonyms: [
            "status": "features", "list": "features", "version": "--version", "start": "run", "enable": "toggle",
            "disable": "toggle", "validate": "check", "log": "history", "revert": "rollback", "undo": "rollback",
        ])
}
