import FeatureKit
import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// The real host over TCP.
@Suite(.timeLimit(.minutes(2)))
struct ServingTests {
    /// The track is locked, so switching it off needs `force`.
    private static let withoutTrack = TestFolder.document().replacing(
        "track: {}", with: "track: { enabled: false, force: a test }")

    private let folder: TestFolder

    init() throws { folder = try TestFolder.withDocument() }

    private func serving(_ body: (HostProcess, Way) async throws -> Void) async throws {
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            try await body(host, try await host.expectListening())
        }
    }

    @Test func `a route answers, and a caller without a key gets one once`() async throws {
        try await serving { host, tcp in
            let first = try await tcp.get("/api/v1/track/status")
            #expect(first.status == 200 && first.head.mediaType == "application/json")
            #expect(try first.json()["mode"] != nil && first.json()["stale"] != nil)
            let key = try #require(first.head["x-flagstand-key"])
            #expect(key.wholeMatch(of: /[A-Za-z0-9_-]{22}/) != nil)
            #expect(first.head["set-cookie"]?.hasPrefix("flagstand_key=\(key);") == true)
            for field in [("X-Flagstand-Key", key), ("Cookie", "a=b; flagstand_key=\(key)")] {
                let again = try await tcp.get("/api/v1/track/status", fields: [field])
                #expect(again.head["x-flagstand-key"] == nil && again.head["set-cookie"] == nil)
            }
        }
    }

    @Test func `paths that are off, unknown or for operators look the same`() async throws {
        try await serving { host, tcp in
            let unknown = try await tcp.get("/api/v1/nothing").visible
            #expect(unknown.first == "404")
            #expect(try await tcp.get("/ops/v1/features").visible == unknown)
            #expect(try await tcp.get("/ops").visible == unknown)
            try folder.write("plugins.yaml", Self.withoutTrack)
            try await host.expectState("off", of: "track")
            #expect(try await tcp.get("/api/v1/track/status").visible == unknown)
            #expect(try await tcp.get("/api/v1/track/stream/track.status").visible == unknown)
        }
    }

    @Test func `a wrong request gets a problem`() async throws {
        try await serving { host, tcp in
            let wrong = try await tcp.ask("POST", "/api/v1/track/status", json: [:])
            #expect(wrong.status == 405 && wrong.head["allow"]?.contains("GET") == true)
            #expect(wrong.head.mediaType == "application/problem+json")
            #expect(try wrong.json()["code"] == "method-not-allowed")
            let unknown = try await tcp.get("/api/v1/track/status?wher=x")
            #expect(unknown.status == 400)
            #expect(try unknown.json()["code"] == "invalid")
        }
    }

    @Test func `a topic can be watched until its feature is switched off`() async throws {
        try await serving { host, tcp in
            try await tcp.follow("/api/v1/track/stream/track.status") { events in
                // A new follower gets the current state first.
                try await events.expectEvent("\"mode\"")
                try folder.write("plugins.yaml", Self.withoutTrack)
                let end = try await events.expectEvent("end ")
                #expect(end == "end {\"reason\":\"off\"}")
                // No event follows, and the connection is closed.
                let after: Bool? = try await events.first(within: HostProcess.limit) { _ in nil }
                #expect(after == nil && events.lines.last == end)
            }
        }
    }

    // MARK: - Listening

    @Test func `the document may set the address, and the system chooses port 0`() async throws {
        try folder.write("plugins.yaml", TestFolder.document(ble: true, "http: { listen: [127.0.0.1:0, 127.0.0.2:0] }"))
        try await HostProcess.run(folder.run()) { host in
            let line = try await host.expectLine(containing: "flagstand: ready")
            let pattern = #/ready in \d+ ms on http://127\.0\.0\.1:(\d+), http://127\.0\.0\.2:(\d+): /#
            let ports = try #require(line.firstMatch(of: pattern), "\(line)")
            #expect(ports.1 != "0" && ports.2 != "0")
            #expect(try await Way.tcp(ListenAddress("127.0.0.2:\(ports.2)")).get("/api/v1/track/status").status == 200)
        }
    }

    @Test func `a second host on the same port names the first one`() async throws {
        try await serving { host, tcp in
            guard case .tcp(let address) = tcp else { return }
            var command = folder.run("--listen", "\(address)")
            command.arguments += ["--state", "other"]
            command.arguments.removeSubrange(1...2)
            let second = try await HostProcess.end(of: command)
            #expect(second.exit == .code(1))
            let complaint = "\(address): error: in use by pid \(host.id) (flagstand)"
            #expect(second.errors.contains(complaint), "\(second.errors)")
            #expect(try await tcp.get("/api/v1/track/status").status == 200)
        }
    }

    @Test func `an address that other machines reach needs a setting`() async throws {
        let refused = try await HostProcess.end(of: folder.run("--listen", "0.0.0.0:0"))
        #expect(refused.exit == .code(1))
        let complaint =
            "0.0.0.0:0: error: others reach this address, and nobody could get in; in plugins.yaml write whose users do, "
            + "\"access: { issuers: … }\", or \"http: { anonymous: true }\" to let everybody in"
        #expect(refused.errors.replacing("\\\"", with: "\"").contains(complaint), "\(refused.errors)")
        try folder.write("plugins.yaml", TestFolder.document(ble: true, "http: { anonymous: true }"))
        try await HostProcess.run(folder.run("--listen", "0.0.0.0:0")) { try await $0.expectReady() }
    }
}
