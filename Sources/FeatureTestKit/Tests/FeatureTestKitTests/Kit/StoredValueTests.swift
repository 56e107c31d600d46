import FeatureKit
import FeatureTestKit
import Testing

private struct Turnstile: Feature {
    static let contracts: [Contract] = [.keeps(Count.documents)]
    let context: FeatureContext
    init(settings: NoSettings, context: FeatureContext) throws { self.context = context }

    func run() async throws {
        context.ready()
        await context.untilStopped()
    }

    @Record @Collection("counts") struct Count: Equatable {
        /// How many came in.
        var people: Int
    }
}

@Suite(.timeLimit(.minutes(1))) struct StoredValueTests {
    private struct Closed: Error {}

    @Test func `A value is there once it was written, and the first one stays`() async throws {
        try await withFeature(Turnstile.self, settings: NoSettings()) { probe in
            let count = try probe.store.value(Turnstile.Count.documents)
            #expect(try await count.get() == nil)
            #expect(try await count.get(or: .init(people: 3)).people == 3)
            #expect(try await count.get(or: .init(people: 5)).people == 3)
            try await count.put(.init(people: 7))
            #expect(try await count.get()?.people == 7)
            #expect(try await probe.store.collection(Turnstile.Count.documents).count() == 1)
        }
    }

    @Test func `Changes at the same time all count, and one that fails changes nothing`() async throws {
        try await withFeature(Turnstile.self, settings: NoSettings()) { probe in
            let count = try probe.store.value(Turnstile.Count.documents)
            try await withThrowingTaskGroup { group in
                for _ in 1...20 {
                    group.addTask { try await count.update(from: .init(people: 0)) { $0.people += 1 } }
                }
                try await group.waitForAll()
            }
            await #expect(throws: Closed.self) {
                try await count.update(from: .init(people: 0)) { count in
                    count.people = 99
                    throw Closed()
                }
            }
            #expect(try await count.get()?.people == 20)
            let read = try await probe.store.transaction { tx in
                try count.put(.init(people: 21), in: tx)
                return try count.get(in: tx)
            }
            #expect(read?.people == 21)
        }
    }
}
