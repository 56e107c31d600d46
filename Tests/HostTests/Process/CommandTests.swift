import Foundation
import TestKeys
import TestSupport
import Testing

/// The commands that are no host, as a shell sees them.
@Suite(.timeLimit(.minutes(2)))
struct CommandTests {
    typealias Outcome = (exit: HostProcess.Exit, output: String, errors: String)

    private func flagstand(
        _ arguments: String..., in folder: TestFolder? = nil, into output: String? = nil
    ) async throws -> Outcome {
        var command = HostCommand(arguments)
        if let folder { command.folder = folder.path }
        if let output { command.wrapper = ["sh", "-c", "exec \"$@\" \(output)", "sh"] }
        return try await HostProcess.end(of: command)
    }

    private func json(_ text: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(text.utf8)) }

    // MARK: - Used wrongly, and asked for help

    @Test(arguments: [
        [], ["run"], ["check"], ["features"], ["schema"],
    ])
    func `help is what was asked for`(command: [String]) async throws {
        for words in [command + ["--help"], command + ["-h"], ["help"] + command] {
            let help = try await HostProcess.end(of: HostCommand(words))
            #expect(help.exit == .code(0), "\(words)")
            #expect(help.output.hasPrefix((["Usage: flagstand"] + command).joined(separator: " ")), "\(words)")
            #expect(help.errors == "", "\(words)")
        }
    }

    @Test func `bash completes commands, parts, choices and options`() async throws {
        for (words, wanted) in [
            ("flagstand over", "override overrides"), ("flagstand token cr", "create"),
            ("flagstand token create --ro", "--role"), ("flagstand toggle ble of", "off"),
        ] {
            let count = words.split(separator: " ").count
            var command = HostCommand([
                "-c",
                """
                source <("$0" completion bash); COMP_WORDS=(\(words)); COMP_CWORD=\(count - 1)
                _flagstand; echo "${COMPREPLY[@]}"
                """, Built.flagstand,
            ])
            command.program = "/bin/bash"
            let outcome = try await HostProcess.end(of: command)
            #expect(outcome == (.code(0), "\(wanted)\n", ""), "\(words)")
        }
    }

    @Test(
        arguments: [
            ([], "flagstand: error: a command is missing\nTry \"flagstand --help\".\n"),
            (
                ["chekc", "x"],
                "flagstand: error: unknown command \"chekc\"; did you mean \"check\"?\nTry \"flagstand --help\".\n"
            ),
            (
                ["run", "--confg", "x", "--listen"],
                """
                flagstand run: error: unknown option "--confg"; did you mean "--config"?
                flagstand run: error: --listen needs a value: --listen ADDRESS
                Try "flagstand run --help".

                """
            ),
            (
                ["run", "--listen", "localhost:8080"],
                """
                flagstand run: error: --listen "localhost:8080": "localhost" is no IP address; \
                write it like 127.0.0.1:8080 or [::1]:8080
                Try "flagstand run --help".

                """
            ),
            (["check"], "flagstand check: error: FILE is missing\nTry \"flagstand check --help\".\n"),
        ] as [([String], String)])
    func `used wrongly, it says how`(words: [String], text: String) async throws {
        let refusal = try await HostProcess.end(of: HostCommand(words))
        #expect(refusal.exit == .code(2))
        #expect(refusal.errors == text)
        #expect(refusal.output == "")
    }

    // MARK: - check

    @Test func `a good document is fine`() async throws {
        let folder = try TestFolder.withDocument()
        let fine = try await flagstand("check", "plugins.yaml", in: folder)
        #expect(fine == (.code(0), "plugins.yaml: fine; on: ble, track\n", ""))
        let data = try await flagstand("check", "--json", "plugins.yaml", in: folder)
        #expect(data == (.code(0), "[]\n", ""))
        // It looks at a document; it leaves nothing beside it.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["plugins.yaml"])
    }

    @Test func `an address that others reach is told before the host refuses to start with it`() async throws {
        let folder = try TestFolder()
        let complaint = [
            "plugins.yaml:1:16: error: 0.0.0.0:80: others reach this address, and nobody could get in; in "
                + "plugins.yaml write whose users do, \"access: { issuers: … }\", or \"http: { anonymous: true }\" to let "
                + "everybody in",
            "http: {listen: 0.0.0.0:80}", "               ^", "",
        ]
        try folder.write("plugins.yaml", "http: {listen: 0.0.0.0:80}\n")
        let bad = try await flagstand("check", "plugins.yaml", in: folder)
        #expect(bad == (.code(1), complaint.joined(separator: "\n"), ""))
        try folder.write("plugins.yaml", "http: {listen: 0.0.0.0:80, anonymous: true}\n")
        #expect(try await flagstand("check", "plugins.yaml", in: folder).exit == .code(0))
    }

    private static let guarded = """
        http:
          listen: 127.0.0.1:0
          tls: { certificate: tls.pem, key: tls-key.pem }
        access:
          issuers:
            partner: { issuer: a, audience: b, keys: { file: keys.json } }

        """

    @Test func `certificates and keys that the document names are looked at before a host starts with them`()
        async throws
    {
        let folder = try TestFolder()
        try folder.write("plugins.yaml", Self.guarded)
        func check(_ place: String, _ severity: String, _ message: String, exit code: Int32 = 1) async throws {
            let told = try await flagstand("check", "plugins.yaml", in: folder)
            let wanted = "plugins.yaml:\(place): \(severity): \(folder.path)/\(message)"
            #expect(told.output.contains("\(wanted)\n"), "\(told) and not \(wanted)")
            #expect(told.exit == .code(code) && told.errors == "")
        }
        let nobody = "until that is fixed nobody gets in with its tokens"
        try await check("3:23", "error", "tls.pem: no such file")
        try await check("6:54", "warning", "keys.json: no such file; \(nobody)")
        let (one, two) = (try await TestPair("one", in: folder), try await TestPair("two", in: folder))
        try folder.copy(folder[one.certificate], to: "tls.pem")
        try folder.copy(folder[two.key], to: "tls-key.pem")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder["tls-key.pem"])
        try await check(
            "3:37", "error",
            "tls-key.pem: others may read or write this key (mode 644); chmod 600 or 640 keeps it secret")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder["tls-key.pem"])
        try await check("3:37", "error", "tls-key.pem: the key belongs to another certificate")
        // A host refuses to start for the same reason.
        let refused = try await HostProcess.end(of: folder.run())
        #expect(refused.exit == .code(1) && refused.errors.contains("the key belongs to another certificate"))

        try folder.copy(folder[two.certificate], to: "tls.pem.new")
        try folder.move("tls.pem.new", over: "tls.pem")
        for (keys, message) in [
            ("{", "keys.json: it is no JSON, or names a key twice; \(nobody)"),
            (#"{"keys":[]}"#, "keys.json: there are no keys in it; \(nobody)"),
            (#"{"keys":[{"kty":"RSA"}]}"#, "keys.json: none of its keys can be used; \(nobody)"),
        ] {
            try folder.write("keys.json", keys)
            try await check("6:54", "warning", message, exit: 0)
            #expect(try await flagstand("check", "--strict", "plugins.yaml", in: folder).exit == .code(1))
        }
        let (good, private_) = (TestKey(.p256, id: "a"), TestKey(.ed25519, id: "b"))
        try folder.write("keys.json", String(decoding: set(good), as: UTF8.self))
        let fine = try await flagstand("check", "plugins.yaml", in: folder)
        #expect(fine == (.code(0), "plugins.yaml: fine; on: nothing\n", ""))
        let told = private_.jwk.replacing("{", with: #"{"d":"AAAA","#, maxReplacements: 1)
        try folder.write("keys.json", #"{"keys":[\#(good.jwk),\#(told)]}"#)
        try await check(
            "6:54", "warning",
            "keys.json: 1 key is left out: with its private part, which is known to everybody now", exit: 0)
    }

    private static let bad = """
        features:
          ble:
            enabeld: true
            settings: { captures: [{ file: lap.btsnoop, speed: fast }] }
          track: { settings: { hold: 2 minutes } }

        """

    @Test func `a bad document is shown with carets under all that is wrong`() async throws {
        let folder = try TestFolder()
        try folder.write("plugins.yaml", Self.bad)
        let bad = try await flagstand("check", "plugins.yaml", in: folder)
        #expect(bad.exit == .code(1))
        #expect(
            bad.output == """
                plugins.yaml:3:5: error: unknown key "enabeld"; did you mean "enabled"?
                    enabeld: true
                    ^
                plugins.yaml:4:56: error: must be a number, not the text "fast"
                    settings: { captures: [{ file: lap.btsnoop, speed: fast }] }
                                                                       ^
                plugins.yaml:5:30: error: must be a duration such as 250ms, 5s or 1h30m, not the text "2 minutes"
                  track: { settings: { hold: 2 minutes } }
                                             ^

                """)
        #expect(bad.errors == "")
    }

    @Test func `the same for programs`() async throws {
        let folder = try TestFolder()
        try folder.write("plugins.yaml", Self.bad)
        let bad = try await flagstand("check", "plugins.yaml", "--json", in: folder)
        #expect(bad.exit == .code(1))
        let rows = try #require(try json(bad.output) as? [[String: Any]])
        #expect(rows.map { $0["line"] as? Int } == [3, 4, 5])
        #expect(rows.map { $0["column"] as? Int } == [5, 56, 30])
        #expect(rows.allSatisfy { $0["file"] as? String == "plugins.yaml" && $0["severity"] as? String == "error" })
        #expect(rows.first?["message"] as? String == "unknown key \"enabeld\"")
        #expect(rows.first?["suggestion"] as? String == "enabled")
        #expect(rows.dropFirst().allSatisfy { $0["suggestion"] == nil })
    }

    @Test func `what is no document is no success`() async throws {
        let folder = try TestFolder()
        #expect(try await flagstand("check", "x.yaml", in: folder) == (.code(1), "x.yaml: error: no such file\n", ""))
        #expect(
            try await flagstand("check", ".", in: folder) == (
                .code(1), ".: error: holds no *.yaml, *.yml or *.json; write {} into one where nothing shall run\n", ""
            ))
    }

    // MARK: - features

    @Test func `the features, from their manifests`() async throws {
        let folder = try TestFolder()
        let table = try await flagstand("features", in: folder)
        #expect(table.exit == .code(0) && table.errors == "")
        let lines = table.output.split(separator: "\n")
        #expect(
            lines.map { $0.prefix { $0 != " " } } == [
                "id", "accounts", "bars", "ble", "groups", "notifications", "rider", "shop", "tours", "track",
                "transit",
            ])

        let data = try await flagstand("features", "--json", in: folder)
        let rows = try #require(try json(data.output) as? [[String: Any]])
        #expect(
            rows.map { $0["id"] as? String } == [
                "accounts", "bars", "ble", "groups", "notifications", "rider", "shop", "tours", "track",
                "transit",
            ])
        let track = try #require(rows.first { $0["id"] as? String == "track" })
        let keys = [
            "after", "flags", "folder", "id", "keeps", "kit", "mount", "needs", "publishes", "reads", "requests",
            "routes",
            "stage", "summary", "version",
        ]
        #expect(track.keys.sorted() == keys)
        #expect(
            track["publishes"] as? [String] == ["track.notifications", "track.session", "track.speech", "track.status"])
        #expect(track["reads"] as? [String] == ["accounts.erased", "ble.sighted", "host.features"])
        #expect(track["after"] as? [String] == ["ble"])
        #expect((track["version"] as? String)?.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
    }

    @Test(arguments: ["features", "schema"])
    func `a document that was asked for has to be there`(command: String) async throws {
        let folder = try TestFolder()
        let outcome = try await flagstand(command, "--config", "x.yaml", in: folder)
        #expect(outcome == (.code(1), "", "x.yaml: error: no such file\n"))
    }

    // MARK: - schema

    @Test func `the schema knows every feature's settings`() async throws {
        let folder = try TestFolder()
        let schema = try await flagstand("schema", in: folder)
        #expect(schema.exit == .code(0) && schema.errors == "")
        let document = try #require(try json(schema.output) as? [String: Any])
        #expect(document["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        func settings(of feature: String) throws -> [String: Any] {
            var found = document
            for name in ["features", feature, "settings"] {
                let properties = try #require(found["properties"] as? [String: Any])
                found = try #require(properties[name] as? [String: Any], "\(name)")
            }
            return try #require(found["properties"] as? [String: Any])
        }
        #expect(
            try settings(of: "ble").keys.sorted() == [
                "beacons", "brokers", "captures", "clock", "distance", "gatewayKeys", "gateways", "lowBattery",
                "nearest",
                "offline", "trust", "weakest",
            ])
        #expect(
            try settings(of: "track").keys.sorted() == [
                "circuit", "clearWithin", "hold", "keep", "language", "network", "recording", "twoPeople", "zones",
            ])
    }

    // MARK: - Output that goes nowhere

    @Test(arguments: [["--help"], ["features"], ["schema"], ["check", "plugins.yaml"]])
    func `what can't be written is no success`(words: [String]) async throws {
        let folder = try TestFolder.withDocument()
        var command = HostCommand(words)
        command.folder = folder.path
        command.wrapper = ["sh", "-c", #"exec "$@" > /dev/full"#, "sh"]
        let full = try await HostProcess.end(of: command)
        #expect(full.exit == .code(1))
        #expect(full.errors == "flagstand: error: standard output cannot be written: No space left on device\n")
        // A reader that is gone is no news to anybody.
        command.wrapper = ["sh", "-c", #"mkfifo pipe; exec 3<>pipe >pipe 3>&-; exec "$@""#, "sh"]
        let gone = try await HostProcess.end(of: command)
        #expect(gone.exit == .code(1))
        #expect(gone.errors == "")
    }
}
