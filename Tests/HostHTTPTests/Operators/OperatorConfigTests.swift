import FeatureKit
import HTTPServer
import HostConfig
import JSON
import TestSupport
import Testing

@testable import HostHTTP
@testable import HostRuntime

/// The operators' paths about the whole configuration.
@Suite(.timeLimit(.minutes(1)))
struct OperatorConfigTests {
    private func value(_ response: Response) throws -> Value { try Value(json: response.body) }

    private func firstError(_ response: Response) throws -> Value? {
        guard case .list(let errors)? = try value(response)["errors"] else { return nil }
        return errors.first?["message"]
    }

    @Test(arguments: [
        ("/ops/v1/revisions?limit=0", "must be between 1 and 200, not 0"),
        ("/ops/v1/revisions?limit=201", "must be between 1 and 200, not 201"),
        ("/ops/v1/revisions/x", "must be the number of a revision, not \"x\""),
        ("/ops/v1/revisions/-1", "must be the number of a revision, not \"-1\""),
        ("/ops/v1/revisions/99999999999999999999", "must be the number of a revision, not \"99999999999999999999\""),
        ("/ops/v1/revisions/1/diff/+2", "must be the number of a revision, not \"+2\""),
    ])
    func `an invalid number of a revision is refused`(target: String, message: String) async throws {
        try await withHouse { house in
            let response = try await house.ask(.get, target)
            #expect(response.status.code == 400)
            #expect(try firstError(response) == .text(message))
        }
    }

    @Test(arguments: [
        ("confirmWithin=5", "must be a duration such as 250ms, 5s or 1h30m, not the text \"5\""),
        ("confirmWithin=0s", "must be between 1s and 1d, not 0s"),
        ("confirmWithin=25h", "must be between 1s and 1d, not 25h"),
        ("reasn=x", "unknown key \"reasn\"; did you mean \"reason\"?"),
        ("reason=\(String(repeating: "x", count: 501))", ""),
        ("name=", ""),
    ])
    func `an apply with an invalid query is refused`(query: String, message: String) async throws {
        try await withHouse { house in
            let response = try await house.ask(.post, "/ops/v1/config/apply?\(query)", body: "{}")
            #expect(response.status.code == 400, "\(response.text)")
            if !message.isEmpty { #expect(try firstError(response) == .text(message)) }
            #expect(try value(response)["code"] == "invalid")
        }
    }

    @Test func `a body has to be a document`() async throws {
        try await withHouse { house in
            let exchange = TestExchange()
            house.router.respond(
                to: Request(
                    .post, "/ops/v1/config/plan", fields: [("Content-Type", "application/x-www-form-urlencoded")],
                    body: Array("features: {}".utf8), peer: House.root), via: exchange)
            let response = try await exchange.response()
            #expect(response.status.code == 415)
            #expect(
                try value(response)["detail"]
                    == "the body must be a document: Content-Type: application/yaml, or application/json")
        }
    }

    @Test func `a confirmation needs no body, and may have an empty one`() async throws {
        try await withHouse { house in
            for body in [nil, "{}"] as [String?] {
                let response = try await house.ask(.post, "/ops/v1/config/confirm", body: body)
                #expect(try value(response)["code"] == "nothing-to-confirm", "\(response.text)")
            }
            for body in [#"{"revision":1}"#, "[]", "{"] {
                let response = try await house.ask(.post, "/ops/v1/config/confirm", body: body)
                #expect(response.status.code == 400, "\(response.text)")
            }
        }
    }

    @Test(arguments: [
        "{}", "[]", #"{"documents":[]}"#, #"{"documents":[{"name":"a.yaml"}]}"#,
        #"{"documents":[{"name":"","text":""}]}"#, #"{"documents":[{"name":"a","text":1}]}"#,
        #"{"documents":[{"name":"a","text":"","more":1}]}"#, #"{"documents":[{"name":"a","text":""}],"more":1}"#,
        #"{"documents":[{"name":"a","text":"{}"}]"#,
    ])
    func `a body with several documents has to be valid`(body: String) async throws {
        try await withHouse { house in
            let exchange = TestExchange()
            house.router.respond(
                to: Request(
                    .post, "/ops/v1/config/plan", fields: [("Content-Type", HandedDocuments.type)],
                    body: Array(body.utf8), peer: House.root), via: exchange)
            let response = try await exchange.response()
            #expect(response.status.code == 400)
            #expect(response.text.contains(#"[{\"name\": …, \"text\": …}]"#), "\(response.text)")
        }
    }

    @Test func `a document may be larger than other bodies, up to its own limit`() async throws {
        try await withHouse { house in
            var statuses: [Int] = []
            for (target, count) in [
                ("config/plan", ReadingLimits.standard.bytes), ("config/plan", ReadingLimits.standard.bytes + 1),
                ("revisions/1/rollback", Operators.bodyLimit + 1),
            ] {
                let body = "\"" + String(repeating: "x", count: count - 2) + "\""
                statuses.append(try await house.ask(.post, "/ops/v1/\(target)", body: body).status.code)
            }
            #expect(statuses[0] != 413 && statuses.dropFirst() == [413, 413])
        }
    }

    @Test func `a caller whom the host does not know changes nothing`() async throws {
        try await withHouse { house in
            for target in ["config/apply", "config/confirm", "revisions/1/rollback"] {
                let response = try await house.ask(
                    .post, "/ops/v1/\(target)", body: target == "config/confirm" ? nil : "{}",
                    peer: .address("10.0.0.1", port: 1))
                #expect(response.status == .notFound)
                #expect(response.text.contains("there is nothing here"))
            }
        }
    }

    @Test func `errors of a document come as data and as text`() throws {
        let bytes = Array("features:\n  lamp: {}\n".utf8)
        let diagnostics = HostDocument(bytes, origin: Origin(name: "new.yaml", folder: "/"))
            .check(against: [:], secrets: SecretStore { _ in nil }).diagnostics
        let problem = Problem(.refused(diagnostics)).document(request: nil)
        #expect(problem["status"] == 422 && problem["code"] == "document-refused" && problem["more"] == 0)
        guard case .list(let list)? = problem["diagnostics"], let first = list.first else {
            Issue.record("no diagnostics")
            return
        }
        #expect(list.count == 1 && first["file"] == "new.yaml" && first["line"] == 2 && first["column"] == 3)
        #expect(first["severity"] == "error" && first["excerpt"] == "  lamp: {}\n  ^")
        #expect(DiagnosticsText.text(Array(problem.json.utf8)) == diagnostics.text)
    }

    @Test(arguments: [
        (ConfigProblem.unknownRevision(1, known: nil), 404, "not-found"),
        (.unreadableRevision(1, because: "x"), 409, "illegible"), (.nothingToConfirm, 409, "nothing-to-confirm"),
        (.reasonTooLong, 400, "invalid"), (.notStarted, 503, "unavailable"), (.stopping, 503, "unavailable"),
    ])
    func `each refusal has its status`(problem: ConfigProblem, status: Int, code: String) {
        #expect(Problem(problem).status.code == status && Problem(problem).code == code)
    }
}
