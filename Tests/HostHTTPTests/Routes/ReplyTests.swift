import FeatureKit
import FeatureTestKit
import HTTPServer
import JSON
import Testing

@testable import HostHTTP

/// What a route replies, or why it refuses, as its caller gets it.
@Suite(.timeLimit(.minutes(1))) struct ReplyTests {
    private static let json = [("Content-Type", "application/json")]

    @Test func `media is sent as what it is, with a tag of what is in it`() async throws {
        try await withFront { front in
            let response = try await front.ask(.get, "/api/v1/bars/bars/a/photo")
            #expect(response.status == .ok)
            #expect(response.body == Array("a".utf8))
            #expect(response.field("Content-Type") == "image/png")
            #expect(response.field("X-Content-Type-Options") == "nosniff")
            #expect(response.field("Cache-Control") == "private, no-cache")
            // printf a | sha256sum
            #expect(response.field("ETag") == "\"ca978112ca1bbdcafac231b39a23dc4d\"")
            let other = try await front.ask(.get, "/api/v1/bars/bars/b/photo")
            #expect(other.field("ETag") != response.field("ETag"))
        }
    }

    static let tags: [(field: String, status: Int)] = [
        ("\"ca978112ca1bbdcafac231b39a23dc4d\"", 304), ("W/\"ca978112ca1bbdcafac231b39a23dc4d\"", 304), ("*", 304),
        ("\"x\", \"ca978112ca1bbdcafac231b39a23dc4d\"", 304), ("\"ca978112ca1bbdcafac231b39a23dc4e\"", 200),
        ("ca978112ca1bbdcafac231b39a23dc4d", 200), ("", 200),
    ]

    @Test(arguments: tags)
    func `who has it already is told so`(field: String, status: Int) async throws {
        try await withFront { front in
            for method in [Method.get, .head] {
                let response = try await front.ask(
                    method, "/api/v1/bars/bars/a/photo", fields: [("If-None-Match", field)])
                #expect(response.status.code == status)
                #expect(response.field("ETag") == "\"ca978112ca1bbdcafac231b39a23dc4d\"")
                if status == 304 { #expect(response.body == []) }
            }
        }
    }

    static let ranges: [(range: String, condition: String?, status: Int, contentRange: String?, body: String)] = [
        ("bytes=0-1", nil, 206, "bytes 0-1/5", "ph"), ("bytes=2-", nil, 206, "bytes 2-4/5", "oto"),
        ("bytes=-2", nil, 206, "bytes 3-4/5", "to"), ("bytes=-9", nil, 206, "bytes 0-4/5", "photo"),
        ("Bytes=1-99", nil, 206, "bytes 1-4/5", "hoto"), ("bytes=5-", nil, 416, "bytes */5", ""),
        ("bytes=-0", nil, 416, "bytes */5", ""), ("bytes=3-2", nil, 200, nil, "photo"),
        ("bytes=0-1,3-4", nil, 200, nil, "photo"), ("lines=0-1", nil, 200, nil, "photo"),
        ("bytes", nil, 200, nil, "photo"),
        ("bytes=-", nil, 200, nil, "photo"), ("bytes=a-b", nil, 200, nil, "photo"),
        ("bytes=99999999999999999999-", nil, 200, nil, "photo"), ("bytes=0-1", "\"other\"", 200, nil, "photo"),
    ]

    @Test(arguments: ranges)
    func `a part that is asked for is sent`(
        range: String, condition: String?, status: Int, contentRange: String?, body: String
    ) async throws {
        try await withFront { front in
            let fields = [("Range", range)] + (condition.map { [("If-Range", $0)] } ?? [])
            let response = try await front.ask(.get, "/api/v1/bars/bars/photo/photo", fields: fields)
            #expect(response.status.code == status && response.body == Array(body.utf8))
            #expect(response.field("Content-Range") == contentRange && response.field("Accept-Ranges") == "bytes")
            let tag = try #require(response.field("ETag"))
            let rest = try await front.ask(
                .get, "/api/v1/bars/bars/photo/photo", fields: [("Range", "bytes=2-"), ("If-Range", tag)])
            #expect(rest.status.code == 206 && rest.body == Array("oto".utf8))
            // What is the same already has no parts.
            let known = try await front.ask(
                .get, "/api/v1/bars/bars/photo/photo", fields: [("Range", range), ("If-None-Match", tag)])
            #expect(known.status.code == 304 && known.body == [])
        }
    }

    static let accepted: [(path: String, accept: String?, status: Int)] = [
        ("who", nil, 200), ("who", "*/*", 200), ("who", "application/json", 200), ("who", "application/*", 200),
        ("who", "text/html, application/xhtml+xml, */*;q=0.8", 200), ("who", "text/html", 406),
        ("who", "application/json;q=0", 406), ("who", "application/json;q=0, */*", 406), ("who", "", 200),
        ("bars/a/photo", "image/*", 200), ("bars/a/photo", "application/json", 406),
        ("rounds?rounds=0", "application/json", 406), ("rounds?rounds=0", "text/event-stream", 404),
        ("stream/bars.tap", "application/json", 406),
    ]

    @Test(arguments: accepted)
    func `a client that takes something else is told what there is`(
        path: String, accept: String?, status: Int
    ) async throws {
        try await withFront { front in
            let response = try await front.ask(
                .get, "/api/v1/bars/\(path)", fields: accept.map { [("Accept", $0)] } ?? [])
            #expect(response.status.code == status)
            if status == 406 { #expect(response.text.contains(#""code":"not-acceptable","detail":"the answer is "#)) }
        }
    }

    @Test func `nothing needs no Accept`() async throws {
        try await withFront { front in
            let response = try await front.ask(
                .delete, "/api/v1/bars/bars/a/reservations/1", fields: [("Accept", "text/html")])
            #expect(response.status == .noContent)
        }
    }

    @Test func `a route's own refusal comes with its status, its code and its words`() async throws {
        try await withFront { front in
            let exchange = front.send(
                Request(
                    .post, "/api/v1/bars/bars/full/reservations", fields: Self.json, body: Array(#"{"seats":1}"#.utf8)))
            let response = try await exchange.response()
            let trace = try #require(exchange.note as? any Journey).trace.id
            #expect(response.status == Status(409))
            #expect(
                response.text
                    == #"{"type":"urn:flagstand:problem:table-taken","title":"Conflict","status":409,"#
                    + #""code":"table-taken","detail":"all tables are taken","message":"all tables are taken","#
                    + #""request":"\#(trace)"}"#)
        }
    }

    @Test func `a refusal's data are for programs`() async throws {
        try await withFront { front in
            let response = try await front.ask(
                .post, "/api/v1/bars/bars/booked/reservations", fields: Self.json, body: #"{"seats":1}"#)
            #expect(response.status == Status(409))
            let problem = try Value(json: response.body)
            #expect(problem["code"] == "in-the-way")
            #expect(problem["data"] == ["bookings": [["id": "b1", "seats": 4]]])
        }
    }

    /// A field stands in the path where that has its name, or is the body as it is, or stands with the rest.
    @Test(arguments: [
        (Method.post, "/bars/wrong/reservations", #"{"seats":1}"#, "body", "body"),
        (.delete, "/bars/wrong/reservations/1", "", "query", "query"),
        (.put, "/bars/wrong/picture", "{}", "body", "query"),
    ]) func `a refusal lists what is wrong with fields, and where`(
        _ method: Method, _ target: String, _ body: String, _ picture: String, _ all: String
    ) async throws {
        try await withFront { front in
            let fields = body.isEmpty ? [] : Self.json
            let response = try await front.ask(method, "/api/v1/bars" + target, fields: fields, body: body)
            #expect(response.status == .badRequest)
            let problem = try Value(json: response.body)
            #expect(problem["code"] == "invalid")
            #expect(problem["detail"] == "bar: no name; picture[2]: too dark; makes no sense")
            #expect(
                problem["errors"] == [
                    ["path": "bar", "in": "path", "message": "no name"],
                    ["path": "picture[2]", "in": .text(picture), "message": "too dark"],
                    ["path": "", "in": .text(all), "message": "makes no sense"],
                ])
        }
    }

    @Test func `a stream's refusal lists what is wrong as well`() async throws {
        try await withFront { front in
            let response = try await front.ask(.get, "/api/v1/bars/rounds?rounds=7")
            #expect(response.status == .badRequest)
            let errors = try Value(json: response.body)["errors"]
            #expect(errors == [["path": "rounds", "in": "query", "message": "not seven"]])
        }
    }

    static let statuses: [(status: Int, answered: Int, code: String)] = [
        (400, 400, "odd"), (418, 418, "odd"), (503, 503, "odd"), (599, 599, "odd"), (200, 500, "internal"),
        (304, 500, "internal"), (600, 500, "internal"), (-1, 500, "internal"), (Int.max, 500, "internal"),
    ]

    @Test(arguments: statuses)
    func `a refusal that says it is none is a failure`(status: Int, answered: Int, code: String) async throws {
        try await withFront { front in
            let response = try await front.ask(
                .post, "/api/v1/bars/fail", fields: Self.json, body: #"{"status":\#(status)}"#)
            #expect(response.status.code == answered)
            #expect((try Value(json: response.body)["errors"] == nil) == (answered != status))
            let problem = try Value(json: response.body)
            #expect(problem["code"] == .text(code))
            #expect(response.field("Retry-After") == (answered == 503 ? "1" : nil))
            // What is no refusal is told to nobody but the log.
            let isOdd = code == "internal"
            #expect(
                front.log.messages(.error) == (isOdd ? ["a route refused with a status that is no refusal"] : []))
        }
    }

    @Test func `what a feature throws stays in its log`() async throws {
        try await withFront { front in
            let response = try await front.ask(.post, "/api/v1/bars/fail")
            #expect(response.status == .internalServerError)
            #expect(
                response.text.contains(
                    #""message":"bars.fail failed; the log of bars says why","request":""#))
            #expect(front.log.messages(.error) == ["a route failed"])
        }
    }

    @Test func `a reply that can't be written is a failure, and the log says so`() async throws {
        struct Odd: Shaped, Codable {
            static let shape = Shape.object([Field("x", .integer(), "A number.")])
            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: "no"))
            }
        }
        try await withFront { front in
            let exchange = TestExchange()
            let contract = Contract.serves(Route<Nothing, Odd>("bars.odd", .get, "/odd", access: .everyone))
            let table = FrontTable(
                FrontContent(features: [MountedFeature(id: "bars", mounts: ["/b"], contracts: [contract])]),
                fixtures: [], in: front.router.surroundings)
            let asker = RouteExchange(
                try #require(table.routes["bars.odd"]), .request([]), of: Request(.get, "/b/odd"), via: exchange,
                extra: Fields(), trace: TraceContext(high: 1, low: 2), servedBy: nil,
                in: front.router.surroundings)
            asker.answered(Odd())
            let response = try await exchange.response()
            #expect(response.status == .internalServerError)
            #expect(response.text.contains(#""request":"00000000000000010000000000000002""#))
            #expect(front.log.messages(.error) == ["a reply can't be written"])
        }
    }

    @Test func `a client's own trace goes through to the feature and back`() async throws {
        try await withFront { front in
            let trace = "8f14e45fceea167a5a36dedd4bea2543"
            let fields = [("traceparent", "00-\(trace)-00f067aa0ba902b7-01")]
            let who = try Value(json: try await front.ask(.get, "/api/v1/bars/who", fields: fields).body)
            #expect(who["cause"] == .text(trace))
            let problem = try Value(json: try await front.ask(.get, "/api/v1/bars/mine", fields: fields).body)
            #expect(problem["request"] == .text(trace))
        }
    }

    @Test func `the cause of what a route does is the request`() async throws {
        try await withFront { front in
            let exchange = front.send(Request(.get, "/api/v1/bars/who"))
            let response = try await exchange.response()
            let trace = try #require(exchange.note as? any Journey).trace.id
            let cause = try Value(json: response.body)["cause"]
            #expect(cause == .text(trace))
        }
    }
}
