import FeatureKit
import Foundation
import HostRuntime
import JSON
import TestSupport
import Testing

/// The track's status is locked: the real host and its commands refuse to switch it off without force.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct LockedTrackTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder.withDocument() }

    private static let needsForce = "track is locked: switching it off takes --force and --reason"
    private static let example = #"{ enabled: false, force: "the season is over" }"#
    private static let dropping = TestFolder.document().replacing("track: {}", with: "")
    private static let unnamed =
        "error: track is locked and on: a document that does not name track switches it off; one that means it says "
        + "track: \(example)\n"

    @Test func `operators need force and a reason, over the local socket and over the network`() async throws {
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            let tcp = try await host.expectListening()
            let off = try await folder.flagstand("toggle", "track", "off", "--reason", "rain")
            #expect(off == (.code(1), "", "flagstand toggle: error: locked: \(Self.needsForce)\n"), "\(off)")
            let blank = try await folder.flagstand("toggle", "track", "off", "--force", "--reason", "  ")
            #expect(blank.exit == .code(1) && blank.errors.contains("takes a reason: say --reason and why"), "\(blank)")
            let part = try await folder.flagstand("rollout", "track", "25%", "--force", "--reason", "x")
            #expect(
                part.exit == .code(1) && part.errors.contains("track is locked: everybody has it or nobody"), "\(part)")
            let made = try await folder.flagstand("token", "create", "ci", "--role", "operator")
            let fields = IssuerAddress.bearer(made.output.trimmingCharacters(in: .whitespacesAndNewlines))
            let path = "/ops/v1/features/track/toggle"
            let refused = try await tcp.ask("PUT", path, fields: fields, json: ["on": false, "reason": "rain"])
            #expect(try refused.status == 409 && refused.json()["code"] == "locked", "\(refused.text)")
            #expect(try refused.json()["detail"] == .text(Self.needsForce))
            #expect(try await tcp.get("/api/v1/track/status").status == 200)

            let seen = host.errors.lines.count
            let forced = try await tcp.ask(
                "PUT", "/ops/v1/overrides/features/track/enabled", fields: fields,
                json: ["value": false, "force": true, "reason": "the season is over"])
            #expect(forced.status == 200, "\(forced.text)")
            #expect(try forced.json()["override"]?["forced"] == true)
            try await host.expectRecord("toggled", ["id": "track", "forced": "true"], after: seen)
            let why = try await folder.flagstand("features", "--why", "track")
            #expect(why.output.hasPrefix("track is off: forced off by ci at "), "\(why)")
            #expect(why.output.hasSuffix(": \"the season is over\"\n"), "\(why)")
            let audit = try await folder.flagstand("audit", "--limit", "1")
            #expect(audit.output.contains("overrode features/track/enabled: – → false by force"), "\(audit)")
            // The documents switch it on.
            let reset = try await tcp.ask("DELETE", path, fields: fields)
            #expect(try reset.status == 200 && reset.json()["state"] == "active", "\(reset.text)")
        }
    }

    private func check(_ file: String) async throws -> (exit: HostProcess.Exit, output: String, errors: String) {
        var command = HostCommand(["check", file])
        command.folder = folder.path
        return try await HostProcess.end(of: command)
    }

    @Test func `documents that drop it are refused, also after a restart`() async throws {
        try folder.write("drop.yaml", Self.dropping)
        try folder.write("part.yaml", TestFolder.document().replacing("track: {}", with: "track: { rollout: 25% }"))
        let drop = try await check("drop.yaml")
        #expect(drop.exit == .code(0), "what runs is not known here: \(drop)")
        let part = try await check("part.yaml")
        #expect(part.exit == .code(1), "\(part)")
        #expect(
            part.output.hasPrefix(
                "part.yaml:5:12: error: track is locked: everybody has it or nobody, so that \"rollout\" can't stand here\n"
            ),
            "\(part)")
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady("ble active, track active")
            for command in ["plan", "apply"] {
                let refused = try await folder.flagstand(command, "drop.yaml")
                #expect(refused.exit == .code(1) && refused.output.hasSuffix(Self.unnamed), "\(command): \(refused)")
            }
            host.send(SIGKILL)
            try await host.expectExit(.signal(SIGKILL))
        }
        try folder.write("plugins.yaml", Self.dropping)
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady("ble active, track active")
            let features = try await folder.flagstand("features")
            #expect(features.output.contains("track"), "\(features)")
            let seen = host.errors.lines.count
            try folder.write(
                "plugins.yaml", TestFolder.document().replacing("track: {}", with: "track: \(Self.example)"))
            try await host.expectState("off", of: "track", after: seen)
            let why = try await folder.flagstand("features", "--why", "track")
            #expect(why.output == "track is off: the document says so: \"the season is over\"\n")
            // A rollback to a revision with the feature on is allowed; a document that drops it is refused afterwards.
            let back = try await folder.flagstand("rollback", "1")
            #expect(back.exit == .code(0), "\(back)")
            try folder.write("plugins.yaml", Self.dropping)
            let kept = try await folder.flagstand("apply", "drop.yaml")
            #expect(kept.exit == .code(1), "\(kept)")
        }
    }
}
