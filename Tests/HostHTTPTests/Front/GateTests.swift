@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import FlagEngine
import HTTPServer
import HostRuntime
import Testing

@testable import HostHTTP

/// To those who do not have a feature nothing of it is there, however they ask.
@Suite(.timeLimit(.minutes(1))) struct GateTests {
    private static let gated = MountedFeature(
        id: "bars", mounts: ["/api/v1/bars"], contracts: Bars.contracts, isGated: true)
    private static let callers = CallerPolicy(attributes: ["country": "x-country"])
    private static let cors = CORSPolicy(origins: ["https://app.example"], credentials: true)

    /// Lets those in who come from a country.
    static func open(_ front: TestFront, to country: String) {
        let place = FlagPlace(file: "plugins.yaml", line: 1, column: 1)
        var flag = FlagDefinition(
            key: "feature.bars", place: place, kind: .boolean,
            variants: [
                .init(name: "on", value: .boolean(true), place: place),
                .init(name: "off", value: .boolean(false), place: place),
            ], defaultVariant: "off")
        let clause = Clause(attribute: "country", test: .eq, operand: .text(country), place: place)
        flag.targeting = .rules([
            Rule(name: nil, condition: .clause(clause), outcome: .serve(variant: "on"), place: place)
        ])
        var problems: [FlagProblem] = []
        let book = FlagDefinitions(sets: [FlagSet(source: "plugins.yaml", flags: [flag])])
        let revision = front.flags.current.program.revision + 1
        let program = FlagProgram(book, revision: revision, problems: &problems)
        front.flags.post(FlagBoard.Snapshot(program, etag: "\(revision)", since: front.clock.now))
        front.show([gated], cors: cors, callers: callers)
    }

    /// A way to ask that could tell that something is there.
    struct Way: Sendable, CustomTestStringConvertible {
        let method: Method
        let path: String
        var fields: [(String, String)] = []
        var body = ""
        var testDescription: String { "\(method) \(path) \(fields.map(\.0))" }
    }

    static let ways = [
        Way(method: .get, path: "/who"),
        Way(method: .head, path: "/who"),
        Way(method: .options, path: "/who"),
        Way(method: .delete, path: "/who"),
        Way(method: .get, path: "/who", fields: [("Origin", "https://app.example")]),
        Way(method: .get, path: "/who", fields: [("Accept", "image/png")]),
        Way(method: .get, path: "/who?page=never", fields: [("Cookie", "flagstand_key=AAAAAAAAAAAAAAAAAAAAAA")]),
        Way(method: .get, path: "/mine"),
        Way(method: .get, path: "/mine", fields: [("Authorization", "Bearer wrong")]),
        Way(method: .post, path: "/bars/a/reservations", body: "{"),
        Way(
            method: .post, path: "/bars/a/reservations", fields: [("Content-Type", "text/plain")], body: "x"),
        Way(method: .get, path: "/rounds?rounds=1"),
        Way(method: .get, path: "/stream/bars.tap"),
        Way(method: .get, path: "/stream/bars.tap", fields: [("Accept", "text/html")]),
        Way(
            method: .options, path: "/bars/a/reservations",
            fields: [("Origin", "https://app.example"), ("Access-Control-Request-Method", "POST")]),
    ]

    @Test(arguments: ways) func `a caller outside the gate gets the same bytes as for a missing path`(_ way: Way)
        async throws
    {
        try await withFront { front in
            Self.open(front, to: "ES")
            let known = [("X-Country", "DE"), ("X-Flagstand-Key", "AAAAAAAAAAAAAAAAAAAAAA")]
            func ask(_ mount: String) async throws -> Response {
                try await front.ask(way.method, mount + way.path, fields: way.fields + known, body: way.body)
            }
            let hidden = try await ask("/api/v1/bars")
            let absent = try await ask("/api/v1/nothing")
            #expect(hidden.status == absent.status)
            #expect(hidden.fields.bytes == absent.fields.bytes)
            #expect(hidden.body == absent.body)
        }
    }

    @Test func `an anonymous caller gets a key for a missing path and for a hidden one, and keeps it`() async throws {
        try await withFront { front in
            Self.open(front, to: "ES")
            for mount in ["/api/v1/bars", "/api/v1/nothing"] {
                let response = try await front.ask(.get, mount + "/who", fields: [("X-Country", "DE")])
                let key = try #require(response.field("X-Flagstand-Key"))
                #expect(response.status == .notFound)
                let again = try await front.ask(
                    .get, mount + "/who", fields: [("X-Country", "DE"), ("X-Flagstand-Key", key)])
                #expect(again.field("X-Flagstand-Key") == nil)
            }
        }
    }

    @Test func `a caller inside the gate is answered, and given a key that stays inside`() async throws {
        try await withFront { front in
            Self.open(front, to: "ES")
            let response = try await front.ask(.get, "/api/v1/bars/who", fields: [("X-Country", "ES")])
            #expect(response.status == .ok)
            let key = try #require(response.field("X-Flagstand-Key"))
            #expect(response.text.contains(key))
            #expect(try await front.status(.put, "/api/v1/bars/who", fields: [("X-Country", "ES")]) == 405)
        }
    }

    @Test func `streams end with an event when their reader loses the feature, and others go on`() async throws {
        try await withFront { front in
            Self.open(front, to: "ES")
            let topic = front.send(Request(.get, "/api/v1/bars/stream/bars.tap", fields: [("X-Country", "ES")]))
            guard case .feed = try await topic.answer() else {
                Issue.record("no stream")
                return
            }
            Self.open(front, to: "ES")
            #expect(topic.farewell == nil)
            Self.open(front, to: "FR")
            #expect(topic.farewell == #"end {"reason":"off"}"#)
        }
    }

    @Test func `features call each other only for callers inside the gate`() async throws {
        try await withFront { front in
            Self.open(front, to: "ES")
            let pool = FlagPool(front.flags, clock: front.clock.source)
            #expect(pool.lets(Caller(attributes: ["country": "ES"], origin: .http), have: "bars"))
            #expect(!pool.lets(Caller(attributes: ["country": "DE"], origin: .http), have: "bars"))
            #expect(pool.lets(.system, have: "bars") && pool.lets(Caller(origin: .http), have: "other"))
        }
    }
}
