import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

/// Changes that fail, and changes that nobody confirms, in the real host.
@Suite(.timeLimit(.minutes(2)))
struct GoneBackTests {
    private let folder: TestFolder
    private let broken: String

    init() throws {
        folder = try TestFolder()
        try folder.write("plugins.yaml", TestFolder.document("flags: { color: red }"))
        // A map without a circuit: its settings are right, and it fails when it starts.
        try folder.write("circuit.geojson", "{}")
        broken = TestFolder.document("flags: { color: blue }")
            .replacing("track: {}", with: "track: { settings: { circuit: circuit.geojson } }")
    }

    private func running(_ body: (HostProcess, Way) async throws -> Void) async throws {
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            try await body(host, try await host.expectListening())
        }
    }

    @Test func `an applied document whose feature fails is rolled back`() async throws {
        try folder.write("new.yaml", broken)
        try await running { host, tcp in
            let applied = try await folder.flagstand("apply", "new.yaml")
            #expect(applied.exit == .code(1) && applied.errors == "", "\(applied)")
            #expect(
                applied.output.hasPrefix(
                    "revision 2 failed; revision 3 is active, as it was before\n  track did not become active: "
                ),
                "\(applied)")
            #expect(try await tcp.flag("color").json()["value"] == "red")
            let seen = host.errors.lines.count
            try await host.expectState("active", of: "track", after: seen / 2)
            #expect(try await folder.flagstand("diff", "1", "3") == (.code(0), "There is no difference.\n", ""))
        }
    }

    @Test func `a saved document whose feature fails is rolled back, and not tried again by itself`() async throws {
        try await running { host, tcp in
            var seen = host.errors.lines.count
            try folder.write("plugins.yaml", broken)
            try await host.expectRecord("rolled back revision 2", ["revision": "3"], after: seen)
            try await host.expectState("active", of: "track", after: seen)
            #expect(try await tcp.flag("color").json()["value"] == "red")
            seen = host.errors.lines.count
            host.send(SIGHUP)
            try await host.expectRecord("reloaded", after: seen)
            #expect(try await folder.revision() == 3)
            host.send(SIGKILL)
            try await host.expectExit(.signal(SIGKILL))
        }
        try await running { host, tcp in
            #expect(try await tcp.flag("color").json()["value"] == "red")
            try await host.expectState("active", of: "track")
            let seen = host.errors.lines.count
            try folder.write("plugins.yaml", TestFolder.document("flags: { color: green }"))
            try await host.expectRecord("document applied", after: seen)
            #expect(try await tcp.flag("color").json()["value"] == "green")
        }
    }

    /// Applies a document for a while.
    private func applyBlue(within limit: String) async throws {
        try folder.write("new.yaml", TestFolder.document("flags: { color: blue }"))
        let applied = try await folder.flagstand("apply", "new.yaml", "--confirm-within", limit)
        #expect(applied.exit == .code(0), "\(applied)")
        #expect(
            applied.output.hasSuffix(
                "confirm it within \(limit), or revision 1 becomes active again:  flagstand confirm\n"), "\(applied)")
    }

    @Test func `a change that nobody confirms is rolled back`() async throws {
        try await running { host, tcp in
            try await applyBlue(within: "1s")
            try await host.expectRecord("rolled back revision 2", ["revision": "3"])
            #expect(try await tcp.flag("color").json()["value"] == "red")
            let late = try await folder.flagstand("confirm")
            #expect(late.exit == .code(1) && late.output == "", "\(late)")
        }
    }

    @Test(arguments: [false, true])
    func `a change is rolled back after the host was killed, within the time or later`(isOver: Bool) async throws {
        try await running { host, tcp in
            try await applyBlue(within: Self.time)
            host.send(SIGKILL)
            try await host.expectExit(.signal(SIGKILL))
        }
        if isOver { try await Self.outlastTime() }
        try await running { host, tcp in
            try await host.expectRecord("rolled back revision 2")
            #expect(try await tcp.flag("color").json()["value"] == "red")
            #expect(try await folder.localSocket.get("/ops/v1/config").json()["confirmation"] == .null)
            #expect(try await folder.flagstand("diff", "1", "3") == (.code(0), "There is no difference.\n", ""))
        }
    }

    /// Long enough to kill the host before it is over, even on a busy machine.
    private static let time = "5s"

    /// Returns once an override of the same duration has expired in a second host.
    private static func outlastTime() async throws {
        let folder = try TestFolder.withDocument()
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady()
            #expect(try await folder.flagstand("rollout", "ble", "50%", "--for", time).exit == .code(0))
            try await host.expectRecord("override expired")
        }
    }

    @Test func `a confirmed change stays, also after a restart`() async throws {
        try await running { host, tcp in
            try await applyBlue(within: "1h")
            host.send(SIGKILL)
            try await host.expectExit(.signal(SIGKILL))
        }
        try await running { host, tcp in
            // It still waits for a confirmation.
            #expect(try await tcp.flag("color").json()["value"] == "blue")
            #expect(try await folder.flagstand("history").output.contains("revision 2 waits to be confirmed until "))
            let confirmed = try await folder.flagstand("confirm")
            #expect(confirmed.exit == .code(0) && confirmed.output == "revision 2 is confirmed\n", "\(confirmed)")
            #expect(try await folder.flagstand("confirm").exit == .code(1))
            host.send(SIGKILL)
            try await host.expectExit(.signal(SIGKILL))
        }
        try await running { host, tcp in
            let color = try await tcp.flag("color").json()["value"]
            #expect(color == "blue")
            #expect(try await folder.localSocket.get("/ops/v1/config").json()["confirmation"] == .null)
        }
    }
}
