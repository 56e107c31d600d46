@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime
import Testing

@testable import HostHTTP

/// The OpenAPI document describes the host's paths as they are.
@Suite struct OpenAPITests {
    private struct Seat: Shaped, Codable {
        var bar: String
        var seats: Int
        var tags: [String]
        var extra: [String: Bool]?
        var wait: Duration
        var pin: Secret?

        static let shape = Shape.object([
            Field("bar", .text(length: 0...20), "The bar."), Field("seats", .integer(in: 1...12), "How many."),
            Field("tags", .list(of: .text()), "Words."), Field("extra", .map(of: .boolean), "More.", optional: true),
            Field("wait", .duration(), "How long.", default: "5s"), Field("pin", .secret, "A word.", optional: true),
        ])
    }

    private struct OneBar: Shaped, Codable {
        var bar: String
        static let shape = Shape.object([Field("bar", .text(), "The bar.")])
    }

    private static let contracts: [Contract] = [
        .serves(Route<Seat, Seat>("bars.find", .get, "/bars/{bar}", access: .everyone)),
        .serves(Route<Seat, Seat>("bars.reserve", .post, "/bars/{bar}/seats", access: .user)),
        .serves(Route<OneBar, Nothing>("bars.close", .delete, "/bars/{bar}", access: .role("staff"))),
        .serves(Route<OneBar, Media>("bars.photo", .get, "/bars/{bar}/photo", access: .everyone)),
        .serves(Route<Nothing, Int>("bars.rounds", .get, "/rounds", access: .everyone, streams: true)),
        .serves(Route<[Int], Int>("bars.sum", .put, "/sum", access: .everyone)),
        .publishes(Topic<Int>("bars.tap"), watchable: true), .publishes(Topic<Int>("bars.inside")),
    ]

    private func document(
        _ more: [Contract] = [], hasOperators: Bool = false, allowsAnonymous: Bool = true
    ) -> Value {
        let bars = OpenAPISource.Feature(
            id: "bars", summary: "Bars.", mounts: ["/api/v1/bars"], contracts: Self.contracts + more)
        return OpenAPISource(
            version: "1.2.3", features: [bars], hasOperators: hasOperators, allowsAnonymous: allowsAnonymous
        ).document
    }

    private func operation(_ path: String, _ method: String, in document: Value? = nil) throws -> Value {
        try #require((document ?? self.document())["paths"]?[path]?[method])
    }

    private func statuses(_ path: String, _ method: String) throws -> [String] {
        guard case .object(let responses) = try operation(path, method)["responses"] else { return [] }
        return responses.names.sorted()
    }

    private let integer = #"{"type":"integer","format":"int64","minimum":1,"maximum":12}"#

    @Test func `the document has a title, a version, servers and tags`() {
        let document = document()
        #expect(document["openapi"] == "3.1.0")
        #expect(document["info"] == ["title": "Flagstand", "version": "1.2.3"])
        #expect(document["servers"] == [["url": "/"]])
        #expect(
            document["tags"] == [
                ["name": "host", "description": "For those who watch the process."],
                ["name": "flags", "description": "For apps, by OpenFeature's remote evaluation protocol."],
                ["name": "bars", "description": "Bars."],
            ])
        let user =
            #"{"type":"http","scheme":"bearer","bearerFormat":"JWT","description":"A user's token, of an issuer that "#
            + #"the host trusts; routes name the role that it has to tell."}"#
        #expect(document["components"]?["securitySchemes"]?.json == #"{"user":\#(user)}"#)
        guard case .object(let paths) = document["paths"] else {
            Issue.record("no paths")
            return
        }
        #expect(
            paths.names == [
                "/api/v1/bars/bars/{bar}", "/api/v1/bars/bars/{bar}/photo", "/api/v1/bars/bars/{bar}/seats",
                "/api/v1/bars/rounds", "/api/v1/bars/stream/bars.tap", "/api/v1/bars/sum", "/healthz", "/metrics",
                "/ofrep/v1/evaluate/flags", "/ofrep/v1/evaluate/flags/{key}", "/ofrep/v1/stream", "/openapi.json",
                "/readyz", "/readyz/{check}", "/readyz/{check}/{id}",
            ])
    }

    @Test func `a request without a body has its fields in path and query`() throws {
        let parameters = try #require(try operation("/api/v1/bars/bars/{bar}", "get")["parameters"])
        let wait = try #require(Field("wait", .duration(), "How long.", default: "5s").shape.schema["pattern"])
        #expect(
            parameters.json
                == #"[{"name":"bar","in":"path","required":true,"description":"The bar.","#
                + #""schema":{"type":"string","minLength":1,"maxLength":20}},"#
                + #"{"name":"seats","in":"query","required":true,"description":"How many.","schema":\#(integer)},"#
                + #"{"name":"tags","in":"query","required":false,"description":"Words.","schema":{"type":"array","#
                + #""items":{"type":"string","minLength":0,"maxLength":65536},"minItems":0,"maxItems":10000}},"#
                + #"{"name":"extra","in":"query","required":false,"description":"More.","#
                + #""content":{"application/json":{"schema":{"type":"object","additionalProperties":{"type":"boolean"},"#
                + #""minProperties":0,"maxProperties":10000,"description":"More."}}}},"#
                + #"{"name":"wait","in":"query","required":false,"description":"How long.","#
                + #""schema":{"type":"string","pattern":\#(wait.json),"examples":["250ms","1h30m"],"default":"5s"}},"#
                + #"{"name":"pin","in":"query","required":false,"description":"A word.","#
                + #""schema":{"type":"string","format":"password"}}]"#)
        #expect(try operation("/api/v1/bars/bars/{bar}", "get")["requestBody"] == nil)
    }

    @Test func `a request with a body has the fields in it that are not in the path`() throws {
        let reserve = try operation("/api/v1/bars/bars/{bar}/seats", "post")
        #expect(reserve["operationId"] == "bars.reserve")
        #expect(reserve["tags"] == ["bars"])
        #expect(reserve["summary"] == "bars.reserve, for user")
        let body = try #require(reserve["requestBody"])
        #expect(body["required"] == true)
        let schema = try #require(body["content"]?["application/json"]?["schema"])
        #expect(schema["required"] == ["seats", "tags"])
        #expect(schema["additionalProperties"] == false)
        #expect(schema["properties"]?["bar"] == nil)
        #expect(schema["properties"]?["wait"]?["default"] == "5s")
        #expect(schema["properties"]?["seats"]?["description"] == "How many.")
        let whole = try #require(try operation("/api/v1/bars/sum", "put")["requestBody"])
        #expect(whole["required"] == true)
        #expect(whole["content"]?["application/json"]?["schema"]?["type"] == "array")
    }

    @Test func `replies are described by their types`() throws {
        func reply(_ path: String, _ method: String, _ status: String) throws -> String? {
            try operation("/api/v1/bars" + path, method)["responses"]?[status]?.json
        }
        #expect(try reply("/bars/{bar}", "delete", "204") == #"{"description":"It is done."}"#)
        #expect(
            try reply("/bars/{bar}/photo", "get", "200")
                == #"{"description":"The bytes, of a type of their own.","content":{"*/*":{}},"#
                + #""headers":{"ETag":{"schema":{"type":"string"}}}}"#)
        let integer =
            #"{"type":"integer","format":"int64","minimum":-9223372036854775808,"maximum":9223372036854775807}"#
        let events = #"{"text/event-stream":{"schema":{"type":"string"},"x-events":"#
        #expect(
            try reply("/rounds", "get", "200")
                == #"{"description":"Server-sent events called rounds.","content":\#(events){"rounds":\#(integer)}}}}"#)
        #expect(
            try reply("/stream/bars.tap", "get", "200")
                == #"{"description":"Server-sent events called tap.","content":\#(events){"tap":\#(integer)}}}}"#)
        #expect(
            try reply("/sum", "put", "200")
                == #"{"description":"The reply.","content":{"application/json":{"schema":\#(integer)}}}"#)
    }

    @Test func `an operation lists the refusals that can occur`() throws {
        let common = ["400", "401", "404", "429", "500", "503", "504", "default"]
        #expect(try statuses("/api/v1/bars/bars/{bar}", "get") == (["200", "406"] + common).sorted())
        #expect(
            try statuses("/api/v1/bars/stream/bars.tap", "get")
                == ["200", "401", "404", "406", "429", "503", "default"])
        #expect(
            try statuses("/ofrep/v1/evaluate/flags", "post")
                == ["200", "304", "400", "401", "413", "429", "503", "default"])
        #expect(
            try statuses("/api/v1/bars/bars/{bar}/seats", "post")
                == (["200", "406", "413", "415"] + common).sorted())
        #expect(try statuses("/api/v1/bars/bars/{bar}", "delete") == (["204", "403"] + common).sorted())
        #expect(try statuses("/api/v1/bars/bars/{bar}/photo", "get") == (["200", "304", "406"] + common).sorted())
        for problem in ProblemResponse.allCases {
            let response = document()["components"]?["responses"]?["\(problem)"]
            #expect(
                response?["content"]?.json
                    == ##"{"application/problem+json":{"schema":{"$ref":"#/components/schemas/Problem"}}}"##)
        }
    }

    /// Paths for everyone, where anonymous callers are allowed.
    private static let open = [
        ("/api/v1/bars/bars/{bar}", "get"), ("/api/v1/bars/stream/bars.tap", "get"),
        ("/ofrep/v1/evaluate/flags", "post"), ("/ofrep/v1/evaluate/flags/{key}", "post"),
        (FlagStreamEndpoint.path, "get"),
    ]

    @Test func `each operation says who may call it`() throws {
        let signIn = Route<OneBar, Nothing>("bars.in", .post, "/in/{bar}", access: .beforeSigningIn)
        for allowsAnonymous in [true, false] {
            let document = document([.serves(signIn)], allowsAnonymous: allowsAnonymous)
            func security(_ path: String, _ method: String) throws -> Value? {
                try operation(path, method, in: document)["security"]
            }
            #expect(try security("/api/v1/bars/bars/{bar}", "delete") == [["user": ["staff"]]])
            #expect(try security("/api/v1/bars/bars/{bar}/seats", "post") == [["user": []]])
            #expect(try security("/api/v1/bars/in/{bar}", "post") == nil)
            #expect(try operation("/api/v1/bars/in/{bar}", "post", in: document)["responses"]?["401"] == nil)
            for (path, method) in Self.open {
                // Without a token, or with a valid one; an invalid one is always refused.
                #expect(try security(path, method) == (allowsAnonymous ? [[:], ["user": []]] : [["user": []]]))
                #expect(try operation(path, method, in: document)["responses"]?["401"] != nil, "\(path)")
            }
            for path in ["/metrics", "/openapi.json"] {
                #expect(try security(path, "get") == (allowsAnonymous ? nil : [["operator": []]]))
                let refusal = try operation(path, "get", in: document)["responses"]?["401"]
                #expect((refusal != nil) == !allowsAnonymous)
            }
            for path in ["/healthz", "/readyz"] { #expect(try security(path, "get") == nil) }
            #expect((document["components"]?["securitySchemes"]?["operator"] != nil) == !allowsAnonymous)
        }
    }

    @Test func `operators' paths name the role, and changes the headers`() throws {
        let document = document(hasOperators: true)
        var changes = 0
        for (method, path, role) in OperatorRoles.table {
            let operation = try #require(document["paths"]?[path]?[method.description.lowercased()], "\(path)")
            #expect(operation["security"] == [[:], ["operator": [.text(role.rawValue)]]], "\(path)")
            guard case .object(let responses)? = operation["responses"] else { continue }
            for status in ["401", "403", "429", "503"] { #expect(responses[status] != nil, "\(path) \(status)") }
            var names: [Value?] = []
            if case .list(let parameters)? = operation["parameters"] { names = parameters.map { $0["name"] } }
            let isChange = responses["412"] != nil
            if isChange { changes += 1 }
            #expect(names.contains("If-Match") == isChange, "\(path)")
            #expect(names.contains("Idempotency-Key") == isChange, "\(path)")
            if isChange { #expect(responses["409"] != nil && responses["422"] != nil, "\(path)") }
        }
        #expect(changes == 11)
        let toggle = try operation("/ops/v1/features/{id}/toggle", "put", in: document)
        #expect(toggle["responses"]?["412"] == ["$ref": "#/components/responses/changedMeanwhile"])
        #expect(document["components"]?["securitySchemes"]?["operator"]?["bearerFormat"] == "fso_")
    }

    @Test func `a problem fits the schema that all refusals share`() {
        var problem = Problem(RouteError(code: "booked", status: 409, "booked", data: ["by": "ada"]))
        problem.errors = [Problem.Detail(path: ValuePath(), part: "body", message: "no")]
        guard case .object(let members) = problem.document(request: "1"),
            case .object(let known) = ProblemResponse.schema["properties"]
        else {
            Issue.record("not a mapping")
            return
        }
        #expect(Set(members.names) == Set(known.names))
    }

    @Test func `a body of media is bytes, and the other fields are in the query`() throws {
        struct Picture: Shaped, Codable {
            var bar: String
            var width: Int
            var picture: Media?
            static let shape = Shape.object([
                Field("bar", .text(), "The bar."), Field("width", .integer(in: 1...5), "How wide."),
                Field("picture", .media(upTo: 500), "What it looks like.", optional: true),
            ])
        }
        let document = document([
            .serves(Route<Picture, Int>("bars.draw", .put, "/pictures/{bar}", access: .everyone))
        ])
        let draw = try operation("/api/v1/bars/pictures/{bar}", "put", in: document)
        let body = #"{"*/*":{"schema":{"description":"What it looks like.","maxLength":500}}}"#
        #expect(draw["requestBody"]?["content"]?.json == body)
        #expect(draw["requestBody"]?["required"] == false)
        guard case .list(let parameters)? = draw["parameters"] else { throw WrongAnswer(description: draw.json) }
        #expect(parameters.map { $0["name"] } == ["bar", "width"])
        #expect(parameters.map { $0["in"] } == ["path", "query"])
        #expect(draw["responses"]?["415"] != nil && draw["responses"]?["413"] != nil)
    }

    @Test func `routes without a path over HTTP have none in the document`() throws {
        let more: [Contract] = [
            .serves(Route<OneBar, Int>("bars.second", .get, "/bars/{bar}", access: .everyone)),
            .serves(Route<OneBar, Int>("bars.unbound", .get, "/none/{other}", access: .everyone)),
            .serves(Route<[Int], Int>("bars.list", .get, "/list", access: .everyone)),
            .serves(Route<Nothing, Int>("bars.broken", .get, "/a{b", access: .everyone)),
        ]
        #expect(document(more) == document())
        let ops = OpenAPISource.Feature(
            id: "x", summary: "X.", mounts: ["/ops/x"],
            contracts: [.serves(Route<Nothing, Int>("x", .get, "/", access: .user))])
        let document = OpenAPISource(version: "1", features: [ops], hasOperators: false).document
        #expect(!document.json.contains("/ops"))
    }

    @Test func `parameters at the same place of a path have one name`() throws {
        struct Other: Shaped, Codable {
            var id: String
            static let shape = Shape.object([Field("id", .text(), "The id.")])
        }
        let document = document([.serves(Route<Other, Int>("bars.put", .put, "/bars/{id}", access: .everyone))])
        let parameters = try operation("/api/v1/bars/bars/{bar}", "put", in: document)["parameters"]
        guard case .list(let list) = parameters else {
            Issue.record("no parameters")
            return
        }
        #expect(list.map { $0["name"] } == ["bar"])
        #expect(document["paths"]?["/api/v1/bars/bars/{id}"] == nil)
    }

    @Test func `only the local socket's document has the operators' paths`() throws {
        #expect(!document().json.contains("operators"))
        let forOperators = document(hasOperators: true)
        let toggle = try operation("/ops/v1/features/{id}/toggle", "put", in: forOperators)
        #expect(toggle["requestBody"]?["content"]?["application/json"]?["schema"]?["required"] == ["on"])
        #expect(forOperators["components"]?["schemas"]?["FeatureInFull"] != nil)
        let override = try operation("/ops/v1/overrides/{subject}/{name}/{aspect}", "put", in: forOperators)
        #expect(override["requestBody"]?["content"]?["application/json"]?["schema"]?["required"] == ["value"])
    }

    /// Every `$ref` can be resolved, and no name is used twice.
    @Test func `the document is consistent`() throws {
        let document = document(hasOperators: true)
        var ids: [String] = []
        func walk(_ value: Value) {
            switch value {
            case .object(let members):
                for (name, value) in members {
                    if name == "$ref", case .text(let path) = value {
                        let steps = path.split(separator: "/").dropFirst().map { ValuePath.Step.member(String($0)) }
                        #expect(document[ValuePath(steps)] != nil, "\(path)")
                    }
                    if name == "operationId", case .text(let id) = value { ids.append(id) }
                    walk(value)
                }
            case .list(let list): list.forEach(walk)
            default: break
            }
        }
        walk(document)
        #expect(ids.count > 15)
        #expect(Set(ids).count == ids.count)
    }
}
