import Testing

@_spi(Hosting) @testable import FeatureKit

extension Route where Request == Ask, Reply == Media {
    static var picture: Route<Ask, Media> { .init("lamp.picture", .get, "/picture", access: .everyone) }
}

extension Route where Request == Media, Reply == Media {
    static var copy: Route<Media, Media> { .init("lamp.copy", .post, "/copy", access: .everyone) }
}

/// What a feature sees of routes, in a host and in a worker.
@Suite(.timeLimit(.minutes(1))) struct GroundRoutesTests {
    private let rider = Cause(
        caller: Caller(key: "u1", attributes: ["country": "CO"], roles: ["staff"], origin: .http), id: "r")

    /// A rehearsal whose feature serves until it is drained.
    private func serving(
        on ground: Ground, _ serve: @escaping @Sendable (FeatureContext) throws -> Void
    ) throws -> Rehearsal {
        try Rehearsal(
            on: ground,
            .init { _, context in
                try serve(context)
                context.ready()
                await context.untilStopped()
            })
    }

    private func play(_ rehearsal: Rehearsal, _ body: () async throws -> Void) async throws {
        try await rehearsal.play {
            await rehearsal.ready.wait()
            try await body()
            rehearsal.instance.drain()
        }
        #expect(rehearsal.leavesNothing)
    }

    private func failure(_ rehearsal: Rehearsal, _ number: Int = 1) async -> RequestError? {
        await #expect(throws: RequestError.self) { try await rehearsal.ask(number) }
    }

    @Test(arguments: Ground.allCases) func answersInEitherWay(_ ground: Ground) async throws {
        for atOnce in [true, false] {
            let rehearsal = try serving(on: ground) { context in
                if atOnce {
                    try context.routes.answer(.double) { (ask: Ask, _) in Ask(number: ask.number * 2) }
                } else {
                    try context.routes.serve(.double) { (ask: Ask, _) in Ask(number: ask.number * 2) }
                }
            }
            try await play(rehearsal) {
                await withTaskGroup { group in
                    for number in 1...200 {
                        group.addTask { #expect(await (try? rehearsal.ask(number)) == number * 2) }
                    }
                }
            }
        }
    }

    @Test(arguments: Ground.allCases) func refusesWordForWord(_ ground: Ground) async throws {
        let bookings: Value = ["bookings": [["id": "b1", "seats": 4], ["id": "b2", "seats": 2]]]
        let problems = (0..<21).map {
            RequestProblem(at: ValuePath([.member("tables"), .element($0)]), String(repeating: "x", count: 1_001))
        }
        let rehearsal = try serving(on: ground) { context in
            try context.routes.serve(.double) { (ask: Ask, _) in
                if ask.number == 6 { try problems.refuse() }
                if ask.number == 1 { throw RouteError(code: "table-taken", status: 409, "table 5 is taken") }
                if ask.number == 4 { throw RouteError(code: "slow", status: 429, "wait", retryAfter: .seconds(7)) }
                if ask.number == 5 { throw RouteError(code: "booked", status: 409, "in the way", data: bookings) }
                if ask.number == 2 { throw StoreError(.exists, "bars has a \"5\" already") }
                throw Mishap()
            }
        }
        try await play(rehearsal) {
            let taken = await failure(rehearsal, 1)
            #expect(taken?.refusal == RouteError(code: "table-taken", status: 409, "table 5 is taken"))
            #expect(await failure(rehearsal, 2)?.refusal?.status == 409)
            #expect(await failure(rehearsal, 4)?.refusal?.retryAfter == .seconds(7))
            let booked = RouteError(code: "booked", status: 409, "in the way", data: bookings)
            #expect(await failure(rehearsal, 5)?.refusal == booked)
            let invalid = await failure(rehearsal, 6)?.refusal
            #expect(invalid == .invalid(problems) && invalid?.errors.count == 20)
            #expect(rehearsal.stage.log.lines.isEmpty)
            let mishap = await failure(rehearsal, 3)
            #expect(mishap?.description == "internal: lamp.double failed; the log of lamp says why")
        }
        let line = try #require(rehearsal.stage.log.lines.first)
        #expect(line.hasPrefix("error lamp: a route failed route=lamp.double request=lamp.double@"))
        #expect(line.hasSuffix(" error=the password is swordfish"))
        #expect(rehearsal.stage.log.lines.count == 1)
    }

    @Test(arguments: Ground.allCases) func isToldWhatItCannotServe(_ ground: Ground) async throws {
        let rehearsal = try serving(on: ground) { context in
            try context.routes.serve(.double) { (ask: Ask, _) in ask }
            func refusal(_ serve: () throws(BusError) -> Void) -> BusError? {
                do throws(BusError) { try serve() } catch { return error }
                return nil
            }
            let twice = refusal { () throws(BusError) in try context.routes.serve(.double) { (ask: Ask, _) in ask } }
            #expect(twice?.description == #""lamp.double" is served by lamp already"#)
            #expect(twice?.code == .alreadyServed)
            let undeclared = refusal { () throws(BusError) in
                try context.routes.serve(Route<Ask, Ask>("lamp.duble", .get, "/", access: .everyone)) { ask, _ in ask }
            }
            #expect(
                undeclared?.description == #"lamp: no .serves(…) in its contracts declares "lamp.duble"; "#
                    + #"did you mean "lamp.double"?"#)
            let streams = refusal { () throws(BusError) in try context.routes.serve(.count) { ask, _ in ask } }
            #expect(streams?.code == .streaming)
        }
        try await play(rehearsal) { #expect(rehearsal.stage.core.servedRoutes.map(\.route) == ["lamp.double"]) }
    }

    @Test(arguments: Ground.allCases) func knowsWhoAsksAndUntilWhen(_ ground: Ground) async throws {
        let seen = Lock<[Call]>([])
        let rehearsal = try serving(on: ground) { context in
            let out = try context.bus.publisher(on: .plain)
            try context.routes.serve(.double) { (ask: Ask, call) in
                seen.withLock { $0.append(call) }
                out(ask.number)
                let inner = try await context.bus.request(.other as Route<Ask, Ask>, ask, within: .seconds(1))
                return Ask(number: inner.number + 1)
            }
        }
        let inner = Lock<[Cause]>([])
        try Routes(member: rehearsal.phone).serve(.other) { (ask: Ask, call) in
            inner.withLock { $0.append(call.cause) }
            return Ask(number: ask.number * 10)
        }
        let heard = try Bus(member: rehearsal.phone).messages(on: .plain)
        try await play(rehearsal) {
            try await rehearsal.stage.attending(rehearsal.phone) {
                let reply = try await Bus(member: rehearsal.phone).request(
                    .double as Route<Ask, Ask>, Ask(number: 4), within: .seconds(3), because: rider)
                #expect(reply.number == 41)
            }
        }
        let call = try #require(seen.withLock { $0.first })
        #expect(call.caller == rider.caller && call.cause == rider)
        #expect(call.deadline == rehearsal.stage.clock.uptime + .seconds(3))
        #expect(inner.withLock { $0 } == [rider])
        var iterator = heard.makeAsyncIterator()
        #expect(await iterator.next()?.cause == rider)
    }

    @Test(arguments: Ground.allCases) func asksOthersAndIsToldWordForWord(_ ground: Ground) async throws {
        let other = Route<Ask, Ask>("lamp.other", .post, "/other", access: .everyone)
        let told = Lock<[String]>([])
        let goOn = [Signal(), Signal()]
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                func ask(_ number: Int, _ route: Route<Ask, Ask>) async {
                    let error = await #expect(throws: RequestError.self) {
                        try await context.bus.request(route, Ask(number: number), within: .seconds(3))
                    }
                    told.withLock { $0.append("\(error?.code.word ?? "") \(error.map { "\($0)" } ?? "")") }
                }
                await ask(1, other)
                await ask(1, Route("lamp.othr", .post, "/", access: .everyone))
                context.ready()
                await goOn[0].wait()
                await ask(1, other)
                await ask(2, other)
                let shapes = await words {
                    _ = try await context.bus.request(
                        Route<Numbered, Ask>("lamp.other", .post, "/", access: .everyone), .init(from: 1, number: 1),
                        within: .seconds(1))
                }
                told.withLock { $0.append(shapes ?? "") }
                await ask(3, other)
                await withTaskGroup { group in
                    group.addTask { await ask(3, other) }
                    await goOn[1].wait()
                    group.cancelAll()
                }
            })
        let handling = Signal()
        let asked = Lock(0)
        try await rehearsal.play {
            await rehearsal.ready.wait()
            try Routes(member: rehearsal.phone).serve(.other) { (ask: Ask, _) in
                switch ask.number {
                case 1: throw RouteError.conflict("taken")
                case 2: throw Mishap()
                default:
                    asked.withLock { $0 += 1 }
                    await handling.wait()
                    return ask
                }
            }
            await rehearsal.stage.attending(rehearsal.phone) {
                goOn[0].raise()
                while asked.withLock({ $0 }) == 0 { await Task.yield() }
                await rehearsal.stage.clock.sleepers(atLeast: 1)
                rehearsal.stage.clock.advance(by: .seconds(3))
                while asked.withLock({ $0 }) == 1 { await Task.yield() }
                goOn[1].raise()
                while told.withLock({ $0.count }) < 7 { await Task.yield() }
                handling.raise()
            }
        }
        #expect(
            told.withLock { $0 } == [
                #"unavailable nobody serves "lamp.other" now"#,
                #"undeclared lamp: no .requests(…) in its contracts declares "lamp.othr"; "#
                    + #"did you mean "lamp.other"?"#,
                "refused conflict: taken",
                "refused internal: lamp.other failed; the log of phone says why",
                #""lamp.other" has two shapes at from: a whole number here, no such field in phone"#,
                #"timed-out "lamp.other" did not answer within 3s"#,
                #"cancelled the request to "lamp.other" was cancelled"#,
            ])
        #expect(rehearsal.instance.misuses.count == 1)
    }

    @Test(arguments: Ground.allCases) func asksAndReadsTheFieldsThatItDeclares(_ ground: Ground) async throws {
        let brief = Route<AskRideBriefly, RideGlance>("lamp.other", .post, "/", access: .everyone)
        let whole = Route<AskRide, Ride>("lamp.other", .post, "/", access: .everyone)
        let rehearsal = try serving(on: ground) { context in
            try context.routes.serve(Route<AskRide, Ride>("lamp.double", .post, "/", access: .everyone)) { ask, _ in
                let glance = try await context.bus.request(
                    brief, AskRideBriefly(rider: ask.rider), within: .seconds(60))
                return Ride(
                    rider: ask.rider, place: .init(track: ask.note ?? "-", metres: glance.place.metres + ask.plus))
            }
        }
        try Routes(member: rehearsal.phone).serve(whole) { ask, _ in
            Ride(rider: ask.rider, place: .init(track: ask.note ?? "-", metres: 10 + ask.plus))
        }
        try await play(rehearsal) {
            try await rehearsal.stage.attending(rehearsal.phone) {
                let glance = try await Bus(member: rehearsal.phone).request(
                    Route<AskRideBriefly, RideGlance>("lamp.double", .post, "/", access: .everyone),
                    AskRideBriefly(rider: "ada"), within: .seconds(60))
                #expect(glance == RideGlance(place: .init(metres: 12)))
            }
        }
    }

    @Test(arguments: Ground.allCases) func sayWhoMayAsk(_ ground: Ground) async throws {
        let staff = Route<Ask, Ask>("lamp.double", .post, "/", access: .role("staff"))
        let rehearsal = try serving(on: ground) { context in try context.routes.serve(staff) { ask, _ in ask } }
        let guest = Cause(caller: Caller(origin: .http), id: "g")
        try await play(rehearsal) {
            let refused = await #expect(throws: RequestError.self) {
                try await Bus(member: rehearsal.phone).request(
                    staff, Ask(number: 1), within: .seconds(60), because: guest)
            }
            #expect(refused?.refusal?.code == "unauthenticated")
            let reply = try await Bus(member: rehearsal.phone).request(
                staff, Ask(number: 1), within: .seconds(60), because: rider)
            #expect(reply.number == 1)
        }
    }

    // MARK: - Streams

    private func listen(_ rehearsal: Rehearsal, to listener: Listener) throws {
        let route = try #require(rehearsal.stage.core.route("lamp.count"))
        #expect(route.kind == .stream)
        #expect(route.ask(listener, Call(caller: rider.caller, deadline: .seconds(200), cause: rider)) == .taken)
    }

    @Test(arguments: Ground.allCases) func streamsOneReplyAfterTheOther(_ ground: Ground) async throws {
        let rehearsal = try serving(on: ground) { context in
            try context.routes.stream(.count) { ask, call, out in
                #expect(call.caller.key == "u1")
                for number in 0..<ask.number { try await out.send(Ask(number: number)) }
                if ask.number == 2 { throw RouteError.conflict("enough") }
            }
        }
        try await play(rehearsal) {
            for (count, end) in [(3, "ended"), (0, "ended"), (2, "refused conflict: enough"), (100, "ended")] {
                let listener = Listener(Ask(number: count))
                try listen(rehearsal, to: listener)
                await listener.done.wait()
                #expect(listener.heard == (0..<count).map { "next \($0)" } + [end])
            }
        }
    }

    /// A reader that takes nothing holds the feature: no reply is made that nobody has asked for.
    @Test(arguments: Ground.allCases) func waitsForSlowReaders(_ ground: Ground) async throws {
        let sent = Lock(0)
        let rehearsal = try serving(on: ground) { context in
            try context.routes.stream(.count) { ask, _, out in
                for number in 0..<ask.number {
                    try await out.send(Ask(number: number))
                    sent.withLock { $0 += 1 }
                }
            }
        }
        try await play(rehearsal) {
            let listener = Listener(Ask(number: 5), takes: false)
            try listen(rehearsal, to: listener)
            for _ in 0..<200 { await Task.yield() }
            #expect(sent.withLock { $0 } == 0)
            listener.goOn.raise()
            await listener.done.wait()
            #expect(sent.withLock { $0 } == 5)
            #expect(listener.heard.count == 6)
        }
    }

    @Test(arguments: Ground.allCases) func aStreamThatNobodyReadsEnds(_ ground: Ground) async throws {
        let rehearsal = try serving(on: ground) { context in
            try context.routes.stream(.count) { _, _, out in while true { try await out.send(Ask(number: 0)) } }
        }
        try await play(rehearsal) {
            let listener = Listener(Ask(number: 0), most: 2)
            try listen(rehearsal, to: listener)
            await listener.done.wait()
            #expect(listener.heard == ["next 0", "next 0", "refused unavailable: lamp is being stopped"])
        }
    }

    @Test(arguments: Ground.allCases) func aHandlerThatSendsNothingIsCancelled(_ ground: Ground) async throws {
        let entered = Signal()
        let rehearsal = try serving(on: ground) { context in
            try context.routes.stream(.count) { _, _, _ in
                entered.raise()
                await Signal().wait()
                #expect(Task.isCancelled)
            }
        }
        try await play(rehearsal) {
            let listener = Listener(Ask(number: 0))
            try listen(rehearsal, to: listener)
            await entered.wait()
            listener.gone.raise()
            await listener.done.wait()
            #expect(listener.heard == ["ended"])
        }
    }

    /// Streams of a feature that is asked to stop are told their end by their handlers.
    @Test(arguments: Ground.allCases) func streamsEndWithTheFeature(_ ground: Ground) async throws {
        let rehearsal = try serving(on: ground) { context in
            try context.routes.stream(.count) { _, _, out in
                for await message in try context.bus.messages(on: .plain) {
                    try await out.send(Ask(number: message.payload))
                }
            }
        }
        let listener = Listener(Ask(number: 0))
        try await play(rehearsal) {
            try listen(rehearsal, to: listener)
            while rehearsal.stage.report("plain")?.readers.isEmpty ?? true { await Task.yield() }
            try Bus(member: rehearsal.phone).publisher(on: .plain)(5)
            while listener.heard.isEmpty { await Task.yield() }
        }
        #expect(listener.heard == ["next 5", "ended"])
    }

    // MARK: - Stopping

    /// No question that was taken is refused because the feature is asked to stop at that moment.
    @Test(arguments: Ground.allCases) func everyQuestionThatWasTakenIsAnswered(_ ground: Ground) async throws {
        for _ in 0..<30 {
            let rehearsal = try serving(on: ground) { context in
                try context.routes.serve(.double) { (ask: Ask, _) in
                    await Task.yield()
                    return Ask(number: ask.number * 2)
                }
            }
            try await play(rehearsal) {
                await withTaskGroup { group in
                    for asker in 0..<8 {
                        group.addTask {
                            var refused: String?
                            var number = 0
                            while refused == nil {
                                number += 1
                                do {
                                    let answer = try await rehearsal.ask(number)
                                    #expect(answer == number * 2)
                                } catch { refused = "\(error)" }
                            }
                            #expect(refused == #"nobody serves "lamp.double" now"#, "asker \(asker)")
                        }
                    }
                    for _ in 0..<20 { await Task.yield() }
                    rehearsal.instance.drain()
                }
            }
        }
    }

    // MARK: - Data that go too deep

    @Test(arguments: Ground.allCases, [true, false])
    func outlivesRepliesThatGoTooDeep(_ ground: Ground, plain: Bool) async throws {
        let rehearsal = try serving(on: ground) { context in
            if plain {
                let route = Route<Ask, Value>("lamp.double", .post, "/double", access: .everyone)
                try context.routes.serve(route) { ask, _ in .lists(levels: ask.number) }
            } else {
                let route = Route<Ask, Nest>("lamp.double", .post, "/double", access: .everyone)
                try context.routes.serve(route) { ask, _ in Nest(levels: ask.number) }
            }
        }
        let call = Call(caller: .system, deadline: .seconds(200), cause: rider)
        try await play(rehearsal) {
            for levels in [3, 5_000, 3] {
                let listener = Listener(Ask(number: levels))
                #expect(rehearsal.stage.core.route("lamp.double")?.ask(listener, call) == .taken)
                await listener.done.wait()
                // In a host it goes from one type to the other, if they are the same.
                let isRefused = ground == .worker && levels > 3
                let refusal = "refused internal: lamp.double failed; the log of lamp says why"
                #expect(listener.heard == [isRefused ? refusal : "answered ?"])
            }
        }
        guard ground == .worker else { return }
        let problem = "it is nested deeper than \(plain ? 64 : 128)"
        let line = "error lamp: a route's answer can't be sent route=lamp.double error=\(problem)"
        #expect(rehearsal.stage.log.lines == [line])
    }

    /// A refusal's data are bounded as replies are: over a wire by what goes over it.
    @Test(arguments: Ground.allCases) func outlivesRefusalsWithTooMuchData(_ ground: Ground) async throws {
        let rehearsal = try serving(on: ground) { context in
            try context.routes.serve(.double) { (ask: Ask, _) in
                let data: Value =
                    ask.number == 1
                    ? .lists(levels: 100) : .text(String(repeating: "a", count: ask.number == 2 ? 17 << 20 : 1 << 20))
                throw RouteError(code: "odd", status: 409, "it is odd", data: data)
            }
        }
        try await play(rehearsal) {
            for (number, fits) in [(1, false), (2, false), (3, true)] {
                let refusal = await failure(rehearsal, number)?.refusal
                if fits || ground == .host {
                    #expect(refusal?.code == "odd" && refusal?.data != nil)
                } else {
                    #expect(refusal?.description == "internal: lamp.double failed; the log of lamp says why")
                    #expect(refusal?.data == nil)
                }
            }
        }
        guard ground == .worker else { return }
        let line = "error lamp: a route's answer can't be sent route=lamp.double error="
        #expect(
            rehearsal.stage.log.lines == [
                line + "it is nested deeper than 64", line + "it has 17825831 bytes; the most is 16777216",
            ])
    }

    /// And so are those that a worker's feature is told by others.
    @Test(arguments: Ground.allCases) func isToldRefusalsWithTooMuchData(_ ground: Ground) async throws {
        let other = Route<Ask, Ask>("lamp.other", .post, "/other", access: .everyone)
        let told = Lock<[RequestError]>([])
        let goOn = Signal()
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                context.ready()
                await goOn.wait()
                for number in 1...2 {
                    let error = await #expect(throws: RequestError.self) {
                        try await context.bus.request(other, Ask(number: number), within: .seconds(3))
                    }
                    told.withLock { $0 += error.map { [$0] } ?? [] }
                }
            })
        try await rehearsal.play {
            await rehearsal.ready.wait()
            try Routes(member: rehearsal.phone).serve(.other) { (ask: Ask, _) -> Ask in
                let data: Value = ask.number == 1 ? ["in": "the way"] : .lists(levels: 100)
                throw RouteError(code: "odd", status: 409, "it is odd", data: data)
            }
            await rehearsal.stage.attending(rehearsal.phone) {
                goOn.raise()
                while told.withLock({ $0.count }) < 2 { await Task.yield() }
            }
        }
        let errors = told.withLock { $0 }
        #expect(errors.first?.refusal?.data == ["in": "the way"])
        let unreadable = "internal: the reply of lamp.other can't be read"
        #expect(errors.last?.description == (ground == .worker ? unreadable : "odd: it is odd"))
    }

    // MARK: - Media

    private struct Drawing: Shaped, Codable, Equatable {
        var name: String
        var width: Int
        var picture: Media?
        static let shape = Shape.object([
            Field("name", .text(), "Its name."), Field("width", .integer(), "Its width.", default: 3),
            Field("picture", .media, "What it looks like.", optional: true),
        ])
    }

    /// Media beside data are as large as any, and never written as text on the way.
    @Test(arguments: Ground.allCases) func mediaGoBesideData(_ ground: Ground) async throws {
        let seen = Lock<[Drawing]>([])
        let rehearsal = try serving(on: ground) { context in
            let route = Route<Drawing, Ask>("lamp.double", .put, "/double", access: .everyone)
            try context.routes.serve(route) { drawing, _ in
                seen.withLock { $0.append(drawing) }
                return Ask(number: drawing.picture?.bytes.count ?? -1)
            }
        }
        let call = Call(caller: .system, deadline: .seconds(200), cause: rider)
        // More than a message takes, and more than a message in pieces takes.
        let (large, tooLarge) = ([UInt8](repeating: 7, count: 20 << 20), [UInt8](repeating: 7, count: 65 << 20))
        try await play(rehearsal) {
            for bytes in [nil, [], [1, 2, 3], large] {
                let attached = bytes.map {
                    ValueWithMedia.MediaMember(name: "picture", media: Media(type: "a/b", bytes: $0))
                }
                let listener = Listener(ValueWithMedia(["name": "ada", "width": 4], attached))
                #expect(rehearsal.stage.core.route("lamp.double")?.ask(listener, call) == .taken)
                await listener.done.wait()
                let drawing = Drawing(name: "ada", width: 4, picture: attached?.media)
                #expect(listener.heard == ["answered \(bytes?.count ?? -1)"])
                #expect(seen.withLock { $0.last } == drawing)
            }
            let attached = ValueWithMedia.MediaMember(name: "picture", media: Media(type: "a/b", bytes: tooLarge))
            let listener = Listener(ValueWithMedia(["name": "ada"], attached))
            #expect(rehearsal.stage.core.route("lamp.double")?.ask(listener, call) == .taken)
            await listener.done.wait()
            let words = "refused too-large: the question can't be sent: it has 68157586 bytes; the most is 67174400"
            if ground == .worker { #expect(listener.heard == [words]) }
            // Features ask with types of their own; the bytes are text then, and may be as many as fit in a message.
            let asked = try await Bus(member: rehearsal.phone).request(
                Route<Drawing, Ask>("lamp.double", .put, "/double", access: .everyone),
                Drawing(name: "bea", width: 4, picture: Media(type: "a/b", bytes: [1, 2])), within: .seconds(3))
            #expect(asked.number == 2)
        }
    }

    @Test(arguments: Ground.allCases) func mediaGoBothWays(_ ground: Ground) async throws {
        let picture = Media(type: "image/png", bytes: (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let rehearsal = try serving(on: ground) { context in
            try context.routes.serve(.picture) { (ask: Ask, _) in
                if ask.number == 0 { throw RouteError.notFound("no picture") }
                return picture
            }
            try context.routes.serve(.copy) { media, _ in media }
        }
        let call = Call(caller: .system, deadline: .seconds(200), cause: rider)
        try await play(rehearsal) {
            let none = Listener(Ask(number: 0))
            #expect(rehearsal.stage.core.route("lamp.picture")?.ask(none, call) == .taken)
            await none.done.wait()
            #expect(none.heard == ["refused not-found: no picture"])
            let one = Listener(Ask(number: 1))
            #expect(rehearsal.stage.core.route("lamp.picture")?.ask(one, call) == .taken)
            await one.done.wait()
            #expect(one.media == picture)
            let copy = Listener(picture)
            #expect(rehearsal.stage.core.route("lamp.copy")?.ask(copy, call) == .taken)
            await copy.done.wait()
            #expect(copy.media == picture)
        }
    }
}
