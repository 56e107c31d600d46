@_spi(Hosting) import FeatureKit
import HTTPServer
import HostConfig
import HostRuntime
import HostSystem
import JSON
import TestSupport
import Testing

@testable import HostHTTP

/// Changes that name the revision they build on, and changes that are made only once.
@Suite(.timeLimit(.minutes(1)))
struct OnceTests {
    private let toggle = "/ops/v1/features/crier/toggle"
    private let off = #"{"on":false,"reason":"rain"}"#
    private let on = #"{"on":true}"#

    private func code(_ response: Response) throws -> Value? { try Value(json: response.body)["code"] }

    // MARK: - If-Match

    @Test func `answers about the configuration name its revision, and changes the new one`() async throws {
        try await withHouse { house in
            let admin = try await house.token("a", "admin")
            for path in [
                "features", "features/crier", "overrides", "config", "revisions", "revisions/1", "revisions/1/diff/1",
                "flags",
            ] {
                let response = try await house.askApps(.get, "/ops/v1/\(path)", token: admin)
                #expect(response.field("ETag") == "\"r1\"", "\(path)")
            }
            let (rollout, part) = ("/ops/v1/overrides/features/crier/rollout", #"{"value":"25%"}"#)
            #expect(try await house.askApps(.put, rollout, token: admin, body: part).field("ETag") == "\"r2\"")
            // The same change again makes no new revision.
            #expect(try await house.askApps(.put, rollout, token: admin, body: part).field("ETag") == "\"r2\"")
            let rollback = "/ops/v1/revisions/1/rollback"
            #expect(try await house.askApps(.post, rollback, token: admin, body: "{}").field("ETag") == "\"r3\"")
        }
    }

    @Test func `a change that names an old revision is refused with the current one`() async throws {
        try await withHouse { house in
            let document = [("Content-Type", "application/yaml")]
            let changes: [(Method, String, String?, [(String, String)])] = [
                (.put, toggle, off, []), (.delete, toggle, nil, []),
                (.put, toggle, #"{"on":true,"preflight":true}"#, []),
                (.put, "/ops/v1/overrides/features/crier/rollout", #"{"value":"25%"}"#, []),
                (.delete, "/ops/v1/overrides/features/crier/rollout", nil, []),
                (.delete, "/ops/v1/overrides/features/crier/unit", nil, []),
                (.post, "/ops/v1/features/crier/replace", #"{"folder":"/nowhere"}"#, []),
                (.delete, "/ops/v1/features/crier/replace", nil, []),
                (.post, "/ops/v1/config/apply", "features: {}", document),
                (.post, "/ops/v1/config/confirm", nil, []), (.post, "/ops/v1/revisions/1/rollback", "{}", []),
            ]
            let admin = try await house.token("a", "admin")
            for (method, path, body, fields) in changes {
                let response = try await house.askApps(
                    method, path, token: admin, fields: fields + [("If-Match", "\"r9\"")], body: body)
                #expect(response.status.code == 412, "\(method) \(path): \(response.text)")
                let problem = try Value(json: response.body)
                #expect(problem["code"] == "changed-meanwhile" && problem["revision"] == 1)
                #expect(
                    problem["detail"]
                        == "nothing has changed: revision 1 counts by now; look at what it says, and try again")
                #expect(response.field("ETag") == "\"r1\"")
            }
            #expect(house.inside.configuration.journal.last?.number == 1)
        }
    }

    @Test func `of several changes to the same revision one is made`() async throws {
        try await withHouse { house in
            let codes = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        let body = #"{"value":"\#(number + 1)%"}"#
                        let request = Request(
                            .put, "/ops/v1/overrides/features/crier/rollout",
                            fields: [("Content-Type", "application/json"), ("If-Match", "\"r1\"")],
                            body: Array(body.utf8), peer: House.root)
                        let exchange = TestExchange()
                        house.router.respond(to: request, via: exchange)
                        return try await exchange.response().status.code
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes.sorted() == [200, 412, 412, 412, 412, 412])
            #expect(house.inside.configuration.journal.last?.number == 2)
        }
    }

    @Test(arguments: [
        ("\"r12\"", RevisionMatch.these([12])), ("*", .any), (" * ", .any), ("\"r1\", \"r2\"", .these([1, 2])),
        ("\"r1\",,\"x\" ,", .these([1])), ("W/\"r12\"", .these([])), ("W/\"r1\", \"r2\"", .these([2])),
        ("\"r012\"", .these([])), ("\"r-1\"", .these([])), ("\"R12\"", .these([])), ("\"\"", .these([])),
        ("\"r99999999999999999999\"", .these([])), ("\"r1,\"", .these([])),
    ])
    func `which revisions If-Match names`(field: String, match: RevisionMatch) {
        // There is no revision below zero.
        let found = RevisionTag.match(field)
        if case .these(let numbers)? = found {
            #expect(match == .these(numbers.filter { $0 >= 0 }))
        } else {
            #expect(found == match)
        }
        #expect(found?.allows(nil) == false)
    }

    @Test(arguments: ["", "r12", "\"r12", "\"r1\" \"r2\"", "*, \"r1\"", "w/\"r1\"", ","])
    func `an invalid If-Match is refused`(field: String) async throws {
        #expect(RevisionTag.match(field) == nil)
        try await withHouse { house in
            let admin = try await house.token("a", "admin")
            let response = try await house.askApps(.put, toggle, token: admin, fields: [("If-Match", field)], body: off)
            #expect(response.status.code == 400 && house.inside.configuration.journal.last?.number == 1)
        }
    }

    // MARK: - Roles of documents

    @Test(arguments: [
        ("http: { anonymous: true }\nfeatures: { crier: {}, listener: {} }", "http"),
        ("plugins: [/tmp/evil]\nfeatures: { crier: {}, listener: {} }", "plugins"),
        // For a duplicate key it is unknown which one counts.
        ("plugins: [/tmp/evil]\nplugins: []\nfeatures: { crier: {}, listener: {} }", "plugins"),
        ("remote: http://169.254.169.254/latest\nfeatures: { crier: {}, listener: {} }", "remote"),
        ("access: { issuers: {} }\nfeatures: { crier: {}, listener: {} }", "access"),
        ("features: { crier: { runs: worker }, listener: {} }", "features.crier.runs"),
        ("flags: [http://evil.example/flags]\nfeatures: { crier: {}, listener: {} }", "flags"),
        ("features: { crier: { settings: { admins: [eve@evil.example] } } }", "features.crier.settings"),
        ("features: { crier: { settings: { a: { secret: env:HOME } } } }", "features.crier.settings"),
        ("features: { crier: { when: { secret: env:HOME } } }", "features.crier.when.secret"),
    ])
    func `changes that need an admin are refused before any file or address is opened`(
        document: String, part: String
    ) async throws {
        try await withHouse { house in
            let (viewer, known) = (try await house.token("v", "viewer"), try await house.token("o", "operator"))
            let type = [("Content-Type", "application/yaml")]
            for (path, token) in [("plan", viewer), ("plan", known), ("apply", known)] {
                let response = try await house.askApps(
                    .post, "/ops/v1/config/\(path)", token: token, fields: type, body: document)
                #expect(response.status.code == 403, "\(response.text)")
                let problem = try Value(json: response.body)
                #expect(problem["code"] == "forbidden" && problem["parts"] == [.text(part)])
                let role = token == viewer ? "viewer" : "operator"
                #expect(
                    problem["detail"]
                        == .text("nothing has changed: \(part) is an admin's to change, and this is the role \(role)"))
            }
            #expect(house.inside.configuration.journal.last?.number == 1)
        }
    }

    @Test func `changes that need no admin are accepted from an operator`() async throws {
        try await withHouse { house in
            let known = try await house.token("o", "operator")
            let document =
                "log: debug\nflags: { a: { variants: { x: 1 }, default: x } }\nfeatures: { crier: {}, listener: {} }"
            let type = [("Content-Type", "application/yaml")]
            let applied = try await house.askApps(
                .post, "/ops/v1/config/apply", token: known, fields: type, body: document)
            #expect(applied.status == .ok && applied.field("ETag") == "\"r2\"", "\(applied.text)")
            // An unreadable document is reported as such.
            let broken = try await house.askApps(.post, "/ops/v1/config/apply", token: known, fields: type, body: "{")
            #expect(broken.status.code == 422)
            #expect(
                try await house.askApps(.post, "/ops/v1/revisions/1/rollback", token: known, body: "{}").status == .ok)
        }
    }

    @Test func `only an admin may roll back to a revision with other admin settings`() async throws {
        try await withHouse(document: "http: { callers: { key: { cookie: a } } }\nfeatures: { crier: {} }") { house in
            #expect(try await house.read("features: { crier: {} }") == .applied)
            let (known, admin) = (try await house.token("o", "operator"), try await house.token("a", "admin"))
            let refused = try await house.askApps(.post, "/ops/v1/revisions/1/rollback", token: known, body: "{}")
            #expect(refused.status.code == 403)
            let made = try await house.askApps(.post, "/ops/v1/revisions/1/rollback", token: admin, body: "{}")
            #expect(made.status == .ok)
        }
    }

    // MARK: - Idempotency-Key

    @Test func `a repeated request with the same key gets the same answer and changes nothing`() async throws {
        try await withHouse { house in
            let token = try await house.token("o", "operator")
            let key = [("Idempotency-Key", "k1")]
            let first = try await house.askApps(.put, toggle, token: token, fields: key, body: off)
            #expect(first.status == .ok && first.field("Idempotent-Replayed") == nil)
            _ = try await house.askApps(.delete, toggle, token: token)
            let again = try await house.askApps(.put, toggle, token: token, fields: key, body: off)
            #expect(again.status == .ok && again.body == first.body && again.field("ETag") == first.field("ETag"))
            #expect(again.field("Idempotent-Replayed") == "true")
            #expect(house.inside.configuration.journal.last?.number == 3)
            // The same key with another body, method, path or query is refused.
            for (method, path, body) in [
                (Method.put, toggle, on as String?), (.delete, toggle, nil), (.put, toggle + "?a=b", off),
                (.put, "/ops/v1/features/listener/toggle", off),
            ] {
                let other = try await house.askApps(method, path, token: token, fields: key, body: body)
                #expect(other.status.code == 422)
                #expect(try code(other) == "key-reused")
            }
            // A key belongs to one operator, at the local socket as well.
            let other = try await house.token("p", "operator")
            let theirs = try await house.askApps(.put, toggle, token: other, fields: key, body: on)
            #expect(theirs.status == .ok && theirs.field("Idempotent-Replayed") == nil)
        }
    }

    @Test func `refusals are remembered as well, but not answers of a stopping host`() async throws {
        try await withHouse { house in
            let token = try await house.token("o", "operator")
            let key = [("Idempotency-Key", "k1")]
            let nothing = "/ops/v1/features/nothing/toggle"
            let first = try await house.askApps(.put, nothing, token: token, fields: key, body: off)
            let again = try await house.askApps(.put, nothing, token: token, fields: key, body: off)
            #expect(first.status.code == 404 && again.status.code == 404 && again.body == first.body)
            #expect(again.field("Content-Type") == "application/problem+json")
            // With another revision active nothing was done, so the operator may look and use the same key again.
            let late = try await house.askApps(
                .put, toggle, token: token, fields: [("Idempotency-Key", "k3"), ("If-Match", "\"r9\"")], body: off)
            let looked = try await house.askApps(
                .put, toggle, token: token, fields: [("Idempotency-Key", "k3"), ("If-Match", "\"r1\"")], body: off)
            #expect(late.status.code == 412 && looked.status == .ok)
            house.inside.configuration.close()
            let stopping = try await house.askApps(
                .put, toggle, token: token, fields: [("Idempotency-Key", "k2")], body: off)
            let still = try await house.askApps(
                .put, toggle, token: token, fields: [("Idempotency-Key", "k2")], body: off)
            #expect(stopping.status.code == 503 && still.field("Idempotent-Replayed") == nil)
        }
    }

    @Test(arguments: ["", "a b", "ä", String(repeating: "a", count: 201), "a\u{7F}"])
    func `an invalid key is refused`(key: String) async throws {
        try await withHouse { house in
            let token = try await house.token("o", "operator")
            let response = try await house.askApps(
                .put, toggle, token: token, fields: [("Idempotency-Key", key)], body: off)
            #expect(response.status.code == 400 && house.inside.configuration.journal.last?.number == 1)
        }
    }

    @Test func `a token's text is shown once and stored nowhere`() async throws {
        try await withHouse { house in
            let admin = try await house.token("a", "admin")
            let key = [("Idempotency-Key", "k1")]
            let body = #"{"name":"ci","role":"viewer"}"#
            let first = try await house.askApps(.post, "/ops/v1/tokens", token: admin, fields: key, body: body)
            guard first.status.code == 201, case .text(let text)? = try Value(json: first.body)["token"] else {
                throw WrongAnswer(description: first.text)
            }
            let again = try await house.askApps(.post, "/ops/v1/tokens", token: admin, fields: key, body: body)
            #expect(again.status.code == 409 && again.field("Idempotent-Replayed") == "true")
            let problem = try Value(json: again.body)
            let id = house.inside.tokens.all.last?.id ?? ""
            #expect(problem["code"] == "already-made" && problem["id"] == .text(id))
            let folder = house.folder[IdempotentAnswers.folderName]
            let names = try LocalDisk().names(in: folder, most: 10)
            #expect(names.count == 1)
            for name in names {
                let file = String(decoding: try LocalDisk().read("\(folder)/\(name)", most: 1 << 20), as: UTF8.self)
                #expect(!file.contains(text) && !file.contains(text.dropFirst(13)))
            }
        }
    }
}
