import FeatureKit
import Testing

@testable import HostSystem

@Suite(.timeLimit(.minutes(1))) struct FeatureExecutorTests {
    /// Blocks its callers until it is opened, as a blocking call does.
    private final class Gate: Sendable {
        private let gate = Monitor((isOpen: false, held: 0))

        var held: Int { gate.withLock { $0.held } }

        func hold() {
            gate.withLock { $0.held += 1 }
            gate.wakeAll()
            gate.waitFor { $0.isOpen ? .take(()) : .wait(until: nil) }
        }

        func waitUntilHeld(_ count: Int) { gate.waitFor { $0.held >= count ? .take(()) : .wait(until: nil) } }

        func open() {
            gate.withLock { $0.isOpen = true }
            gate.wakeAll()
        }
    }

    @Test func `a feature that blocks its share of threads leaves others theirs`() async throws {
        let pool = ThreadPool(name: "pool", count: 4)
        let gate = Gate()
        try await running(pool) {
            let greedy = FeatureExecutor(pool: pool, share: 2)
            let modest = FeatureExecutor(pool: pool, share: 2)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<6 { group.addTask(executorPreference: greedy) { gate.hold() } }
                gate.waitUntilHeld(2)
                let answer = await withTaskExecutorPreference(modest) { await Self.answer() }
                #expect(answer == 42)
                #expect(gate.held == 2, "no more of its jobs were taken up than its share")
                gate.open()
            }
            #expect(gate.held == 6, "what had to wait came later")
        }
    }

    @Test func `every job runs, and with a share of one they run one after the other`() async throws {
        let pool = ThreadPool(name: "pool", count: 3)
        let counts = Lock((now: 0, most: 0, all: 0))
        try await running(pool) {
            let executor = FeatureExecutor(pool: pool, share: 1)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2_000 {
                    group.addTask(executorPreference: executor) {
                        counts.withLock { counts in
                            counts.now += 1
                            counts.most = max(counts.most, counts.now)
                        }
                        counts.withLock { counts in
                            counts.now -= 1
                            counts.all += 1
                        }
                    }
                }
            }
        }
        let (_, most, all) = counts.withLock { $0 }
        #expect(most == 1)
        #expect(all == 2_000)
    }

    @concurrent
    private static func answer() async -> Int {
        await Task.yield()
        return 42
    }
}
