@_spi(Hosting) import FeatureKit
import FeatureTestKit
import HTTPServer
import Testing

@testable import HostHTTP

/// No feature gets the place of the host or of another feature, and the log says what was left out.
@Suite(.timeLimit(.minutes(1))) struct FrontTableTests {
    @Test func `the second one at a place is left out, and both are named`() async throws {
        try await withFront { front in
            let problems = update(
                front,
                [
                    feature("b", mount: "/x", .serves(route("b.get", .get, "/bars/{name}"))),
                    feature("a", mount: "/x", .serves(route("a.get", .get, "/bars/{bar}"))),
                    feature("c", mount: "/x", .serves(route("c.put", .put, "/bars/{other}"))),
                ])
            #expect(problems == ["b: GET /x/bars/{name} is left out: a has the same path"])
            // The place has both methods, each with its own names.
            let options = try await front.ask(.options, "/x/bars/1")
            #expect(options.field("Allow") == "GET, HEAD, PUT, OPTIONS")
        }
    }

    static let conflicts: [(mount: String, path: String, problem: String)] = [
        ("/ops", "/v1/x", "a: GET /ops/v1/x is left out: /ops is the host's own"),
        ("", "/healthz", "a: GET /healthz is left out: /healthz is the host's own"),
        ("/readyz", "/feature", "a: GET /readyz/feature is left out: /readyz is the host's own"),
        ("/metrics", "/", "a: GET /metrics is left out: /metrics is the host's own"),
        ("/openapi.json", "/x", "a: GET /openapi.json/x is left out: /openapi.json is the host's own"),
        ("/ofrep/v1", "/evaluate", "a: GET /ofrep/v1/evaluate is left out: /ofrep is the host's own"),
        ("", "/{anything}", "a: GET /{anything} is left out: it is no path below a mount"),
        ("/a", "", ""),
        ("a", "/b", "a: GET a/b is left out: it is no path below a mount"),
        ("/a", "/{}", "a: GET /a/{} is left out: it is no path below a mount"),
        ("/a", "/x{name}", "a: GET /a/x{name} is left out: it is no path below a mount"),
        ("/a", "/{name}/{name}", "a: GET /a/{name}/{name} is left out: it is no path below a mount"),
        ("/a", "/{nothing}", "a: GET /a/{nothing} is left out: its request has no such names"),
    ]

    @Test(arguments: conflicts)
    func `a path that no feature may have is left out`(mount: String, path: String, problem: String) async throws {
        try await withFront { front in
            let problems = update(front, [feature("a", mount: mount, .serves(route("a.get", .get, path)))])
            #expect(problems == (problem.isEmpty ? [] : [problem]))
        }
    }

    @Test func `a question that no query can say is left out`() async throws {
        try await withFront { front in
            let list = Contract.serves(Route<[Int], Nothing>("a.list", .get, "/list", access: .everyone))
            let body = Contract.serves(Route<[Int], Nothing>("a.body", .post, "/list", access: .everyone))
            let problems = update(front, [MountedFeature(id: "a", mounts: ["/a"], contracts: [list, body])])
            #expect(problems == ["a: GET /a/list is left out: its request has no such names"])
        }
    }

    @Test func `what the host shows goes before what a feature shows`() async throws {
        try await withFront(fixtures: [Fixture(.get, "/a/who", Plain())]) { front in
            let problems = update(front, [feature("a", mount: "/a", .serves(route("a.get", .get, "/who")))])
            #expect(problems == ["a: GET /a/who is left out: host has the same path"])
        }
    }

    @Test func `literal segments go before names`() async throws {
        try await withFront { front in
            let problems = update(
                front,
                [
                    feature(
                        "a", mount: "/x", .serves(route("a.name", .get, "/{name}")),
                        .serves(route("a.literal", .get, "/best")), .serves(route("a.deep", .get, "/{bar}/menu")),
                        .serves(route("a.both", .get, "/best/{other}/menu")))
                ])
            #expect(problems == [])
            for (path, route) in [
                ("/x/best", "a.literal"), ("/x/%62est", "a.literal"), ("/x/bes", "a.name"), ("/x/bestt", "a.name"),
                // Going back where the literal leads nowhere.
                ("/x/best/menu", "a.deep"), ("/x/best/menu/menu", "a.both"), ("/x/other/menu", "a.deep"),
            ] {
                let exchange = front.send(Request(.get, path))
                #expect((exchange.note as? any Journey)?.route == route, "\(path)")
            }
        }
    }

    @Test func `a topic's stream is found below the mount, and only while it may be followed`() async throws {
        try await withFront { front in
            let exchange = front.send(
                Request(.get, "/api/v1/bars/stream/bars.tap", fields: [("Last-Event-ID", "7-3")]))
            guard case .feed(let feed, _, let last) = try await exchange.answer() else {
                throw WrongAnswer(description: "no feed")
            }
            #expect(feed === front.streams.feed(of: "bars.tap"))
            #expect(last == "7-3")
            let status = try await front.status(.get, "/api/v1/bars/stream/bars.foam")
            #expect(status == 404)
            let other = try await front.status(.post, "/api/v1/bars/stream/bars.tap")
            #expect(other == 405)
        }
    }

    /// What a request finds is one whole table, the old one or the new one.
    @Test func `tables change while requests come`() async throws {
        try await withFront { front in
            await withTaskGroup(of: Void.self) { group in
                for loop in 0..<2 {
                    group.addTask {
                        for _ in 0..<2_000 {
                            let exchange = TestExchange(loop: loop)
                            front.router.respond(to: Request(.get, "/api/v1/bars/who"), via: exchange)
                            guard let response = try? await exchange.response() else {
                                Issue.record("no answer")
                                return
                            }
                            #expect(response.status == .ok || response.status == .notFound)
                        }
                    }
                }
                for round in 0..<200 { front.show(round.isMultiple(of: 2) ? [] : [TestFront.bars]) }
            }
        }
    }

    private func update(_ front: TestFront, _ features: [MountedFeature]) -> [String] {
        front.router.update(FrontContent(features: features))
    }

    private func feature(_ id: String, mount: String, _ contracts: Contract...) -> MountedFeature {
        MountedFeature(id: id, mounts: [mount], contracts: contracts)
    }

    private func route(_ name: String, _ method: RouteMethod, _ path: String) -> Route<Names, Nothing> {
        Route(name, method, path, access: .everyone)
    }
}

private struct Names: Shaped, Codable {
    var name: String?
    var bar: String?
    var other: String?

    static let shape = Shape.object(
        ["name", "bar", "other"].map { Field($0, .text(), "A name.", optional: true) })
}

private struct Plain: Endpoint {
    let bodyLimit = 0
    func answer(_ context: RequestContext) { context.exchange.answer(Response(.ok)) }
}
