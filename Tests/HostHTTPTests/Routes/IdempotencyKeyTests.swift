@_spi(Hosting) import FeatureKit
import HTTPServer
import JSON
import Testing

@testable import HostHTTP

/// The header `Idempotency-Key` fills the field `idempotencyKey`.
@Suite(.timeLimit(.minutes(1))) struct IdempotencyKeyTests {
    private func order(_ keys: [String], _ body: String = "{}") async throws -> Response {
        let fields = keys.map { ("Idempotency-Key", $0) } + [("Content-Type", "application/json")]
        var answer: Response?
        try await withFront { front in
            answer = try await front.ask(.post, "/api/v1/bars/bars/a/orders", fields: fields, body: body)
        }
        return try #require(answer)
    }

    private func error(_ response: Response) throws -> Value? {
        #expect(response.status == .badRequest)
        guard case .list(let errors)? = try Value(json: response.body)["errors"] else { return nil }
        return errors.count == 1 ? errors.first : nil
    }

    @Test(arguments: [
        ("8e03978e", "8e03978e"), (#""8e03978e""#, "8e03978e"), (#""a\"b\\c""#, #"a"b\c"#), ("a b", "a b"),
        (#"a"b"#, #"a"b"#),
    ])
    func `quotes of a structured field are none of the key`(_ header: String, _ key: String) async throws {
        let response = try await order([header])
        #expect(try Value(json: response.body) == ["bar": "a", "idempotencyKey": .text(key)])
    }

    @Test(arguments: [#""a"#, #"""#, #""a"b"#, #""a\b""#, #""a"; b=1"#, #""é""#])
    func `quotes that are not closed are no key`(_ header: String) async throws {
        let words = #"must be a text in quotes, as in Idempotency-Key: "8e03978e""#
        let wanted: Value = ["path": "idempotencyKey", "in": "header", "message": .text(words)]
        #expect(try error(try await order([header])) == wanted)
    }

    @Test func `the body may say the same and nothing else`() async throws {
        let same = try await order([#""k1""#], #"{"idempotencyKey":"k1"}"#)
        #expect(try Value(json: same.body)["idempotencyKey"] == "k1")
        let other = try error(try await order([#""k1""#], #"{"idempotencyKey":"k2"}"#))
        let words: Value = "stands in the header already, as \"k1\""
        #expect(other == ["path": "idempotencyKey", "in": "body", "message": words])
        let twice = try error(try await order(["k1", "k1"]))
        #expect(twice?["message"] == "Idempotency-Key comes several times; it stands for one key")
        let long = try error(try await order([String(repeating: "k", count: 21)]))
        #expect(long?["in"] == "header" && long?["message"] == "must be at most 20 characters long, not 21")
        let none = try await order([])
        #expect(try Value(json: none.body) == ["bar": "a"])
    }

    @Test func `a query has it as well, and routes without the field let it be`() async throws {
        try await withFront { front in
            let key = [("Idempotency-Key", "k1")]
            let orders = try await front.ask(.get, "/api/v1/bars/orders?bar=b", fields: key)
            #expect(orders.text == #"{"bar":"b","idempotencyKey":"k1"}"#)
            let clash = try await front.ask(.get, "/api/v1/bars/orders?bar=b&idempotencyKey=k2", fields: key)
            #expect(clash.status == .badRequest)
            #expect(try await front.ask(.get, "/api/v1/bars/menu", fields: key + key).status == .ok)
        }
    }
}
