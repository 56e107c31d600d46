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
        "help rnu": ["flagstand: error: unknown command \"rnu\"; did you mean \"run\"?"],
        "--hepl": ["flagstand: error: unknown option \"--hepl\"; did you mean \"--help\"?"],
        "--state=x run": ["flagstand: error: --state stands after the command"],
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
            "flagstand toggle: error: \"of\" is none of on, off, reset; did you mean \"off\"?"
        ],
        "toggle ble tomorrow now": [
            "flagstand toggle: error: \"tomorrow\" is none of on, off, reset",
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
            "flagstand evaluate: error: \"text\" is none of boolean, string, integer, float, object"
        ],
        "flags --flag color --limit 0": [
            "flagstand flags: error: --limit \"0\" must be a whole number from 1 on",
            "flagstand flags: error: --flag takes --exposures",
            "flagstand flags: error: --limit takes --exposures",
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
            let text = (problems + ["\"\(topic) --help\" tells more."]).map { $0 + "\n" }.joined()
            #expect(refusal(words) == text, "\(line)")
        }
        // What a shell makes of a variable that is not set.
        for (words, operand) in [(["call", "", "a=b"], "ROUTE"), (["toggle", "", "on"], "FEATURE")] {
            let text = "flagstand \(words[0]): error: \(operand) is missing\n"
            #expect(refusal(words) == text + "\"flagstand \(words[0]) --help\" tells more.\n")
        }
        #expect(refusal([""])?.hasPrefix("flagstand: error: unknown command \"\"\n") == true)
    }

    @Test func `the version`() {
        #expect(understood("--version") == .print("flagstand \(Program.flagstand.version)\n"))
    }

    @Test func `help, however it is asked for`() {
        let usage = """
            Usage: flagstand <command> [options]

            A host for features that are switched on and off while it runs.

            Commands:
              run        Run the features that a document switches on, until told to stop.
              check      Check a document, or one of flags, and say everything that is wrong with it.
              features   Say how the features of a running host are; without a host, list those that are there.
              flags      List the flags of a running host, or of a file without one; or tell who was given what.
              evaluate   Say what a flag holds for somebody, by a running host; or by a file, without one.
              explain    Say why a flag holds what it holds for somebody, step by step.
              toggle     Switch a feature of a running host on or off, whatever its document says.
              rollout    Say how many of those whom its gate means have a feature of a running host.
              override   Decide about a feature or a flag of a running host, whatever its documents say.
              overrides  List what operators decided: who, why, since when and until when.
              replace    Run a worker feature of a running host from another unit, without a break.
              trace      Show the messages of a running host as they come, until interrupted.
              call       Ask a route of a running host.
              schema     Print the JSON Schema of the document, for editors.
              new        Make the package of a new feature: in a checkout among its features, elsewhere here.
              test       Prove features by their scenarios and by what every feature is held to.
              plan       Say what a document would change in a running host that stood in for its own.
              apply      Let a document count in a running host until the files of its own change.
              confirm    Let what was applied for a while count for good.
              history    List what counted in a running host, the newest first.
              diff       Say what two revisions of a running host say otherwise.
              rollback   Let what a revision said count again.
              audit      List what was done to a host and by whom, the newest first; it need not run.
              token      Make, list and revoke what lets operators in over the network.
              store      Say what features keep: documents, blobs, bytes, and how much they may.

            Options:
              -h, --help  Print this text.
              --version   Print the version.

            "flagstand help <command>" tells more about a command.

            """
        for words in [["--help"], ["-h"], ["help"], ["help", "--help"]] {
            #expect(Program.flagstand.parse(words) == .success(.print(usage)))
        }
    }

    @Test func `help on a command, whatever else is said`() {
        let usage = """
            Usage: flagstand check [options] FILE

            Check a document, or one of flags, and say everything that is wrong with it.

            Operands:
              FILE  The document, such as plugins.yaml.

            Options:
              --strict    Take warnings for errors.
              --json      Print JSON.
              -h, --help  Print this text.

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

                Run the features that a document switches on, until told to stop.

                Options:
                  --config FILE     The document (plugins.yaml unless told).
                  --state DIR       The host's own folder (.flagstand beside the document unless told).
                  --listen ADDRESS  Where to listen instead, such as 127.0.0.1:8080.
                  -h, --help        Print this text.

                """)
    }

    @Test func `operands that repeat and options with signs stand in a command's help`() {
        #expect(
            Program.flagstand.usage(of: .call) == """
                Usage: flagstand call [options] ROUTE [NAME=VALUE…]

                Ask a route of a running host.

                Operands:
                  ROUTE       The route's name, such as track.status.
                  NAME=VALUE  What the request says; a list repeats its name, a mapping is JSON.

                Options:
                  --config FILE   The document (plugins.yaml unless told).
                  --state DIR     The host's own folder (.flagstand beside the document unless told).
                  --as KEY        The key of the caller to ask for.
                  --with A=B,C=D  The attributes of the caller to ask for.
                  --json          Print JSON.
                  -h, --help      Print this text.

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

    @Test func `the codes that scripts look at`() {
        #expect([ExitCode.fine, .bad, .misused].map(\.rawValue) == [0, 1, 2])
    }
}
