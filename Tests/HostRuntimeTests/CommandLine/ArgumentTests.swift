import TestSupport
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

    private static let refused = [
        "",
        "chek x",
        "zzz",
        "status",
        "version",
        "help rnu",
        "--hepl",
        "--state=x run",
        "run --sate /var",
        "run --sate=/var",
        "run -x",
        "run --state",
        "run --state=",
        "run --state --config x",
        "run --listen x",
        "toggle ble of",
        "toggle ble tomorrow now",
        "toggle",
        "toggle ble off --for 2",
        "toggle ble off --for 366d",
        "rollout ble 25",
        "rollout ble rest",
        "rollout ble 101%",
        "override flags/a/server x",
        "trace",
        "call",
        "call r seats a=b =c",
        "call r --with a=1,b",
        "call r --with=a=1,a=2",
        "evaluate",
        "evaluate f country tags:=[1",
        "evaluate f --type text",
        "flags --flag color --limit 0",
        "flags --exposure",
        "check x --json=yes",
        "run --state a --state=b",
        "check",
        "check a b c",
        "check --jsn --state",
    ]

    @Test func `everything that is wrong, word for word`() throws {
        // The last three are what a shell makes of a variable that is not set.
        let lines = Self.refused.map { $0.split(separator: " ").map(String.init) }
        let said = (lines + [["call", "", "a=b"], ["toggle", "", "on"], [""]]).map { words in
            (
                of: words.map { $0.isEmpty ? "\"\"" : $0 }.joined(separator: " "),
                lines: refusal(words).map { [$0] } ?? []
            )
        }
        #expect(said.allSatisfy { !$0.lines.isEmpty })
        try expectGolden(said, "arguments")
    }

    @Test func `the version`() {
        #expect(understood("--version") == .print("flagstand \(Program.flagstand.version)\n"))
    }

    @Test func `help, however it is asked for`() throws {
        for words in [["--help"], ["-h"], ["help"], ["help", "--help"]] {
            #expect(Program.flagstand.parse(words) == .success(.print(Program.flagstand.usage)))
        }
        try expectGolden(Program.flagstand.usage, "help")
    }

    @Test func `help on a command, whatever else is said`() {
        for words in [
            ["check", "--help"], ["check", "-h"], ["help", "check"], ["--help", "check"], ["help", "check", "more"],
            ["check", "--wrong", "a", "b", "--help"],
        ] {
            #expect(Program.flagstand.parse(words) == .success(.print(Program.flagstand.usage(of: .check))))
        }
    }

    @Test func `every command has its help`() throws {
        let help = Program.flagstand.commands.map {
            (of: "flagstand \($0.name) --help", lines: [Program.flagstand.usage(of: $0)])
        }
        try expectGolden(help, "help-of-commands")
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
