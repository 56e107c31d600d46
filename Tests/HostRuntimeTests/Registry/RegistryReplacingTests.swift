@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HostSystem
import Testing

@testable import HostRuntime

/// Versions of a feature that replace each other while they answer, publish and read.
@Suite(.timeLimit(.minutes(2))) struct RegistryReplacingTests {
    struct Number: Shaped, Codable, Equatable {
        var number: Int
        static let shape = Shape.object([Field("number", .integer(), "A number.", default: 0)])
    }

    /// Answers each request with its own number, and reads numbers.
    struct Teller: Feature {
        let settings: Number
        let context: FeatureContext

        init(settings: Number, context: FeatureContext) throws {
            self.settings = settings
            self.context = context
        }

        func run() async throws {
            let told = try context.bus.publisher(on: .told)
            let heard = try context.bus.publisher(on: .heard)
            let numbers = try context.bus.messages(on: .numbers, overflow: .dropOldest(100_000))
            guard settings.number >= 0 else { throw RouteError.unavailable("no radio") }
            try context.routes.serve(.tell) { request, _ in
                told(request)
                return Number(number: settings.number)
            }
            context.ready()
            for await number in numbers { heard(number.payload) }
        }
    }

    private static func teller(_ version: String) -> LoadedFeature {
        LoadedFeature(
            id: "teller", entry: FeatureEntry(Teller.self),
            wiring: Wiring(publishes: ["test.told", "test.heard"], reads: ["test.numbers"], serves: ["test.tell"]),
            make: .worker(library: version))
    }

    private static func rules(_ version: String) -> LifecycleRules { LifecycleRules(make: .worker(library: version)) }

    /// Lets a life of another version take over, as an operator does.
    private func replace(_ host: TestHost, by version: String, _ number: Int) async -> Replacement.Outcome {
        let (feature, rules) = (Self.teller(version), Self.rules(version))
        let outcome = await host.registry.replace(by: feature, rules, settings: ["number": .integer(Int64(number))])
        guard outcome == .stands else { return outcome }
        host.registry.know(
            ["teller": rules], [feature], wanting: ["teller": ["number": .integer(Int64(number))]],
            takingOver: ["teller"])
        return outcome
    }

    @Test func `Twenty replacements, some of which fail, lose nothing and double nothing`() async throws {
        try await TestHost.run([Self.teller("0")], rules: ["teller": Self.rules("0")]) { host in
            host.registry.want(["teller": ["number": 0]])
            try await host.expect("teller", "active")
            let told = host.bus.trace("test.told", limit: 1_000_000)
            let heard = host.bus.trace("test.heard", limit: 1_000_000)
            let done = Signal()
            let asker = host.member(
                "asker", wiring: Wiring(publishes: ["test.numbers"], requests: ["test.tell"]))
            let (bus, refusals) = (Bus(member: asker), Lock<[String]>([]))
            let numbers = try bus.publisher(on: .numbers)

            async let asked = withTaskGroup(of: Int.self) { group in
                for lane in 0..<3 {
                    group.addTask {
                        var count = 0
                        while !done.isRaised {
                            let question = Number(number: lane * 1_000_000 + count)
                            do {
                                _ = try await bus.request(.tell, question, within: .seconds(60))
                                count += 1
                            } catch { refusals.withLock { $0.append("\(error)") } }
                        }
                        return count
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            async let published = {
                var count = 0
                while !done.isRaised {
                    count += 1
                    numbers(Number(number: count))
                    await Task.yield()
                }
                return count
            }()

            for round in 1...20 {
                let fails = round % 4 == 0
                let outcome = await replace(host, by: "\(round)", fails ? -1 : round)
                #expect(outcome == (fails ? .keeps(reason: "unavailable: no radio") : .stands))
                await host.registry.settled()
                let reply = try await bus.request(.tell, Number(number: -round), within: .seconds(60))
                #expect(reply.number == (fails ? round - 1 : round))
            }
            done.raise()
            let (counts, last) = (await asked, await published)
            host.registry.want([:])
            await host.registry.settled()

            #expect(refusals.withLock { $0 } == [])
            let expected = counts.enumerated().flatMap { lane, count in (0..<count).map { _ in lane } }.count + 20
            let (all, everything) = (try await told.numbers(expected), try await heard.numbers(last))
            #expect(Set(all).count == expected && all.count == expected)
            #expect(everything.sorted() == Array(1...last))
            // Each message is published once, with sequence numbers without gaps.
            for report in host.bus.report where ["test.told", "test.heard"].contains(report.name) {
                #expect(report.published == UInt64(report.name == "test.told" ? expected : last))
            }
            let status = try #require(host.registry.statuses.first)
            #expect(status.failures == 0 && status.allFailures == 0 && status.starts == 21)
            #expect(host.log.messages(.warning).filter { $0 == "feature not replaced" }.count == 5)
            #expect(host.log.messages(.error) == [])
        }
    }

    @Test func `A second replacement at the same time is refused, and the first one goes on`() async throws {
        try await TestHost.run([Self.teller("0")], rules: ["teller": Self.rules("0")]) { host in
            host.registry.want(["teller": ["number": 0]])
            try await host.expect("teller", "active")
            let settings: Value = ["number": 1]
            let first = await host.registry.replace(by: Self.teller("1"), Self.rules("1"), settings: settings)
            let second = await host.registry.replace(by: Self.teller("2"), Self.rules("2"), settings: settings)
            #expect(first == .stands)
            #expect(second == .keeps(reason: "another version of it is being started already"))
            host.registry.giveUp("teller", because: "the disk is full")
            await host.registry.settled()
            #expect(host.registry.statuses.first?.state == .active)
            let asker = Bus(member: host.member("asker", wiring: Wiring(requests: ["test.tell"])))
            let reply = try await asker.request(.tell, Number(number: 1), within: .seconds(60))
            #expect(reply.number == 0)
        }
    }
}

extension Trace {
    /// The next so many numbers.
    fileprivate func numbers(_ count: Int) async throws -> [Int] {
        var all: [Int] = []
        guard count > 0 else { return all }
        for await message in self {
            all.append(try message.value.decoded(as: RegistryReplacingTests.Number.self).number)
            if all.count == count { break }
        }
        return all
    }
}

extension Topic where Payload == RegistryReplacingTests.Number {
    fileprivate static var told: Topic { .init("test.told") }
    fileprivate static var heard: Topic { .init("test.heard") }
    fileprivate static var numbers: Topic { .init("test.numbers") }
}

extension Route where Request == RegistryReplacingTests.Number, Reply == RegistryReplacingTests.Number {
    fileprivate static var tell: Route { .init("test.tell", .post, "/tell", access: .everyone) }
}
