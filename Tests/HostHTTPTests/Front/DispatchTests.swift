@_spi(Hosting) import FeatureKit
import HTTPServer
import Testing

@testable import HostHTTP

/// Each request comes to what stands at its path, or learns why not.
@Suite(.timeLimit(.minutes(1))) struct DispatchTests {
    @Test func `a route is found by its path and gets all parts of the request`() async throws {
        try await withFront { front in
            let response = try await front.ask(
                .post, "/api/v1/bars/bars/paddock%20bar/reservations", fields: [("Content-Type", "application/json")],
                body: #"{"seats":4}"#)
            #expect(response.status == .ok)
            #expect(response.text == #"{"bar":"paddock bar","seats":4,"shift":"dinner"}"#)
            #expect(response.field("Content-Type") == "application/json")
            #expect(response.field("Cache-Control") == "no-store")
        }
    }

    @Test func `missing, switched-off and unknown paths get the same bytes`() async throws {
        try await withFront { front in
            let other = MountedFeature(id: "lamp", mounts: ["/api/v1/lamp"], contracts: [])
            let unknown = try await front.ask(.get, "/api/v1/nothing")
            let wrongMethodThere = try await front.ask(.post, "/api/v1/nothing", body: "x")
            front.show([other])
            let off = try await front.ask(.get, "/api/v1/bars/who")
            let wrongMethod = try await front.ask(.delete, "/api/v1/bars/who")
            let preflight = try await front.ask(.options, "/api/v1/bars/who")
            let stream = try await front.ask(.get, "/api/v1/bars/stream/bars.tap")
            for response in [wrongMethodThere, off, wrongMethod, preflight, stream] {
                #expect(response.status == unknown.status)
                #expect(response.fields == unknown.fields)
                #expect(response.body == unknown.body)
            }
            #expect(
                unknown.text == #"{"type":"urn:flagstand:problem:not-found","title":"Not Found","status":404,"#
                    + #""code":"not-found","detail":"there is nothing here","message":"there is nothing here"}"#)
            front.show()
            let status = try await front.status(.get, "/api/v1/bars/who")
            #expect(status == 200)
        }
    }

    @Test func `a path has to match exactly`() async throws {
        try await withFront { front in
            for path in [
                "/api/v1/bars/who/", "/api/v1/bars//who", "//api/v1/bars/who", "/API/v1/bars/who", "/api/v1/bars/wh",
                "/api/v1/bars/whoo", "/api/v1/bars", "/api/v1/bars/", "/", "*", "/api/v1/bars/bars//photo",
                "/api/v1/bars%2Fwho",
            ] {
                let status = try await front.status(.get, path)
                #expect(status == 404, "\(path)")
            }
            for path in ["/api/v1/bars/who?", "/api/v1/bars/%77ho", "/%61pi/v1/bars/who"] {
                let status = try await front.status(.get, path)
                #expect(status == 200, "\(path)")
            }
        }
    }

    @Test func `a path that could be taken for two places is refused`() async throws {
        try await withFront { front in
            for path in [
                "/api/v1/bars/%", "/%zz", "/nothing/%2", "/api/v1/bars/bars/%ff/photo", "/api/v1/bars/../who",
                "/api/v1/bars/bars/../photo", "/api/v1/bars/bars/%2e%2E/photo", "/api/./v1", "/a/%00",
            ] {
                let response = try await front.ask(.get, path)
                #expect(response.status == .badRequest, "\(path)")
                #expect(response.text.contains(#""code":"malformed""#), "\(path)")
            }
            // A dot at the front of a name is just a dot.
            let hidden = try await front.ask(.get, "/api/v1/bars/bars/.hidden/photo").text
            #expect(hidden == ".hidden")
        }
    }

    @Test func `an encoded slash stays in its segment`() async throws {
        try await withFront { front in
            let slashed = try await front.ask(.get, "/api/v1/bars/bars/a%2Fb/photo").text
            #expect(slashed == "a/b")
            let accented = try await front.ask(.get, "/api/v1/bars/bars/caf%C3%A9/photo").text
            #expect(accented == "café")
        }
    }

    @Test func `a wrong method is answered with the allowed ones`() async throws {
        try await withFront { front in
            let response = try await front.ask(.post, "/api/v1/bars/who")
            #expect(response.status == Status(405))
            #expect(response.field("Allow") == "GET, HEAD, OPTIONS")
            #expect(response.text.contains(#""message":"POST is not among GET, HEAD, OPTIONS","request":""#))
            let odd = try await front.ask(Method("BREW"), "/api/v1/bars/bars/a/reservations")
            #expect(odd.field("Allow") == "POST, OPTIONS")
            let options = try await front.ask(.options, "/api/v1/bars/who")
            #expect(options.status == .noContent)
            #expect(options.field("Allow") == "GET, HEAD, OPTIONS")
        }
    }

    @Test func `HEAD is answered as GET is`() async throws {
        try await withFront { front in
            let response = try await front.ask(.head, "/api/v1/bars/bars/x/photo")
            #expect(response.status == .ok)
            #expect(response.body == Array("x".utf8))
            let stream = try await front.ask(.head, "/api/v1/bars/rounds?rounds=3")
            #expect(stream.status == .ok)
            #expect(stream.field("Content-Type") == "text/event-stream")
            #expect(stream.isHeadOfStream)
            let status = try await front.status(.head, "/api/v1/bars/stream/bars.tap")
            #expect(status == 200)
            let failing = try await front.status(.head, "/api/v1/bars/fail")
            #expect(failing == 405)
        }
    }

    @Test func `a feature that is on and does not serve is unavailable`() async throws {
        try await withFront { front in
            front.feature.drain()
            let response = try await front.ask(.get, "/api/v1/bars/who")
            #expect(response.status == .serviceUnavailable)
            #expect(response.field("Retry-After") == "1")
            #expect(
                response.text.contains(
                    #""message":"bars does not run right now; try again","request":""#))
        }
    }

    @Test func `a request to a feature that is cut off is answered`() async throws {
        try await withFront { front in
            let exchange = front.send(Request(.post, "/api/v1/bars/hang"))
            #expect(exchange.soFar == nil)
            front.feature.revoke()
            let response = try await exchange.response()
            #expect(response.status == .serviceUnavailable)
            #expect(response.field("Retry-After") == "1")
        }
    }

    @Test func `a feature with too many open requests refuses more`() async throws {
        try await withFront { front in
            let exchanges = (0..<1_025).map { _ in front.send(Request(.post, "/api/v1/bars/hang")) }
            let response = try await exchanges[1_024].response()
            #expect(response.status == .serviceUnavailable)
            #expect(response.text.contains("bars has too much to answer; try again"))
            front.feature.revoke()
        }
    }

    @Test func `endpoints of the host get their names, their trace and no more than they take`() async throws {
        let fixture = Fixture(.put, "/ops/v1/features/{id}/toggle", Mirror())
        try await withFront(fixtures: [fixture]) { front in
            let response = try await front.ask(.put, "/ops/v1/features/b%20c/toggle", body: "12345678")
            #expect(response.text == "b c 8")
            let large = try await front.ask(.put, "/ops/v1/features/b/toggle", body: "123456789")
            #expect(large.status == .contentTooLarge)
            #expect(
                large.text.contains(#""code":"too-large","detail":"the body is larger than 8 bytes, the most that"#))
        }
    }

    @Test func `a body whose announced length is too large is refused before it is read`() async throws {
        try await withFront { front in
            let request = Request(.post, "/api/v1/bars/fail", fields: [("Content-Length", "1048577")])
            guard case .refuse(let refused) = front.router.admit(request) else {
                Issue.record("it is let in")
                return
            }
            let response = refused.response
            // The access log says the same id.
            let trace = try #require(refused.note as? any Journey).trace
            #expect(response.text.contains(#""request":"\#(trace.id)""#))
            #expect(response.status == .contentTooLarge)
            #expect(response.text.contains(#""code":"too-large""#))
            guard
                case .body(1_048_576) = front.router.admit(
                    Request(.post, "/x", fields: [("Content-Length", "1048576")]))
            else {
                Issue.record("it is not let in")
                return
            }
        }
    }

    @Test(arguments: [
        (Method.post, "/api/v1/bars/nothing", 404), (.patch, "/api/v1/bars/fail", 405), (.post, "/api/v1/%zz", 400),
    ])
    func `a request with Expect is refused at once if it can't succeed`(
        method: Method, path: String, status: Int
    ) async throws {
        try await withFront { front in
            func request(_ fields: [(String, String)]) -> Request { Request(method, path, fields: fields) }
            guard case .refuse(let refused) = front.router.admit(request([("Expect", "100-continue")])) else {
                Issue.record("it is let in")
                return
            }
            #expect(refused.response.status.code == status)
            guard case .body = front.router.admit(request([])) else {
                Issue.record("it is refused before all of it is there")
                return
            }
        }
    }

    @Test func `a request with Expect is told to continue if it can succeed`() async throws {
        try await withFront { front in
            let request = Request(.post, "/api/v1/bars/fail", fields: [("Expect", "100-continue")])
            guard case .body = front.router.admit(request) else {
                Issue.record("it is not let in")
                return
            }
        }
    }

    @Test func `a body with a content coding is refused with the accepted one`() async throws {
        try await withFront { front in
            let fields = [("Content-Type", "application/json"), ("Content-Encoding", "gzip")]
            let response = try await front.ask(.post, "/api/v1/bars/fail", fields: fields, body: "\u{1F}x")
            #expect(response.status.code == 415 && response.field("Accept-Encoding") == "identity")
            #expect(response.text.contains(#"the body must be sent as it is, not in the coding \"gzip\""#))
            let plain = [("Content-Type", "application/json"), ("Content-Encoding", "Identity")]
            let taken = try await front.ask(.put, "/api/v1/bars/echo", fields: plain, body: "{}")
            #expect(taken.status.code != 415)
        }
    }

    @Test func `a request without an answer in time gets a problem`() async throws {
        try await withFront { front in
            let response = front.router.overdue(Request(.get, "/x"))
            #expect(response.status == .gatewayTimeout)
            #expect(response.text.contains(#""message":"there was no answer in time","request":""#))
        }
    }

    @Test func `an exchange notes the route of its request`() async throws {
        try await withFront { front in
            let routes = [
                ("/api/v1/bars/who", "bars.who"), ("/api/v1/bars/mine", "bars.mine"),
                ("/api/v1/bars/rounds", "bars.rounds"),
                ("/api/v1/bars/stream/bars.tap", nil), ("/nothing", nil), ("/%", nil),
            ]
            for (path, route) in routes {
                let exchange = front.send(Request(.get, path))
                let journey = try #require(exchange.note as? any Journey)
                #expect(journey.route == route, "\(path)")
                #expect(journey.trace.high != 0 || journey.trace.low != 0)
            }
        }
    }

    @Test func `no request is answered twice`() async throws {
        try await withFront { front in
            for path in ["/api/v1/bars/who", "/api/v1/bars/mine", "/nothing", "/api/v1/bars/menu?x=1"] {
                let exchange = front.send(Request(.get, path))
                _ = try await exchange.response()
                #expect(exchange.surplus == 0, "\(path)")
            }
        }
    }
}

/// Says what it was given.
private struct Mirror: Endpoint {
    let bodyLimit = 8
    func answer(_ context: RequestContext) {
        context.exchange.answer(
            Response(.ok, body: Array("\(context.path["id"] ?? "") \(context.request.bodyCount)".utf8)))
    }
}
