import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

/// Features that are tried with real documents before they are switched on.
@Suite(.timeLimit(.minutes(3)))
struct PreflightTests {
    private static let secret = "sw0rdfish-of-the-test"
    private let rogue: RogueUnit
    private var localSocket: Way { rogue.folder.localSocket }

    init() throws { rogue = try RogueUnit() }

    /// Runs a command with the secret in its environment.
    private func run(_ words: String...) async throws -> (exit: HostProcess.Exit, output: String, errors: String) {
        var command = HostCommand(words)
        command.folder = rogue.folder.path
        command.environment["ROGUE_PIN"] = Self.secret
        return try await HostProcess.end(of: command)
    }

    /// A host with the feature, which is off at first.
    private func hosting<Result>(_ body: (HostProcess) async throws -> Result) async throws -> Result {
        var command = rogue.folder.run()
        command.environment["ROGUE_PIN"] = Self.secret
        return try await HostProcess.run(command) { host in
            try await host.expectReady()
            return try await body(host)
        }
    }

    private func toggle(_ wish: Value) async throws -> Way.Answer {
        try await localSocket.ask("PUT", "/ops/v1/features/rogue/toggle", json: wish)
    }

    // MARK: - Without a host

    @Test func `scenarios are tried with the settings and flags of the document`() async throws {
        try rogue.folder.write(
            "units/rogue/Scenarios/ready.yaml",
            """
            given: { settings: { limit: 99 }, flags: { rogue.loud: false } }
            scenarios:
              - name: says what it was given
                preflight: true
                when: { publish: rogue.deeds, value: { deed: tell } }
                then: { message: rogue.done, value: { limit: 7, isLoud: true } }
              - name: is none for a preflight
                when: { publish: rogue.deeds, value: { deed: trap } }

            """)
        try rogue.save("limit: 7", "flags: { rogue.loud: { serve: on } }")
        let (exit, output, errors) = try await run("test", "rogue", "--config", "plugins.yaml")
        let lines = output.split(separator: "\n").map { $0.replacing(#/ +[0-9.]+ (ms|s)$/#, with: "") }
        #expect(exit == .code(0), "\(errors)\(output)")
        #expect(
            lines.prefix(6) == [
                "rogue 1.0.0", "  preflight", "    ✔ starts and is ready", "    ✔ stops clean", "  ready.yaml",
                "    ✔ says what it was given",
            ])
        #expect(lines.last?.hasPrefix("rogue: 2 checks and 1 scenario passed in") == true)
    }

    @Test func `settings with which the feature does not start make it fail`() async throws {
        try rogue.save("limit: 13")
        let (exit, output, _) = try await run("test", "rogue", "--config", "plugins.yaml")
        #expect(exit == .code(1))
        #expect(output.contains("    ✘ starts and is ready"))
        #expect(output.contains("it can't start: a limit of 13 brings bad luck"), "\(output)")
        try rogue.save("limit: 15")
        let deadly = try await run("test", "rogue", "--config", "plugins.yaml")
        #expect(deadly.exit == .code(1))
        #expect(deadly.output.contains("Fatal error: the limit is deadly"), "\(deadly.output)")
    }

    @Test func `errors of a document are reported as by check`() async throws {
        try rogue.save("limti: 13")
        let (exit, output, _) = try await run("test", "rogue", "--config", "plugins.yaml")
        #expect(exit == .code(1))
        #expect(
            output.contains("plugins.yaml:2:39: error: unknown key \"limti\"; did you mean \"limit\"?"), "\(output)")
        let missing = try await run("test", "rogue", "--config", "nowhere.yaml")
        #expect(missing.exit == .code(1) && missing.output == "")
        #expect(missing.errors.contains("nowhere.yaml"))
    }

    @Test(arguments: [14, 7])
    func `no report holds a secret, whatever the feature does with it`(limit: Int) async throws {
        try rogue.write(deeds: "leak", "leakAndTrap", isPreflight: true)
        try rogue.save("limit: \(limit), pin: { secret: env:ROGUE_PIN }")
        let plain = try await run("test", "rogue", "--config", "plugins.yaml", "--junit", "out.xml")
        let data = try await run("test", "rogue", "--config", "plugins.yaml", "--json")
        #expect(plain.exit == .code(1) && data.exit == .code(1))
        for text in [plain.output, plain.errors, data.output, data.errors, try rogue.folder.contents(of: "out.xml")] {
            #expect(!text.contains(Self.secret), "\(text)")
        }
        #expect(plain.output.contains("the pin is <redacted>"), "\(plain.output)")
    }

    // MARK: - Of a running host

    @Test func `a host runs the preflight of a feature that is off, and returns the report`() async throws {
        try rogue.write(deeds: "tell", "trap", isPreflight: true)
        try rogue.save("limit: 7", isOn: false)
        try await hosting { host in
            let answer = try await localSocket.ask("POST", "/ops/v1/features/rogue/preflight")
            #expect(answer.status == 200, "\(answer.text)")
            let report = try answer.json()
            #expect(report["feature"] == "rogue" && report["passed"] == false && report["warnings"] == [])
            guard case .list(let cases)? = report["cases"] else { throw CocoaError(.fileReadUnknown) }
            #expect(cases.map { $0["name"] } == ["starts and is ready", "stops clean", "tell", "trap"])
            #expect(cases.map { $0["passed"] } == [true, true, true, false])
            try await host.expectLine(containing: "preflight failed")
            // Nothing was switched, and nothing is left of it.
            let states = try await localSocket.get("/ops/v1/features/rogue").json()
            #expect(states["on"] == false && states["starts"] == 0)
            #expect(ProcessTable.children(of: host.id) == [])
            let unknown = try await localSocket.ask("POST", "/ops/v1/features/rouge/preflight")
            #expect(unknown.status == 404 && unknown.text.contains("did you mean \\\"rogue\\\"?"), "\(unknown.text)")
            let full = try await localSocket.ask("POST", "/ops/v1/features/rogue/preflight", json: ["on": true])
            #expect(full.status == 400 && full.code == "invalid")
        }
    }

    @Test func `a toggle with a preflight is refused if it fails`() async throws {
        try rogue.write(deeds: "tell", isPreflight: true)
        try rogue.save("limit: 13", isOn: false)
        try await hosting { host in
            let refused = try await toggle(["on": true, "preflight": true])
            #expect(refused.status == 409 && refused.code == "preflight-failed", "\(refused.text)")
            #expect(refused.text.contains("\\\"starts and is ready\\\": it can't start"), "\(refused.text)")
            #expect(try await localSocket.get("/ops/v1/features/rogue").json()["toggle"] == .null)
            #expect(try await localSocket.get("/ops/v1/features/rogue").json()["starts"] == 0)
            let off = try await toggle(["on": false, "preflight": true])
            #expect(off.status == 400 && off.code == "invalid")

            let seen = host.errors.lines.count
            try rogue.save("limit: 8", isOn: false)
            try await host.expectLine(containing: "document applied", after: seen)
            let command = try await run("toggle", "rogue", "on", "--preflight", "--state", "state")
            #expect(command.exit == .code(0), "\(command.errors)")
            #expect(command.output.hasPrefix("rogue is active"))
            try await host.expectLine(containing: "preflight passed")
            let misused = try await run("toggle", "rogue", "off", "--preflight", "--state", "state")
            #expect(misused.exit == .code(2))
            #expect(misused.errors == "flagstand toggle: error: --preflight works only with on\n")
        }
    }

    @Test func `an impossible toggle is refused before the preflight`() async throws {
        try rogue.save("limit: 8", isOn: false)
        try await hosting { _ in
            let answer = try await localSocket.ask(
                "PUT", "/ops/v1/features/nobody/toggle", json: ["on": true, "preflight": true])
            #expect(answer.status == 404 && answer.code == "not-found")
            let long = try await toggle(["on": true, "preflight": true, "for": "1ms"])
            #expect(long.status == 400)
        }
    }

    @Test func `a preflight uses flags of files and overrides`() async throws {
        try rogue.folder.write(
            "units/rogue/Scenarios/ready.yaml",
            """
            scenarios:
              - name: is loud
                preflight: true
                when: { publish: rogue.deeds, value: { deed: tell } }
                then: { message: rogue.done, value: { isLoud: true } }

            """)
        try rogue.folder.write("flags.yaml", "flags: { rogue.loud: { serve: on } }\n")
        try rogue.save("limit: 7", isOn: false, "flags: [flags.yaml]")
        try await hosting { _ in
            let ofFile = try await localSocket.ask("POST", "/ops/v1/features/rogue/preflight")
            #expect(try ofFile.json()["passed"] == true, "\(ofFile.text)")
            let off = try await localSocket.ask(
                "PUT", "/ops/v1/overrides/flags/rogue.loud/serve", json: ["value": "off"])
            #expect(off.status == 200, "\(off.text)")
            let quiet = try await localSocket.ask("POST", "/ops/v1/features/rogue/preflight").json()
            #expect(quiet["passed"] == false)
            let loud = try await localSocket.ask(
                "PUT", "/ops/v1/overrides/flags/rogue.loud/serve", json: ["value": "on"])
            #expect(loud.status == 200, "\(loud.text)")
            let answer = try await localSocket.ask("POST", "/ops/v1/features/rogue/preflight")
            #expect(try answer.json()["passed"] == true, "\(answer.text)")
        }
    }

    @Test func `a host holds back a secret that a feature lets out`() async throws {
        try rogue.write(deeds: "leak", "leakAndTrap", isPreflight: true)
        try rogue.save("limit: 7, pin: { secret: env:ROGUE_PIN }", isOn: false)
        try await hosting { host in
            let report = try await localSocket.ask("POST", "/ops/v1/features/rogue/preflight")
            #expect(report.status == 200 && report.text.contains("the pin is <redacted>"), "\(report.text)")
            let refused = try await toggle(["on": true, "preflight": true])
            #expect(refused.code == "preflight-failed")
            try await host.expectLine(containing: "preflight failed")
            for text in [report.text, refused.text, host.errors.text] {
                #expect(!text.contains(Self.secret), "\(text)")
            }
        }
    }

    @Test func `a feature has one preflight at a time, and a stopping host does not wait for it`() async throws {
        try rogue.save("limit: 16", isOn: false)
        try await hosting { host in
            try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<2 {
                    group.addTask { try? await localSocket.ask("POST", "/ops/v1/features/rogue/preflight").status }
                }
                // The second one is refused at once; the first one hangs.
                #expect(try await group.next() == 409)
                let child = try #require(await ProcessTable.child(of: host.id))
                let asked = ContinuousClock.now
                host.send(SIGTERM)
                try await host.expectExit(.code(0))
                #expect(await gone(child))
                // It hangs for 20 s where nobody ends it.
                #expect(ContinuousClock.now - asked < .seconds(15))
                // It did not come to its end: that would have been told. On a busy machine its answer may come too late.
                #expect(!host.errors.text.contains("preflight failed"))
                let last = try #require(try await group.next())
                #expect(last == nil || last == 503)
            }
        }
    }

    @Test func `a preflight's process ends with a killed host`() async throws {
        try rogue.save("limit: 16", isOn: false)
        try await hosting { host in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = try? await localSocket.ask("POST", "/ops/v1/features/rogue/preflight") }
                let child = await ProcessTable.child(of: host.id)
                host.send(SIGKILL)
                if let child { #expect(await gone(child)) } else { Issue.record("nothing was tried") }
            }
        }
    }
}
