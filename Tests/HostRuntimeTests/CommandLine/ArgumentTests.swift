import Testing

@testable import HostRuntime

/// What arguments mean, and every word about those that mean nothing.
@Suite struct ArgumentTests {
    func understood(_ words: String...) -> Invocation? { try? Program.flagstand.parse(words).get() }

    func refusal(_ words: [String]) -> String? {
        guard case .failure(let failure) = Program.flagstand.parse(words) else { return nil }
        return failure.description
    }

    func arguments(_ words: String...) -> Arguments? {
        guard case .command(_, let arguments)? = try? Program.flagstand.parse(words).get() else { return nil }
        return arguments
    }

    @Test func `options with values, in both ways of writing`() {
        let arguments = arguments("run", "--state", "/var", "--config=a=b.yaml", "--listen=[::1]:80")
        #expect(arguments?[.state] == "/var")
        #expect(arguments?[.config] == "a=b.yaml")
        #expect(arguments?[.listen] == "[::1]:80")
        #expect(arguments?.has(.json) == false)
        #expect(arguments?.operands == [])
    }

    @Test func `options and operands in any order`() {
        for words in [
            ["check", "--json", "a.yaml"], ["check", "a.yaml", "--json"], ["check", "--json", "--", "a.yaml"],
        ] {
            guard case .success(.command(let command, let arguments)) = Program.flagstand.parse(words) else {
                Issue.record("\(words)")
                continue
            }
            #expect(command == .check)
            #expect(arguments.has(.json))
            #expect(arguments.operands == ["a.yaml"])
        }
    }

    @Test func `a dash alone is an operand, and after two dashes everything is`() {
        #expect(arguments("check", "-")?.operands == ["-"])
        #expect(arguments("check", "--", "--json")?.operands == ["--json"])
        #expect(arguments("check", "--", "--json")?.has(.json) == false)
        #expect(arguments("run", "--config", "-")?[.config] == "-")
    }

    /// What is said about arguments, without the last line.
    static let refusals: KeyValuePairs = [
        "": ["flagstand: error: a command is missing"],
        "chek x": ["flagstand: error: unknown command \"chek\"; did you mean \"check\"?"],
        "zzz": ["flagstand: error: unknown command \"zzz\""],
        "status": ["flagstand: error: unknown command \"status\"; did you mean \"features\"?"],
        "version": ["flagstand: error: unknown command \"version\"; did you mean \"--version\"?"],
        "help rnu": ["flagstand: error: unknown command \"rnu\"; did you mean \"run\"?"],
        "--hepl": ["flagstand: error: unknown option \"--hepl\"; did you mean \"--help\"?"],
        "--state=x run": ["flagstand: error: --state goes after the command"],
        "run --sate /var": ["flagstand run: error: unknown option \"--sate\"; did you mean \"--state\"?"],
        "run --sate=/var": ["flagstand run: error: unknown option \"--sate\"; did you mean \"--state\"?"],
        "run -x": ["flagstand run: error: unknown option \"-x\""],
        "run --state": ["flagstand run: error: --state needs a value: --state DIR"],
        "run --state=": ["flagstand run: error: --state needs a value: --state DIR"],
        "run --state --config x": ["flagstand run: error: --state needs a value: --state DIR"],
        "run --listen x": [
            "flagstand run: error: --listen \"x\": \"x\" is no IP address; write it like 127.0.0.1:8080 or [::1]:8080"
        ],
        "toggle ble of": [
            "flagstand toggle: error: \"of\" must be one of on, off, reset; did you mean \"off\"?"
        ],
        "toggle ble tomorrow now": [
            "flagstand toggle: error: \"tomorrow\" must be one of on, off, reset",
            "flagstand toggle: error: unexpected \"now\"",
        ],
        "toggle": ["flagstand toggle: error: FEATURE is missing", "flagstand toggle: error: on|off|reset is missing"],
        "toggle ble off --for 2": [
            "flagstand toggle: error: --for \"2\" must be a duration from 1s to 365d, such as 2h"
        ],
        "toggle ble off --for 366d": [
            "flagstand toggle: error: --for \"366d\" must be a duration from 1s to 365d, such as 2h"
        ],
        "rollout ble 25": [
            "flagstand rollout: error: PERCENT|reset must be a percentage such as 25%, not \"25\"; did you mean \"25%\"?"
        ],
        "rollout ble rest": [
            "flagstand rollout: error: PERCENT|reset must be a percentage such as 25%, not \"rest\"; "
                + "did you mean \"reset\"?"
        ],
        "rollout ble 101%": ["flagstand rollout: error: PERCENT|reset must be at most 100%"],
        "override flags/a/server x": [
            "flagstand override: error: \"flags/a/server\" must be features/ID/enabled, features/ID/rollout, features/ID/unit, "
                + "flags/KEY/enabled or flags/KEY/serve; did you mean \"flags/a/serve\"?"
        ],
        "trace": ["flagstand trace: error: PATTERN is missing"],
        "call": ["flagstand call: error: ROUTE is missing"],
        "call r seats a=b =c": [
            "flagstand call: error: \"seats\" must be a name and a value, such as seats=4",
            "flagstand call: error: \"=c\" must be a name and a value, such as seats=4",
        ],
        "call r --with a=1,b": [
            "flagstand call: error: --with \"a=1,b\" must be names and values, each name once, such as country=ES,app=2.1.0"
        ],
        "call r --with=a=1,a=2": [
            "flagstand call: error: --with \"a=1,a=2\" must be names and values, each name once, such as "
                + "country=ES,app=2.1.0"
        ],
        "evaluate": ["flagstand evaluate: error: FLAG is missing"],
        "evaluate f country tags:=[1": [
            "flagstand evaluate: error: \"country\" must be a name and a value, such as country=ES, or a name and JSON, "
                + "such as tags:=[1,2]",
            "flagstand evaluate: error: \"tags:=[1\" must be a name and a value, such as country=ES, or a name and JSON, "
                + "such as tags:=[1,2]",
        ],
        "evaluate f --type text": [
            "flagstand evaluate: error: \"text\" must be one of boolean, string, integer, float, object"
        ],
        "flags --flag color --limit 0": [
            "flagstand flags: error: --limit \"0\" must be a whole number, 1 or more",
            "flagstand flags: error: --flag needs --exposures",
            "flagstand flags: error: --limit needs --exposures",
        ],
        "flags --exposure": [
            "flagstand flags: error: unknown option \"--exposure\"; did you mean \"--exposures\"?"
        ],
        "check x --json=yes": ["flagstand check: error: --json takes no value"],
        "run --state a --state=b": ["flagstand run: error: --state is given twice"],
        "check": ["flagstand check: error: FILE is missing"],
        "check a b c": ["flagstand check: error: unexpected \"b\"", "flagstand check: error: unexpected \"c\""],
        "check --jsn --state": [
            "flagstand check: error: unknown option \"--jsn\"; did you mean \"--json\"?",
            "flagstand check: error: unknown option \"--state\"", "flagstand check: error: FILE is missing",
        ],
    ]

    @Test func `everything that is wrong, word for word`() {
        for (line, problems) in Self.refusals {
            let words = line.split(separator: " ").map(String.init)
            let topic = problems.first?.hasPrefix("flagstand:") ?? true ? "flagstand" : "flagstand \(words[0])"
            let text = (problems + ["Try \"\(topic) --help\"."]).map { $0 + "\n" }.joined()
            #expect(refusal(words) == text, "\(line)")
        }
        // What a shell makes of a variable that is not set.
        for (words, operand) in [(["call", "", "a=b"], "ROUTE"), (["toggle", "", "on"], "FEATURE")] {
            let text = "flagstand \(words[0]): error: \(operand) is missing\n"
            #expect(refusal(words) == text + "Try \"flagstand \(words[0]) --help\".\n")
        }
        #expect(refusal([""])?.hasPrefix("flagstand: error: unknown command \"\"\n") == true)
    }

    @Test func `the version`() {
        #expect(understood("--version") == .print("flagstand \(Program.flagstand.version)\n"))
    }

    @Test func `help, however it is asked for`() {
        let usage = """
            Usage: flagstand <command> [options]

            A host for feature flags, and for features that are switched on and off while it runs.

            Start:
              run         Run the host with a configuration file, until it is told to stop.
              check       Check a configuration file, or a file of flags, and list every mistake.
              schema      Print the JSON Schema of plugins.yaml, for editors.

            Flags:
              flags       List the flags of a running host or of a file; or who was given which variant.
              evaluate    Show the value of a flag for a person, from a running host or a file.
              explain     Show step by step why a flag has that value for a person.

            Features:
              features    Show the features of a running host and their states; without one, which there are.
              toggle      Switch a feature on or off, whatever the configuration file says.
              rollout     Set which percentage of people get a feature.
              replace     Replace the code of a feature that runs as a worker, without a break.
              call        Call a route of a feature.
              trace       Show the messages on topics as they are published, until interrupted.

            Change the configuration:
              override    Override a flag or a feature, whatever the configuration file says.
              overrides   List the overrides: who made them, why, since when and until when.
              plan        Show what a new configuration file would change, without changing anything.
              apply       Apply a configuration file to a running host, until the host's own files change.
              confirm     Keep what was applied with --confirm-within.
              history     List the revisions of the configuration, newest first.
              diff        Show what differs between two revisions.
              rollback    Apply an earlier revision again, until the host's own files change.

            Operate:
              token       List operators' tokens, with which they get in over the network.
              audit       List who did what and when, newest first; works without a running host, too.
              store       Show what features keep: documents, blobs, bytes and their limits.

            Write a feature:
              new         Make the package of a new feature: in a checkout in Plugins/, elsewhere here.
              test        Test features: their scenarios, and the rules that every feature has to keep.
              completion  Print a script that completes commands and options in bash.

            Options:
              -h, --help  Print this text.
              --version   Print the version.

            "flagstand help <command>" explains a command and has an example.

            """
        for words in [["--help"], ["-h"], ["help"], ["help", "--help"]] {
            #expect(Program.flagstand.parse(words) == .success(.print(usage)))
        }
    }

    @Test func `help on a command, whatever else is said`() {
        let usage = """
            Usage: flagstand check [options] FILE

            Check a configuration file, or a file of flags, and list every mistake.

            Operands:
              FILE  The configuration file, such as plugins.yaml.

            Options:
              --strict    Treat warnings as errors.
              --json      Print JSON.
              -h, --help  Print this text.

            Example:
              flagstand check plugins.yaml --strict

            """
        for words in [
            ["check", "--help"], ["check", "-h"], ["help", "check"], ["--help", "check"], ["help", "check", "more"],
            ["check", "--wrong", "a", "b", "--help"],
        ] {
            #expect(Program.flagstand.parse(words) == .success(.print(usage)))
        }
    }

    @Test func `values stand in a command's help`() {
        #expect(
            Program.flagstand.usage(of: .run) == """
                Usage: flagstand run [options]

                Run the host with a configuration file, until it is told to stop.

                Options:
                  --config FILE     The configuration file (default: plugins.yaml).
                  --state DIR       The state folder (default: .flagstand beside the configuration file).
                  --listen ADDRESS  Listen here instead, such as 127.0.0.1:8080.
                  -h, --help        Print this text.

                Example:
                  flagstand run --config plugins.yaml --listen 127.0.0.1:8080

                """)
    }

    @Test func `operands that repeat and options with signs stand in a command's help`() {
        #expect(
            Program.flagstand.usage(of: .call) == """
                Usage: flagstand call [options] ROUTE [NAME=VALUE…]

                Call a route of a feature.

                Operands:
                  ROUTE       The route's name, such as track.status.
                  NAME=VALUE  A field of the request; repeat the name for a list, write JSON for a mapping.

                Options:
                  --config FILE   The configuration file (default: plugins.yaml).
                  --state DIR     The state folder (default: .flagstand beside the configuration file).
                  --as KEY        The key of the caller.
                  --with A=B,C=D  The attributes of the caller.
                  --json          Print JSON.
                  -h, --help      Print this text.

                Example:
                  flagstand call bars.search name=cafe people=4 --as alice

                """)
    }

    @Test func `an operand may repeat, options between`() {
        let arguments = arguments("call", "bars.reserve", "seats=4", "--as", "a", "type=a=b", "--", "type=", "-x=-1")
        #expect(arguments?.operands == ["bars.reserve", "seats=4", "type=a=b", "type=", "-x=-1"])
        #expect(arguments?[.caller] == "a")
        #expect(self.arguments("call", "bars.list")?.operands == ["bars.list"])
    }

    @Test func `pairs keep what stands after the first sign`() {
        #expect(Arguments.pair("a=b=c").map { [$0.name, $0.text] } == ["a", "b=c"])
        #expect(Arguments.pair("a=").map { [$0.name, $0.text] } == ["a", ""])
        #expect(Arguments.pair("=a") == nil && Arguments.pair("a") == nil && Arguments.pair("") == nil)
        #expect(
            Arguments.pairs("a=1,b=x y,c=").map { $0.map { [$0.name, $0.text] } } == [
                ["a", "1"], ["b", "x y"], ["c", ""],
            ])
    }

    @Test func `every line of help fits a terminal and every command has another name`() {
        let texts = [Program.flagstand.usage] + Program.flagstand.commands.map(Program.flagstand.usage(of:))
        for line in texts.flatMap({ $0.split(separator: "\n") }) { #expect(line.count <= 100) }
        #expect(Set(Program.flagstand.commands.map(\.name)).count == Program.flagstand.commands.count)
    }

    @Test func `every command has an example, which is typed right`() {
        for command in Program.flagstand.commands {
            // Quotes and where the output goes are the shell's.
            let typing = command.example.prefix { $0 != ">" }.replacing("'", with: "")
            var words: [String] = []
            for (index, part) in typing.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
                words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map { String($0) }
            }
            guard case .success(.command(let typed, _)) = Program.flagstand.parse(words) else {
                Issue.record("\(command.name): \(command.example)")
                continue
            }
            #expect(typed.name == command.name || typed.name.hasPrefix("\(command.name) "))
        }
    }

    @Test func `every synonym leads to what there is`() {
        let known = Set(Program.flagstand.commands.map(\.name) + ["--version"])
        for (word, meant) in Program.flagstand.synonyms {
            #expect(known.contains(meant) && !known.contains(word), "\(word)")
        }
    }

    @Test func `the codes that scripts look at`() {
        #expect([ExitCode.fine, .bad, .misused].map(\.rawValue) == [0, 1, 2])
    }
}
