import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

/// Plans, changes and revisions, by the commands of the real program.
@Suite(.timeLimit(.minutes(2)))
struct ChangeCommandTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder.withDocument()
        try folder.write("plugins.yaml", TestFolder.document("flags: { color: red }"))
        try folder.write("new.yaml", TestFolder.document(ble: false, "flags: { color: blue }"))
    }

    private func running(_ body: (HostProcess, Way) async throws -> Void) async throws {
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            try await body(host, try await host.expectListening())
        }
    }

    @Test func `a plan says what would change, and changes nothing`() async throws {
        try await running { host, tcp in
            let plan = try await folder.flagstand("plan", "new.yaml")
            #expect(plan.exit == .code(0) && plan.errors == "")
            #expect(
                plan.output == """
                    stop  ble    the document switches it off
                    flag  color  variants.value: "red" → "blue"
                    plan: 1 feature stops; 1 flag changes

                    """)
            #expect(try await folder.revision() == 1)
            #expect(try await tcp.flag("color").json()["value"] == "red")
            #expect(!host.records.contains { $0.fields["state"] == "stopping" })

            try folder.write("bad.yaml", "features: { bel: {} }\nflags: { color: [ }\n")
            let bad = try await folder.flagstand("plan", "bad.yaml")
            #expect(bad.exit == .code(1) && bad.output.hasPrefix("bad.yaml:2:19: error: "), "\(bad)")
        }
    }

    @Test func `an applied document is used until the files change, and every revision can be restored`() async throws {
        try await running { host, tcp in
            let applied = try await folder.flagstand("apply", "new.yaml", "--reason", "a change")
            #expect(applied.exit == .code(0) && applied.output.hasPrefix("revision 2 is active: "), "\(applied)")
            #expect(try await tcp.flag("color").json()["value"] == "blue")
            try await host.expectState("off", of: "ble")
            // The file is not touched, and is used again once it is saved with other content.
            #expect(try folder.contents(of: "plugins.yaml").contains("red"))
            let again = try await folder.flagstand("apply", "new.yaml")
            #expect(again.exit == .code(0) && again.output == "nothing changes: this configuration is active already\n")

            let difference = try await folder.flagstand("diff", "1", "2")
            #expect(
                difference.exit == .code(0)
                    && difference.output == """
                        features.ble.enabled: true → false
                        flags.color: "red" → "blue"

                        """,
                "\(difference)")
            let back = try await folder.flagstand("rollback", "1", "--reason", "too much")
            #expect(back.exit == .code(0) && back.output.hasPrefix("revision 3 is active: "), "\(back)")
            #expect(try await tcp.flag("color").json()["value"] == "red")
            #expect(try await folder.flagstand("diff", "1", "3") == (.code(0), "There is no difference.\n", ""))

            let seen = host.errors.lines.count
            try folder.write("plugins.yaml", TestFolder.document("flags: { color: green }"))
            try await host.expectRecord("document applied", ["revision": "4"], after: seen)
            #expect(try await tcp.flag("color").json()["value"] == "green")

            let history = try await folder.flagstand("history")
            #expect(history.exit == .code(0))
            let rows = history.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
            #expect(rows.first == ["revision", "when", "by", "source", "reason", "what"])
            #expect(rows.dropFirst().map { $0[0] } == ["4", "3", "2", "1"])
            #expect(history.output.contains("apply new.yaml") && history.output.contains("a change"))
            #expect(history.output.contains("rollback 1") && history.output.contains("too much"))
            let hashes = try Value(json: try await folder.flagstand("history", "--json").output).texts("hash")
            #expect(hashes.count == 4 && hashes[1] == hashes[3] && Set(hashes).count == 3)
        }
    }

    @Test func `a folder is planned and applied as a host would read it at its start`() async throws {
        try folder.write("conf/10-base.yaml", TestFolder.document("flags: { color: red, size: 1 }"))
        try folder.write("conf/20-more.json", #"{"flags": {"color": "blue"}, "features": {"ble": {"enabled": false}}}"#)
        try await running { host, tcp in
            let plan = try await folder.flagstand("plan", "conf")
            #expect(
                plan == (
                    .code(0),
                    """
                    stop  ble    the document switches it off
                    flag  color  variants.value: "red" → "blue"
                    flag  size   added
                    plan: 1 feature stops; 2 flags change

                    """, ""
                ), "\(plan.output)")
            let applied = try await folder.flagstand("apply", "conf", "--reason", "a folder")
            #expect(applied.exit == .code(0) && applied.output.hasPrefix("revision 2 is active: "), "\(applied)")
            #expect(try await tcp.flag("color").json()["value"] == "blue")
            let history = try await folder.flagstand("history")
            #expect(history.output.contains("apply conf "), "\(history.output)")
            // Errors name the file of the folder.
            try folder.write("conf/30-bad.yaml", "features: { bel: {} }\n")
            let bad = try await folder.flagstand("plan", "conf")
            #expect(bad.exit == .code(1) && bad.output.hasPrefix("conf/30-bad.yaml:1:13: error: "), "\(bad)")
            try folder.makeFolder("empty")
            let empty = try await folder.flagstand("plan", "empty")
            #expect(empty.exit == .code(1) && empty.errors.hasPrefix("empty: error: holds no *.yaml"), "\(empty)")
        }
    }

    @Test func `a rollback survives a restart, and the file is ignored until it changes`() async throws {
        try await running { host, _ in
            let seen = host.errors.lines.count
            try folder.write("plugins.yaml", TestFolder.document("flags: { color: blue }"))
            try await host.expectRecord("document applied", ["revision": "2"], after: seen)
            #expect(try await folder.flagstand("rollback", "1").exit == .code(0))
            host.send(SIGKILL)
            try await host.expectExit(.signal(SIGKILL))
        }
        try await running { host, tcp in
            #expect(try await tcp.flag("color").json()["value"] == "red")
            #expect(try await folder.revision() == 3)
            // The unchanged file is still ignored, also after SIGHUP.
            let seen = host.errors.lines.count
            host.send(SIGHUP)
            try await host.expectRecord("reloaded", after: seen)
            #expect(try await tcp.flag("color").json()["value"] == "red")
            try folder.write("plugins.yaml", TestFolder.document("flags: { color: green }"))
            try await host.expectRecord("document applied", ["revision": "4"], after: seen)
            #expect(try await tcp.flag("color").json()["value"] == "green")
        }
    }

    @Test func `impossible requests are refused with a reason`() async throws {
        try await running { _, _ in
            let unknown = try await folder.flagstand("rollback", "7")
            #expect(unknown.exit == .code(1) && unknown.output == "" && unknown.errors.contains("7"), "\(unknown)")
            let diff = try await folder.flagstand("diff", "1", "9")
            #expect(diff.exit == .code(1) && diff.output == "" && diff.errors.contains("9"), "\(diff)")
            let nothing = try await folder.flagstand("confirm")
            #expect(nothing.exit == .code(1) && nothing.output == "" && nothing.errors != "", "\(nothing)")
            let brief = try await folder.flagstand("apply", "new.yaml", "--confirm-within", "10ms")
            #expect(brief.exit == .code(1) && brief.output == "", "\(brief)")
            let long = String(repeating: "long ", count: 101)
            let wordy = try await folder.flagstand("apply", "new.yaml", "--reason", long)
            #expect(wordy.exit == .code(1) && wordy.output == "", "\(wordy)")
            try folder.write("loads.yaml", "features: { bel: {} }\n")
            let bad = try await folder.flagstand("apply", "loads.yaml")
            #expect(bad.exit == .code(1) && bad.output.contains("did you mean \"ble\"?"), "\(bad)")
            #expect(try await folder.revision() == 1)
        }
    }
}

extension Value {
    /// One member of each revision in a list.
    fileprivate func texts(_ name: String) -> [String] {
        guard case .list(let revisions)? = self["revisions"] else { return [] }
        return revisions.compactMap { if case .text(let text)? = $0[name] { text } else { nil } }
    }
}
