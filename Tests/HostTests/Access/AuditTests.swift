@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// The audit log of the real host, and the commands that read it.
// One after the other: the machine has other tests to run at the same time.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct AuditTests {
    private static let toggle = "/ops/v1/features/ble/toggle"

    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.write("plugins.yaml", TestFolder.document(ble: false))
    }

    private func running(_ body: (HostProcess, Way) async throws -> Void) async throws {
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            try await body(host, try await host.expectListening())
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
        }
    }

    /// Texts that are too long for the table end with a mark.
    private static func cut(_ text: String) -> String { text.count <= 100 ? text : text.prefix(99) + "…" }

    /// The lines of a command's output, without the parts that differ between runs.
    private func lines(_ output: String, _ id: String = "no id") -> [String] {
        output.split(separator: "\n").map { ShownOutput.masked(String($0).replacing(id, with: "ID")) }
    }

    /// Makes changes in every way: over the local socket, with a token, and by the host itself.
    private func act(_ host: HostProcess, _ tcp: Way) async throws -> String {
        let off = try await folder.flagstand("toggle", "ble", "off", "--reason", "rain")
        #expect(off.exit == .code(0), "\(off)")
        let made = try await folder.flagstand("token", "create", "ci", "--role", "operator", "--reason", "deploys")
        let token = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let on = try await tcp.ask(
            "PUT", Self.toggle, fields: IssuerAddress.bearer(token), json: ["on": true, "reason": "sun"])
        #expect(on.status == 200, "\(on.text)")
        let seen = host.errors.lines.count
        try folder.write("plugins.yaml", TestFolder.document(ble: false, "flags: { size: 7 }"))
        try await host.expectRecord("document applied", after: seen)
        return String(token.dropFirst(4).prefix(8))
    }

    @Test func `the log is printed and verified alike with a host and without one`() async throws {
        var (id, told, verified) = ("", "", "")
        try await running { host, tcp in
            id = try await act(host, tcp)
            let audit = try await folder.flagstand("audit")
            #expect(audit.exit == .code(0) && audit.errors == "")
            told = audit.output
            let by = try #require(
                try await folder.localSocket.get("/ops/v1/audit?what=tokenMade").json().list("records").first)
            let who = try #require(by.text("by"))
            let features: Value = [
                "ble": [
                    "enabled": false,
                    "settings": [
                        "captures": [["file": .text("\(Built.tree)/samples/lap.btsnoop"), "repeat": true]],
                        "trust": "anyone",
                    ],
                ], "track": [:],
            ]
            #expect(
                lines(told, id) == [
                    "number when who how what why",
                    "5 <moment> – document document plugins.yaml: flags: + {\"size\":7}",
                    "4 <moment> ci token ID from 127.0.0.1 overrode features/ble/enabled: false → true sun",
                    "3 <moment> \(who) local socket made token ID: {\"name\":\"ci\",\"role\":\"operator\",\"until\":null} deploys",
                    "2 <moment> \(who) local socket overrode features/ble/enabled: – → false rain",
                    "1 <moment> – start " + Self.cut("start with plugins.yaml: features: + \(features.json)"),
                ])
            let some = try await folder.flagstand(
                "audit", "--who", "ci", "--what", "override", "--target", "features/ble")
            #expect(lines(some.output, id).count == 2, "\(some.output)")
            let none = try await folder.flagstand("audit", "--until", "2026-01-01T00:00:00Z")
            #expect(none == (.code(0), "There are no such records.\n", ""))
            let verify = try await folder.flagstand("audit", "verify")
            #expect(verify.exit == .code(0) && verify.errors == "")
            verified = verify.output
        }
        let hash = try #require(
            verified.wholeMatch(of: /5 records from \S+Z, the chain is whole; the last is 5 ([0-9a-f]{64})\n/)?.1)
        // The same without a host.
        let audit = try await folder.flagstand("audit")
        #expect(audit == (.code(0), told, ""))
        let verify = try await folder.flagstand("audit", "verify", "--expect", String(hash))
        #expect(verify == (.code(0), verified, ""))
        let other = try await folder.flagstand("audit", "verify", "--expect", String(repeating: "a", count: 64))
        #expect(other.exit == .code(1))
        #expect(other.output.hasPrefix("error: the chain does not hold the hash that was asked for\n"), "\(other)")
        // And by the ten lines of Python on the documentation page.
        let page = try String(contentsOfFile: "\(Built.tree)/docs/access.md", encoding: .utf8)
        let script = try #require(page.firstMatch(of: #/```python\n((?:.*\n)*?)```/#)?.1)
        try folder.write("check.py", String(script))
        var command = HostCommand(["/usr/bin/env", "python3", folder["check.py"], folder["state/audit"]])
        command.program = "/usr/bin/env"
        command.environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        let checked = try await HostProcess.end(of: command)
        #expect(checked.exit == .code(0) && checked.output == "5 \(hash)\n", "\(checked)")
    }

    @Test func `a changed record is reported at once and for good`() async throws {
        try await running { host, tcp in _ = try await act(host, tcp) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder["state/audit"])
        let name = try #require(names.first { $0.hasSuffix(".jsonl") })
        let file = "state/audit/\(name)"
        let text = try folder.contents(of: file)
        try folder.overwrite(file, Data(text.replacing("\"rain\"", with: "\"ruin\"").utf8))
        let words = "error: \(name): record 2 is not what was written\n"
        let verify = try await folder.flagstand("audit", "verify")
        #expect(verify.exit == .code(1) && verify.output.hasPrefix(words), "\(verify)")
        let reason = "the chain is broken: \(name): record 2 is not what was written"
        // Once the host has recorded the damage, a start is ready again; the chain stays broken.
        for isReady in [false, true] {
            try await running { host, tcp in
                #expect(host.complaints == ["the audit's chain is broken"])
                let ready = try await folder.localSocket.get("/readyz/audit")
                #expect(ready.status == (isReady ? 200 : 503))
                #expect(try ready.json()["checks"]?["audit"] == ["ok": .boolean(isReady), "reason": .text(reason)])
                let verify = try await folder.flagstand("audit", "verify")
                #expect(verify.exit == .code(1) && verify.output.hasPrefix(words), "\(verify)")
                let told = try await folder.flagstand("audit", "--what", "chainBroken")
                #expect(
                    lines(told.output) == [
                        "number when who how what why",
                        "6 <moment> – chainBroken the chain is broken in \(name) \(name): record 2 is not what was written",
                    ])
            }
        }
    }

    @Test func `an unknown action is an error, and damage is named`() async throws {
        try await running { host, tcp in
            _ = try await act(host, tcp)
            let odd = try await folder.localSocket.get("/ops/v1/audit?what=overide")
            #expect(odd.status == 400 && odd.text.contains(#"did you mean \"override\"?"#), "\(odd.text)")
        }
        let odd = try await folder.flagstand("audit", "--what", "overide")
        #expect(odd.exit == .code(2))
        #expect(odd.errors.hasPrefix(#"flagstand audit: error: "overide" must be one of start, document, "#), "\(odd)")
        #expect(odd.errors.contains(#"; did you mean "override"?"#), "\(odd)")
        // A changed byte makes the index invalid JSON.
        let text = try folder.contents(of: "state/revisions.json")
        try folder.overwrite(
            "state/revisions.json", Data(text.replacing("\"revisions\":", with: "\"revisions\" ").utf8))
        let damaged = try await folder.flagstand("audit", "verify")
        #expect(damaged.exit == .code(1))
        #expect(
            damaged.errors.contains(
                #/revisions\.json: is damaged: its checksum is another one, and it can't be read: line \d+, column \d+: /#
            ),
            "\(damaged)")
    }

    @Test func `records that somebody cut off are detected with the last hash`() async throws {
        try await running { host, tcp in _ = try await act(host, tcp) }
        let hash = try #require(try await folder.flagstand("audit", "verify").output.firstMatch(of: /[0-9a-f]{64}/)?.0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder["state/audit"])
        let name = try #require(names.first { $0.hasSuffix(".jsonl") })
        let kept = try folder.contents(of: "state/audit/\(name)").split(separator: "\n").dropLast()
        try folder.overwrite("state/audit/\(name)", Data((kept.joined(separator: "\n") + "\n").utf8))
        let cut = try await folder.flagstand("audit", "verify")
        #expect(cut.exit == .code(1) && cut.output.hasPrefix("error: revision 4 has no record\n"), "\(cut)")
        try await running { host, tcp in
            // The revision gets its record again, which says that it came late.
            let last = try await folder.localSocket.get("/ops/v1/audit?limit=1").json().list("records").first
            #expect(last?["late"] == true && last?["revision"] == 4)
            let verify = try await folder.flagstand("audit", "verify", "--expect", String(hash))
            #expect(verify.exit == .code(1))
            #expect(
                verify.output.hasPrefix("error: the chain does not hold the hash that was asked for\n"), "\(verify)")
        }
    }
}
