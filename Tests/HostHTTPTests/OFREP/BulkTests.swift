@_spi(Hosting) import FeatureKit
import FeatureTestKit
import FlagEngine
import HTTPServer
import HostRuntime
import JSON
import Testing

@testable import HostHTTP

/// All flags at once over OFREP, which clients cache and ask for again.
@Suite(.timeLimit(.minutes(1))) struct BulkTests {
    private static let json = ("Content-Type", "application/json")

    @Test func `every flag comes once, by its key, with the address of the change events`() async throws {
        try await withFlags { house in
            let response = try await house.ask("")
            #expect(response.status == .ok && response.field("Cache-Control") == "private, no-cache")
            let value = try Value(json: response.text)
            guard case .list(let flags) = value["flags"] else { throw WrongAnswer(description: response.text) }
            #expect(flags.map { $0["key"] } == TestFlags.all.map(\.key).sorted().map(Value.text))
            #expect(
                value["eventStreams"] == [
                    [
                        "type": "sse", "endpoint": ["requestUri": "/ofrep/v1/stream?known=one"],
                        "inactivityDelaySec": 120,
                    ]
                ])
            for flag in flags {
                guard case .text(let key) = flag["key"] else { continue }
                let path = key.replacing("%", with: "%25").replacing(" ", with: "%20")
                let alone = try Value(json: try await house.ask("/\(path)").text)
                #expect(alone == flag)
            }
        }
    }

    @Test func `without flags there is an empty list`() async throws {
        try await withFlags([]) { house in
            let response = try await house.ask("")
            #expect(response.text.hasPrefix(#"{"flags":[],"eventStreams":["#))
        }
    }

    @Test func `metadata of all flags stands at the top`() async throws {
        try await withFlags { house in
            let snapshot = house.board.current
            house.board.post(
                FlagBoard.Snapshot(
                    snapshot.program, etag: "two", since: snapshot.since, metadata: ["flagSetId": "prod"]))
            let value = try Value(json: try await house.ask("").text)
            #expect(value["metadata"] == ["flagSetId": "prod"])
        }
    }

    @Test func `a client that has the current flags gets an answer without a body`() async throws {
        try await withFlags { house in
            let tag = try #require(try await house.ask("").field("ETag"))
            #expect(tag.wholeMatch(of: /"one-[0-9a-f]{32}"/) != nil)
            for named in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                let again = try await house.ask("", fields: [Self.json, ("If-None-Match", named)])
                #expect(again.status.code == 304 && again.body == [] && again.field("ETag") == tag, "\(named)")
            }
            let several = try await house.ask(
                "", fields: [Self.json, ("If-None-Match", "\"a\""), ("If-None-Match", tag)])
            #expect(several.status.code == 304)
            for named in ["\"other\"", "other", ""] {
                let again = try await house.ask("", fields: [Self.json, ("If-None-Match", named)])
                #expect(again.status == .ok, "\(named)")
            }
        }
    }

    @Test func `another context is never told that nothing has changed`() async throws {
        try await withFlags { house in
            let tag = try #require(try await house.ask("").field("ETag"))
            let same = #"{"context":{"country":"ES","targetingKey":"alice"}}"#
            let unchanged = try await house.ask("", same, fields: [Self.json, ("If-None-Match", tag)])
            #expect(unchanged.status.code == 304, "the order makes no difference")
            for body in [
                #"{"context":{"country":"PT","targetingKey":"alice"}}"#,
                #"{"context":{"country":"ES","targetingKey":"bob"}}"#, #"{"context":{"country":"ES"}}"#, "{}",
                #"{"context":{"country":"ES","targetingKey":"alice","age":1}}"#,
            ] {
                let status = try await house.ask("", body, fields: [Self.json, ("If-None-Match", tag)]).status
                #expect(status == .ok)
            }
        }
    }

    @Test func `attributes from headers are part of the context`() async throws {
        try await withFlags { house in
            house.front.show(callers: CallerPolicy(attributes: ["country": "CF-IPCountry"]))
            func tag(_ body: String, _ header: String) async throws -> String? {
                try await house.ask("", body, fields: [Self.json, ("CF-IPCountry", header)]).field("ETag")
            }
            let first = try await tag(#"{"context":{"country":"PT"}}"#, "ES")
            let same = try await tag(#"{"context":{"country":"PT"}}"#, "ES")
            #expect(same == first)
            let swapped = try await tag(#"{"context":{"country":"ES"}}"#, "PT")
            #expect(swapped != first)
            let other = try await tag(#"{"context":{"country":"PT"}}"#, "FR")
            #expect(other != first)
        }
    }

    @Test func `changed flags have another tag`() async throws {
        try await withFlags { house in
            let tag = try #require(try await house.ask("").field("ETag"))
            house.board.post(TestFlags.snapshot([TestFlags.toggle("static", false)], etag: "two", seconds: 2_000))
            let changed = try await house.ask("", fields: [Self.json, ("If-None-Match", tag)])
            #expect(changed.status == .ok && changed.text.contains(#""variant":"off""#))
            #expect(changed.field("ETag")?.hasPrefix("\"two-") == true)
            #expect(changed.text.contains("known=two"))
        }
    }

    @Test func `the answer changes with time if a flag depends on it`() async throws {
        let sale = TestFlags.flag("sale", .boolean, [("on", true), ("off", false)], default: "off") {
            let start = Timestamp(nanoseconds: 1_790_000_060_000_000_000)
            $0.targeting = .rules([
                TestFlags.rule(TestFlags.clause("$now", .after, .text("\(start)")), serve: "on")
            ])
        }
        try await withFlags([sale]) { house in
            let tag = try #require(try await house.ask("").field("ETag"))
            func again() async throws -> Response {
                try await house.ask("", fields: [Self.json, ("If-None-Match", tag)])
            }
            let soon = try await again().status.code
            #expect(soon == 304)
            house.front.clock.advance(by: .seconds(59))
            let before = try await again().status.code
            #expect(before == 304)
            house.front.clock.advance(by: .seconds(2))
            let later = try await again()
            #expect(later.text.contains(#""value":true"#))
        }
    }

    @Test func `a client that knows of newer flags waits for them`() async throws {
        try await withFlags { house in
            let request = Request(
                .post, "/ofrep/v1/evaluate/flags?flagConfigEtag=%22two%22&flagConfigLastModified=2000",
                fields: [Self.json], body: Array("{}".utf8))
            let exchange = house.front.send(request)
            await house.front.clock.sleepers(atLeast: 1)
            #expect(exchange.soFar == nil)
            house.board.post(TestFlags.snapshot([TestFlags.toggle("static", false)], etag: "two", seconds: 2_000))
            let response = try await exchange.response()
            #expect(response.status == .ok && response.text.contains("known=two"))
        }
    }

    @Test func `if newer flags do not come, the client gets an error instead of older ones`() async throws {
        try await withFlags { house in
            let request = Request(
                .post, "/ofrep/v1/evaluate/flags?flagConfigEtag=two", fields: [Self.json], body: Array("{}".utf8))
            let exchange = house.front.send(request)
            await house.front.clock.sleepers(atLeast: 1)
            house.front.clock.advance(by: BulkEndpoint.patience)
            let response = try await exchange.response()
            #expect(response.status.code == 503 && response.field("Retry-After") == "1")
            #expect(
                response.text
                    == #"{"errorCode":"GENERAL","errorDetails":"this host does not have the flags yet that an "#
                    + #"event announced; try again"}"#)
        }
    }

    @Test func `a client that knows of current or older flags is answered at once`() async throws {
        try await withFlags { house in
            house.board.post(TestFlags.snapshot([TestFlags.toggle("static")], etag: "two", seconds: 2_000))
            for told in ["two", "%22two%22", "one", "elsewhere&flagConfigLastModified=1999"] {
                let response = try await house.ask("?flagConfigEtag=\(told)", "{}")
                #expect(response.status == .ok && response.text.contains("known=two"), "\(told)")
            }
        }
    }

    @Test func `a refusal names no flag`() async throws {
        try await withFlags { house in
            let response = try await house.ask("", "[]")
            #expect(response.status == .badRequest)
            #expect(
                response.text == #"{"errorCode":"INVALID_CONTEXT","errorDetails":"the body must be a mapping such as "#
                    + #"{\"context\": {…}}"}"#)
        }
    }

    @Test func `a client that asks too fast is told how long to wait`() async throws {
        try await withFlags { house in
            house.ofrep.limit(TokenRate(interval: .seconds(10), burst: 2))
            let all = try await house.ask("").status
            #expect(all == .ok)
            let one = try await house.ask("/static").status
            #expect(one == .ok)
            for target in ["", "/static"] {
                let refused = try await house.ask(target)
                #expect(refused.status.code == 429 && refused.field("Retry-After") == "10")
                let details = try Value(json: refused.text)["errorDetails"]
                #expect(details == "this address asks too fast; try again in 10 s")
            }
            house.front.clock.advance(by: .milliseconds(9_500))
            let rest = try await house.ask("").field("Retry-After")
            #expect(rest == "1")
            house.front.clock.advance(by: .milliseconds(500))
            let again = try await house.ask("").status
            #expect(again == .ok)
            house.ofrep.limit(nil)
            for _ in 0..<5 {
                let free = try await house.ask("").status
                #expect(free == .ok)
            }
        }
    }
}
