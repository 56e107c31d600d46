import FeatureKit
import HTTPServer
import JSON
import Testing

@testable import HostHTTP

/// Operators ask routes by name, for whom they like.
@Suite(.timeLimit(.minutes(1))) struct AskTests {
    @Test func `a route is asked by its name for a caller of one's choice`() async throws {
        try await withFront { front in
            let caller = Caller(key: "alice", attributes: ["country": "ES"], origin: .cli)
            let response = try await ask(front, "bars.mine", .value([:]), as: caller)
            let who = try Value(json: response.body)
            #expect(who["key"] == "alice")
            #expect(who["country"] == "ES")
            #expect(who["origin"] == "cli")
            #expect(who["cause"] == "00000000000000070000000000000009")
            // An operator is no caller who needs a key.
            #expect(response.field("Set-Cookie") == nil)
        }
    }

    @Test func `texts bind as a query does, the names of the path among them`() async throws {
        try await withFront { front in
            let response = try await ask(
                front, "bars.reserve", .arguments([.init("bar", "a"), .init("seats", "4")]))
            #expect(response.text == #"{"bar":"a","seats":4,"shift":"dinner"}"#)
            let same = try await ask(front, "bars.reserve", .value(["bar": "a", "seats": 4]))
            #expect(same.text == response.text)
            let menu = try await ask(front, "bars.menu", .arguments([.init("type", "a"), .init("type", "b")]))
            #expect(menu.text == #"{"page":1,"type":["a","b"]}"#)
        }
    }

    @Test func `what does not fit is told as to anyone`() async throws {
        try await withFront { front in
            let texts = try await ask(front, "bars.reserve", .arguments([.init("seats", "x"), .init("bra", "a")]))
            let errors = try Value(json: texts.body)["errors"]
            #expect(
                errors == [
                    ["path": "", "in": "arguments", "message": "missing key \"bar\""],
                    ["path": "seats", "in": "arguments", "message": "must be a whole number, not the text \"x\""],
                    ["path": "bra", "in": "arguments", "message": "unknown key \"bra\"; did you mean \"bar\"?"],
                ])
            let value = try await ask(front, "bars.reserve", .value(["bar": 1, "seats": 1]))
            let unfit = try Value(json: value.body)["errors"]
            #expect(
                unfit == [
                    ["path": "bar", "in": "body", "message": "must be a text, not 1"]
                ])
        }
    }

    @Test func `what a feature finds wrong stands in what the operator sent`() async throws {
        try await withFront { front in
            let wordings: [(Router.Wording, Value)] = [
                (.arguments([.init("bar", "wrong"), .init("seats", "4")]), "arguments"),
                (.value(["bar": "wrong", "seats": 4]), "body"),
            ]
            for (wording, part) in wordings {
                let response = try await ask(front, "bars.reserve", wording)
                guard case .list(let errors)? = try Value(json: response.body)["errors"] else {
                    Issue.record("no errors: \(response.text)")
                    continue
                }
                #expect(errors.map { $0["in"] } == [part, part, part])
                #expect(errors.first?["path"] == "bar")
            }
        }
    }

    @Test func `a caller who may not ask is refused as over HTTP`() async throws {
        try await withFront { front in
            let cases: [(String, Caller, Value?)] = [
                ("bars.mine", Caller(origin: .cli), "unauthenticated"),
                ("bars.mine", Caller(key: "alice", origin: .cli), nil), ("bars.mine", .system, nil),
                ("bars.staff", Caller(roles: ["staff"], origin: .cli), "unauthenticated"),
                ("bars.staff", Caller(key: "alice", origin: .cli), "forbidden"),
                ("bars.staff", Caller(key: "alice", roles: ["staff"], origin: .cli), nil),
            ]
            for (name, caller, code) in cases {
                let response = try await ask(front, name, .value([:]), as: caller)
                #expect((response.status == .ok) == (code == nil))
                if let code { #expect(try Value(json: response.body)["code"] == code) }
            }
        }
    }

    @Test func `a route that is not there is told, with what was probably meant`() async throws {
        try await withFront { front in
            let response = try await ask(front, "bars.reservee", .value([:]))
            #expect(response.status == .notFound)
            let detail = try Value(json: response.body)["detail"]
            #expect(detail == "no feature that is on has a route \"bars.reservee\"; did you mean \"bars.reserve\"?")
        }
    }

    @Test func `a stream passes through`() async throws {
        try await withFront { front in
            let exchange = TestExchange()
            let context = RequestContext(
                Request(.post, "/ops/v1/call/bars.rounds"), exchange, path: [:], trace: TraceContext(high: 7, low: 9))
            front.router.ask("bars.rounds", .arguments([.init("rounds", "1")]), as: .system, for: context)
            let text = try await exchange.stream().whole()
            #expect(text == "event: rounds\ndata: 1\n\nevent: end\ndata: {\"reason\":\"done\"}\n\n")
        }
    }

    private func ask(
        _ front: TestFront, _ name: String, _ wording: Router.Wording, as caller: Caller = Caller(origin: .cli)
    ) async throws -> Response {
        let exchange = TestExchange()
        let request = Request(.post, "/ops/v1/call/\(name)")
        front.router.ask(
            name, wording, as: caller,
            for: RequestContext(request, exchange, path: [:], trace: TraceContext(high: 7, low: 9)))
        return try await exchange.response()
    }
}
