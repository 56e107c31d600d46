@_spi(Hosting) import FeatureKit
import FeatureTestKit
import Testing

@_spi(Hosting) @testable import FeatureRig

/// Features as authors write them, held to the rules of all features.
@Suite(.timeLimit(.minutes(2))) struct ConformingFeatureTests {
    @Test func `A feature that does as it should passes`() async throws {
        try await expectConforms(RigTests.Clerk.self, settings: .init())
        try await expectConforms(RigTests.Clerk.self, settings: .init(every: .milliseconds(250)), cycles: 20)
    }

    @Test func `What a feature keeps may be there already`() async throws {
        let seen = Lock(0)
        try await expectConforms(KeepingFeatureTests.Pantry.self, settings: Nothing()) { store, _ in
            try await store.collection(.jars).put(.init(name: "Fig", spoons: 7), id: "fig")
            seen.withLock { $0 += 1 }
        }
        #expect(seen.withLock { $0 } > 10)
    }

    @Test func `Each problem is an issue of the line that asked, and says which rule it breaks`() async throws {
        let told = Lock<[String]>([])
        let line = #line + 2
        try await withKnownIssue {
            try await expectConforms(Sour.self, settings: Nothing())
        } matching: { issue in
            told.withLock { $0.append("\(issue.sourceLocation?.line == line) \(issue.comments.first?.rawValue ?? "")") }
            return true
        }
        #expect(
            told.withLock { $0 } == [
                """
                true Sour: answers every valid request: sour.taste, asked {} by nobody known, failed as internal: \
                Spoiled(); refuse with a RouteError that says what is wrong
                """
            ])
    }

    /// Fails where nobody knows who asks.
    struct Sour: Feature {
        struct Spoiled: Error {}
        static let contracts: [Contract] = [.serves(.taste)]
        let context: FeatureContext
        init(settings: Nothing, context: FeatureContext) throws { self.context = context }

        func run() async throws {
            try context.routes.serve(.taste) { _, call in
                if call.caller.key == nil, call.caller.origin == .http { throw Spoiled() }
                return Nothing()
            }
            context.ready()
            await context.untilStopped()
        }
    }

    @Test func `A cause is told once, and what says itself how to mend it has no other advice`() async throws {
        #expect(
            await problems(of: Bitter.self, by: .answers) == [
                """
                bitter.taste, asked {} by nobody known, failed as internal: bitter: no .evaluates(…) in its contracts \
                declares the flag "bitter.is-sweet" (2 more failed so)
                """
            ])
    }

    /// Asks for a flag that it does not declare.
    struct Bitter: Feature {
        static let contracts: [Contract] = [.serves(.bitter)]
        let context: FeatureContext
        init(settings: Nothing, context: FeatureContext) throws { self.context = context }

        func run() async throws {
            try context.routes.serve(.bitter) { _, call in
                let flag = Flag("bitter.is-sweet", default: false, "Whether it is sweet.")
                _ = try self.context.flags.value(of: flag, for: call.caller)
                return Nothing()
            }
            context.ready()
            await context.untilStopped()
        }
    }

    @Test func `A feature that swallows its cancellation is told, and holds nobody`() async throws {
        let problems = await problems(of: Deaf.self, by: .stopsClean)
        #expect(
            problems == ["run() did not return when it was stopped; return when messages end and sleeps are cancelled"])
        #expect(
            await self.problems(of: Deaf.self, by: .cancel) == [
                "cancelled while it starts, run() did not return within 1.0 seconds; don't swallow CancellationError"
            ])
        Deaf.isLetGo.raise()
    }

    /// Loops on where its sleep ends with an error, as careless code does.
    struct Deaf: Feature {
        static let isLetGo = Signal()
        let context: FeatureContext
        init(settings: Nothing, context: FeatureContext) throws { self.context = context }

        func run() async throws {
            context.ready()
            while !Self.isLetGo.isRaised { try? await context.clock.sleep(for: .seconds(1)) }
        }
    }

    @Test func `A feature that asks for too much is not tried with it`() async {
        let entry = FeatureEntry(Choosy.self)
        let subject = ConformanceSubject(
            RigSubject(id: "choosy", entry: entry), settings: entry.settingsShape.completed([:]))
        #expect(
            await ConformanceRule.starts.problems(of: subject) == [
                """
                the settings that it is tried with are wrong: missing key "taste"; say in a scenario file under \
                conformance: with which it can start
                """
            ])
    }

    /// Has no settings that it could start with unless somebody says so.
    struct Choosy: Feature {
        struct Settings: Shaped, Codable, Equatable {
            var taste: Int
            static let shape = Shape.object([Field("taste", .integer(in: 1...3), "Which.")])
        }

        let context: FeatureContext
        init(settings: Settings, context: FeatureContext) throws { self.context = context }
        func run() async throws {
            context.ready()
            await context.untilStopped()
        }
    }

    @Test func `Of many problems the first ones are told, each once`() async {
        let rule = ConformanceRule("many", "many") { _ in (0..<30).map { "\($0 % 15)" } }
        let subject = ConformanceSubject(RigSubject(id: "sour", entry: FeatureEntry(Sour.self)), settings: [:])
        #expect(await rule.problems(of: subject) == (0..<10).map(String.init) + ["and 5 more like these"])
    }

    @Test func `What a rule throws is a problem, too`() async {
        let rule = ConformanceRule("odd", "odd") { _ in throw RouteError.unavailable("no luck") }
        let subject = ConformanceSubject(RigSubject(id: "sour", entry: FeatureEntry(Sour.self)), settings: [:])
        #expect(await rule.problems(of: subject) == ["unavailable: no luck"])
    }

    @Test func `The rules have names of their own, which never change`() {
        #expect(
            ConformanceRule.all.map(\.id) == [
                "starts", "stops-clean", "cancel", "same-settings", "declares", "shapes", "settings", "answers",
                "full-mailbox", "store", "erasure", "clock", "neighbours", "off-is-gone",
            ])
        #expect(Set(ConformanceRule.all.map(\.name)).count == ConformanceRule.all.count)
    }

    private func problems<F: Feature>(of type: F.Type, by rule: ConformanceRule) async -> [String] {
        let entry = FeatureEntry(F.self)
        let subject = ConformanceSubject(
            RigSubject(id: "\(F.self)".lowercased(), entry: entry), settings: entry.settingsShape.completed([:]))
        return await rule.problems(of: subject)
    }
}

extension Route where Request == Nothing, Reply == Nothing {
    fileprivate static var taste: Route { .init("sour.taste", .get, "/taste", access: .everyone) }
    fileprivate static var bitter: Route { .init("bitter.taste", .get, "/taste", access: .everyone) }
}
