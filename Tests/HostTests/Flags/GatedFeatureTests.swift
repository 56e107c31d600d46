import FeatureKit
import Foundation
import JSON
import TestSupport
import Testing

/// Features with gates, in the real host.
@Suite(.timeLimit(.minutes(2)))
struct GatedFeatureTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private static let spaniards = "when: { country: ES }"
    private static let nobody = "rollout: 0%"

    /// Saves a document in which `bars` has a gate.
    private func save(_ gate: String, enabled: Bool = true) throws {
        let document = TestFolder.document(
            ble: true, "http: { callers: { attributes: { country: X-Country } } }"
        ).replacing("track: {}", with: "bars: { enabled: \(enabled), \(gate) }")
        try folder.write("plugins.yaml", document)
    }

    private func serving(_ body: (HostProcess, Way) async throws -> Void) async throws {
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            try await body(host, try await host.expectListening())
        }
    }

    private func flagstand(_ words: String...) async throws -> FlagCommandTests.Outcome {
        var command = HostCommand(words + ["--state", "state"])
        command.folder = folder.path
        return try await HostProcess.end(of: command)
    }

    @Test func `a caller outside a feature's gate gets the answer of a path that does not exist`() async throws {
        try save(Self.spaniards)
        try await serving { _, tcp in
            for key in [[], [("X-Flagstand-Key", "0123456789abcdefghijkl")]] {
                let unknown = try await tcp.get("/api/v1/nothing", fields: key).visible
                #expect(unknown.first == "404")
                for path in ["/api/v1/bars/types", "/api/v1/bars/stream/bars.occupancy", "/api/v1/bars/types/zzz"] {
                    #expect(try await tcp.get(path, fields: key).visible == unknown, "\(path)")
                    let abroad = try await tcp.get(path, fields: key + [("X-Country", "FR")])
                    #expect(abroad.visible == unknown, "\(path)")
                }
                let home = try await tcp.get("/api/v1/bars/types", fields: key + [("X-Country", "ES")])
                #expect(home.status == 200)
            }
        }
    }

    @Test func `a call in somebody's name succeeds if they are inside the gate`() async throws {
        try save(Self.spaniards)
        try await serving { _, _ in
            let home = try await flagstand("call", "bars.types", "--as", "anna", "--with", "country=ES")
            #expect(home.exit == .code(0), "\(home)")
            let abroad = try await flagstand("call", "bars.types", "--as", "anna", "--with", "country=FR")
            #expect(abroad.exit == .code(1) && abroad.output == "")
            #expect(abroad.errors.hasPrefix("flagstand call: error: bars.types: not-found: "), "\(abroad)")
            let nobody = try await flagstand("call", "bars.types")
            #expect(nobody.exit == .code(1) && nobody.errors == abroad.errors)
        }
    }

    @Test func `a module whose gate lets nobody in is off, and the reason names the line`() async throws {
        try save(Self.nobody)
        try await serving { host, _ in
            let shut = try await flagstand("features", "--why", "bars")
            #expect(shut.output == "bars is off: its gate at plugins.yaml:5:3 lets nobody in\n")
            let seen = host.errors.lines.count
            try save(Self.spaniards)
            try await host.expectState("active", of: "bars", after: seen)
            let open = try await flagstand("features", "--why", "bars")
            #expect(open.output.hasSuffix("not everybody has bars: its gate at plugins.yaml:5:3 says who\n"))
        }
    }

    /// The state that follows from what the document and an operator say.
    static let table: [(gate: String, enabled: Bool, toggle: String, runs: Bool)] = [
        (spaniards, true, "reset", true), (spaniards, true, "on", true), (spaniards, true, "off", false),
        (spaniards, false, "reset", false), (spaniards, false, "on", true), (spaniards, false, "off", false),
        (nobody, true, "reset", false), (nobody, true, "on", false), (nobody, true, "off", false),
        (nobody, false, "reset", false), (nobody, false, "on", false), (nobody, false, "off", false),
    ]

    @Test func `the document and an operator decide whether it runs, its gate for whom`() async throws {
        try save(Self.spaniards)
        try await serving { host, tcp in
            for (number, row) in Self.table.enumerated() {
                let seen = host.errors.lines.count
                // An unchanged document is not applied again.
                try save(row.gate + (number.isMultiple(of: 2) ? " " : ""), enabled: row.enabled)
                try await host.expectRecord("document applied", after: seen)
                let toggled = try await flagstand("toggle", "bars", row.toggle)
                let hasNoEffect = row.toggle == "on" && !row.runs
                #expect(toggled.exit == .code(hasNoEffect ? 1 : 0), "\(row): \(toggled)")
                #expect(toggled.output.contains("lets nobody in") == hasNoEffect, "\(row): \(toggled)")
                let state = try await Way.localSocket(folder["state"]).get("/ops/v1/features/bars").json()["state"]
                #expect(state == (row.runs ? "active" : "off"), "\(row)")
                for (country, has) in [("ES", row.runs), ("FR", false)] {
                    let answer = try await tcp.get("/api/v1/bars/types", fields: [("X-Country", country)])
                    #expect(answer.status == (has ? 200 : 404), "\(row), \(country)")
                }
            }
        }
    }
}
