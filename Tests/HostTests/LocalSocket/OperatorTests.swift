import FeatureKit
import Foundation
import Glibc
import HostSystem
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// The real host at its local socket, and the commands that talk to it.
@Suite(.timeLimit(.minutes(2)))
struct OperatorTests {
    typealias Outcome = (exit: HostProcess.Exit, output: String, errors: String)

    private let folder: TestFolder

    init() throws { folder = try TestFolder.withDocument() }

    private var localSocket: Way { .localSocket(folder["state"]) }

    /// Asks the host that runs in the folder.
    private func flagstand(_ words: String...) async throws -> Outcome {
        var command = HostCommand(words + ["--state", "state"])
        command.folder = folder.path
        return try await HostProcess.end(of: command)
    }

    private func running(_ body: (HostProcess) async throws -> Void) async throws {
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady()
            try await body(host)
        }
    }

    /// Asks the host for one feature.
    private func feature(_ id: String) async throws -> Value {
        try await localSocket.get("/ops/v1/features/\(id)").json()
    }

    @Test func `only its owner can use the local socket, which speaks HTTP`() async throws {
        try await running { host in
            var found = stat()
            #expect(unsafe lstat(folder["state/door"], &found) == 0)
            #expect(found.st_mode & S_IFMT == S_IFSOCK && found.st_mode & 0o777 == 0o600)
            for (path, status) in [("/healthz", 200), ("/api/v1/track/status", 200), ("/ops/v1/nothing", 404)] {
                let answer = try await localSocket.get(path)
                #expect(answer.status == status, "\(path)")
            }
        }
    }

    @Test func `features are listed with their states`() async throws {
        try await running { host in
            let table = try await flagstand("features")
            #expect(table.exit == .code(0) && table.errors == "")
            let rows = table.output.split(separator: "\n").map {
                $0.split(separator: " ").prefix(3).joined(separator: " ")
            }
            #expect(
                rows == [
                    "id state wanted", "accounts off off", "bars off off", "ble active on", "groups off off",
                    "notifications off off", "rider off off", "shop off off", "tours off off", "track active on",
                    "transit off off",
                ])
            let json = try await flagstand("features", "--json")
            #expect(json.exit == .code(0))
            let (told, asked) = (try Value(json: json.output), try await localSocket.get("/ops/v1/features").json())
            #expect(told == asked)
            let why = try await flagstand("features", "--why", "track")
            #expect(why.exit == .code(0) && why.output.contains("track"))
            let wrong = try await flagstand("features", "--why", "trakc")
            #expect(wrong.exit == .code(1) && wrong.output == "")
            #expect(wrong.errors.hasPrefix("flagstand features: error: not-found: "))
            #expect(wrong.errors.contains("did you mean \"track\"?"), "\(wrong.errors)")
        }
    }

    @Test func `a toggle wins over the document until it is reset`() async throws {
        try await running { host in
            let off = try await flagstand("toggle", "ble", "off", "--reason", "rain")
            #expect(off.exit == .code(0), "\(off)")
            #expect(off.output.hasPrefix("ble is off after "))
            let told = try await feature("ble")
            #expect(told["on"] == false && told["document"] == true && told["state"] == "off")
            #expect(told["toggle"]?["reason"] == "rain" && told["toggle"]?["on"] == false)
            #expect(told["toggle"]?["uid"] == .integer(Int64(geteuid())))

            // Saying the same again in the document changes nothing.
            let seen = host.errors.lines.count
            try folder.write("plugins.yaml", TestFolder.document(ble: true, "log: debug"))
            try await host.expectRecord("document applied", after: seen)
            #expect(try await feature("ble")["state"] == "off")

            let reset = try await flagstand("toggle", "ble", "reset")
            #expect(reset.exit == .code(0) && reset.output.hasPrefix("ble is active after "))
            #expect(try await feature("ble")["toggle"] == .null)
        }
    }

    @Test func `a toggle survives even if the host is killed right after the answer`() async throws {
        try await running { host in
            #expect(try await flagstand("toggle", "ble", "off").exit == .code(0))
            host.send(SIGKILL)
            try await host.expectExit(.signal(SIGKILL))
        }
        // The socket that the dead host left does not stop a new one.
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady("track active")
            #expect(try await feature("ble")["toggle"]?["on"] == false)
            #expect(try await flagstand("toggle", "ble", "reset").exit == .code(0))
        }
        try await HostProcess.run(folder.run()) { try await $0.expectReady("ble active, track active") }
    }

    @Test func `a toggle with an end expires by itself, also while the host is down`() async throws {
        try await running { host in
            let brief = try await flagstand("toggle", "ble", "off", "--for", "1s")
            #expect(brief.exit == .code(0) && brief.output.contains(", until "), "\(brief)")
            try await host.expectRecord("override expired")
            #expect(try await feature("ble")["toggle"] == .null)
            #expect(try await flagstand("toggle", "ble", "off", "--for", "5s").exit == .code(0))
            host.send(SIGKILL)
            try await host.expectExit(.signal(SIGKILL))
        }
        try await HostProcess.run(folder.run()) { host in
            // If the host starts before the end, the toggle expires later.
            try await host.expectRecord("override expired")
            try await host.expectReady()
            #expect(try await feature("ble")["toggle"] == .null)
        }
    }

    @Test func `a rollout and a served variant, listed and explained`() async throws {
        try folder.write("plugins.yaml", TestFolder.document(ble: true, Self.flags))
        try await running { host in
            let rollout = try await flagstand("rollout", "ble", "25%", "--reason", "first quarter")
            #expect(rollout.exit == .code(0) && rollout.output.hasPrefix("features/ble/rollout is 25%\n"), "\(rollout)")
            let served = try await flagstand("override", "flags/shop.banner/serve", "plain", "--for", "2h")
            #expect(served.exit == .code(0) && served.output.hasPrefix("flags/shop.banner/serve is plain, until "))
            let told = try await flagstand("evaluate", "shop.banner", "--as", "anna")
            #expect(told.output.contains("Hello"), "\(told)")
            let why = try await flagstand("explain", "shop.banner", "--as", "anna")
            #expect(why.output.contains("by the override by "), "\(why)")
            let list = try await flagstand("overrides")
            #expect(list.output.split(separator: "\n").count == 3 && list.output.contains("first quarter"), "\(list)")
            let wrong = try await flagstand("override", "flags/shop.baner/serve", "plain")
            #expect(wrong.exit == .code(1) && wrong.errors.contains("did you mean \"shop.banner\"?"), "\(wrong)")
            let reset = try await flagstand("rollout", "ble", "reset")
            #expect(reset.output.hasPrefix("features/ble/rollout is reset; it was 25% by "), "\(reset)")
        }
    }

    private static let flags = "flags: { shop.banner: { variants: { plain: Hello, loud: HELLO }, default: loud } }"

    @Test func `an impossible toggle is refused with a reason`() async throws {
        try await running { host in
            let unknown = try await flagstand("toggle", "bel", "off")
            #expect(unknown.exit == .code(1) && unknown.output == "")
            #expect(unknown.errors.contains("did you mean \"ble\"?"), "\(unknown.errors)")
        }
    }

    @Test func `a trace shows messages until the host goes`() async throws {
        try await running { host in
            var command = HostCommand(["trace", "ble.**", "--state", "state"])
            command.folder = folder.path
            try await HostProcess.run(command) { trace in
                let line = try await trace.output.first(within: HostProcess.limit) { $0.first }
                let message = try Value(json: try #require(line))
                #expect(message["topic"] == "ble.sighted" && message["source"] == "ble")
                #expect(message["value"] != nil && message["sequence"] != nil && message["time"] != nil)
                host.send(SIGTERM)
                try await trace.expectExit(.code(1))
                // Its last output may be read after its end.
                let complaint = try await trace.errors.first(within: HostProcess.limit) { $0.first }
                #expect(complaint == "flagstand trace: error: the host went away")
                #expect(trace.errors.text == "flagstand trace: error: the host went away\n")
            }
            try await host.expectExit(.code(0))
        }
    }

    @Test func `call asks a route`() async throws {
        try await running { host in
            let status = try await flagstand("call", "track.status")
            #expect(status.exit == .code(0) && status.errors == "")
            #expect(status.output.hasPrefix("{\n  \""))
            #expect(try Value(json: status.output)["mode"] != nil)
            let wrong = try await flagstand("call", "track.status", "wher=x")
            #expect(wrong.exit == .code(1) && wrong.output == "")
            #expect(wrong.errors.hasPrefix("flagstand call: error: track.status: invalid: "), "\(wrong.errors)")
            let unknown = try await flagstand("call", "track.staus")
            #expect(unknown.exit == .code(1) && unknown.errors.contains("did you mean \"track.status\"?"), "\(unknown)")
        }
    }

    @Test func `the wiring is listed and drawn`() async throws {
        try await running { host in
            let wiring = try await localSocket.get("/ops/v1/wiring")
            #expect(wiring.status == 200 && wiring.text.contains("ble.sighted"))
            let dot = try await localSocket.get("/ops/v1/wiring?format=dot")
            #expect(dot.text.hasPrefix("digraph") && dot.text.contains("track.status"))
            let mermaid = try await localSocket.get("/ops/v1/wiring?format=mermaid")
            #expect(mermaid.text.hasPrefix("flowchart") && mermaid.text.contains("track"))
            #expect(try await localSocket.get("/ops/v1/wiring?format=png").status == 400)
        }
    }

    @Test func `the path of a state folder may be long`() async throws {
        let deep = (0..<40).map { "folder-\($0)" }.joined(separator: "/")
        var command = folder.run()
        command.arguments = ["run", "--state", deep]
        try await HostProcess.run(command) { host in
            try await host.expectReady()
            var ask = HostCommand(["features", "--state", deep])
            ask.folder = folder.path
            let features = try await HostProcess.end(of: ask)
            #expect(features.exit == .code(0) && features.output.contains(/\ntrack +active/), "\(features)")
            #expect(host.complaints == [])
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become somebody else"))
    func `another user is refused`() async throws {
        try await running { host in
            #expect(unsafe chmod(folder.path, 0o755) == 0)
            // The socket refuses other users even if its folder is open to everyone.
            for mode in [0o700, 0o755] as [mode_t] {
                #expect(unsafe chmod(folder["state"], mode) == 0)
                var command = HostCommand(["toggle", "ble", "off", "--state", folder["state"]])
                command.wrapper = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
                let outcome = try await HostProcess.end(of: command)
                let words = "only the user that runs the host may talk to it"
                #expect(outcome == (.code(1), "", "flagstand toggle: error: \(folder["state"]): \(words)\n"))
            }
            #expect(try await feature("ble")["state"] == "active")
        }
    }
}

extension WithOutsideFeatures {
    /// A fixture that answers who the caller is and can wait, in the real host.
    @Suite(.timeLimit(.minutes(2)))
    struct AskedHostTests {
        private let venue: Venue

        init() throws {
            venue = try Venue()
            try #require(OutsideFeatures.current).ship("Delivery", to: venue)
            try venue.save("delivery: {}")
        }

        private func flagstand(_ words: String...) async throws -> OperatorTests.Outcome {
            var command = HostCommand(words + ["--state", "state"])
            command.folder = venue.folder.path
            return try await HostProcess.end(of: command)
        }

        @Test func `a call is made for the caller that it names`() async throws {
            try await HostProcess.run(venue.host) { host in
                try await host.expectReady("ble active, delivery active, track active")
                let who = try await flagstand(
                    "call", "delivery.who", "times=3", "--as", "alice", "--with", "country=ES,app=2.1.0", "--json")
                #expect(who.exit == .code(0), "\(who)")
                #expect(
                    try Value(json: who.output) == [
                        "times": 3, "key": "alice", "origin": "cli", "attributes": ["country": "ES", "app": "2.1.0"],
                    ])
                let wrong = try await flagstand("call", "delivery.who", "times=40", "tmies=1")
                #expect(wrong.exit == .code(1))
                #expect(wrong.errors.contains("\n  times: must be between 1 and 9, not 40\n"), "\(wrong.errors)")
                #expect(wrong.errors.contains("did you mean \"times\"?"), "\(wrong.errors)")
            }
        }

        @Test func `a feature stops and starts with the one that it needs`() async throws {
            try await HostProcess.run(venue.host) { host in
                try await host.expectReady()
                let off = try await flagstand("toggle", "ble", "off")
                #expect(off.exit == .code(0) && off.output.contains("; with it stops: delivery\n"), "\(off)")
                try await host.expectState("waiting", of: "delivery")
                #expect(try await flagstand("call", "delivery.who").exit == .code(1))
                let on = try await flagstand("toggle", "ble", "on")
                #expect(on.exit == .code(0) && on.output.contains("; with it starts: delivery\n"), "\(on)")
                try await host.expectState("active", of: "delivery", after: host.errors.lines.count / 2)
            }
        }

        @Test func `a call that is being answered when the host stops is answered`() async throws {
            try await HostProcess.run(venue.host) { host in
                try await host.expectReady()
                async let call = flagstand("call", "delivery.wait")
                try await host.expectRecord("waiting", from: "delivery")
                host.send(SIGTERM)
                let outcome = try await call
                #expect(outcome == (.code(0), "", ""))
                try await host.expectExit(.code(0))
            }
        }
    }
}
