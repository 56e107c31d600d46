import FeatureKit
import FlagEngine
import HTTPServer
import JSON
import Testing

@testable import HostHTTP

/// What OpenFeature's clients fall over when it is missing: one row for each thing that they look for.
@Suite(.timeLimit(.minutes(1))) struct ClientNeedsTests {
    /// What a client needs of an answer, in words.
    static let replies: [(need: String, holds: @Sendable (Value, String) -> Bool)] = [
        ("variant is always there", { value, _ in if case .text? = value["variant"] { true } else { false } }),
        (
            "reason is always there, and one that clients know",
            { value, _ in reasons.contains(value["reason"] ?? .null) }
        ),
        (
            "value is absent where the app's own default holds, and only there",
            { value, _ in (value["value"] == nil) == (value["variant"] == "") }
        ),
        ("metadata is always a mapping", { value, _ in if case .object? = value["metadata"] { true } else { false } }),
        ("a float shows a fraction", { value, text in value["key"] != "ratio" || text.contains("\"value\":3.0,") }),
        ("an integer shows none", { value, text in value["key"] != "limit" || text.contains("\"value\":30,") }),
        ("the key comes back", { value, _ in if case .text? = value["key"] { true } else { false } }),
    ]

    /// The names that clients have for reasons.
    private static let reasons: [Value] = [
        "CACHED", "DEFAULT", "DISABLED", "ERROR", "STATIC", "SPLIT", "TARGETING_MATCH", "UNKNOWN", "STALE",
    ]

    @Test(arguments: replies.indices)
    func `each need of an answer is met, for every sort of flag and question`(row: Int) async throws {
        let (need, holds) = Self.replies[row]
        try await withFlags { house in
            // No context at all, one without a key, and a whole one.
            let bodies = ["{}", #"{"context":{"country":"ES"}}"#, #"{"context":{"targetingKey":"user-1","age":33}}"#]
            for body in bodies {
                for (target, _) in SingleTests.answers {
                    let response = try await house.ask(target, body)
                    #expect(response.status == .ok && response.field("Content-Type") == "application/json")
                    #expect(holds(try Value(json: response.text), response.text), "\(need): \(response.text)")
                }
            }
        }
    }

    /// How a refusal comes about, its status and its code.
    static let refusals: [(need: String, target: String, body: String, status: Int, code: Value)] = [
        ("400 when the body is no JSON", "/static", "{", 400, "INVALID_CONTEXT"),
        ("400 when the context is no mapping", "/static", #"{"context":[]}"#, 400, "INVALID_CONTEXT"),
        ("400 when the body is empty", "/static", "", 400, "INVALID_CONTEXT"),
        ("404 when there is no such flag", "/nothing", "{}", 404, "FLAG_NOT_FOUND"),
        (
            "413 when the body is too large", "/static", #"{"a":"\#(String(repeating: "a", count: 1_048_576))"}"#, 413,
            "GENERAL"
        ),
    ]

    @Test(arguments: refusals.indices)
    func `each refusal has the key, the code and the details`(row: Int) async throws {
        let (need, target, body, status, code) = Self.refusals[row]
        try await withFlags { house in
            let response = try await house.ask(target, body)
            #expect(response.status.code == status, "\(need)")
            #expect(response.field("Content-Type") == "application/json", "\(need)")
            let value = try Value(json: response.text)
            #expect(value["key"] == .text(String(target.dropFirst())), "\(need)")
            #expect(value["errorCode"] == code, "\(need)")
            guard case .text(let details)? = value["errorDetails"], !details.isEmpty else {
                throw WrongAnswer(description: "\(need): \(response.text)")
            }
        }
    }
}
