@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// Operators who come to the real host over TCP, and the commands that let them in.
// One after the other: the machine has other tests to run at the same time.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct OperatorTokenTests {
    private static let toggle = "/ops/v1/features/ble/toggle"

    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.write("plugins.yaml", TestFolder.document(ble: false))
    }

    private func running(_ body: (HostProcess, Way) async throws -> Void) async throws {
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            try await body(host, try await host.expectListening())
        }
    }

    /// Runs it until it is killed, which it can't prepare for.
    private func runningUntilKilled(_ body: (Way) async throws -> Void) async throws {
        try await running { host, tcp in
            try await body(tcp)
            host.send(SIGKILL)
            try await host.expectExit(.signal(SIGKILL))
        }
    }

    /// Makes a token.
    private func token(_ name: String, _ role: String) async throws -> String {
        let made = try await folder.flagstand("token", "create", name, "--role", role)
        try #require(made.exit == .code(0), "\(made)")
        return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func id(of token: String) -> String { String(token.dropFirst(4).prefix(8)) }

    /// Switches a feature until a follower of the messages gets one, since it may have connected a moment later.
    private func stir(_ events: LineStream, _ tcp: Way, _ fields: [(String, String)]) async throws {
        let end = ContinuousClock.now + HostProcess.limit
        var isOn = true
        while events.lines.isEmpty, ContinuousClock.now < end {
            isOn.toggle()
            _ = try await tcp.ask("PUT", Self.toggle, fields: fields, json: ["on": .boolean(isOn)])
        }
        #expect(!events.lines.isEmpty)
    }

    // MARK: - Commands

    @Test func `tokens are made, listed and revoked, word for word`() async throws {
        try await running { host, tcp in
            let none = try await folder.flagstand("token", "list")
            #expect(none == (.code(0), "There are no valid tokens; operators get in only over the local socket.\n", ""))
            let made = try await folder.flagstand(
                "token", "create", "ci", "--role", "operator", "--for", "90d", "--reason", "deploys")
            #expect(made.exit == .code(0))
            let token = try #require(made.output.wholeMatch(of: /(fso_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{40,})\n/)?.1)
            let id = id(of: String(token))
            #expect(
                ShownOutput.masked(made.errors)
                    == "ci is \(id), operator, until <moment>; it is shown only this once\n"
            )
            let taken = try await folder.flagstand("token", "create", "ci", "--role", "viewer")
            #expect(
                taken == (
                    .code(1), "",
                    "flagstand token create: error: name-taken: there is a token \"ci\" already, \(id); revoke it first\n"
                ))
            #expect(try await tcp.get("/ops/v1/features", fields: IssuerAddress.bearer(String(token))).status == 200)
            let list = try await folder.flagstand("token", "list")
            let owner = try #require(try await folder.localSocket.get("/ops/v1/tokens").json().list("tokens").first)
            let by = try #require(owner["made"]?.text("by"))
            #expect(
                list.output.split(separator: "\n").map { ShownOutput.masked(String($0)) } == [
                    "id name role made by until last used",
                    "\(id) ci operator <moment> \(by) <moment> <moment> from 127.0.0.1",
                ])
            let unknown = try await folder.flagstand("token", "revoke", "cj")
            #expect(
                unknown == (
                    .code(1), "",
                    "flagstand token revoke: error: not-found: there is no token \"cj\"; did you mean \"ci\"?\n"
                ))
            // A whole pasted token stands for its id, and appears in no error.
            let revoked = try await folder.flagstand("token", "revoke", String(token), "--reason", "laptop lost")
            #expect(revoked == (.code(0), "\(id) (ci) is revoked\n", ""))
            // It was the only token.
            #expect(try await tcp.get("/ops/v1/features", fields: IssuerAddress.bearer(String(token))).status == 404)
            let again = try await folder.flagstand("token", "list")
            #expect(again.output == none.output)
            let all = try await folder.flagstand("token", "list", "--all").output
            #expect(ShownOutput.masked(all).contains("revoked <moment> by \(by)"), "\(all)")
            let secret = token.dropFirst(13)
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder["state"]) {
                guard let bytes = FileManager.default.contents(atPath: folder["state/\(path)"]) else { continue }
                #expect(bytes.range(of: Data(secret.utf8)) == nil, "in state/\(path)")
            }
        }
    }

    // MARK: - Who gets in

    @Test func `before the first token the paths do not exist, and afterwards they ask for one`() async throws {
        try await running { host, tcp in
            let forged = IssuerAddress.bearer("fso_AAAAAAAA_\(String(repeating: "A", count: 48))")
            let nothing = try await tcp.get("/api/v1/nothing").visible
            #expect(nothing.first == "404")
            let paths = ["/ops/v1/features", "/ops/v1/tokens", "/ops/v1/nothing", "/ops/", "/ops/v1/trace?topic=**"]
            for path in paths {
                #expect(try await tcp.get(path).visible == nothing, "\(path)")
            }
            #expect(try await tcp.get("/ops/v1/features", fields: forged).visible == nothing)
            let viewer = IssuerAddress.bearer(try await token("eyes", "viewer"))
            var answers: [Way.Answer] = []
            for path in paths { answers.append(try await tcp.get(path)) }
            answers.append(try await tcp.ask("DELETE", "/ops/v1/features"))
            answers.append(try await tcp.get("/ops/v1/features", fields: forged))
            let inQuery = viewer[0].1.replacing("Bearer ", with: "")
            answers.append(try await tcp.get("/ops/v1/features?access_token=\(inQuery)"))
            let seen = Set(answers.map { $0.visible.map(ShownOutput.masked) })
            #expect(seen.count == 1 && seen.first?.first == "401", "\(seen)")
            #expect(seen.first?.contains("www-authenticate: Bearer realm=\"operators\"") == true, "\(seen)")
            // After ten wrong guesses in a minute an address has to wait, and nobody else does.
            var guesses: [Int] = []
            for _ in 0..<12 { guesses.append(try await tcp.get("/ops/v1/features", fields: forged).status) }
            #expect(guesses == Array(repeating: 401, count: 9) + Array(repeating: 429, count: 3))
            #expect(try await tcp.get("/ops/v1/features", fields: viewer).status == 200)
            // An operator is no user.
            #expect(try await tcp.get("/api/v1/track/status", fields: viewer).status == 401)
        }
    }

    @Test func `each role may do what is documented`() async throws {
        try await running { host, tcp in
            let roles = ["viewer", "operator", "admin"]
            var fields: [[(String, String)]] = []
            for role in roles { fields.append(IssuerAddress.bearer(try await token("a-\(role)", role))) }
            // The document repeats the current settings, since only an admin may change them.
            let capture = Value.text("\(Built.tree)/samples/lap.btsnoop").json
            let ble =
                #"{"enabled": false, "settings": {"captures": [{"file": \#(capture), "repeat": true}], "trust": "anyone"}}"#
            let document = try Value(json: #"{"features": {"ble": \#(ble), "track": {"log": "debug"}}}"#)
            let setting = try Value(
                json: #"{"features": {"ble": {"settings": {"captures": [{"file": "/etc/passwd"}]}}, "track": {}}}"#)
            let opening = try Value(json: #"{"features": {"track": {}}, "http": {"anonymous": true}}"#)
            // The first of the roles that may.
            let questions: [(String, String, Value?, Int)] = [
                ("GET", "/ops/v1/features", nil, 0), ("GET", "/ops/v1/config", nil, 0),
                ("POST", "/ops/v1/config/plan?name=new.json", document, 0),
                ("POST", "/ops/v1/config/plan?name=new.json", opening, 2),
                ("POST", "/ops/v1/config/plan?name=new.json", setting, 2),
                ("PUT", Self.toggle, ["on": true], 1), ("GET", "/ops/v1/audit", nil, 1),
                ("GET", "/ops/v1/audit/verify", nil, 1), ("GET", "/ops/v1/tokens", nil, 2),
                ("POST", "/ops/v1/call/track.status", ["request": [:]], 2),
                ("POST", "/ops/v1/config/apply?name=new.json", opening, 2),
            ]
            for (method, path, body, least) in questions {
                for (index, role) in roles.enumerated() {
                    let answer = try await tcp.ask(method, path, fields: fields[index], json: body)
                    if index >= least {
                        #expect(answer.status == 200, "\(method) \(path) as \(role): \(answer.text)")
                    } else {
                        #expect(answer.status == 403, "\(method) \(path) as \(role): \(answer.text)")
                        let needed = path.contains("apply") && index == 0 ? "operator" : roles[least]
                        let isNamed = answer.text.contains(/(role \\"|is an )\w/) && answer.text.contains(needed)
                        #expect(isNamed, "\(method) \(path): \(answer.text)")
                    }
                }
            }
            for (index, status) in [403, 200].enumerated() {
                try await tcp.follow("/ops/v1/trace?topic=**", fields: fields[index]) { events in
                    if status == 200 {
                        try await stir(events, tcp, fields[1])
                    } else {
                        let none: Bool? = try await events.first(within: HostProcess.limit) { _ in nil }
                        #expect(none == nil && events.lines.isEmpty)
                    }
                }
            }
        }
    }

    @Test func `a start warns only if tokens would be sent unencrypted over a network`() async throws {
        let words = "tokens come to this address in the open, for anyone on the way to take"
        func warnings(at address: String, _ body: () async throws -> Void = {}) async throws -> [LogLine] {
            try await HostProcess.run(folder.run("--listen", address)) { host in
                try await host.expectReady()
                try await body()
                // Warnings about an issuer's keys do not matter here.
                return host.records.filter { $0.level == "warning" && $0.feature != "access" }
            }
        }
        try folder.write("plugins.yaml", TestFolder.document(ble: false, "http: { anonymous: true }"))
        let before = try await warnings(at: "0.0.0.0:0") { _ = try await token("ci", "viewer") }
        #expect(before == [])
        let near = try await warnings(at: "127.0.0.1:0")
        #expect(near == [])
        let refused = try await warnings(at: "0.0.0.0:0")
        #expect(refused.map(\.message).map { $0.hasPrefix("operators are refused at this address") } == [true])
        try folder.write("plugins.yaml", TestFolder.document(ble: false, "http: { anonymous: true, plain: true }"))
        let operators = try await warnings(at: "0.0.0.0:0")
        #expect(operators.map(\.message) == [words])
        #expect(operators.first?.fields["address"]?.hasPrefix("0.0.0.0:") == true)
        // A user's, too.
        try folder.remove("state/operators.json")
        try folder.write("plugins.yaml", IssuerAddress.document(at: "http://127.0.0.1:1"))
        let users = try await warnings(at: "0.0.0.0:0")
        #expect(users.map(\.message) == [words])
    }

    // MARK: - Changes

    @Test func `a change is made only on the revision that it names`() async throws {
        try await running { host, tcp in
            let fields = IssuerAddress.bearer(try await token("ci", "operator"))
            let tag = try #require(try await tcp.get("/ops/v1/config", fields: fields).head["etag"])
            let number = try await folder.revision()
            #expect(tag == "\"r\(number)\"")
            let first = try await tcp.ask(
                "PUT", Self.toggle, fields: fields + [("If-Match", tag)], json: ["on": false])
            #expect(first.status == 200 && first.head["etag"] == "\"r\(number + 1)\"", "\(first.text)")
            let late = try await tcp.ask("PUT", Self.toggle, fields: fields + [("If-Match", tag)], json: ["on": true])
            #expect(late.status == 412 && late.head["etag"] == "\"r\(number + 1)\"", "\(late.text)")
            #expect(try late.json()["code"] == "changed-meanwhile")
            #expect(try late.json()["revision"] == .integer(Int64(number + 1)))
            let bad = try await tcp.ask("PUT", Self.toggle, fields: fields + [("If-Match", "r1")], json: ["on": true])
            #expect(bad.status == 400)
            // Eight come at once with the same revision; one of them is the first.
            let now = "\"r\(try await folder.revision())\""
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<8 {
                    group.addTask {
                        try await tcp.ask(
                            "PUT", "/ops/v1/overrides/features/ble/rollout", fields: fields + [("If-Match", now)],
                            json: ["value": .text("\(index + 1)%")]
                        ).status
                    }
                }
                var all: [Int] = []
                for try await status in group { all.append(status) }
                return all
            }
            #expect(statuses.sorted() == [200] + Array(repeating: 412, count: 7))
        }
    }

    @Test func `a request with the same key is executed once, also after a restart`() async throws {
        var (first, revision, tokens): (Way.Answer?, Int, [String]) = (nil, 0, [])
        let key = [("Idempotency-Key", "monday-1")]
        let body: Value = ["on": false, "reason": "rain"]
        try await runningUntilKilled { tcp in
            for name in ["ci", "cd"] { tokens.append(try await token(name, "admin")) }
            let fields = IssuerAddress.bearer(tokens[0]) + key
            let answer = try await tcp.ask("PUT", Self.toggle, fields: fields, json: body)
            #expect(answer.status == 200 && answer.head["idempotent-replayed"] == nil, "\(answer.text)")
            (first, revision) = (answer, try await folder.revision())
        }
        try await running { host, tcp in
            let mine = IssuerAddress.bearer(tokens[0])
            let again = try await tcp.ask("PUT", Self.toggle, fields: mine + key, json: body)
            #expect(again.status == 200 && again.text == first?.text && again.head["idempotent-replayed"] == "true")
            #expect(again.head["etag"] == first?.head["etag"])
            #expect(try await folder.revision() == revision)
            let other = try await tcp.ask("PUT", Self.toggle, fields: mine + key, json: ["on": true])
            #expect(try other.status == 422 && other.json()["code"] == "key-reused", "\(other.text)")
            // The same key of another operator is independent.
            let others = try await tcp.ask(
                "PUT", Self.toggle, fields: IssuerAddress.bearer(tokens[1]) + key, json: ["on": true])
            #expect(others.status == 200 && others.head["idempotent-replayed"] == nil, "\(others.text)")
            #expect(try await folder.revision() == revision + 1)

            let make: Value = ["name": "third", "role": "viewer"]
            let once = mine + [("Idempotency-Key", "monday-2")]
            let made = try await tcp.ask("POST", "/ops/v1/tokens", fields: once, json: make)
            #expect(made.status == 201)
            let twice = try await tcp.ask("POST", "/ops/v1/tokens", fields: once, json: make)
            #expect(try twice.status == 409 && twice.json()["code"] == "already-made", "\(twice.text)")
            #expect(try twice.json()["id"] == made.json()["id"] && !twice.text.contains("fso_"))
        }
    }

    // MARK: - Their end

    @Test func `tokens and revocations survive a kill, and a revocation ends streams`() async throws {
        var texts: [String] = []
        try await runningUntilKilled { _ in
            texts = [try await token("one", "operator"), try await token("two", "viewer")]
        }
        try await running { host, tcp in
            let fields = IssuerAddress.bearer(texts[0])
            #expect(try await tcp.get("/ops/v1/features", fields: fields).status == 200)
            try await tcp.follow("/ops/v1/trace?topic=**", fields: fields) { events in
                try await stir(events, tcp, fields)
                let revoked = try await folder.flagstand("token", "revoke", "one")
                #expect(revoked.exit == .code(0))
                #expect(try await events.expectEvent("end ") == #"end {"reason":"revoked"}"#)
                let after: Bool? = try await events.first(within: HostProcess.limit) { _ in nil }
                #expect(after == nil && events.lines.last?.hasPrefix("end ") == true)
            }
            host.send(SIGKILL)
            try await host.expectExit(.signal(SIGKILL))
        }
        for (isDamaged, expected) in [(false, [401, 200]), (true, [404, 404])] {
            // With a damaged list it is unknown which tokens were revoked.
            if isDamaged { try folder.overwrite("state/operators.json", Data("{\"version\":1,".utf8)) }
            try await runningUntilKilled { tcp in
                var statuses: [Int] = []
                for text in texts {
                    statuses.append(try await tcp.get("/ops/v1/features", fields: IssuerAddress.bearer(text)).status)
                }
                #expect(statuses == expected)
            }
        }
    }
}
