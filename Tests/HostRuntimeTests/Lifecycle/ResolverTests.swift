import Testing

@testable import HostRuntime

@Suite struct ResolverTests {
    @Test func `Circles are printed once, from their first name`() {
        let problems = Resolver.problems(in: [
            "c": .init(needs: ["a"]), "a": .init(after: ["b"]), "b": .init(needs: ["c"]), "d": .init(needs: ["a"]),
        ])
        #expect(problems == [.cycle(["a", "b", "c", "a"])])
        #expect(
            problems.map(\.message) == [
                "these features wait for each other: a → b → c → a; take one of them out of needs or after"
            ])
        #expect(problems.flatMap(\.features).sorted() == ["a", "b", "c"])
    }

    @Test func `A feature that needs itself is a circle`() {
        #expect(Resolver.problems(in: ["a": .init(needs: ["a"])]) == [.cycle(["a", "a"])])
    }

    @Test func `Missing needs are named with what was probably meant`() {
        let problems = Resolver.problems(in: ["track": .init(needs: ["bel", "moon"]), "ble": .init()])
        #expect(
            problems.map(\.message) == [
                "track needs \"bel\", which no feature here is called; did you mean \"ble\"?",
                "track needs \"moon\", which no feature here is called",
            ])
    }

    @Test func `What is there may be absent from after`() {
        #expect(Resolver.problems(in: ["a": .init(after: ["gone"])]).isEmpty)
    }
}
