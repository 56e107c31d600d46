@_spi(Hosting) import FeatureKit
import FeatureTestKit
import Testing

@_spi(Hosting) @testable import FeatureRig

@Suite(.timeLimit(.minutes(5))) struct ConformanceTests {
    @Test(arguments: ConformanceRule.all.map(\.id)) func `the clerk`(_ id: String) async throws {
        let entry = FeatureEntry(RigTests.Clerk.self)
        let subject = ConformanceSubject(
            RigSubject(id: "clerk", entry: entry), settings: entry.settingsShape.completed([:]))
        let rule = try #require(ConformanceRule.all.first { $0.id == id })
        let clock = ContinuousClock()
        let start = clock.now
        let problems = await rule.problems(of: subject)
        print("TOOK", id, clock.now - start)
        #expect(problems == [])
    }
}
