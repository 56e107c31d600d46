import Testing

@_spi(Hosting) @testable import FeatureKit

/// What is asked of a lamp.
@Record struct Blink: Equatable {
    /// How often.
    @In(1...9) var times: Int
}

/// What the lamp did.
@Record struct Blinked: Equatable {
    /// How often.
    var times: Int
    /// Who wanted it.
    var by: String?
}

@Routes("lamp") struct LampRoutes: RouteGroup {
    let factor: Int

    /// Blinks.
    @Post("/blinks", .user)
    func blink(_ request: Blink, _ call: Call) async throws -> Blinked {
        guard request.times < 9 else { throw RouteError.invalid("at most 8 times") }
        return Blinked(times: request.times * factor, by: call.caller.key)
    }

    /// Tells how often at once.
    @Get("/blinks/{times}", .everyone)
    func blinksNow(_ request: Blink) throws -> Blinked { Blinked(times: request.times * factor) }

    /// Puts the lamp out.
    @Delete("/", .role("staff"), id: "lamp.out")
    func putOut(because call: Call) async {}

    /// Blinks again and again.
    @Stream("/live/{times}", .everyone)
    func follow(_ request: Blink, out: ReplyStream<Blinked>) async throws {
        for time in 1...request.times { try await out.send(Blinked(times: time)) }
    }
}

/// Routes of a type that is more than its routes.
struct Porch {}

@Routes("porch") extension Porch: RouteGroup {
    /// Rings.
    @Put("/bell", .user) func ring() -> Blinked { Blinked(times: 1) }
}

/// Several groups of one type, and requests that are made of parameters.
struct Hall { let factor: Int }

@Routes("hall", as: "lightRoutes") extension Hall {
    /// Lights the hall.
    ///
    /// - Parameters:
    ///   - lamp: Which lamp.
    ///   - times: How often it blinks before.
    ///   - name: Who wants it.
    @Post("/lamps/{lamp}", .user)
    func light(@Text(1...8) lamp: String, @In(1...9) times: Int = 2, by name: String?, _ call: Call) async -> Blinked {
        Blinked(times: times * factor, by: "\(name ?? "nobody"), \(lamp), \(call.caller.key ?? "")")
    }
}

@Routes("hall", as: "darkRoutes") extension Hall {
    /// Darkens the hall.
    @Delete("/lamps", .user) func darken() {}
}

extension Route where Request == Blink, Reply == Blinked {
    static var remote: Self { .init(forModules: "lamp.remote", summary: "Blinks for other modules.") }
    static var live: Self { .init("lamp.live", .get, "/again/{times}", access: .everyone, streams: true) }
}

/// Routes that are declared elsewhere.
@Routes("lamp") struct RemoteRoutes: RouteGroup {
    @Serves(.remote)
    func remote(_ request: Blink) -> Blinked { Blinked(times: request.times) }

    @Serves(Route<Blink, Blinked>.live)
    func live(_ request: Blink, _ out: ReplyStream<Blinked>) async throws {
        try await out.send(Blinked(times: request.times))
    }
}

/// What `@Routes` declares and serves.
@Suite(.timeLimit(.minutes(1))) struct RouteGroupTests {
    private let stage = Stage()

    @Test func `each function is a contract`() {
        #expect(LampRoutes.routes.map(\.name) == ["lamp.blink", "lamp.blinks-now", "lamp.out", "lamp.follow"])
        #expect(
            LampRoutes.routes.map(\.endpoint) == [
                .init(method: .post, path: "/blinks", access: .user, streams: false, summary: "Blinks."),
                .init(
                    method: .get, path: "/blinks/{times}", access: .everyone, streams: false,
                    summary: "Tells how often at once."),
                .init(
                    method: .delete, path: "/", access: .role("staff"), streams: false, summary: "Puts the lamp out."),
                .init(
                    method: .get, path: "/live/{times}", access: .everyone, streams: true,
                    summary: "Blinks again and again."),
            ])
        #expect(LampRoutes.routes[0] == .serves(LampRoutes.blinkRoute))
        #expect(LampRoutes.routes[2].shape == Nothing.shape && LampRoutes.routes[2].reply == Nothing.shape)
        #expect(Porch.routes == [.serves(Porch.ringRoute)])
    }

    @Test func `a function may answer a route that is declared elsewhere`() async throws {
        #expect(RemoteRoutes.routes == [.serves(.remote), .serves(.live)])
        let lamp = stage.member("lamp", serves: ["lamp.remote", "lamp.live"])
        let phone = Bus(member: stage.member("phone", requests: ["lamp.remote"]))
        try RemoteRoutes().serve(on: Routes(member: lamp))
        #expect(stage.core.route("lamp.live")?.kind == .stream)
        let reply = try await phone.request(
            .remote, Blink(times: 2), within: .seconds(1), because: Cause(caller: Caller(origin: .http), id: "g"))
        #expect(reply == Blinked(times: 2))
    }

    @Test func `each function answers its route`() async throws {
        let lamp = stage.member("lamp", serves: Set(LampRoutes.routes.map(\.name)))
        let phone = Bus(
            member: stage.member("phone", requests: ["lamp.blink", "lamp.blinks-now", "lamp.out", "lamp.follow"]))
        try LampRoutes(factor: 3).serve(on: Routes(member: lamp))
        let kinds = try LampRoutes.routes.map { try #require(stage.core.route($0.name)).kind }
        #expect(kinds == [.later, .atOnce, .later, .stream])
        try await stage.attending(lamp) { () async throws -> Void in
            let cause = Cause(caller: Caller(key: "u1", origin: .http), id: "1")
            let limit = Duration.seconds(1)
            #expect(
                try await phone.request(LampRoutes.blinkRoute, Blink(times: 2), within: limit, because: cause)
                    == Blinked(times: 6, by: "u1"))
            #expect(
                try await phone.request(LampRoutes.blinksNowRoute, Blink(times: 1), within: limit) == Blinked(times: 3))
            #expect(try await phone.request(LampRoutes.putOutRoute, Nothing(), within: limit) == Nothing())
            let refused = await #expect(throws: RequestError.self) {
                try await phone.request(LampRoutes.blinkRoute, Blink(times: 9), within: limit)
            }
            #expect(refused?.refusal?.code == "invalid")
        }
    }

    @Test func `a function's parameters are its request`() async throws {
        let routes = Hall.lightRoutes.contracts + Hall.darkRoutes.contracts
        #expect(routes.map(\.name) == ["hall.light", "hall.darken"])
        let request = Hall.LightRequest.self
        #expect(
            request.shape
                == .object([
                    Field("lamp", .text(length: 1...8), "Which lamp."),
                    Field("times", .integer(in: 1...9), "How often it blinks before.", default: 2),
                    Field("by", .text(), "Who wants it.", optional: true),
                ]))
        #expect(throws: RecordError.self) { try request.init(json: #"{"lamp": "123456789"}"#.utf8.map(\.self)) }
        let hall = stage.member("hall", serves: Set(routes.map(\.name)))
        let phone = Bus(member: stage.member("phone", requests: ["hall.light", "hall.darken"]))
        for group in [Hall.lightRoutes, Hall.darkRoutes] {
            try group.serve(by: Hall(factor: 3), on: Routes(member: hall))
        }
        try await stage.attending(hall) { () async throws -> Void in
            let cause = Cause(caller: Caller(key: "u1", origin: .http), id: "1")
            let limit = Duration.seconds(1)
            #expect(
                try await phone.request(Hall.lightRoute, .init(lamp: "l1"), within: limit, because: cause)
                    == Blinked(times: 6, by: "nobody, l1, u1"))
            #expect(
                try await phone.request(
                    Hall.lightRoute, .init(lamp: "l1", times: 1, by: "Ada"), within: limit, because: cause)
                    == Blinked(times: 3, by: "Ada, l1, u1"))
            #expect(try await phone.request(Hall.darkenRoute, Nothing(), within: limit) == Nothing())
        }
    }

    @Test func `a stream sends one reply after the other`() async throws {
        let lamp = stage.member("lamp", serves: Set(LampRoutes.routes.map(\.name)))
        try LampRoutes(factor: 1).serve(on: Routes(member: lamp))
        let asker = Listener(Blink(times: 2))
        let route = try #require(stage.core.route("lamp.follow"))
        await stage.attending(lamp) {
            let cause = Cause(caller: .system, trace: (high: 1, low: 2))
            #expect(route.ask(asker, Call(caller: .system, deadline: .seconds(1), cause: cause)) == .taken)
            await asker.done.wait()
        }
        #expect(asker.heard == ["next ?", "next ?", "ended"])
    }
}
