@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureRig
import FeatureTestKit
import Testing

extension RouteError {
    fileprivate static var onlyMe: RouteError {
        RouteError(code: "only-me", status: 403, "only me", data: ["who": "me"])
    }
}

@Suite struct WithFeatureTests {
    struct Tick: Shaped, Codable, Equatable {
        var count: Int
        static let shape = Shape.object([Field("count", .integer(), "How often it ticked.")])
    }

    struct Metronome: Feature {
        struct Settings: Shaped, Codable, Equatable {
            var every: Duration
            static let shape = Shape.object([Field("every", .duration(), "How often.")])
        }

        static let contracts: [Contract] = [
            .publishes(.tick), .reads(.pushed), .serves(.ticks), .serves(.counting), .evaluates(loud),
        ]
        static let loud = Flag("loud", default: false, "Whether it is loud.")
        let settings: Settings
        let context: FeatureContext

        init(settings: Settings, context: FeatureContext) throws {
            self.settings = settings
            self.context = context
        }

        func run() async throws {
            let out = try context.bus.publisher(on: .tick)
            let pushes = try context.bus.messages(on: .pushed)
            let loud = try context.flags.value(of: Self.loud, for: .system)
            try context.routes.serve(.ticks) { request, call in
                guard call.caller.key == "me" else { throw RouteError.onlyMe }
                return Tick(count: request.count + 1)
            }
            try context.routes.stream(.counting) { request, _, out in
                for count in 0..<request.count { try await out.send(Tick(count: count)) }
                throw RouteError.notFound("no more numbers")
            }
            context.ready()
            try await withThrowingTaskGroup { group in
                group.addTask {
                    for count in 1... {
                        try await context.clock.sleep(for: settings.every)
                        out(Tick(count: loud ? count * 100 : count))
                    }
                }
                group.addTask { for await push in pushes { out(Tick(count: push.payload.count)) } }
                try await group.waitForAll()
            }
        }
    }

    @Test func `A feature runs on a clock that the test moves`() async throws {
        try await withFeature(Metronome.self, settings: .init(every: .seconds(5))) { probe in
            await probe.advance(.seconds(5))
            try #expect(await probe.expect(.tick) == Tick(count: 1))
            await probe.advance(.seconds(5))
            try #expect(await probe.expect(.tick) == Tick(count: 2))
        }
    }

    @Test func `Replies that stream come one after the other`() async throws {
        try await withFeature(Metronome.self, settings: .init(every: .seconds(5))) { probe in
            var counts: [Int] = []
            let error = await #expect(throws: RouteError.self) {
                for try await tick in probe.replies(of: .counting, Tick(count: 3)) { counts.append(tick.count) }
            }
            #expect(counts == [0, 1, 2])
            #expect(error == .notFound("no more numbers"))
            // Who has read enough just goes.
            for try await tick in probe.replies(of: .counting, Tick(count: 3)) where tick.count == 1 { break }
        }
    }

    @Test func `Neighbours, routes and flags are the test's`() async throws {
        try await withFeature(Metronome.self, settings: .init(every: .seconds(5)), flags: ["loud": true]) { probe in
            try probe.publish(Tick(count: 7), on: .pushed)
            try #expect(await probe.expect(.tick) == Tick(count: 7))
            await probe.advance(.seconds(5))
            try #expect(await probe.expect(.tick) == Tick(count: 100))
            try #expect(
                await probe.call(.ticks, Tick(count: 1), as: Caller(key: "me", origin: .http)) == Tick(count: 2))
            #expect(try await probe.refusal { try await probe.call(.ticks, Tick(count: 1)) } == .onlyMe)
            let accepted = try await probe.refusal {
                try await probe.call(.ticks, Tick(count: 1), as: Caller(key: "me", origin: .http))
            }
            #expect(accepted == nil)
        }
    }

    @Test func `Hours pass at once, and every beat of them`() async throws {
        try await withFeature(Metronome.self, settings: .init(every: .minutes(10))) { probe in
            await probe.advance(.hours(2))
            for count in 1...12 { try #expect(await probe.expect(.tick) == Tick(count: count)) }
            await probe.expectNone(.tick, within: .minutes(9))
            try #expect(await probe.expect(.tick, within: .minutes(1)) == Tick(count: 13))
        }
    }

    @Test func `What comes although nothing should is told where it was asked`() async throws {
        let place = Lock<SourceLocation?>(nil)
        try await withFeature(Metronome.self, settings: .init(every: .seconds(5))) { probe in
            let line = #line + 2
            await withKnownIssue {
                await probe.expectNone(.tick, within: .seconds(5))
            } matching: { issue in
                place.withLock { $0 = issue.sourceLocation }
                return "\(issue)".contains(#"metronome published {"count":1} on metronome.tick"#)
            }
            #expect(place.withLock { $0?.line } == line)
        }
    }

    @Test func `A restart and new settings are the test's`() async throws {
        try await withFeature(Metronome.self, settings: .init(every: .seconds(5))) { probe in
            probe.flags["loud"] = true
            try await probe.restart(Metronome.self, .init(every: .seconds(1)))
            try #expect(await probe.expect(.tick, within: .seconds(1)) == Tick(count: 100))
            // It takes no settings while it runs, and so it is started again.
            try await probe.reconfigure(Metronome.self, .init(every: .hours(1)))
            await probe.expectNone(.tick, within: .minutes(59))
            try #expect(await probe.expect(.tick, within: .minutes(1)) == Tick(count: 100))
        }
    }

    @Test func `A flag holds something else for one person`() {
        let flags = RigFlags(["loud": false])
        flags["loud", for: "ada"] = true
        let value = { (caller: Caller) in flags.source.value(of: "loud", for: caller) }
        #expect(value(.user("ada")) == true && value(.user("bob")) == false && value(.anybody) == false)
        flags["loud"] = nil
        #expect(value(.user("ada")) == true && value(.user("bob")) == nil)
    }

    struct Stubborn: Feature {
        let context: FeatureContext
        init(settings: Nothing, context: FeatureContext) throws { self.context = context }
        func run() async throws {
            context.ready()
            throw RouteError.unavailable("no luck")
        }
    }

    @Test func `A run that throws is the test's failure`() async throws {
        try await withKnownIssue {
            try await withFeature(Stubborn.self, settings: Nothing()) { _ in }
        } matching: {
            "\($0)".contains("run() threw: unavailable: no luck")
        }
    }
}

extension Topic where Payload == WithFeatureTests.Tick {
    fileprivate static var tick: Topic { .init("metronome.tick") }
    fileprivate static var pushed: Topic { .init("metronome.pushed") }
}

extension Route where Request == WithFeatureTests.Tick, Reply == WithFeatureTests.Tick {
    fileprivate static var ticks: Route { .init("metronome.ticks", .post, "/ticks", access: .everyone) }
    fileprivate static var counting: Route {
        .init("metronome.counting", .get, "/counting", access: .everyone, streams: true)
    }
}
