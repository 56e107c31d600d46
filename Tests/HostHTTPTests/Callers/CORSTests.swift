import HTTPServer
import Testing

@testable import HostHTTP

/// Pages of other origins may read what the configuration allows.
@Suite(.timeLimit(.minutes(1))) struct CORSTests {
    private static let app = "https://app.circuit.example"

    @Test func `without a policy answers have no CORS headers`() async throws {
        try await withFront { front in
            let response = try await front.ask(.get, "/api/v1/bars/who", fields: [("Origin", Self.app)])
            #expect(corsLines(response) == [])
            let preflight = try await front.ask(
                .options, "/api/v1/bars/who", fields: [("Origin", Self.app), ("Access-Control-Request-Method", "GET")])
            #expect(preflight.status == .noContent)
            #expect(corsLines(preflight) == [])
        }
    }

    static let policies: [(policy: CORSPolicy, origin: String?, lines: [String])] = [
        (
            CORSPolicy(origins: [app], credentials: true), app,
            [
                "Vary: Origin", "Access-Control-Allow-Origin: \(app)", "Access-Control-Allow-Credentials: true",
                "Access-Control-Expose-Headers: X-Flagstand-Key, ETag, Retry-After",
            ]
        ),
        (
            CORSPolicy(origins: [app], credentials: false), app,
            [
                "Vary: Origin", "Access-Control-Allow-Origin: \(app)",
                "Access-Control-Expose-Headers: X-Flagstand-Key, ETag, Retry-After",
            ]
        ),
        (CORSPolicy(origins: [app], credentials: true), "https://evil.example", ["Vary: Origin"]),
        (CORSPolicy(origins: [app], credentials: true), "https://app.circuit.example.evil.example", ["Vary: Origin"]),
        (CORSPolicy(origins: [app], credentials: true), "http://app.circuit.example", ["Vary: Origin"]),
        (CORSPolicy(origins: [app], credentials: true), "https://app.circuit.example:8443", ["Vary: Origin"]),
        (CORSPolicy(origins: [app], credentials: true), "null", ["Vary: Origin"]),
        (CORSPolicy(origins: [app], credentials: true), nil, ["Vary: Origin"]),
        // With `*` every answer is the same for every origin, and cookies never go along.
        (
            CORSPolicy(origins: ["*"], credentials: true), app,
            [
                "Access-Control-Allow-Origin: *",
                "Access-Control-Expose-Headers: X-Flagstand-Key, ETag, Retry-After",
            ]
        ),
        (CORSPolicy(origins: ["*"], credentials: false), nil, []),
    ]

    @Test(arguments: policies)
    func `every answer has the policy's headers, also an error`(
        policy: CORSPolicy, origin: String?, lines: [String]
    ) async throws {
        let fixture = Fixture(.get, "/healthz", Fine())
        try await withFront(fixtures: [fixture]) { front in
            front.show(cors: policy)
            let fields = origin.map { [("Origin", $0)] } ?? []
            for path in [
                "/api/v1/bars/who", "/api/v1/bars/menu?page=0", "/api/v1/bars/mine", "/nothing", "/%", "/healthz",
                "/api/v1/bars/bars/a/reservations", "/api/v1/bars/bars/a/photo",
            ] {
                let response = try await front.ask(.get, path, fields: fields)
                #expect(corsLines(response) == lines, "\(path)")
            }
            let overdue = front.router.overdue(Request(.get, "/x", fields: fields))
            #expect(corsLines(overdue) == lines)
            let tap = front.send(Request(.get, "/api/v1/bars/stream/bars.tap", fields: fields))
            guard case .feed(_, let tapFields, _) = try await tap.answer() else {
                throw WrongAnswer(description: "no feed")
            }
            #expect(corsLines(Response(.ok, tapFields)) == lines)
            let rounds = front.send(Request(.get, "/api/v1/bars/rounds?rounds=1", fields: fields))
            guard case .stream(_, let roundFields, _) = try await rounds.answer() else {
                throw WrongAnswer(description: "no stream")
            }
            #expect(corsLines(Response(.ok, roundFields)) == lines)
        }
    }

    @Test func `a preflight answer has the path's methods and the allowed headers`() async throws {
        try await withFront { front in
            front.show(
                cors: CORSPolicy(
                    origins: [Self.app], credentials: true, maxAge: .seconds(600),
                    callers: CallerPolicy(attributes: ["app": "X-App-Version"])))
            let response = try await front.ask(
                .options, "/api/v1/bars/bars/a/reservations",
                fields: [
                    ("Origin", Self.app), ("Access-Control-Request-Method", "POST"),
                    ("Access-Control-Request-Headers", "content-type,x-evil"),
                ])
            #expect(response.status == .noContent)
            #expect(
                corsLines(response) == [
                    "Vary: Origin", "Access-Control-Allow-Origin: \(Self.app)",
                    "Access-Control-Allow-Credentials: true",
                    "Access-Control-Expose-Headers: X-Flagstand-Key, ETag, Retry-After",
                    "Access-Control-Allow-Methods: POST, OPTIONS",
                    "Access-Control-Allow-Headers: Content-Type, Authorization, Idempotency-Key, X-Flagstand-Key, traceparent, "
                        + "tracestate, Last-Event-ID, If-None-Match, x-app-version",
                    "Access-Control-Max-Age: 600",
                ])
            let refused = try await front.ask(
                .options, "/api/v1/bars/who",
                fields: [("Origin", "https://evil.example"), ("Access-Control-Request-Method", "GET")])
            #expect(corsLines(refused) == ["Vary: Origin"])
        }
    }

    @Test func `a new policy applies from the next request on`() async throws {
        try await withFront { front in
            let fields = [("Origin", Self.app)]
            front.show(cors: CORSPolicy(origins: [Self.app], credentials: false))
            let before = try await front.ask(.get, "/api/v1/bars/who", fields: fields)
            #expect(before.field("Access-Control-Allow-Origin") == Self.app)
            front.show(cors: CORSPolicy(origins: ["https://other.example"], credentials: false))
            let after = try await front.ask(.get, "/api/v1/bars/who", fields: fields)
            #expect(after.field("Access-Control-Allow-Origin") == nil)
        }
    }

    private func corsLines(_ response: Response) -> [String] {
        response.fields.lines.filter { $0.name == "Vary" || $0.name.hasPrefix("Access-Control-") }.map {
            "\($0.name): \($0.value)"
        }
    }
}

private struct Fine: Endpoint {
    let bodyLimit = 0
    func answer(_ context: RequestContext) { context.exchange.answer(Response(.ok)) }
}
