@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import Glibc
import HostSystem
import Testing

@testable import HostRuntime

@Suite struct RegistryTests {
    struct Number: Shaped, Codable, Equatable {
        var number: Int
        static let shape = Shape.object([Field("number", .integer(), "A number.", default: 0)])
    }

    /// Adds its setting to the number of each request.
    struct Adder: Feature {
        let settings: Number
        let context: FeatureContext
        init(settings: Number, context: FeatureContext) throws {
            self.settings = settings
            self.context = context
        }
        func run() async throws {
            try context.routes.serve(.add) { request, _ in Number(number: request.number + settings.number) }
            let stop = try context.bus.messages(on: .numbers)
            context.ready()
            context.ready()
            for await _ in stop {}
        }
    }

    static let adder = LoadedFeature(
        "adder", Adder.self, wiring: Wiring(reads: ["test.numbers"], serves: ["test.add"]))

    @Test func `A feature runs, answers, takes settings by a restart and goes`() async throws {
        try await TestHost.run([Self.adder]) { host in
            let asker = Bus(member: host.member("asker", wiring: Wiring(requests: ["test.add"])))
            host.registry.want(["adder": ["number": 2]])
            try await host.expect("adder", "active")
            var reply = try await asker.request(.add, Number(number: 1), within: .seconds(5))
            #expect(reply == Number(number: 3))

            host.forget()
            host.registry.want(["adder": ["number": 5]])
            try await host.expect("adder", "starting")
            await host.registry.settled()
            reply = try await asker.request(.add, Number(number: 1), within: .seconds(5))
            #expect(reply == Number(number: 6))

            host.registry.want([:])
            await host.registry.settled()
            let status = try #require(host.registry.statuses.first)
            #expect(status.state == .off && status.starts == 2)
            let error = await #expect(throws: RequestError.self) {
                try await asker.request(.add, Number(number: 1), within: .seconds(5))
            }
            #expect(error?.description == "nobody serves \"test.add\" now")
        }
    }

    struct Broken: Feature {
        init(settings: NoSettings, context: FeatureContext) throws { throw RouteError.unavailable("no radio") }
        func run() async throws {}
    }

    @Test func `A feature whose initializer fails affects no other feature`() async throws {
        try await TestHost.run([LoadedFeature("broken", Broken.self), Self.adder]) { host in
            host.registry.want(["broken": [:], "adder": ["number": 1]])
            let failed = try await host.expect("broken", "failed")
            try await host.expect("adder", "active")
            #expect(failed.reason == "unavailable: no radio")
            #expect(host.log.messages(.error).first == "feature ended")
        }
    }

    /// Waits for a key without giving its thread back, as a blocking C call does.
    final class Blockade: Sendable {
        private let gate = Monitor((isOpen: false, blocked: 0))
        func block() {
            gate.withLock { $0.blocked += 1 }
            gate.wakeAll()
            gate.waitFor { $0.isOpen ? .take(()) : .wait(until: nil) }
        }
        func waitUntilBlocked(_ count: Int) { gate.waitFor { $0.blocked >= count ? .take(()) : .wait(until: nil) } }
        func open() {
            gate.withLock { $0.isOpen = true }
            gate.wakeAll()
        }
    }

    /// One for each attempt, because a blocked thread is only good once.
    static let blockades = (0..<3).map { _ in Blockade() }

    /// Says that it is ready and then blocks every thread that features have.
    struct Blocker: Feature {
        let settings: Number
        let context: FeatureContext
        init(settings: Number, context: FeatureContext) throws {
            self.settings = settings
            self.context = context
        }
        func run() async throws {
            try context.routes.serve(.add) { request, _ in request }
            context.ready()
            await withTaskGroup { group in
                for _ in 0..<TestHost.threads { group.addTask { RegistryTests.blockades[settings.number].block() } }
            }
        }
    }

    @Test func `A feature that blocks every feature thread is switched off within 100 ms`() async throws {
        var times: [Duration] = []
        for attempt in Self.blockades.indices { times.append(try await timeToSwitchOffBlocker(attempt)) }
        // The other tests share the machine: what they add is theirs, so the quickest attempt counts.
        let quickest = try #require(times.min())
        #expect(quickest < .milliseconds(100), "took \(times)")
    }

    /// Blocks every feature thread, switches the culprit off and sees it end as stuck and cut off.
    private func timeToSwitchOffBlocker(_ attempt: Int) async throws -> Duration {
        let blockade = Self.blockades[attempt]
        var limits = LifecycleLimits()
        limits.drain = .seconds(1)
        limits.cancel = .milliseconds(100)
        let blocker = LoadedFeature("blocker", Blocker.self, wiring: Wiring(serves: ["test.add"]))
        let settings: Value = ["number": .integer(Int64(attempt))]
        var took = Duration.zero
        try await TestHost.run([blocker], limits: limits) { host in
            defer { blockade.open() }
            host.registry.want(["blocker": settings])
            try await host.expect("blocker", "active")
            blockade.waitUntilBlocked(TestHost.threads)
            #expect(host.bus.servedRoutes.map(\.route) == ["test.add"])

            let start = SystemClock().now
            host.registry.want([:])
            // By the registry's own word, since what watches it here waits for its turn among all other tests.
            let stopping = try await host.expect("blocker", "stopping")
            took = .nanoseconds(stopping.since.nanoseconds - start.nanoseconds)
            // From then on the feature has no effects: requests to it fail.
            #expect(host.bus.servedRoutes.isEmpty)

            try await host.expect("blocker", "stuck")
            await host.registry.ping()
            host.registry.want(["blocker": settings])
            await host.registry.settled()
            #expect(host.registry.statuses.first?.state == .stuck)
        }
        return took
    }

    /// Publishes without end, even when it is told to stop.
    struct Chatter: Feature {
        let context: FeatureContext
        init(settings: NoSettings, context: FeatureContext) throws { self.context = context }
        func run() async throws {
            let out = try context.bus.publisher(on: .numbers)
            context.ready()
            while !RegistryTests.silence.isRaised {
                out(Number(number: 1))
                await Task.yield()
            }
        }
    }

    static let silence = Signal()

    @Test func `A stuck feature is cut off from the bus`() async throws {
        var limits = LifecycleLimits()
        limits.drain = .milliseconds(20)
        limits.cancel = .milliseconds(20)
        let chatter = LoadedFeature("chatter", Chatter.self, wiring: Wiring(publishes: ["test.numbers"]))
        try await TestHost.run([chatter], limits: limits) { host in
            defer { Self.silence.raise() }
            host.registry.want(["chatter": [:]])
            try await host.expect("chatter", "active")
            host.registry.want([:])
            try await host.expect("chatter", "stuck")
            // It was revoked before it was called stuck, so the count stands still from here on.
            func published() -> UInt64? { host.bus.report.first { $0.name == "test.numbers" }?.published }
            let before = published()
            await host.registry.ping()
            #expect(before != nil && published() == before)
        }
    }

    @Test func `Many switches leave nothing behind`() async throws {
        try await TestHost.run([Self.adder]) { host in
            for round in 0..<200 {
                host.registry.want(["adder": ["number": .integer(Int64(round % 2))]])
                if round % 3 == 0 { await host.registry.settled() }
                host.registry.want([:])
                if round % 5 == 0 { await host.registry.settled() }
            }
            await host.registry.settled()
            #expect(host.registry.statuses.map(\.state) == [.off])
            #expect(host.bus.servedRoutes.isEmpty)
            #expect(host.bus.report.allSatisfy { $0.readers.allSatisfy { $0.feature != "adder" } })
        }
    }
}

extension Topic where Payload == RegistryTests.Number {
    fileprivate static var numbers: Topic { .init("test.numbers") }
}

extension Route where Request == RegistryTests.Number, Reply == RegistryTests.Number {
    fileprivate static var add: Route { .init("test.add", .post, "/add", access: .everyone) }
}
