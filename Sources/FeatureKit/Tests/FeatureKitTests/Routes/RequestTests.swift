import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite(.timeLimit(.minutes(1))) struct RequestTests {
    private let exchange = Exchange()
    private var stage: Stage { exchange.stage }

    @Test func repliesByValue() async throws {
        try exchange.serve { ask, _ in Ask(number: ask.number * 2) }
        #expect(stage.core.servedRoutes.map { "\($0.route) by \($0.feature)" } == ["lamp.double by lamp"])
        let reply = try await stage.attending(exchange.lamp) { try await exchange.ask(21) }
        #expect(reply == Ask(number: 42))
        #expect(stage.core.servedRoutes.isEmpty)
        #expect(stage.clock.sleeperCount == 0)
    }

    @Test func repliesThroughPlainDataWhereTypesDiffer() async throws {
        try exchange.serve { ask, _ in Ask(number: ask.number * 2) }
        let reply = try await stage.attending(exchange.lamp) {
            try await Bus(member: exchange.phone).request(
                .double as Route<AskToo, AskToo>, AskToo(number: 4), within: .seconds(1))
        }
        #expect(reply == AskToo(number: 8))
    }

    @Test func nobodyServes() async {
        let error = await exchange.failure()
        #expect(error?.code == .unavailable)
        #expect(error?.description == #"nobody serves "lamp.double" now"#)
        #expect(error?.refusal == nil)
    }

    @Test func twoShapesAreRefused() async throws {
        try exchange.serve { ask, _ in ask }
        let asking = await #expect(throws: RequestError.self) {
            let route = Route<Numbered, Ask>("lamp.double", .post, "/", access: .everyone)
            return try await Bus(member: exchange.phone).request(route, .init(from: 1, number: 1), within: .seconds(1))
        }
        #expect(asking?.code == .shapeDiffers)
        #expect(
            asking?.description
                == #""lamp.double" has two shapes at from: a whole number here, no such field in lamp"#)
        let reading = await #expect(throws: RequestError.self) {
            let route = Route<Ask, String>("lamp.double", .post, "/", access: .everyone)
            return try await Bus(member: exchange.phone).request(route, Ask(number: 1), within: .seconds(1))
        }
        #expect(reading?.description == #""lamp.double" has two shapes: a text here, a mapping in lamp"#)
    }

    private static func access(_ access: RouteAccess) -> Route<Ask, Ask> {
        .init("lamp.double", .post, "/", access: access)
    }

    @Test(
        arguments: [
            (.everyone, nil, nil, nil), (.beforeSigningIn, nil, nil, nil), (.modules, nil, nil, nil),
            (.user, "unauthenticated: this is for users who have signed in", nil, nil),
            (
                .role("staff"), "unauthenticated: this is for users who have signed in",
                #"forbidden: this is for those with the role "staff""#, nil
            ),
        ] as [(RouteAccess, String?, String?, String?)])
    func aCallerWhoMayNotAskIsRefused(
        _ access: RouteAccess, _ guest: String?, _ user: String?, _ staff: String?
    ) async throws {
        let asked = Lock(0)
        try Routes(member: exchange.lamp).serve(Self.access(access)) { ask, _ in
            asked.withLock { $0 += 1 }
            return ask
        }
        func refusal(_ caller: Caller) async -> String? {
            do {
                _ = try await exchange.ask(because: Cause(caller: caller, id: "c"))
                return nil
            } catch { return error.refusal?.description ?? error.description }
        }
        try await stage.attending(exchange.lamp) {
            for origin in [Caller.Origin.http, .bus, .cli] {
                let known = Caller(
                    key: "g1", attributes: [:], roles: ["staff"], origin: origin, address: nil, isSignedIn: false)
                #expect(await refusal(known) == guest, "a guest's key and roles count for nothing")
                #expect(await refusal(Caller(origin: origin)) == guest)
                #expect(await refusal(Caller(key: "u1", origin: origin)) == user)
                #expect(await refusal(Caller(key: "u1", roles: ["staff"], origin: origin)) == staff)
            }
            let before = asked.withLock { $0 }
            #expect(await refusal(.system) == nil)
            _ = try await exchange.ask()
            #expect(asked.withLock { $0 } == before + 2, "the host itself passes, also where nothing is inherited")
        }
    }

    @Test func aRouteForModulesIsNothingToThoseOutside() {
        let route = Route<Ask, Ask>(forModules: "lamp.double", summary: "Doubles.")
        #expect(route.access == .modules)
        #expect(Contract.serves(route).endpoint == nil)
        #expect(Contract.serves(Self.access(.modules)).endpoint == nil)
        #expect(Contract.serves(Self.access(.everyone)).endpoint != nil)
    }

    @Test func aRefusalComesWithItsReason() async throws {
        try exchange.serve { _, _ in throw RouteError(code: "table-taken", status: 409, "table 5 is taken") }
        let error = await stage.attending(exchange.lamp) {
            await exchange.failure()
        }
        #expect(error?.code == .refused)
        #expect(error?.description == "table-taken: table 5 is taken")
        #expect(error?.refusal == RouteError(code: "table-taken", status: 409, "table 5 is taken"))
        #expect(stage.log.lines.isEmpty)
    }

    @Test func aForeignErrorStaysInTheLog() async throws {
        try exchange.serve { _, _ in throw Mishap() }
        let error = await stage.attending(exchange.lamp) {
            await exchange.failure()
        }
        #expect(error?.description == "internal: lamp.double failed; the log of lamp says why")
        #expect(error?.refusal?.status == 500)
        let line = try #require(stage.log.lines.first)
        #expect(line.hasPrefix("error lamp: a route failed route=lamp.double request=lamp.double@"))
        #expect(line.hasSuffix(" error=the password is swordfish"))
    }

    @Test func theUsualRefusals() {
        let all: [RouteError] = [
            .invalid("a"), .forbidden("b"), .notFound("c"), .conflict("d"), .unavailable("e"),
        ]
        #expect(all.map(\.status) == [400, 403, 404, 409, 503])
        #expect(
            all.map(\.description) == ["invalid: a", "forbidden: b", "not-found: c", "conflict: d", "unavailable: e"])
    }

    @Test func twoServersOfOneRouteAreRefused() async throws {
        try exchange.serve { ask, _ in ask }
        let rival = stage.member("torch", serves: ["lamp.double"])
        let other = #expect(throws: BusError.self) { try Routes(member: rival).serve(.double) { (ask: Ask, _) in ask } }
        #expect(other?.code == .alreadyServed)
        #expect(other?.description == #""lamp.double" is served by lamp already"#)
        #expect(throws: BusError.self) { try exchange.serve { ask, _ in ask } }
        rival.drain()
        #expect(stage.core.servedRoutes.map(\.feature) == ["lamp"])
        exchange.lamp.drain()
        let next = stage.member("torch", serves: ["lamp.double"])
        try Routes(member: next).serve(.double) { (ask: Ask, _) in Ask(number: -ask.number) }
        #expect(try await stage.attending(next) { try await exchange.ask(3) } == Ask(number: -3))
    }

    @Test func withoutACauseTheSystemAsks() async throws {
        let calls = Lock<[Call]>([])
        try exchange.serve { ask, call in
            calls.withLock { $0.append(call) }
            return ask
        }
        let rider = Cause(caller: Caller(key: "u1", origin: .http), id: "r")
        try await stage.attending(exchange.lamp) {
            _ = try await exchange.ask(within: .seconds(3))
            _ = try await exchange.ask(because: rider)
        }
        let seen = calls.withLock { $0 }
        #expect(seen.map(\.caller) == [.system, rider.caller])
        #expect(seen.first?.caller.origin.description == "system")
        #expect(seen.first?.deadline == stage.clock.uptime + .seconds(3))
        #expect(seen.first?.cause.caller == .system)
        #expect(seen.last?.cause == rider)
    }

    @Test func insideAHandlerTheCauseIsInherited() async throws {
        let rider = Cause(caller: Caller(key: "u1", origin: .http), id: "r")
        let inner = Lock<[Cause]>([])
        let bus = Bus(member: exchange.lamp)
        let out = try bus.publisher(on: .plain)
        let messages = try Bus(member: exchange.phone).messages(on: .plain)
        try Routes(member: exchange.lamp).serve(.other) { (ask: Ask, call) in
            inner.withLock { $0.append(call.cause) }
            return ask
        }
        let own = Cause(caller: .system, id: "own")
        try exchange.serve { ask, _ in
            out(1)
            out(2, because: own)
            async let asked = bus.request(.other as Route<Ask, Ask>, ask, within: .seconds(1))
            return try await asked
        }
        _ = try await stage.attending(exchange.lamp) { try await exchange.ask(because: rider) }
        out(3)
        #expect(inner.withLock { $0 } == [rider])
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next()?.cause == rider)
        #expect(await iterator.next()?.cause == own)
        #expect(await iterator.next()?.cause == nil)
    }

    @Test func aRevokedFeatureAsksNobody() async throws {
        try exchange.serve { ask, _ in ask }
        exchange.phone.drain()
        try await stage.attending(exchange.lamp) {
            // Drained it may still finish what it does, revoked it may not.
            _ = try await exchange.ask()
            exchange.phone.revoke()
            let error = await exchange.failure()
            #expect(error?.code == .stopped)
            #expect(error?.description == "phone has been stopped")
        }
    }
}
