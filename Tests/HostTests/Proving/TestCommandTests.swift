import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

/// `flagstand test` as it is.
@Suite(.timeLimit(.minutes(3)))
struct TestCommandTests {
    private let rogue: RogueUnit

    init() throws { rogue = try RogueUnit() }

    private func run(_ command: HostCommand) async throws -> (exit: HostProcess.Exit, output: String, errors: String) {
        try await HostProcess.end(of: command)
    }

    @Test func `passing scenarios are listed and exit with 0`() async throws {
        try rogue.write(deeds: "tell", "print", "fork")
        let (exit, output, errors) = try await run(rogue.test("units/rogue", "--filter", "deeds"))
        #expect(exit == .code(0), "\(errors)")
        let lines = output.split(separator: "\n").map { $0.replacing(#/ +[0-9.]+ (ms|s)$/#, with: "") }
        #expect(lines.prefix(5) == ["rogue 1.0.0", "  deeds.yaml", "    ✔ tell", "    ✔ print", "    ✔ fork"])
        #expect(lines.last?.hasPrefix("rogue: 3 scenarios passed in") == true)
        #expect(errors == "")
    }

    @Test(arguments: [["--filter", "deeds"], ["--filter", "deeds", "--json"], ["--help"]])
    func `output that can't be written is a failure`(words: [String]) async throws {
        try rogue.write(deeds: "tell")
        var command = rogue.test("units/rogue")
        command.arguments += words
        // A descriptor that is closed, as `>&-` has it.
        command.wrapper = ["/bin/sh", "-c", #"exec "$0" "$@" >&-"#]
        let (exit, _, errors) = try await run(command)
        #expect(exit == .code(1))
        #expect(errors == "flagstand: error: standard output cannot be written: Bad file descriptor\n")
    }

    @Test func `a case that ends its process is one that failed, and all others are tried`() async throws {
        try rogue.write(deeds: "tell", "trap", "exit", "close", "blare")
        try rogue.write(deeds: "tell", named: "more.yaml")
        let (exit, output, _) = try await run(rogue.test("units/rogue", "--filter", ".yaml"))
        #expect(exit == .code(1))
        let lines = output.split(separator: "\n").map { $0.replacing(#/ +[0-9.]+ (ms|s)$/#, with: "") }
        #expect(
            lines.filter { $0.hasPrefix("    ✔") || $0.hasPrefix("    ✘") } == [
                "    ✔ tell", "    ✘ trap", "    ✘ exit", "    ✘ close", "    ✔ blare", "    ✔ tell",
            ])
        #expect(output.contains("      its process was ended by SIGILL, as a trap of Swift does\n"))
        #expect(output.contains("Fatal error: told to trap\n"))
        #expect(output.contains("      its process ended by itself, with exit code 3\n"))
        #expect(output.contains("      its process closed descriptors that are not the feature's own, and was ended\n"))
        #expect(output.contains("rogue: 3 of 6 scenarios failed in "))
    }

    @Test func `a silent process is ended after 20 s, and the other scenarios run`() async throws {
        try rogue.write(deeds: "freeze", "hang", "tell")
        let (exit, output, _) = try await HostProcess.end(
            of: rogue.test("units/rogue", "--filter", "deeds"), within: .seconds(100))
        #expect(exit == .code(1))
        #expect(output.contains("    ✘ freeze"), "\(output)")
        #expect(output.contains("said nothing for 20s, and its process was ended"), "\(output)")
        // Whether its thread is given up or its process.
        #expect(output.contains("    ✘ hang"))
        #expect(output.contains("    ✔ tell"))
    }

    @Test func `every feature has conformance rules, and a filter takes some of them`() async throws {
        let (exit, output, _) = try await run(rogue.test("track", "--filter", "STARTS and"))
        #expect(exit == .code(0))
        #expect(output.contains("  conformance\n    ✔ starts and is ready"), "\(output)")
        #expect(output.contains("track: 1 rule passed in"))
    }

    @Test func `what it was used wrongly for exits with 2`() async throws {
        for (words, complaint) in [
            ([], "FEATURE is missing; name one, or use --all"),
            (["track", "--all"], "--all does not go with FEATURE"),
            (
                ["track", "--cycles", "2", "--config", "x"],
                "--cycles does not go with --config, which tries one start and stop"
            ),
        ] {
            let (exit, output, errors) = try await run(HostCommand(["test"] + words))
            #expect(exit == .code(2))
            #expect(output == "")
            #expect(errors == "flagstand test: error: \(complaint)\nTry \"flagstand test --help\".\n")
        }
    }

    @Test func `what is not there is told, with what was meant`() async throws {
        try rogue.folder.makeFolder("empty")
        for (word, complaint) in [
            ("trakc", "there is no feature \"trakc\"; did you mean \"track\"?"),
            ("nowhere/", "nowhere/: there is no such folder"),
            ("empty", "empty: holds no feature: there is no feature.yaml in it"),
        ] {
            let (exit, output, errors) = try await run(rogue.test(word))
            #expect(exit == .code(1) && output == "")
            #expect(errors == "flagstand test: error: \(complaint)\n")
        }
        let (exit, _, errors) = try await run(rogue.test("track", "--filter", "nothing like it"))
        #expect(exit == .code(1))
        #expect(
            errors == "flagstand test: error: no case has \"nothing like it\" in its file or name\n")
    }

    @Test func `a unit that can't be used says why, and exits with 1`() async throws {
        try rogue.folder.remove("units/rogue/libRogueFeature.contracts.json")
        let (exit, output, _) = try await run(rogue.test("units/rogue"))
        #expect(exit == .code(1))
        #expect(
            output.contains("/units/rogue/libRogueFeature.so: error: has no file libRogueFeature.contracts.json"),
            "\(output)")
        #expect(output.hasSuffix("rogue: can't be tried\n"))
        try FileManager.default.removeItem(atPath: rogue.folder["units/rogue/libRogueFeature.so"])
        try rogue.folder.write("units/rogue/Package.swift", "")
        let bare = try await run(rogue.test("units/rogue"))
        #expect(bare.exit == .code(1))
        #expect(bare.output.contains("was not built: there is no library in its .build/debug"), "\(bare.output)")
    }

    @Test func `wrong scenarios are told with their places, and nothing is tried`() async throws {
        try rogue.write(deeds: "tell")
        try rogue.folder.write("units/rogue/Scenarios/wrong.yaml", "scenarios:\n  - nam: x\n")
        let (exit, output, _) = try await run(rogue.test("units/rogue"))
        #expect(exit == .code(1))
        #expect(
            output.contains("Scenarios/wrong.yaml:2:5: error: unknown key \"nam\"; did you mean \"name\"?"), "\(output)"
        )
        #expect(!output.contains("✔"))
    }

    @Test func `a package is tried as its own build left it`() async throws {
        try rogue.folder.addLibrary(of: "Rogue", to: "Rogue/.build/debug")
        try rogue.folder.copy(rogue.unit + "/feature.yaml", to: "Rogue/feature.yaml")
        try rogue.folder.write("Rogue/Package.swift", "")
        let (exit, output, errors) = try await run(rogue.test("Rogue", "--filter", "starts and is"))
        #expect(exit == .code(0), "\(output)\(errors)")
        #expect(output.contains("    ✔ starts and is ready"))
    }

    @Test func `reports for machines say the same`() async throws {
        try rogue.write(deeds: "tell", "trap")
        let (exit, output, _) = try await run(
            rogue.test("units/rogue", "--filter", "deeds", "--json", "--junit", "out.xml"))
        #expect(exit == .code(1))
        let report = try Value(json: output)
        #expect(report["passed"] == false)
        guard case .list(let features)? = report["features"], case .list(let cases)? = features.first?["cases"] else {
            Issue.record("no cases in \(output)")
            return
        }
        #expect(cases.map { $0["name"] } == ["tell", "trap"])
        #expect(cases.map { $0["passed"] } == [true, false])
        let xml = try rogue.folder.contents(of: "out.xml")
        #expect(xml.contains("<testsuites name=\"flagstand test\" tests=\"2\" failures=\"1\" errors=\"0\""))
        #expect(xml.contains("<testcase classname=\"rogue.deeds.yaml\" name=\"tell\""))
        let names = try FileManager.default.contentsOfDirectory(atPath: rogue.folder.path)
        #expect(names.filter { $0.hasPrefix("out.xml") } == ["out.xml"])
    }

    @Test func `a report that can't be written is told before anything is tried`() async throws {
        let (exit, output, errors) = try await run(rogue.test("track", "--junit", "nowhere/out.xml"))
        #expect(exit == .code(1) && output == "")
        #expect(errors == "flagstand test: error: nowhere/out.xml can't be written: there is no folder nowhere\n")
    }

    @Test func `an interrupted or killed run leaves no process behind`() async throws {
        try rogue.write(deeds: "fork", "hang")
        for signal in [SIGINT, SIGKILL] {
            var command = rogue.test("units/rogue", "--filter", "deeds")
            command.environment["ROGUE_PLACE"] = rogue.folder["place-\(signal)"]
            try await HostProcess.run(command) { process in
                let started = try await process.output.first(within: HostProcess.limit) { lines in
                    lines.first { $0.contains("✔ fork") }
                }
                #expect(started != nil)
                let child = try #require(await ProcessTable.child(of: process.id))
                let grandchild = try #require(Int32(try rogue.folder.contents(of: "place-\(signal)")))
                process.send(signal)
                try await process.expectExit(.signal(signal))
                #expect(await gone(child), "\(signal)")
                #expect(await gone(grandchild), "\(signal)")
            }
        }
    }

    @Test func `without the program that tries features it says what is missing`() async throws {
        try rogue.folder.makeFolder("bin")
        // By another process: what this one has open for writing, others that start meanwhile hold open too.
        var copy = HostCommand([Built.flagstand, "\(Built.folder)/libFeatureKit.so", rogue.folder["bin"]])
        copy.program = "/bin/cp"
        #expect(try await run(copy).exit == .code(0))
        var command = rogue.test("units/rogue")
        command.program = rogue.folder["bin/flagstand"]
        let (exit, output, errors) = try await run(command)
        #expect(exit == .code(1))
        #expect(output.contains("/bin/flagstand-test is not there; build it with \"make build\""), "\(output)\(errors)")
    }
}

/// Whether a process has ended, or does within the limit of all tests; it may have to be let go yet.
func gone(_ id: Int32) async -> Bool {
    let end = ContinuousClock.now + HostProcess.limit
    while ContinuousClock.now < end {
        guard let state = ProcessTable.state(of: id), state != "Z", state != "X" else { return true }
        await Task.yield()
    }
    return false
}
