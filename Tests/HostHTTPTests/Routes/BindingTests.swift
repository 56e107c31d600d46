import FeatureKit
import HTTPServer
import JSON
import Testing

@testable import HostHTTP

/// Path, query and body become what a route's Shape says, or every reason why not.
@Suite(.timeLimit(.minutes(1))) struct BindingTests {
    typealias Mistake = (path: String, part: String, message: String)

    private static let json = [("Content-Type", "application/json")]

    static let queries: [(query: String, reply: String)] = [
        ("", #"{"page":1,"type":[]}"#),
        ("?", #"{"page":1,"type":[]}"#),
        ("?page=7", #"{"page":7,"type":[]}"#),
        ("?type=a&type=b&page=2", #"{"page":2,"type":["a","b"]}"#),
        ("?type=a", #"{"page":1,"type":["a"]}"#),
        ("?type=1&type=true&type=", #"{"page":1,"type":["1","true",""]}"#),
        ("?open=true&most=2.5", #"{"page":1,"type":[],"open":true,"most":2.5}"#),
        ("?most=3", #"{"page":1,"type":[],"most":3.0}"#),
        ("?most=-1e2", #"{"page":1,"type":[],"most":-100.0}"#),
        ("?within=1h30m", #"{"page":1,"type":[],"within":"1h30m"}"#),
        ("?tags=%7B%22a%22:1%7D", #"{"page":1,"type":[],"tags":{"a":1}}"#),
        ("?type=caf%C3%A9+au+lait", #"{"page":1,"type":["café au lait"]}"#),
        ("?type=%22%5C%00", #"{"page":1,"type":["\"\\\u0000"]}"#),
        ("?&&page=3&", #"{"page":3,"type":[]}"#),
    ]

    @Test(arguments: queries)
    func `a query binds by what the Shape wants`(query: String, reply: String) async throws {
        try await withFront { front in
            let response = try await front.ask(.get, "/api/v1/bars/menu\(query)")
            #expect(response.text == reply)
        }
    }

    static let mistakenQueries: [(query: String, errors: [Mistake])] = [
        ("?page=0", [("page", "query", "must be between 1 and 100, not 0")]),
        ("?page=x", [("page", "query", "must be a whole number, not the text \"x\"")]),
        ("?page=", [("page", "query", "must be a whole number, not the text \"\"")]),
        ("?page=%2B5", [("page", "query", "must be a whole number, not the text \"+5\"")]),
        ("?page=007", [("page", "query", "must be a whole number, not the text \"007\"")]),
        ("?page=1.0", [("page", "query", "must be a whole number, not the text \"1.0\"")]),
        (
            "?page=9223372036854775808",
            [("page", "query", "must be a whole number, not the text \"9223372036854775808\"")]
        ),
        ("?page=1&page=2", [("page", "query", "comes 2 times; it stands for one thing")]),
        ("?open=yes", [("open", "query", "must be true or false, not the text \"yes\"")]),
        ("?open", [("open", "query", "must be true or false, not the text \"\"")]),
        ("?most=1e999", [("most", "query", "must be a number, not the text \"1e999\"")]),
        ("?most=NaN", [("most", "query", "must be a number, not the text \"NaN\"")]),
        ("?most=+1", [("most", "query", "must be a number, not the text \" 1\"")]),
        ("?tags=%7B%22a%22", [("tags", "query", "must be a mapping, not the text \"{\\\"a\\\"\"")]),
        ("?tags=%7B%22a%22:true%7D", [("tags.a", "query", "must be a whole number, not true")]),
        ("?pagee=1", [("pagee", "query", "unknown key \"pagee\"; did you mean \"page\"?")]),
        (
            "?page=0&typ=a&open=1",
            [
                ("page", "query", "must be between 1 and 100, not 0"),
                ("open", "query", "must be true or false, not the text \"1\""),
                ("typ", "query", "unknown key \"typ\"; did you mean \"type\"?"),
            ]
        ),
    ]

    @Test(arguments: mistakenQueries)
    func `what does not fit in a query is told all at once`(
        query: String, errors: [Mistake]
    ) async throws {
        try await withFront { front in
            try expect(try await front.ask(.get, "/api/v1/bars/menu\(query)"), errors)
        }
    }

    static let bodies: [(body: String, reply: String)] = [
        (#"{"seats":1}"#, #"{"bar":"a","seats":1,"shift":"dinner"}"#),
        (" \r\n\t{ \"seats\" : 1 } \n", #"{"bar":"a","seats":1,"shift":"dinner"}"#),
        (#"{"seats":12,"shift":"lunch","note":"ñ"}"#, #"{"bar":"a","seats":12,"shift":"lunch","note":"ñ"}"#),
        // The same again is no mistake.
        (#"{"seats":1,"bar":"a"}"#, #"{"bar":"a","seats":1,"shift":"dinner"}"#),
    ]

    @Test(arguments: bodies)
    func `a path and a body bind together`(body: String, reply: String) async throws {
        try await withFront { front in
            let response = try await front.ask(
                .post, "/api/v1/bars/bars/a/reservations", fields: Self.json, body: body)
            #expect(response.text == reply)
        }
    }

    @Test func `what does not fit in a path and a body is told all at once`() async throws {
        let tests: [(path: String, body: String, errors: [Mistake])] = [
            (
                "a", #"{"seats":40,"shfit":"lunch"}"#,
                [
                    ("seats", "body", "must be between 1 and 12, not 40"),
                    ("shfit", "body", "unknown key \"shfit\"; did you mean \"shift\"?"),
                ]
            ),
            ("a", #"{"seats":1,"bar":"b"}"#, [("bar", "body", "stands in the path already, as \"a\"")]),
            ("a", #"{"seats":1,"bar":7}"#, [("bar", "body", "stands in the path already, as \"a\"")]),
            ("a", "{}", [("", "body", "missing key \"seats\"")]),
            ("a", "", [("", "body", "missing key \"seats\"")]),
            ("a", "[1]", [("", "body", "must be a mapping, not a list")]),
            ("a", "7", [("", "body", "must be a mapping, not 7")]),
            (
                "aaaaaaaaaaaaaaaaaaaaa", #"{"seats":"4"}"#,
                [
                    ("bar", "path", "must be at most 20 characters long, not 21"),
                    ("seats", "body", "must be a whole number, not the text \"4\""),
                ]
            ),
        ]
        try await withFront { front in
            for test in tests {
                try expect(
                    try await front.ask(
                        .post, "/api/v1/bars/bars/\(test.path)/reservations", fields: Self.json, body: test.body),
                    test.errors)
            }
        }
    }

    @Test func `a number in a path is a number`() async throws {
        try await withFront { front in
            let response = try await front.ask(.delete, "/api/v1/bars/bars/a/reservations/7")
            #expect(response.status == .noContent)
            #expect(response.body == [])
            try expect(
                try await front.ask(.delete, "/api/v1/bars/bars/a/reservations/seven?id=8&bar=a"),
                [
                    ("id", "query", "stands in the path already, as \"seven\""),
                    ("id", "path", "must be a whole number, not the text \"seven\""),
                ])
        }
    }

    static let brokenBodies: [(body: String, reason: String)] = [
        (#"{"seats":1,}"#, "line 1, column 12: expected a name in double quotes"),
        ("{\"seats\":1}\nx", "line 2, column 1: expected nothing more after the value"),
        (#"{"seats":1"#, "line 1, column 11: expected \",\" or \"}\""),
        (#"{"seats":1,"seats":2}"#, "line 1, column 12: the name \"seats\" stands at line 1, column 2 already"),
        ("\u{FEFF}{}", "line 1, column 1: a byte order mark is not wanted"),
        ("seats=1", "line 1, column 1: expected a value"),
        (" ", "line 1, column 2: there is nothing here; expected a value"),
    ]

    @Test(arguments: brokenBodies)
    func `a body that is no JSON says where`(body: String, reason: String) async throws {
        try await withFront { front in
            let response = try await front.ask(
                .post, "/api/v1/bars/bars/a/reservations", fields: Self.json, body: body)
            let problem = try Value(json: response.body)
            #expect(problem["code"] == "malformed")
            #expect(problem["detail"] == "the body is no JSON")
            #expect(problem["errors"] == [["path": "", "in": "body", "message": .text(reason)]])
        }
    }

    @Test func `a query that is none and a body where none is taken are refused`() async throws {
        try await withFront { front in
            let query = try Value(json: try await front.ask(.get, "/api/v1/bars/menu?page=%zz").body)
            #expect(query["detail"] == "the query holds an escape that is none, or too many names")
            let many = (0..<257).map { "type=\($0)" }.joined(separator: "&")
            let crowded = try Value(json: try await front.ask(.get, "/api/v1/bars/menu?\(many)").body)
            #expect(crowded["code"] == "malformed")
            let body = try Value(
                json: try await front.ask(.get, "/api/v1/bars/menu", fields: Self.json, body: "{}").body)
            #expect(body["detail"] == "GET takes no body here; what is asked stands in the query")
            try expect(
                try await front.ask(.post, "/api/v1/bars/bars/a/reservations?seats=4", fields: Self.json, body: "{}"),
                [("seats", "query", "unknown key \"seats\"; what is asked stands in the body")])
        }
    }

    static let types: [(type: String?, isTaken: Bool)] = [
        ("application/json", true), ("Application/JSON", true), ("application/json; charset=utf-8", true),
        ("application/json ; charset=\"UTF-8\"", true), ("application/merge-patch+json", true),
        ("application/json;profile=x", true), ("application/json; charset=latin1", false), ("text/json", false),
        ("text/plain", false), ("application/x-www-form-urlencoded", false), ("application/jsonx", false), ("", false),
        ("multipart/form-data; boundary=application/json", false), (nil, false),
    ]

    @Test(arguments: types)
    func `a body has to be called JSON`(type: String?, isTaken: Bool) async throws {
        try await withFront { front in
            let status = try await front.status(
                .put, "/api/v1/bars/echo", fields: type.map { [("Content-Type", $0)] } ?? [], body: "1")
            #expect(status == (isTaken ? 200 : 415))
        }
    }

    @Test func `a route may take anything`() async throws {
        try await withFront { front in
            for body in ["1", "null", #"[{"a":[]}]"#, #""x""#, "{}"] {
                let response = try await front.ask(.put, "/api/v1/bars/echo", fields: Self.json, body: body)
                #expect(response.text == body)
            }
            // A body that is not there is nothing said, where a mapping may be.
            let empty = try await front.ask(.put, "/api/v1/bars/echo")
            #expect(empty.text == "{}")
        }
    }

    @Test func `of very many mistakes the first are told`() async throws {
        try await withFront { front in
            let body = "{" + (0..<5_000).map { "\"seat\($0)\":1" }.joined(separator: ",") + "}"
            let response = try await front.ask(
                .post, "/api/v1/bars/bars/a/reservations", fields: Self.json, body: body)
            let problem = try Value(json: response.body)
            #expect(problem["detail"] == "5001 values do not fit; these are the first")
            guard case .list(let errors) = problem["errors"] else { return #expect(Bool(false)) }
            #expect(errors.count == 64)
        }
    }

    @Test func `what is nested too deep or holds too much is refused as no JSON`() async throws {
        try await withFront { front in
            let deep = String(repeating: "[", count: 100_000)
            let wide = "[" + String(repeating: "1,", count: 140_000) + "1]"
            for body in [deep, wide] {
                let response = try await front.ask(.put, "/api/v1/bars/echo", fields: Self.json, body: body)
                #expect(response.status == .badRequest)
                #expect(response.text.contains(#""code":"malformed""#))
            }
        }
    }

    private func expect(
        _ response: Response, _ errors: [Mistake],
        at place: SourceLocation = #_sourceLocation
    ) throws {
        #expect(response.status == .badRequest, sourceLocation: place)
        let problem = try Value(json: response.body)
        #expect(problem["code"] == "invalid", sourceLocation: place)
        let detail = errors.count == 1 ? "1 value does not fit" : "\(errors.count) values do not fit"
        #expect(problem["detail"] == .text(detail), sourceLocation: place)
        let wanted = errors.map { error -> Value in
            ["path": .text(error.path), "in": .text(error.part), "message": .text(error.message)]
        }
        #expect(problem["errors"] == .list(wanted), sourceLocation: place)
    }
}
