@_spi(Hosting) import FeatureKit
import Testing

@_spi(Hosting) @testable import FeatureRig

/// A feature in plain data, as scenarios and the conformance suite hold it.
@Suite(.timeLimit(.minutes(1))) struct RigTests {
    /// Says after each `every` how often it has, and does what its settings ask for beside it.
    struct Clerk: Reconfigurable {
        struct Settings: Shaped, Codable, Equatable {
            var every = Duration.seconds(60)
            var deed = Deed.nothing

            static let shape = Shape.object([
                Field("every", .duration(), "How often.", default: "60s"),
                Field("deed", .choice(of: Deed.self), "What it does beside.", default: "nothing"),
            ])
        }

        enum Deed: String, CaseIterable, Codable {
            case nothing, throwAtOnce, neverReady, readUndeclared, keepReading
        }

        static let contracts: [Contract] = [
            .publishes(.told), .reads(.asked), .serves(.slow), .serves(.count), .requests(.colleague),
        ]
        /// What outlives a run on purpose.
        static let kept = Lock<[Messages<Nothing>]>([])
        let settings: Lock<Settings>
        let context: FeatureContext

        init(settings: Settings, context: FeatureContext) throws {
            self.settings = Lock(settings)
            self.context = context
        }

        func reconfigure(_ settings: Settings) async throws -> Reconfiguration {
            guard settings.deed == .nothing else { return .restart }
            self.settings.withLock { $0 = settings }
            return .applied
        }

        func run() async throws {
            let out = try context.bus.publisher(on: .told)
            let (clock, bus) = (context.clock, context.bus)
            try context.routes.serve(.slow) { _, _ in
                try await clock.sleep(for: .seconds(5))
                return Count(count: 5)
            }
            try context.routes.answer(.count) { _, _ in Count(count: 1) }
            try doDeed(settings.withLock { $0.deed })
            let asked = try bus.messages(on: .asked)
            if settings.withLock({ $0.deed }) != .neverReady { context.ready() }
            try await withThrowingTaskGroup { group in
                group.addTask {
                    var count = 0
                    while true {
                        try await clock.sleep(for: settings.withLock { $0.every })
                        count += 1
                        out(Count(count: count))
                    }
                }
                group.addTask {
                    for await _ in asked {
                        let reply = try? await bus.request(.colleague, Nothing(), within: .seconds(1))
                        out(reply ?? Count(count: -1))
                    }
                }
                try await group.waitForAll()
            }
        }

        private func doDeed(_ deed: Deed) throws {
            switch deed {
            case .throwAtOnce: throw RouteError.unavailable("no luck")
            case .readUndeclared: _ = try? context.bus.messages(on: Topic<Nothing>("clerk.secret"))
            case .keepReading:
                Self.kept.withLock { kept in
                    if let more = try? context.bus.messages(on: .asked) { kept.append(more) }
                }
            default: break
            }
        }
    }

    struct Count: Shaped, Codable, Equatable {
        var count: Int
        static let shape = Shape.object([Field("count", .integer(), "How many.")])
    }

    private func with(
        _ deed: Clerk.Deed = .nothing, _ body: (Rig, Value) async throws -> Void
    ) async throws {
        let settings = Clerk.Settings.shape.completed(["deed": .text(deed.rawValue)])
        try await Rig.with(RigSubject(id: "clerk", entry: FeatureEntry(Clerk.self))) { rig in
            try await body(rig, settings)
        }
    }

    @Test func `time moves from one sleeper to the next`() async throws {
        try await with { rig, settings in
            #expect(await rig.start(settings) == .active)
            let start = rig.clock.now
            await rig.advance(by: .seconds(3_600))
            let told = await rig.messages(on: "clerk.told")
            #expect(told.map(\.value) == (1...60).map { ["count": .integer($0)] })
            // Each one when its time had come, and not all of them at the end.
            #expect(told.map { $0.time.nanoseconds - start.nanoseconds } == (1...60).map { Int64($0) * 60_000_000_000 })
            #expect(rig.clock.now == start.advanced(by: .seconds(3_600)))
        }
    }

    @Test func `a deadline of the wall clock wakes nobody before, unless the clock is set`() async throws {
        let clock = TestClock()
        let start = clock.uptime
        let deadlines = Deadlines<String>(on: FeatureClock(source: clock.source, stop: Signal()))
        deadlines.set("due", at: clock.now.advanced(by: .seconds(366 * 86_400)))
        await withTaskGroup { group in
            group.addTask {
                for await id in deadlines {
                    #expect(id == "due")
                    return
                }
            }
            await clock.sleepers(atLeast: 1)
            #expect(clock.nextWake == start + .seconds(366 * 86_400))
            clock.advance(by: .seconds(86_430))
            clock.set(now: clock.now.advanced(by: .seconds(-10)))
            #expect(clock.nextWake == start + .seconds(86_460))
            clock.advance(by: .seconds(30))
            await clock.sleepers(atLeast: 1)
            #expect(clock.nextWake == start + .seconds(366 * 86_400 + 10))
            clock.advance(by: .seconds(366 * 86_400))
        }
    }

    @Test func `no more time passes than is needed`() async throws {
        try await with { rig, settings in
            await rig.start(settings)
            let start = rig.clock.uptime
            let second = await rig.message(on: "clerk.told", within: .seconds(600)) { $0["count"] == 2 }
            #expect(second?.value == ["count": 2])
            #expect(rig.clock.uptime - start == .seconds(120))
            // The first one was passed over, and what does not come takes all the time that it is given.
            #expect(await rig.messages(on: "clerk.told") == [])
            #expect(await rig.message(on: "clerk.told", within: .seconds(30)) == nil)
            #expect(rig.clock.uptime - start == .seconds(150))
        }
    }

    @Test func `an answer may need time`() async throws {
        try await with { rig, settings in
            await rig.start(settings)
            let question = rig.ask("clerk.slow", [:])
            #expect(await rig.answer(to: question, within: .seconds(4)) == nil)
            #expect(await rig.answer(to: question, within: .seconds(1)) == .reply(["count": 5]))
            #expect(await rig.answer(to: rig.ask("clerk.count", [:])) == .reply(["count": 1]))
            let unknown = RouteError.unavailable("clerk does not serve clerk.none")
            #expect(await rig.answer(to: rig.ask("clerk.none", [:])) == .refused(unknown))
        }
    }

    @Test func `neighbours answer, vanish and come again`() async throws {
        try await with { rig, settings in
            let shape = Count.shape
            try rig.serve("colleague.count", request: Nothing.shape, reply: shape) { _, _ in ["count": 7] }
            await rig.start(settings)
            func told() async throws -> Value? {
                try rig.publish([:], on: "clerk.asked", Nothing.shape)
                return await rig.message(on: "clerk.told", within: .seconds(2))?.value
            }
            try #expect(await told() == ["count": 7])
            rig.withdraw("colleague.count")
            try #expect(await told() == ["count": -1])
            try rig.serve("colleague.count", request: Nothing.shape, reply: shape) { _, _ in ["count": 8] }
            try #expect(await told() == ["count": 8])
        }
    }

    @Test(arguments: [
        (Clerk.Deed.throwAtOnce, RigState.failed("unavailable: no luck")), (.neverReady, .starting),
        (.nothing, .active),
    ])
    func `a start says where the feature stands`(_ deed: Clerk.Deed, _ state: RigState) async throws {
        try await with(deed) { rig, settings in
            #expect(await rig.start(settings) == state)
            #expect(await rig.stop())
            #expect(await rig.leftovers().isNothing)
        }
    }

    @Test func `what is left behind is found`() async throws {
        try await with(.keepReading) { rig, settings in
            await rig.start(settings)
            #expect(await rig.stop())
            // With a worker ends whatever it would leave behind.
            let left = if case .host = rig.subject.way { "still reads clerk.asked" } else { "nothing" }
            #expect(await rig.leftovers().description == left)
            Clerk.kept.withLock { $0 = [] }
        }
    }

    @Test func `what is not declared is found, although the feature swallows the error`() async throws {
        try await with(.readUndeclared) { rig, settings in
            await rig.start(settings)
            #expect(
                rig.misuses == ["clerk: no .reads(…) in its contracts declares \"clerk.secret\""])
        }
    }

    @Test func `it can be started again, with what it kept`() async throws {
        try await with { rig, settings in
            for _ in 1...3 {
                #expect(rig.state == .off)
                #expect(await rig.start(settings) == .active)
                #expect(await rig.stop())
                #expect(await rig.leftovers().isNothing)
            }
        }
    }

    @Test func `new settings count while it runs`() async throws {
        try await with { rig, settings in
            await rig.start(settings)
            try #expect(await rig.reconfigure(Clerk.Settings.shape.completed(["every": "1s"])))
            // The one that sleeps already has its time.
            #expect(await rig.message(on: "clerk.told", within: .seconds(60))?.value == ["count": 1])
            #expect(await rig.message(on: "clerk.told", within: .seconds(1))?.value == ["count": 2])
            try #expect(await !rig.reconfigure(Clerk.Settings.shape.completed(["deed": "neverReady"])))
        }
    }
}

extension Topic where Payload == RigTests.Count {
    fileprivate static var told: Topic { .init("clerk.told") }
}

extension Topic where Payload == Nothing {
    fileprivate static var asked: Topic { .init("clerk.asked") }
}

extension Route where Request == Nothing, Reply == RigTests.Count {
    fileprivate static var slow: Route { .init("clerk.slow", .get, "/slow", access: .everyone) }
    fileprivate static var count: Route { .init("clerk.count", .get, "/count", access: .everyone) }
    fileprivate static var colleague: Route { .init("colleague.count", .get, "/count", access: .everyone) }
}
