import FeatureKit
import Foundation
import Glibc
import JSON
import TestKeys
import TestSupport
import Testing

@testable import HostRuntime

/// Users of an issuer with an address of its own, as the real host lets them in.
// One after the other: the machine has other tests to run at the same time.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct AccessTests {
    private static let path = "/api/v1/track/status"

    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Runs a host that has the keys of an issuer.
    private func running(
        _ issuer: IssuerAddress, http: String = "{}", _ lines: String = "",
        _ body: (HostProcess, Way) async throws -> Void
    ) async throws {
        try await issuer.listen { address in
            try folder.write("plugins.yaml", IssuerAddress.document(at: address, http: http, lines))
            try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
                let tcp = try await host.expectListening()
                try await expectKeys(host)
                try await body(host, tcp)
            }
        }
    }

    private func expectKeys(_ host: HostProcess, after seen: Int = 0) async throws {
        try await host.expectLine(containing: "\"keys loaded\"", after: seen)
    }

    private func status(_ tcp: Way, _ key: TestKey) async throws -> Int {
        let answer = try await tcp.get(Self.path, fields: IssuerAddress.bearer(key.token(IssuerAddress.claims())))
        if answer.status == 503 { #expect(answer.head["retry-after"] == "1") }
        return answer.status
    }

    // MARK: - Keys

    @Test func `keys are exchanged during requests, and no valid token is refused`() async throws {
        let keys = [TestKey(.p256, id: "one"), TestKey(.ed25519, id: "two"), TestKey(.rsa(bits: 2_048), id: "three")]
        let issuer = IssuerAddress(keys[0])
        try await running(issuer) { host, tcp in
            #expect(try await status(tcp, keys[0]) == 200)
            issuer.publish(keys[0], keys[1])
            repeat {
                // It may come between two looks.
                #expect([503, 200].contains(try await status(tcp, keys[1])))
                #expect(try await status(tcp, keys[0]) == 200)
            } while try await !issuer.isAsked(2, within: .milliseconds(50))
            try await settle(tcp, keys[1], to: 200)
            #expect(try await status(tcp, keys[0]) == 200)

            // The issuer adds a third key and removes the first one.
            issuer.publish(keys[1], keys[2])
            #expect(try await status(tcp, keys[2]) == 503)
            try await issuer.expectAsked(3)
            try await settle(tcp, keys[2], to: 200)
            // The first key could be back by now; it is known to be gone only once the issuer was asked.
            #expect(try await status(tcp, keys[0]) == 503)
            try await issuer.expectAsked(4)
            try await settle(tcp, keys[0], to: 401)
            // Further requests with this key do not make the host ask the issuer again.
            for _ in 0..<20 { #expect(try await status(tcp, keys[0]) == 401) }
            #expect(try await status(tcp, keys[1]) == 200)
            #expect(issuer.answered == ["200 one", "200 one-two", "200 two-three", "304 two-three"])
        }
    }

    /// Sends requests with a key that the issuer has answered for, until the host does not answer 503 any more.
    private func settle(_ tcp: Way, _ key: TestKey, to expected: Int) async throws {
        let end = ContinuousClock.now + HostProcess.limit
        var last = 503
        while last == 503, ContinuousClock.now < end { last = try await status(tcp, key) }
        #expect(last == expected)
    }

    @Test func `while the issuer does not answer, keys from before the restart are used`() async throws {
        let key = TestKey(.p256, id: "one")
        let other = TestKey(.p256, id: "other")
        try await running(IssuerAddress(key)) { host, tcp in
            #expect(try await status(tcp, key) == 200)
            // The host is killed without warning.
            host.send(SIGKILL)
            try await host.expectExit(.signal(SIGKILL))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder["state/keys"])
        #expect(names.count == 1 && names.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{64}\.json/) != nil })
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            let tcp = try await host.expectListening()
            try await expectKeys(host)
            try await host.expectLine(containing: "its keys can't be had; those that it gave last count")
            #expect(try await status(tcp, key) == 200)
            // Whether the issuer has this key by now is unknown.
            #expect(try await status(tcp, other) == 503)
        }
        // The stored keys are damaged: nobody gets in, and no good token is called invalid.
        try folder.write("state/keys/\(names.first ?? "")", "{\"keys\":[")
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            let tcp = try await host.expectListening()
            try await host.expectLine(
                containing: "its keys can't be had; nobody gets in with its tokens until they can")
            #expect(try await status(tcp, key) == 503)
        }
    }

    // MARK: - Bad tokens

    @Test func `forged tokens are refused without a reason, on all paths`() async throws {
        let key = TestKey(.rsa(bits: 2_048), id: "one")
        let same = TestKey(.rsa(bits: 2_048), id: "one")
        let claims = IssuerAddress.claims()
        func signed(_ header: String, _ sign: (String) -> [UInt8]) -> String {
            let text = "\(letters(header)).\(letters(claims))"
            return "\(text).\(letters(sign(text)))"
        }
        let good = key.token(claims)
        let parts = good.split(separator: ".").map(String.init)
        let other = letters(IssuerAddress.claims(["sub": "boss"]))
        let long = String(repeating: "x", count: 8_192)
        let hour = Int64(Date().timeIntervalSince1970) + 3_600
        let bad: [(String, String)] = [
            ("no algorithm", signed(#"{"alg":"none"}"#) { _ in [] }),
            ("no algorithm, with a key", signed(#"{"alg":"nOnE","kid":"one"}"#) { _ in [] }),
            ("the public key as a secret", signed(#"{"alg":"HS256","kid":"one"}"#) { hmac(key.pem, $0) }),
            ("the set as a secret", signed(#"{"alg":"HS256","kid":"one"}"#) { hmac(Array(key.jwk.utf8), $0) }),
            ("an empty secret", signed(#"{"alg":"HS256","kid":"one"}"#) { hmac([], $0) }),
            ("another's key of the same name", same.token(claims)),
            ("a key that comes along", same.token(claims, header: #"{"alg":"RS256","jwk":\#(same.jwk)}"#)),
            ("another algorithm of the key", key.token(claims, header: #"{"alg":"PS256","kid":"one"}"#)),
            ("what has to be understood", key.token(claims, header: #"{"alg":"RS256","kid":"one","crit":["x"]}"#)),
            ("another's claims", "\(parts[0]).\(other).\(parts[2])"),
            ("no signature", "\(parts[0]).\(parts[1])."), ("two parts", "\(parts[0]).\(parts[1])"),
            ("four parts", good + ".x"), ("padding", good + "="), ("no token", "x"),
            ("another audience", key.token(IssuerAddress.claims(["aud": "elsewhere"]))),
            ("no audience", key.token(IssuerAddress.claims(["aud": .null]))),
            ("another issuer", key.token(IssuerAddress.claims(["iss": "https://issuer.example/"]))),
            ("one whose time is over", key.token(IssuerAddress.claims(for: -1))),
            ("one whose time comes", key.token(IssuerAddress.claims(["nbf": .integer(hour)]))),
            ("nobody's", key.token(IssuerAddress.claims(["sub": ""]))),
            ("one that is too long", key.token(IssuerAddress.claims(["x": .text(long)]))),
        ]
        try await running(IssuerAddress(key), "flags: { size: 7 }") { host, tcp in
            #expect(try await tcp.get(Self.path, fields: IssuerAddress.bearer(good)).status == 200)
            var answers: Set<[String]> = []
            for (what, token) in bad {
                let fields = IssuerAddress.bearer(token)
                let answer = try await tcp.get(Self.path, fields: fields)
                #expect(answer.status == 401, "\(what)")
                #expect(answer.head["www-authenticate"] == "Bearer error=\"invalid_token\"", "\(what)")
                #expect(answer.head.mediaType == "application/problem+json", "\(what)")
                var told = try answer.json()
                if case .object(var members) = told {
                    members["request"] = nil
                    told = .object(members)
                }
                answers.insert([told.json])
                let stream = try await tcp.get("/api/v1/track/stream/track.status", fields: fields)
                #expect(stream.status == 401, "\(what)")
                let flag = try await tcp.ask("POST", "/ofrep/v1/evaluate/flags/size", fields: fields, json: [:])
                #expect(flag.status == 401, "\(what)")
                #expect(flag.head["www-authenticate"] == "Bearer error=\"invalid_token\"", "\(what)")
                #expect(try flag.json()["errorDetails"] == "the token is not good, or not any more", "\(what)")
                let all = try await tcp.ask("POST", "/ofrep/v1/evaluate/flags", fields: fields, json: [:])
                #expect(all.status == 401, "\(what)")
                #expect(!host.errors.text.contains(token) || token == "x", "\(what) stands in the log")
            }
            // All of them get the same answer.
            #expect(answers.count == 1, "\(answers)")
            #expect(try await tcp.get(Self.path, fields: IssuerAddress.bearer(good)).status == 200)
        }
    }

    // MARK: - Who they are

    private static let flags = """
        flags:
          beta:
            variants: { "on": true, "off": false }
            default: "off"
            rules: [{ when: { email: { ends_with: "@circuit.example" } }, serve: "on" }]
        """

    @Test func `flags use the token's user, whatever the body claims`() async throws {
        let key = TestKey(.p256, id: "one")
        try await running(IssuerAddress(key), Self.flags) { host, tcp in
            func beta(_ email: String?, claiming context: Value = [:]) async throws -> Value? {
                let fields = email.map { IssuerAddress.bearer(key.token(IssuerAddress.claims(["email": .text($0)]))) }
                let answer = try await tcp.ask(
                    "POST", "/ofrep/v1/evaluate/flags/beta", fields: fields ?? [], json: ["context": context])
                #expect(answer.status == 200, "\(answer.text)")
                return try answer.json()["value"]
            }
            let own = [try await beta("ada@circuit.example"), try await beta("eve@elsewhere.example")]
            #expect(own == [true, false])
            let claimed = try await beta("eve@elsewhere.example", claiming: ["email": "ada@circuit.example"])
            #expect(claimed == false)
            let anonymous = try await beta(nil)
            #expect(anonymous == false)
        }
    }

    @Test func `if anonymous callers are refused, only signing in and the probes need no token`() async throws {
        let key = TestKey(.p256, id: "one")
        try await running(IssuerAddress(key), http: "{ anonymous: false }", "flags: { size: 7 }") { host, tcp in
            let user = IssuerAddress.bearer(key.token(IssuerAddress.claims()))
            let made = try await folder.flagstand("token", "create", "grafana", "--role", "viewer")
            let viewer = IssuerAddress.bearer(made.output.trimmingCharacters(in: .whitespacesAndNewlines))
            // The request, and the status for an anonymous caller, a user and an operator.
            let places: [(String, String, Int, Int, Int)] = [
                ("GET", Self.path, 401, 200, 401), ("POST", "/ofrep/v1/evaluate/flags/size", 401, 200, 401),
                ("POST", "/ofrep/v1/evaluate/flags", 401, 200, 401), ("GET", "/metrics", 401, 401, 200),
                ("GET", "/openapi.json", 401, 401, 200), ("GET", "/healthz", 200, 200, 200),
                ("GET", "/readyz", 200, 200, 200), ("GET", "/ops/v1/features", 401, 401, 200),
            ]
            for (method, path, stranger, known, operated) in places {
                let json: Value? = method == "POST" ? [:] : nil
                let answers = [
                    try await tcp.ask(method, path, json: json),
                    try await tcp.ask(method, path, fields: user, json: json),
                    try await tcp.ask(method, path, fields: viewer, json: json),
                ]
                #expect(answers.map(\.status) == [stranger, known, operated], "\(path)")
                for answer in answers where answer.status == 401 {
                    #expect(answer.head["www-authenticate"]?.hasPrefix("Bearer") == true, "\(path)")
                    #expect(!answer.text.isEmpty, "\(path)")
                }
            }
            let topic = "/api/v1/track/stream/track.status"
            #expect(try await tcp.get(topic).status == 401)
            try await tcp.follow(topic, fields: user) { _ = try await $0.expectEvent("") }
        }
    }

    @Test func `a stream ends when its token expires`() async throws {
        let key = TestKey(.p256, id: "one")
        try await running(IssuerAddress(key)) { host, tcp in
            let brief = IssuerAddress.bearer(key.token(IssuerAddress.claims(for: 3)))
            let long = IssuerAddress.bearer(key.token(IssuerAddress.claims()))
            let topic = "/api/v1/track/stream/track.status"
            try await tcp.follow(topic, fields: long) { others in
                try await tcp.follow(topic, fields: brief) { events in
                    try await events.expectEvent("status {")
                    #expect(try await events.expectEvent("end ") == #"end {"reason":"signed-out"}"#)
                    let after: Bool? = try await events.first(within: HostProcess.limit) { _ in nil }
                    #expect(after == nil && events.lines.last?.hasPrefix("end ") == true)
                }
                #expect(!others.lines.contains { $0.hasPrefix("end") })
            }
            #expect(try await tcp.get(Self.path, fields: brief).status == 401)
        }
    }
}
