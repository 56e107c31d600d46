import FeatureKit
import FlagEngine
import HTTPServer
import JSON
import Testing

@testable import HostHTTP

/// One flag by OFREP, as real clients need it.
@Suite(.timeLimit(.minutes(1))) struct SingleTests {
    static let answers: [(target: String, answer: String)] = [
        ("/static", #"{"key":"static","reason":"STATIC","variant":"on","value":true,"metadata":{}}"#),
        (
            "/targeted",
            #"{"key":"targeted","reason":"TARGETING_MATCH","variant":"on","value":true,"#
                + #""metadata":{"team":"shop","level":3}}"#
        ),
        (
            "/greeting",
            #"{"key":"greeting","reason":"STATIC","variant":"hi","value":"Hola \"tú\"","metadata":{}}"#
        ),
        ("/limit", #"{"key":"limit","reason":"STATIC","variant":"many","value":30,"metadata":{}}"#),
        ("/ratio", #"{"key":"ratio","reason":"STATIC","variant":"whole","value":3.0,"metadata":{}}"#),
        (
            "/layout",
            #"{"key":"layout","reason":"STATIC","variant":"wide","value":{"columns":[1,2.5,null]},"metadata":{}}"#
        ),
        ("/code-default", #"{"key":"code-default","reason":"DEFAULT","variant":"","metadata":{}}"#),
        ("/disabled", #"{"key":"disabled","reason":"DISABLED","variant":"","metadata":{}}"#),
        ("/off", #"{"key":"off","reason":"DISABLED","variant":"none","value":"","metadata":{}}"#),
        (
            "/path/with/slashes%20and%20%C3%A9%25",
            #"{"key":"path/with/slashes and é%","reason":"STATIC","variant":"on","value":true,"metadata":{}}"#
        ),
        (
            "/path%2Fwith%2fslashes%20and%20%C3%A9%25",
            #"{"key":"path/with/slashes and é%","reason":"STATIC","variant":"on","value":true,"metadata":{}}"#
        ),
    ]

    @Test(arguments: answers)
    func `a flag is answered with all that clients look for`(target: String, answer: String) async throws {
        try await withFlags { house in
            let response = try await house.ask(target)
            #expect(response.status == .ok && response.text == answer)
            #expect(response.field("Content-Type") == "application/json")
            #expect(response.field("Cache-Control") == "no-store")
            #expect(response.field("Set-Cookie") == nil && response.field("X-Flagstand-Key") == nil)
        }
    }

    @Test func `an escape stands for its byte, also where a flag's key has the same signs`() async throws {
        try await withFlags([TestFlags.toggle("a%20b"), TestFlags.toggle("a b", false)]) { house in
            let once = try await house.ask("/a%20b")
            let twice = try await house.ask("/a%2520b")
            #expect(once.text.contains(#""key":"a b""#) && twice.text.contains(#""key":"a%20b""#))
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"context":{}}"#, #"{"context":null}"#, #"{"context":{"targetingKey":null}}"#, #"{"else":1}"#,
        " \n{ } ",
    ])
    func `nobody has to say who they are`(body: String) async throws {
        try await withFlags { house in
            let response = try await house.ask("/targeted", body)
            #expect(response.status == .ok)
            #expect(response.text.contains(#""reason":"DEFAULT","variant":"off","value":false"#))
        }
    }

    static let refusals: [(target: String, body: String, type: String?, status: Int, code: String, details: String)] = [
        (
            "/statik", "{}", "application/json", 404, "FLAG_NOT_FOUND",
            "there is no flag \"statik\"; did you mean \"static\"?"
        ),
        ("/", "{}", "application/json", 404, "FLAG_NOT_FOUND", "there is no flag \"\""),
        ("/..", "{}", "application/json", 404, "FLAG_NOT_FOUND", "there is no flag \"..\""),
        ("/a%00%22", "{}", "application/json", 404, "FLAG_NOT_FOUND", "there is no flag \"a\\u0000\\\"\""),
        (
            "/%zz", "{}", "application/json", 404, "FLAG_NOT_FOUND",
            "the path holds an escape that is none, or what is no UTF-8; no flag has such a key"
        ),
        (
            "/static", "{}", "text/plain", 400, "INVALID_CONTEXT",
            "the body must be JSON in UTF-8: Content-Type: application/json"
        ),
        (
            "/static", "", nil, 400, "INVALID_CONTEXT",
            #"the body is empty; without a context it is {}, with one {"context": {…}}"#
        ),
        (
            "/static", "{", "application/json", 400, "INVALID_CONTEXT",
            "the body is no JSON: line 1, column 2: expected a name in double quotes, or \"}\""
        ),
        (
            "/static", "[]", "application/json; charset=utf-8", 400, "INVALID_CONTEXT",
            #"the body must be a mapping such as {"context": {…}}"#
        ),
        (
            "/static", #"{"context":[]}"#, "application/json", 400, "INVALID_CONTEXT",
            #"the context must be a mapping such as {"targetingKey": "alice", "country": "ES"}"#
        ),
    ]

    @Test(arguments: refusals)
    func `what can't be answered is refused in full`(
        target: String, body: String, type: String?, status: Int, code: String, details: String
    ) async throws {
        try await withFlags { house in
            let response = try await house.ask(target, body, fields: type.map { [("Content-Type", $0)] } ?? [])
            #expect(response.status.code == status)
            #expect(response.field("Content-Type") == "application/json")
            let value = try Value(json: response.text)
            #expect(value["errorCode"] == .text(code))
            #expect(value["errorDetails"] == .text(details))
            guard case .text = value["key"] else { throw WrongAnswer(description: response.text) }
        }
    }

    @Test func `what is larger than a mebibyte is not read`() async throws {
        try await withFlags { house in
            let body = #"{"context":{"a":"\#(String(repeating: "a", count: 1_048_576))"}}"#
            let response = try await house.ask("/static", body)
            let words = #""errorCode":"GENERAL","errorDetails":"the body is larger than 1048576 bytes"}"#
            #expect(response.status.code == 413 && response.text == #"{"key":"static",\#(words)"#)
            #expect(response.field("Content-Type") == "application/json")
            let all = try await house.ask("", body)
            #expect(all.status.code == 413 && all.text == "{\(words)")
        }
    }

    @Test func `a context that is too large is refused rather than cut`() async throws {
        try await withFlags { house in
            let body = #"{"context":{"a":[\#(Array(repeating: "1", count: 5_000).joined(separator: ","))]}}"#
            let response = try await house.ask("/static", body)
            #expect(response.status == .badRequest)
            let details = try Value(json: response.text)["errorDetails"]
            #expect(
                details
                    == "the context holds more than 4096 values, 262144 bytes or 32 levels")
        }
    }

    @Test func `what headers tell counts more than what the caller says`() async throws {
        try await withFlags { house in
            house.front.show(callers: CallerPolicy(attributes: ["country": "CF-IPCountry"]))
            let body = #"{"context":{"targetingKey":"alice","country":"PT"}}"#
            let said = try await house.ask("/targeted", body)
            #expect(said.text.contains(#""variant":"off""#))
            let told = try await house.ask(
                "/targeted", body, fields: [("Content-Type", "application/json"), ("CF-IPCountry", "ES")])
            #expect(told.text.contains(#""variant":"on""#))
        }
    }

    @Test func `a flag that can't be evaluated harms no other`() async throws {
        let broken = TestFlags.flag("broken", .boolean, [("on", true)], default: "on") {
            $0.targeting = .logic(Logic(["no_such_operator": [1]]))
        }
        try await withFlags([broken, TestFlags.toggle("static")]) { house in
            let response = try await house.ask("/broken")
            #expect(response.status == .badRequest)
            #expect(
                response.text
                    == #"{"key":"broken","errorCode":"PARSE_ERROR","errorDetails":"the flag \"broken\" can't "#
                    + #"be evaluated: its targeting has an error; flagstand explain says which"}"#)
            let all = try await house.ask("")
            #expect(all.status == .ok)
            #expect(all.text.hasPrefix(#"{"flags":[{"key":"broken","errorCode":"PARSE_ERROR""#))
            #expect(all.text.contains(#"{"key":"static","reason":"STATIC","variant":"on","value":true"#))
        }
    }

    @Test func `GET is not the way`() async throws {
        try await withFlags { house in
            let response = try await house.front.ask(.get, "/ofrep/v1/evaluate/flags/static")
            #expect(response.status.code == 405 && response.field("Allow") == "POST, OPTIONS")
        }
    }
}
