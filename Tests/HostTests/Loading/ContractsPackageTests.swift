import FeatureKit
import Foundation
import JSON
import TestSupport
import Testing

/// Two features with copies of one package of contracts, in the real host: `Fixtures/Porch`.
@Suite(.timeLimit(.minutes(2)))
struct ContractsPackageTests {
    private let venue: Venue

    init() throws {
        venue = try Venue()
        for name in ["Porch", "Visitor"] {
            let id = name.lowercased()
            try venue.folder.addLibrary(of: name, to: "\(Venue.units)/\(id)")
            try venue.folder.copy(
                "\(Built.tree)/Tests/HostTests/Fixtures/Porch/Sources/\(name)Feature/feature.yaml",
                to: venue.path(of: id, "feature.yaml"))
        }
    }

    private func running(
        _ porch: String = "host", _ visitor: String = "host", _ more: String = "",
        _ body: (HostProcess) async throws -> Void
    ) async throws {
        try venue.folder.write(
            "plugins.yaml",
            """
            features:
              porch: { runs: \(porch) }
              visitor: { runs: \(visitor) }
            plugins: [\(Venue.units)]
            \(more)
            """)
        try await HostProcess.run(venue.host) { host in
            try await host.expectReady()
            try await body(host)
        }
    }

    private func visit(_ fields: [(String, String)] = []) async throws -> Value {
        try await venue.folder.localSocket.ask("POST", "/api/v1/visitor/visits", fields: fields, json: ["times": 3])
            .json()
    }

    @Test(arguments: ["host", "worker"], ["host", "worker"])
    func `messages, questions and replies cross from one copy to the other`(
        porch: String, visitor: String
    ) async throws {
        try await running(porch, visitor) { _ in
            let seen = try await visit([("X-Flagstand-Key", "0123456789abcdefghijkl")])
            #expect(
                seen == [
                    "rung": 3, "by": "0123456789abcdefghijkl", "colour": "green", "key": "sesame", "level": 30,
                ])
        }
    }

    @Test(arguments: ["host", "worker"])
    func `a caller who may not ask is refused in the place of the module that asks for them`(
        porch: String
    ) async throws {
        try await running(porch) { _ in
            func ring(_ words: String...) async throws -> String {
                var command = HostCommand(["call", "visitor.bell", "times=1", "--state", "state"] + words)
                command.folder = venue.folder.path
                let outcome = try await HostProcess.end(of: command)
                return outcome.exit == .code(0) ? outcome.output : outcome.errors
            }
            let guest = try await ring()
            #expect(guest.contains("unauthenticated: this is for users who have signed in"), "\(guest)")
            let user = try await ring("--as", "ada")
            #expect(user.contains("forbidden: this is for those with the role \"staff\""), "\(user)")
            #expect(try Value(json: await ring("--as", "ada", "--roles", "host,staff")) == ["times": 1, "by": "ada"])
        }
    }

    @Test func `a route for modules stands at no path and is nothing to operators`() async throws {
        try await running { _ in
            let host = venue.folder.localSocket
            for path in ["/api/v1/porch", "/api/v1/porch/", "/api/v1/porch/ring"] {
                #expect(try await host.ask("POST", path, json: ["times": 1]).status == 404, "\(path)")
            }
            let document = try await host.get("/openapi.json").text
            #expect(document.contains("porch.bell") && !document.contains("porch.ring"))
            let call = try await venue.folder.flagstand("call", "porch.ring", "times=1", "--as", "ada")
            #expect(call.exit == .code(1) && call.errors.contains("has a route \"porch.ring\""), "\(call)")
        }
    }

    @Test(arguments: ["host", "worker"])
    func `a flag comes from the code, with a variant for each case`(porch: String) async throws {
        let rules =
            "flags: { porch.colour: { variants: { green: green, red: red }, default: green, rules: [{ when: { targetingKey: 0123456789abcdefghijkm }, serve: red }] } }"
        try await running(porch) { host in
            let report = try await venue.folder.localSocket.get("/ops/v1/features/porch").json()
            #expect(
                report["flags"] == [
                    [
                        "key": "porch.colour", "default": "green", "summary": "Which light the porch shows.",
                        "owner": "tests@circuit.example", "expiry": "2099-01-01",
                    ]
                ])
            let own = try await venue.folder.flagstand(
                "override", "flags/porch.colour/serve", "red", "--reason", "test")
            #expect(own.exit == .code(0), "\(own)")
            #expect(try await visit()["colour"] == "red", "an operator chose the variant of the other case")
            let none = try await venue.folder.flagstand(
                "override", "flags/porch.colour/serve", "blue", "--reason", "test")
            #expect(none.exit == .code(1) && none.errors.contains("red"), "\(none)")
        }
        try await running(porch, "host", rules) { _ in
            _ = try await venue.folder.flagstand("override", "flags/porch.colour/serve", "reset")
            #expect(try await visit([("X-Flagstand-Key", "0123456789abcdefghijkl")])["colour"] == "green")
            #expect(try await visit([("X-Flagstand-Key", "0123456789abcdefghijkm")])["colour"] == "red")
        }
    }

    @Test func `a flag of the manifest that the code does not declare is an error at load`() async throws {
        let manifest = try venue.folder.contents(of: venue.path(of: "porch", "feature.yaml"))
        try venue.folder.write(
            venue.path(of: "porch", "feature.yaml"), manifest.replacing("porch.colour", with: "porch.color"))
        try venue.folder.write(
            "plugins.yaml", "features: { porch: {} }\nplugins: [\(Venue.units)]\n")
        var command = HostCommand(["check", "plugins.yaml"])
        command.folder = venue.folder.path
        let check = try await HostProcess.end(of: command)
        #expect(
            check.output.contains(
                "units/porch/feature.yaml: error: the flag \"porch.color\" is not declared by the code"), "\(check)")
    }
}
