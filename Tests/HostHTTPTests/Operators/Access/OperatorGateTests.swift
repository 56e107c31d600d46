@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime
import HostSystem
import JSON
import Testing

@testable import HostHTTP

/// Operators over the network: without a token no path exists, with one those that its role permits.
@Suite(.timeLimit(.minutes(1)))
struct OperatorGateTests {
    private static let unauthenticated: [(Method, String)] = [
        (.get, "/ops/v1/features"), (.head, "/ops/v1/features"), (.options, "/ops/v1/features"),
        (.put, "/ops/v1/features"), (.get, "/ops/v1/nothing"), (.get, "/ops/"), (.get, "/ops/v1/tokens"),
        (.post, "/ops/v1/config/apply"), (.get, "/%6Fps/v1/features"), (.get, "/ops/v1/../healthz"),
        (Method("BREW"), "/ops/v1/features"),
    ]

    @Test(arguments: unauthenticated.dropLast(2).map(\.1))
    func `before the first token is made the paths do not exist`(path: String) async throws {
        try await withHouse { house in
            for method in [Method.get, .head, .post, .put] {
                let (here, elsewhere) = (
                    try await house.askApps(method, path, token: "fso_wrong"),
                    try await house.askApps(method, "/nowhere")
                )
                #expect(here.status == elsewhere.status && here.body == elsewhere.body && here.status == .notFound)
                #expect(here.fields == elsewhere.fields)
            }
            // The local socket still answers.
            #expect(try await house.ask(.get, "/ops/v1/features").status == .ok)
        }
    }

    @Test(arguments: unauthenticated)
    func `once there is a token, an unauthenticated request is asked for one and learns nothing else`(
        method: Method, path: String
    ) async throws {
        try await withHouse { house in
            _ = try await house.token("ci", "viewer")
            let origin = [("Origin", "https://app.example"), ("Access-Control-Request-Method", "GET")]
            let response = try await house.askApps(method, path, fields: origin)
            #expect(response.status.code == 401)
            #expect(response.field("WWW-Authenticate") == "Bearer realm=\"operators\"")
            #expect(try Value(json: response.body)["code"] == "unauthenticated")
            #expect(response.field("Allow") == nil && response.field("ETag") == nil)
            #expect(!response.fields.lines.contains { $0.name.hasPrefix("Access-Control") || $0.name == "Vary" })
        }
    }

    @Test func `a token that came unencrypted over a network is refused, unless configured otherwise`() async throws {
        try await withHouse { house in
            let token = try await house.token("ci", "admin")
            func status(
                _ peer: String, takesPlain: Bool = false, isSecure: Bool = false, _ method: Method = .get
            ) async throws -> Int {
                var content = FrontContent(isSecure: isSecure)
                content.takesPlainOperators = takesPlain
                _ = house.apps.update(content)
                let response = try await house.askApps(
                    method, "/ops/v1/features", token: token, from: .address(peer, port: 1))
                if response.status.code == 403 {
                    #expect(response.text.contains(#"write \"http: { plain: true }\" in the host's document"#))
                }
                return response.status.code
            }
            #expect(try await status("192.0.2.1") == 403)
            // Refused before the token and the body are read.
            #expect(try await status("192.0.2.1", .put) == 403)
            #expect(try await status("127.0.0.1") == 200)
            #expect(try await status("::1") == 200)
            #expect(try await status("192.0.2.1", isSecure: true) == 200)
            #expect(try await status("192.0.2.1", takesPlain: true) == 200)
        }
    }

    @Test(arguments: [
        ("https", true), ("HTTPS", true), ("http", false), (nil, false), ("https, http", false), ("http, https", false),
        ("", false),
    ])
    func `a proxy says whether a token came unencrypted`(scheme: String?, isTaken: Bool) async throws {
        try await withHouse { house in
            let token = try await house.token("ci", "admin")
            _ = house.apps.update(FrontContent())
            let proxies = Proxies([try IPNetwork("10.0.0.0/8")])
            func isRefused(_ peer: String) -> Bool {
                var fields = [("Authorization", "Bearer \(token)"), ("X-Forwarded-For", "192.0.2.1")]
                if let scheme { fields.append(("X-Forwarded-Proto", scheme)) }
                let request = Request(.get, "/ops/v1/features", fields: fields, peer: .address(peer, port: 1))
                proxies.note(request)
                guard case .refuse(let refused) = house.apps.admit(request) else { return false }
                return refused.response.status.code == 403
            }
            #expect(isRefused("10.0.0.1") != isTaken)
            // A header from an address that is no proxy is ignored.
            #expect(isRefused("192.0.2.9"))
        }
    }

    @Test func `a token in the query, in another form, or sent twice is ignored`() async throws {
        try await withHouse { house in
            let token = try await house.token("ci", "admin")
            #expect(
                try await house.askApps(.get, "/ops/v1/features?token=\(token)&access_token=\(token)").status.code
                    == 401)
            for field in [
                token, "Basic \(token)", "Bearer", "Bearer ", "Bearer \(token.lowercased())", "Bearer \(token) x",
                "Bearer \(token),\(token)", "Bearer \(token.dropLast())",
                "Bearer " + String(repeating: "a", count: 16_000),
            ] {
                let from = Peer.address("198.51.100.\(field.utf8.count % 200)", port: 1)
                let response = try await house.askApps(
                    .get, "/ops/v1/features", fields: [("Authorization", field)], from: from)
                #expect(response.status.code == 401, "\(field.prefix(30))")
            }
            let twice = try await house.askApps(
                .get, "/ops/v1/features", token: token, fields: [("Authorization", "Bearer \(token)")])
            #expect(twice.status.code == 401)
            // The scheme's name may have any case, and spaces may stand before the token.
            let loose = try await house.askApps(
                .get, "/ops/v1/features", fields: [("authorization", "bEARER   \(token)")])
            #expect(loose.status == .ok)
        }
    }

    @Test func `an address with too many wrong tokens waits, and a valid token from it does not`() async throws {
        try await withHouse { house in
            let token = try await house.token("ci", "viewer")
            for _ in 0..<OperatorGate.mostWrong {
                #expect(try await house.askApps(.get, "/ops/v1/features", token: "fso_no").status.code == 401)
            }
            let eleventh = try await house.askApps(.get, "/ops/v1/features", token: "fso_no")
            #expect(eleventh.status.code == 429)
            #expect(["5", "6"].contains(eleventh.field("Retry-After")))
            #expect(try Value(json: eleventh.body)["code"] == "too-many-requests")
            // A request without a token is asked for one; another address is counted separately.
            #expect(try await house.askApps(.get, "/ops/v1/features").status.code == 401)
            let other = Peer.address("192.0.2.2", port: 1)
            #expect(try await house.askApps(.get, "/ops/v1/features", token: "fso_no", from: other).status.code == 401)
            #expect(try await house.askApps(.get, "/ops/v1/features", token: token).status == .ok)
        }
    }

    @Test func `a revoked token is unknown from the next request on`() async throws {
        try await withHouse { house in
            let (ci, other) = (try await house.token("ci", "viewer"), try await house.token("other", "viewer"))
            #expect(try await house.askApps(.get, "/ops/v1/features", token: ci).status == .ok)
            #expect(try await house.ask(.delete, "/ops/v1/tokens/ci").status == .ok)
            #expect(try await house.askApps(.get, "/ops/v1/features", token: ci).status.code == 401)
            #expect(try await house.askApps(.get, "/ops/v1/features", token: other).status == .ok)
            // With the last token the paths are gone, too.
            #expect(try await house.ask(.delete, "/ops/v1/tokens/other").status == .ok)
            #expect(try await house.askApps(.get, "/ops/v1/features", token: other).status == .notFound)
        }
    }

    @Test func `an operator's token is no user's token at an app's route`() async throws {
        try await withHouse { house in
            let token = try await house.token("ci", "admin")
            let response = try await house.askApps(.post, "/api/v1/crier/cry", token: token, body: #"{"text":"x"}"#)
            #expect(response.status.code == 401)
        }
    }

    // MARK: - Roles

    @Test func `every path of operators has a role, and the table has no other paths`() async throws {
        try await withHouse { house in
            let table = OperatorRoles.table.map { "\($0.method) \($0.path)" }
            #expect(Set(table).count == table.count)
            let fixtures = house.fixtures.map { "\($0.method) \($0.path)" }
            #expect(Set(fixtures).subtracting(table) == [])
            #expect(Set(table).subtracting(fixtures) == [])
            #expect(house.fixtures.allSatisfy { $0.role != nil })
        }
    }

    /// The documented roles, row by row.
    @Test func `each role may use the documented paths and no others`() async throws {
        try await withHouse { house in
            var tokens: [OperatorRole: String] = [:]
            for role in OperatorRole.allCases { tokens[role] = try await house.token(role.rawValue, role.rawValue) }
            let own: [OperatorRole: Set<String>] = [
                .operator: [
                    "PUT /ops/v1/features/{id}/toggle", "DELETE /ops/v1/features/{id}/toggle",
                    "POST /ops/v1/features/{id}/preflight", "PUT /ops/v1/overrides/{subject}/{name}/{aspect}",
                    "DELETE /ops/v1/overrides/{subject}/{name}/{aspect}", "POST /ops/v1/config/apply",
                    "POST /ops/v1/config/confirm", "POST /ops/v1/revisions/{number}/rollback", "GET /ops/v1/trace",
                    "POST /ops/v1/store/check", "POST /ops/v1/store/compact", "GET /ops/v1/audit",
                    "GET /ops/v1/audit/verify",
                ],
                .admin: [
                    "POST /ops/v1/features/{id}/replace", "DELETE /ops/v1/features/{id}/replace",
                    "POST /ops/v1/store/backup", "GET /ops/v1/tokens", "POST /ops/v1/tokens",
                    "DELETE /ops/v1/tokens/{id}", "POST /ops/v1/call/{route}",
                ],
            ]
            for fixture in house.fixtures where fixture.path != "/ops/v1/trace" {
                let name = "\(fixture.method) \(fixture.path)"
                let least = own.first { $0.value.contains(name) }?.key ?? .viewer
                let path = fixture.path.replacing("{id}", with: "nothing").replacing("{subject}", with: "features")
                    .replacing("{name}", with: "nothing").replacing("{aspect}", with: "enabled")
                    .replacing("{number}", with: "999").replacing("{a}", with: "998").replacing("{b}", with: "999")
                    .replacing("{key}", with: "nothing").replacing("{route}", with: "no.route")
                for role in OperatorRole.allCases {
                    let body = fixture.method == .get || fixture.method == .delete ? nil : "{"
                    // A permitted caller gets the audit log's verdict in pieces, so there is no response here.
                    guard
                        let response = try? await house.askApps(fixture.method, path, token: tokens[role], body: body)
                    else {
                        #expect(role >= least && path == "/ops/v1/audit/verify")
                        continue
                    }
                    #expect((response.status.code == 403) == (role < least), "\(role) \(name): \(response.status)")
                    if role < least {
                        let detail = "this takes an operator with the role \"\(least.rawValue)\""
                        #expect(try Value(json: response.body)["detail"] == .text(detail))
                    }
                }
            }
        }
    }

    @Test func `with a token there are paths and methods, as at the local socket`() async throws {
        try await withHouse { house in
            let token = try await house.token("ci", "viewer")
            #expect(try await house.askApps(.get, "/ops/v1/nothing", token: token).status == .notFound)
            let method = try await house.askApps(.put, "/ops/v1/features", token: token)
            #expect(method.status.code == 405 && method.field("Allow") == "GET, HEAD, OPTIONS")
            let cross = [("Origin", "https://app.example")]
            let answer = try await house.askApps(.get, "/ops/v1/features", token: token, fields: cross)
            #expect(!answer.fields.lines.contains { $0.name.hasPrefix("Access-Control") })
        }
    }

    @Test func `an operator can't replace a unit with an override`() async throws {
        try await withHouse { house in
            let token = try await house.token("ci", "operator")
            for method in [Method.put, .delete] {
                let response = try await house.askApps(
                    method, "/ops/v1/overrides/features/crier/unit", token: token,
                    body: method == .put ? #"{"value":"x"}"# : nil)
                #expect(response.status.code == 403)
            }
        }
    }

    @Test func `an operator's change records the name, token and address`() async throws {
        try await withHouse { house in
            let token = try await house.token("ci", "operator")
            let response = try await house.askApps(
                .put, "/ops/v1/features/crier/toggle", token: token, body: #"{"on":false,"reason":"rain"}"#)
            #expect(response.status == .ok)
            let toggle = try Value(json: try await house.ask(.get, "/ops/v1/features/crier").body)["toggle"]
            #expect(toggle?["by"] == "ci" && toggle?["uid"] == .null && toggle?["from"] == "192.0.2.1")
            #expect(toggle?["token"] == .text(house.inside.tokens.all[0].id))
            #expect(!(toggle?.json.contains(token) ?? true))
        }
    }

    // MARK: - Bodies

    @Test func `no body is read without a token, and for operators as much as the endpoint takes`() async throws {
        try await withHouse { house in
            func admission(_ length: Int, _ path: String, _ token: String?) -> Int {
                let fields = token.map { [("Authorization", "Bearer \($0)")] } ?? []
                let request = Request(.post, path, fields: fields + [("Content-Length", "\(length)")])
                switch house.apps.admit(request) {
                case .body(let most): return most
                case .refuse(let refused): return refused.response.status.code
                }
            }
            let apply = "/ops/v1/config/apply"
            // Before the first token the path takes no more than any other that does not exist.
            #expect(admission(8 << 20, apply, nil) == 413 && admission(1 << 20, apply, nil) == 1 << 20)
            let (viewer, admin) = (try await house.token("v", "viewer"), try await house.token("a", "admin"))
            #expect(admission(8 << 20, apply, nil) == 401 && admission(10, apply, "fso_no") == 401)
            #expect(admission(8 << 20, apply, viewer) == 403)
            #expect(admission(8 << 20, apply, admin) == 8 << 20 && admission(9 << 20, apply, admin) == 413)
            #expect(admission(17 << 10, "/ops/v1/tokens", admin) == 413)
            #expect(
                admission(10, "/ops/v1/nothing", admin) == 404 && admission(2 << 20, "/api/v1/crier/cry", nil) == 413)
        }
    }

    // MARK: - Streams

    @Test func `a trace ends when its token is revoked, and says why`() async throws {
        try await withHouse { house in
            let token = try await house.token("ci", "operator")
            let exchange = TestExchange()
            house.apps.respond(
                to: Request(.get, "/ops/v1/trace", fields: [("Authorization", "Bearer \(token)")]), via: exchange)
            let stream = try await exchange.stream()
            #expect(exchange.isPatient)
            #expect(try await house.ask(.delete, "/ops/v1/tokens/ci").status == .ok)
            #expect(try await stream.whole().hasSuffix("event: end\ndata: {\"reason\":\"revoked\"}\n\n"))
        }
    }
}
