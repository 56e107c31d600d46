@_spi(Hosting) import FeatureKit
import Foundation
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// Secrets go through a host in every way that they can; then everything is searched that it wrote or tells.
@Suite(.timeLimit(.minutes(3))) struct PlantedSecretTests {
    private static let accounts = "/api/v1/accounts"
    private static let password = "Pl4nted-Passw0rd-green-flag"
    private static let otherPassword = "Pl4nted-Other-Passw0rd-red"
    private static let wrongPassword = "Pl4nted-Wr0ng-Passw0rd-yellow"
    private static let word = "Pl4nted-W0rd-of-a-setting"
    /// Stands where it may: what is searched is really searched.
    private static let control = "Pl4nted-C0ntrol-of-the-search"

    @Test func `passwords, tokens and secrets stand in nothing that a host writes or tells`() async throws {
        let brittle = try Brittle()
        try brittle.folder.write("word", Self.word + "\n")
        try brittle.folder.write("plugins.yaml", Self.document)
        var planted = PlantedSecrets()
        for (name, text) in [
            ("a password", Self.password), ("a new password", Self.otherPassword),
            ("a wrong password", Self.wrongPassword), ("a secret of settings", Self.word),
        ] { planted.add(name, text) }
        var told: [String: String] = [:]
        try await brittle.running { host, tcp in
            try await host.expectState("active", of: "accounts")
            let operatorToken = try await makeToken(brittle, &planted)
            try await brittle.folder.localSocket.follow("/ops/v1/trace?topic=**") { trace in
                // Until something of it is seen, nobody knows that somebody looks on.
                while trace.lines.isEmpty {
                    for wish in ["off", "on"] { _ = try await brittle.folder.flagstand("toggle", "mood", wish) }
                }
                try await signIn(tcp, &planted)
                try await misuse(tcp, operatorToken)
                try await operate(brittle, tcp, operatorToken)
                _ = try await Brittle.tell(tcp, "blab")
                try await host.expectState("failed", of: "brittle")
                try await trace.expectEvent("accounts.sessions")
                told["the trace"] = trace.text
            }
            for path in Self.told { told[path] = try await brittle.folder.localSocket.get(path).text }
            for path in ["/metrics", "/readyz", "/openapi.json"] { told[path] = try await tcp.get(path).text }
            told["features --why"] = try await brittle.folder.flagstand("features", "--why", "brittle").output
            told["audit"] = try await brittle.folder.flagstand("audit").output
            told["log"] = host.errors.text
            told["output"] = host.output.text
        }
        for (place, text) in told { #expect(planted.found(in: text) == [], "in \(place): \(text)") }
        #expect(told["audit"]?.contains(Self.control) == true, "\(told["audit"] ?? "")")
        #expect(told["log"]?.contains(Self.control) == true)

        var files = 0
        var isControlKept = false
        for path in try FileManager.default.subpathsOfDirectory(atPath: brittle.folder["state"]) {
            guard let bytes = FileManager.default.contents(atPath: brittle.folder["state/\(path)"]) else { continue }
            files += 1
            #expect(planted.found(in: bytes) == [], "in state/\(path)")
            if bytes.range(of: Data(Self.control.utf8)) != nil { isControlKept = true }
        }
        #expect(files > 10 && isControlKept, "\(files) files were searched")
    }

    // MARK: - What goes through it

    /// An operator's token, of which the secret part is planted.
    private func makeToken(_ brittle: Brittle, _ planted: inout PlantedSecrets) async throws -> String {
        let made = try await brittle.folder.flagstand(
            "token", "create", "ci", "--role", "admin", "--reason", Self.control)
        let token = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let secret = try #require(token.split(separator: "_", maxSplits: 2).last.map(String.init))
        #expect(token.hasPrefix("fso_") && secret.count > 40, "\(made)")
        planted.add("an operator's token", secret)
        return token
    }

    /// A person's way through all that takes a secret.
    private func signIn(_ tcp: Way, _ planted: inout PlantedSecrets) async throws {
        let person: Members = ["email": "ada@circuit.example", "password": .text(Self.password)]
        let registered = try await post(tcp, "register", .object(person))
        #expect(registered.status == 200, "\(registered.text)")
        _ = try await post(tcp, "login", ["email": "ada@circuit.example", "password": .text(Self.wrongPassword)])
        let session = try await post(tcp, "login", .object(person)).json()
        let access = try #require(session.text("accessToken"))
        let refresh = try #require(session.text("refreshToken"))
        try planted.add(token: access, "an access token")
        planted.add("a refresh token", refresh)
        let bearer = [("Authorization", "Bearer \(access)")]
        #expect(try await tcp.get("\(Self.accounts)/me", fields: bearer).status == 200)
        let next = try await post(tcp, "refresh", ["refreshToken": .text(refresh)]).json()
        let nextRefresh = try #require(next.text("refreshToken"))
        try planted.add(token: try #require(next.text("accessToken")), "a second access token")
        planted.add("a second refresh token", nextRefresh)
        let changed = try await tcp.ask(
            "PUT", "\(Self.accounts)/me/password",
            fields: [("Authorization", "Bearer \(next.text("accessToken") ?? "")")],
            json: ["old": .text(Self.password), "new": .text(Self.otherPassword)])
        #expect(changed.status < 300, "\(changed.text)")
        _ = try await post(tcp, "forgot", ["email": "ada@circuit.example"])
        _ = try await post(tcp, "logout", ["refreshToken": .text(nextRefresh)])
        _ = try await tcp.get("\(Self.accounts)/me", fields: bearer)
    }

    /// Secrets where they don't belong.
    private func misuse(_ tcp: Way, _ operatorToken: String) async throws {
        let questions: [(String, String, [(String, String)], Value?)] = [
            ("POST", "\(Self.accounts)/login?password=\(Self.password)", [], nil),
            ("GET", "\(Self.accounts)/me?token=\(operatorToken)&password=\(Self.password)", [], nil),
            ("POST", "\(Self.accounts)/login", [], ["email": 5, "password": ["deep": .text(Self.password)]]),
            ("POST", "\(Self.accounts)/login", [], ["email": "ada@circuit.example", "pasword": .text(Self.password)]),
            (
                "POST", "\(Self.accounts)/register", [],
                ["email": "b@c.example", "password": .text(Self.password), "x": 1]
            ),
            ("POST", "\(Self.accounts)/reset", [], ["token": .text(Self.wrongPassword), "password": "x"]),
            ("POST", "\(Self.accounts)/refresh", [], ["refreshToken": .text(Self.wrongPassword)]),
            // A user's place for an operator's token, the other way round, and none of them.
            ("GET", "\(Self.accounts)/me", [("Authorization", "Bearer \(operatorToken)")], nil),
            ("GET", "\(Self.accounts)/me", [("Authorization", "Bearer \(Self.password)")], nil),
            ("GET", "\(Self.accounts)/me", [("Authorization", "Basic \(Self.password)")], nil),
            ("GET", "/ops/v1/features", [("Authorization", "Bearer \(Self.password)")], nil),
            ("GET", "/ops/v1/features", [("Authorization", "Bearer \(operatorToken)x")], nil),
            ("GET", "/metrics", [("Authorization", "Bearer \(operatorToken)")], nil),
        ]
        for (method, target, fields, body) in questions {
            _ = try await tcp.ask(method, target, fields: fields, json: body)
        }
    }

    /// What operators do, with their token and in somebody's name.
    private func operate(_ brittle: Brittle, _ tcp: Way, _ token: String) async throws {
        let fields = [("Authorization", "Bearer \(token)"), ("Idempotency-Key", "once")]
        let toggled = try await tcp.ask(
            "PUT", "/ops/v1/features/mood/toggle", fields: fields, json: ["on": true, "reason": .text(Self.control)])
        #expect(toggled.status == 200, "\(toggled.text)")
        _ = try await brittle.folder.flagstand(
            "call", "accounts.login", "email=ada@circuit.example", "password=\(Self.otherPassword)")
        _ = try await tcp.ask(
            "POST", "/ops/v1/tokens", fields: [("Authorization", "Bearer \(token)"), ("Idempotency-Key", "twice")],
            json: ["name": "second", "role": "viewer"])
    }

    private func post(_ tcp: Way, _ path: String, _ body: Value) async throws -> Way.Answer {
        try await tcp.ask("POST", "\(Self.accounts)/\(path)", json: body)
    }

    // MARK: - What it tells

    private static let told = [
        "/ops/v1/features", "/ops/v1/features/brittle", "/ops/v1/features/accounts", "/ops/v1/config",
        "/ops/v1/revisions", "/ops/v1/revisions/1", "/ops/v1/overrides", "/ops/v1/tokens", "/ops/v1/audit",
        "/ops/v1/audit/verify", "/ops/v1/wiring", "/ops/v1/store", "/ops/v1/flags", "/ops/v1/exposures",
        "/openapi.json", "/metrics",
    ]

    private static let document = """
        access:
          issuers:
            accounts:
              issuer: https://circuit.example
              audience: circuit-apps
              keys: { route: accounts.keys }
              revoked: accounts.revoked
              attributes: { email: email, session: sid }
              roles: { claim: roles }
        features:
          accounts:
            settings:
              issuer: https://circuit.example
              audience: circuit-apps
              confirm: none
              hashing: { memory: 19, passes: 2 }
          mood: {}
          brittle: { settings: { word: { secret: file:word } } }
        plugins: [units]
        log: debug

        """
}
